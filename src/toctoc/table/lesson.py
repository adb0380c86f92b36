"""A first game in which chance brings early what a learner should meet. Everybody is told so, and the record too.

A lesson's script, `lesson.toml` beside the game's rules, is a list of outcomes, in order. Whenever chance is
awaited, the first of them that can come does; where none can, the dice decide as in any game. So whatever the
players do, the game goes on by the rules.
"""

import tomllib
from functools import cache
from typing import Any

from toctoc.games import layout
from toctoc.games.game import Chance, Game
from toctoc.games.match import Match, Pick

SCRIPT = "lesson.toml"


@cache
def script(game: Game) -> tuple[str, ...]:
    """Return the outcomes that a game's lesson asks for, in notation; the learner sits in seat 0 and starts.

    It is empty for a game without a lesson.
    """
    file = layout.file(game, SCRIPT)
    return tuple(tomllib.loads(file.read_text("utf-8"))["chance"]) if file.is_file() else ()


class Lesson:
    """Chance for a match, from where it is now: what came before is asked for no more."""

    def __init__(self, match: Match, dice: Pick) -> None:
        self._game, self._dice = match.game, dice
        self._asked_for = list(script(match.game))
        for step in match.steps:
            if isinstance(step, Chance) and str(step.outcome) in self._asked_for:
                self._asked_for.remove(str(step.outcome))

    def pick(self, state: Any, n: int) -> int:
        """Return the ticket, one of `n`, that is drawn in a state that awaits chance."""
        game = self._game
        tickets = {str(game.outcome(state, game.rules.chance_pick(state, ticket))): ticket for ticket in range(n)}
        for outcome in self._asked_for:
            if outcome in tickets:
                self._asked_for.remove(outcome)
                return tickets[outcome]
        return self._dice(n)
