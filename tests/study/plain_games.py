"""Play the games of a study again as matches, for counting by hand."""

from dataclasses import dataclass, field
from typing import Any

from toctoc import Match
from toctoc.bots.bulk_play import BulkTable
from toctoc.core import fields
from toctoc.core.registry import GAMES


@dataclass
class Game:
    """One game: the match at its end, and every move with the state before it."""

    match: Match
    moves: list[tuple[Any, int, Any]] = field(default_factory=list)  # state, seat, action
    states: list[Any] = field(default_factory=list)  # after every step, of chance too

    @property
    def shares(self) -> list[float]:
        winners = self.match.winners
        return [(p in winners) / len(winners) for p in range(self.match.players)]


class EvenTable(BulkTable):
    """Bots of one level are all alike, as in a study."""

    has_temper = False


def plain_games(name: str, players: int, bot: str, seed: int, count: int) -> list[Game]:
    """Play them by plain policies, then repeat them as matches."""
    known = GAMES[name]
    settings = known.settings(players, Match(name, players).options)
    played = EvenTable(known, settings, (bot,) * players, False).play(seed, 0, count, keep_steps=True)
    games, begin = [], 0
    for end in played.ends:
        game = Game(Match(name, players))
        for seat, code in played.steps[begin:end]:
            if seat >= 0:
                action = known.action(game.match.state, code)
                game.moves.append((fields.clone(game.match.state), seat, action))
                game.match.play(seat, action)
            else:
                game.match.take_chance(known.outcome(game.match.state, code))
            game.states.append(fields.clone(game.match.state))
        games.append(game)
        begin = end
    return games
