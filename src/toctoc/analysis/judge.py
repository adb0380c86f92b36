"""Estimate win probabilities of a moment from one seat: sample worlds, play them to the end, count victories."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt
from random import Random
from typing import Any

from toctoc.bots import bot_modules
from toctoc.bots.bot import SeatInfo
from toctoc.bots.engine import Alternatives, WorldSample, best_engine, engine
from toctoc.bots.level import Level, level
from toctoc.bots.memory import Memory
from toctoc.bots.player import usual_rivals
from toctoc.bots.registry import strongest
from toctoc.bots.search import likely
from toctoc.core import fields
from toctoc.core.game import Event, Game

from .model import Said

PLAYOUTS_PER_WORLD = 3  # for a point of the curve
CHAPTERS = 1  # to play: to the end of the game, or of the round in a game of rounds
MARGIN_ERRORS = 1.96  # standard errors in a margin: 95 % of the estimates lie within
MIN_REASON_PERCENT = 25  # probability that a reason has to name, if it names one
PRIOR_GAMES = 2.0  # pseudo-counts, so that a margin is never 0
Truth = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Effort:
    """Numbers of sampled worlds, in proportion to those of the search of the strongest level."""

    curve: int
    tried: int  # for every action of a decision
    chosen: int  # for the best of them, to choose one
    weighed: int  # to compare that one with the action of the record

    @classmethod
    def of(cls, game: Game, compiled: bool, share: float = 1.0) -> "Effort":
        """Return a `share` of the usual effort for `game`; without compiled code it is smaller."""
        settings = level(str(strongest(game.name))).search[game.name]
        usual = max((settings.worlds if compiled else settings.plain_worlds), 6)
        worlds = ceil(share * usual)
        return cls(worlds, max(worlds // 3, ceil(3 * share)), 2 * worlds, 4 * worlds)


def company(game: Game) -> Level:
    """Return the level of all players in playouts: the best one without search and without a net."""
    return (usual_rivals(game.name) or [level(str(strongest(game.name)))])[-1]


class Judge:
    """Observe the events of a seat, and estimate. A `truth` replaces sampled worlds by the true state."""

    chapters = CHAPTERS

    def __init__(
        self, seat_info: SeatInfo, truth: Truth | None = None, plain: bool = False, share: float = 1.0
    ) -> None:
        game = seat_info.game
        self.seat_info, self.truth = seat_info, truth
        self.engine = engine(game, wants_compiled=False) if plain else best_engine(game)
        self.effort = Effort.of(game, self.engine.compiled, share)
        best, others = level(str(strongest(game.name))), company(game)
        quiet = {name: replace(settings, worlds=0) for name, settings in best.search.items()}
        self.memory: Memory = bot_modules.part(game, "memory").Memory(
            seat_info, replace(best, search=quiet), [others]
        )
        self.rng = Random(f"{seat_info.seed} ear")
        self.traits = [others.traits[game.name]] * game.rules.SEATS
        self.own_traits = [best.traits[game.name]] * game.rules.SEATS

    def observe(self, event: Event) -> None:
        """Remember an event that the seat was shown."""
        self.memory.observe(event, self.rng)

    def win_probabilities(self, players: int, rng: Random) -> tuple[list[float], list[float]]:
        """Return the win probability of each seat, and its margin."""
        worlds, weights = self._worlds(self.effort.curve, rng)
        shares = self._played_on(worlds, PLAYOUTS_PER_WORLD, [-1], rng)
        found = [estimate([rows[0][p] for rows in shares], weights, PLAYOUTS_PER_WORLD) for p in range(players)]
        return [mean for mean, _ in found], [margin for _, margin in found]

    def values(self, codes: Sequence[int], count: int, rng: Random) -> tuple[list[list[float]], list[float]]:
        """Return the own win probability in each of `count` worlds after each action, and the worlds' weights.

        All actions are played in the same worlds, with the same random numbers.
        """
        worlds, weights = self._worlds(count, rng)
        shares = self._played_on(worlds, 1, list(codes), rng)
        return [[row[self.seat_info.seat] for row in rows] for rows in shares], weights

    def reason(self, code: int, rng: Random) -> Said | None:
        """Return the reason of the strongest level for an action; None if its probability is too small."""
        world, mind = self.memory.believed(rng)
        explain = bot_modules.part(self.seat_info.game, "reasons").explain
        found = explain(world, mind, self.own_traits, self.seat_info.seat, code)
        likely_so = int(found.params.get("percent", 100)) >= MIN_REASON_PERCENT
        return Said(found.code, dict(found.params)) if likely_so else None

    def lapse(self, code: int, rng: Random) -> Said | None:
        """Return the evidence that the seat was shown against an action; None if there is none."""
        if not bot_modules.has(self.seat_info.game, "lapses"):
            return None
        world, mind = self.memory.believed(rng)
        found = bot_modules.part(self.seat_info.game, "lapses").lapse(world, mind, self.seat_info.seat, code)
        return Said(found.code, dict(found.params)) if found else None

    def _worlds(self, count: int, rng: Random) -> tuple[list[tuple[Any, Any]], list[float]]:
        """Sample worlds that fit the events of the seat, with weights by the likelihood of the others' actions."""
        alike = [0] * self.seat_info.game.rules.SEATS
        worlds = [self.memory.world(rng, alike) for _ in range(count)]
        if self.truth is not None:
            return [(fields.clone(self.truth()), mind) for _, mind in worlds], [1.0] * count
        return worlds, likely(self.engine, self.memory, worlds, [self.traits] * count)

    def _played_on(
        self, worlds: Sequence[tuple[Any, Any]], times: int, codes: list[int], rng: Random
    ) -> list[list[list[float]]]:
        seat, seed = self.seat_info.seat, rng.getrandbits(48)
        sample, choice = WorldSample(worlds, self.traits), Alternatives(seat, codes)
        return self.engine.endings(sample, choice, times, self.chapters, seed)


def estimate(values: Sequence[float], weights: Sequence[float], times: int = 1) -> tuple[float, float]:
    """Return the weighted mean of probabilities and its margin, which is above 0 even if all are equal."""
    total = sum(weights)
    mean = sum(value * weight for value, weight in zip(values, weights, strict=True)) / total
    spread = sum((weight * (value - mean)) ** 2 for value, weight in zip(values, weights, strict=True)) / total**2
    played = times * total**2 / sum(weight**2 for weight in weights)
    unseen = PRIOR_GAMES * (mean**2 + (1 - mean) ** 2) / (played + PRIOR_GAMES) / played
    return mean, MARGIN_ERRORS * sqrt(spread + unseen)


def difference(better: Sequence[float], done: Sequence[float], weights: Sequence[float]) -> tuple[float, float]:
    """Return the mean gain of `better` over `done` in the same worlds, and its margin."""
    total = sum(weights)
    gains = [one - other for one, other in zip(better, done, strict=True)]
    mean = sum(gain * weight for gain, weight in zip(gains, weights, strict=True)) / total
    spread = sum((weight * (gain - mean)) ** 2 for gain, weight in zip(gains, weights, strict=True)) / total**2
    played = total**2 / sum(weight**2 for weight in weights)
    return mean, MARGIN_ERRORS * sqrt(spread + PRIOR_GAMES / (played + PRIOR_GAMES) / played)
