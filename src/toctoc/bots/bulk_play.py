"""Play many games of bots that do not search, by policy_play.py: compiled if Numba is installed, else plain."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from toctoc.bots import bot_modules, policy_play
from toctoc.bots.engine import engine
from toctoc.bots.level import level
from toctoc.bots.memory import Recall
from toctoc.bots.policy_play import ANYTHING, Results
from toctoc.bots.registry import BOTS, RANDOM, has_learned, plays, thinks_ahead
from toctoc.core import fields
from toctoc.core.compile import compiled
from toctoc.core.game import Game

FIRST_ROOM = 300  # steps of a game, on average, for which there is room at first


def plays_by_policy(name: str, game: Game) -> bool:
    """Tell whether the bot `name` plays `game` by its policy alone: neither by a net nor with a search."""
    ours = name in BOTS or name.endswith(".toml")
    if not ours or not bot_modules.has(game, "observations") or not plays(name, game.name):
        return False
    return not thinks_ahead(name, game.name) and not has_learned(name, game.name)


def plays_by_net_alone(name: str, game: Game) -> bool:
    """Tell whether the bot `name` plays `game` by its net, without a search."""
    ours = name in BOTS or name.endswith(".toml")
    return ours and has_learned(name, game.name) and not thinks_ahead(name, game.name)


def seat_traits(name: str, game: Game, seat: int | None = None) -> list[float]:
    """Return the traits of the bot `name`, with its temper at `seat`."""
    if name == RANDOM:
        return [ANYTHING] + [0.0] * (len(bot_modules.part(game, "policy").TRAITS) - 1)
    found = level(name)
    return list((found if seat is None else found.at(seat)).traits[game.name])


def seat_recall(name: str) -> list[float]:
    """Return how the bot `name` recalls, as a row of numbers: see act_r.py."""
    recall = Recall(threshold=-inf) if name == RANDOM else level(name).recall
    return [recall.threshold, recall.noise, recall.decay]


@dataclass(frozen=True)
class Seated:
    """Hold the traits and the recall of the bots at a table, by seat; compiled, it is a NumPy record."""

    traits: list[list[list[float]]]
    recalls: list[list[float]]


class BulkTable:
    """Let bots play many games: in game g, `lineup[(seat + g) % players]` sits at `seat`."""

    has_temper = True  # whether bots of one level are bolder or shyer by their seats

    def __init__(self, game: Game, settings: Sequence[int], lineup: Sequence[str], wants_compiled: bool) -> None:
        self.game = game
        self.settings = tuple(settings)
        self.players = len(lineup)
        self.runtime = engine(game, wants_compiled)
        self.steps = FIRST_ROOM
        seats = range(game.rules.SEATS)
        turns = [[lineup[(seat + turn) % self.players] for seat in seats] for turn in range(self.players)]
        # By turn and seat; each takes all others to be like itself.
        self.traits = self._floats(
            [
                [
                    [seat_traits(name, game, seat if self.has_temper else None)] * len(seats)
                    for seat, name in enumerate(turn)
                ]
                for turn in turns
            ]
        )
        self.recalls = self._floats([[seat_recall(name) for name in turn] for turn in turns])

    def play(self, seed: int, first: int, count: int, keep_steps: bool = False) -> Results:
        """Play the games `first` to `first` + `count` - 1 of those of `seed`."""
        while True:
            room = self.steps * count if keep_steps else 0
            played = self._play(seed, first, count, room)
            if not keep_steps or not count or played.ends[-1] <= room:
                return played
            self.steps = int(played.ends[-1]) * 5 // (4 * count) + 1  # a quarter more, for those that come

    def _play(self, seed: int, first: int, count: int, room: int) -> Results:
        [state] = self._blank(self.game.rules.State, 1)
        players = policy_play.Players(self.seated(), self._notes(), self._ints(1), self._ints(1))
        scores, wins = self._rows(count, self.players), self._rows(count, self.players)
        results = policy_play.Results(self._ints(count), scores, wins, self._rows(room, 2), self._ints(count))
        self.runtime.policy_play.games(state, self.settings, players, seed, first, results)
        return results

    def _notes(self) -> Any:
        """Return blank notes and minds."""
        observations, mind = bot_modules.part(self.game, "observations"), bot_modules.part(self.game, "mind")
        return self._blank(observations.Notes, 1), self._blank(mind.Mind, observations.MINDS)

    def _blank(self, record: type, count: int) -> Any:
        """Return `count` states or notes, every number 0."""
        if not self.runtime.compiled:
            return [fields.blank(record) for _ in range(count)]
        import numpy

        return numpy.zeros(count, compiled.record(record))

    def seated(self) -> Any:
        """Return the seating, a record for each turn: Numba would count references to arrays."""
        if not self.runtime.compiled:
            return [Seated(*both) for both in zip(self.traits, self.recalls, strict=True)]
        import numpy

        parts = {"traits": self.traits, "recalls": self.recalls}
        seated = numpy.zeros(self.players, [(name, part.dtype, part.shape[1:]) for name, part in parts.items()])
        for name, part in parts.items():
            seated[name] = part
        return seated

    def _floats(self, values: list[Any]) -> Any:
        if not self.runtime.compiled:
            return values
        import numpy

        return numpy.array(values, numpy.float64)

    def _ints(self, count: int) -> Any:
        if not self.runtime.compiled:
            return [0] * count
        import numpy

        return numpy.zeros(count, numpy.int64)

    def _rows(self, count: int, width: int) -> Any:
        if not self.runtime.compiled:
            return [[0] * width for _ in range(count)]
        import numpy

        return numpy.zeros((count, width), numpy.int64)
