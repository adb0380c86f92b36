"""A first game in which chance brings early what a learner should meet. Everybody is told so, and the record too.

A lesson's script is a list of wishes, in order. Whenever chance is awaited, the first wish that can come true
does; where none can, the dice decide as in any game. So whatever the players do, the game goes on by the rules.
"""

import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from toctoc.games.game import Chance
from toctoc.games.match import Match


@cache
def wishes(game: str) -> tuple[str, ...]:
    """The outcomes that a game's lesson asks for, in notation; the learner sits in seat 0 and starts."""
    text = (files(f"toctoc.games.{game}") / "lesson.toml").read_text("utf-8")
    return tuple(tomllib.loads(text)["chance"])


class Lesson:
    """Chance for a match, from where it is now: what came true before is wished for no more."""

    def __init__(self, match: Match, dice: Callable[[int], int]) -> None:
        self._match, self._dice = match, dice
        self._wishes = list(wishes(match.game.name))
        for step in match.steps:
            if isinstance(step, Chance) and str(step.outcome) in self._wishes:
                self._wishes.remove(str(step.outcome))

    def pick(self, n: int) -> int:
        """Which of n tickets is drawn."""
        game, state = self._match.game, self._match.state
        tickets = {str(game.outcome(state, game.rules.chance_pick(state, ticket))): ticket for ticket in range(n)}
        for wish in self._wishes:
            if wish in tickets:
                self._wishes.remove(wish)
                return tickets[wish]
        return self._dice(n)
