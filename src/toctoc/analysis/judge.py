"""Judge a moment of a game from one seat: sample what may be, play it on to the end, and count who wins."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from typing import Any

from toctoc.bots import layout
from toctoc.bots.bot import SeatInfo
from toctoc.bots.engine import best_engine, engine
from toctoc.bots.level import Level, level
from toctoc.bots.memory import Memory
from toctoc.bots.player import usual_rivals
from toctoc.bots.registry import strongest
from toctoc.bots.search import likely
from toctoc.games import fields
from toctoc.games.game import Event, Game

from .model import Said

TIMES = 3  # that each world is played on, for a point of the curve
CHAPTERS = 1  # that are played on: to the end of the game, or in a game of rounds of this one
SURE = 1.96  # standard errors within which 95 of 100 estimates lie
UNLIKELY = 25  # percent: a hope or a fear below that is no reason
UNSEEN = 2.0  # games that might have gone otherwise, though no playout did
Truth = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Effort:
    """Say into how many worlds is looked: as many as the search of the strongest level does, or a part of it."""

    curve: int
    tried: int  # for every action of a decision
    chosen: int  # for the best of them, to choose one
    weighed: int  # to weigh that against what was done

    @classmethod
    def of(cls, game: Game, compiled: bool) -> "Effort":
        """Return what a game is worth."""
        settings = level(str(strongest(game.name))).search[game.name]
        worlds = max((settings.worlds if compiled else settings.plain_worlds), 6)
        return cls(worlds, max(worlds // 3, 3), 2 * worlds, 4 * worlds)


def company(game: Game) -> Level:
    """Return the level as which everybody is taken to play on: the best that neither searches nor has a net."""
    return (usual_rivals(game.name) or [level(str(strongest(game.name)))])[-1]


class Judge:
    """Hear what a seat is shown, and estimate. With a `truth`, the state itself, everything is open."""

    chapters = CHAPTERS

    def __init__(self, chair: SeatInfo, truth: Truth | None = None, plain: bool = False) -> None:
        game = chair.game
        self.chair, self.truth = chair, truth
        self.engine = engine(game, wants_compiled=False) if plain else best_engine(game)
        self.effort = Effort.of(game, self.engine.compiled)
        best, others = level(str(strongest(game.name))), company(game)
        quiet = {name: replace(settings, worlds=0) for name, settings in best.search.items()}
        self.memory: Memory = layout.part(game, "memory").Memory(chair, replace(best, search=quiet), [others])
        self.ear = Random(f"{chair.seed} ear")
        self.traits = [others.traits[game.name]] * game.rules.SEATS
        self.own_traits = [best.traits[game.name]] * game.rules.SEATS

    def observe(self, event: Event) -> None:
        """Remember an event."""
        self.memory.observe(event, self.ear)

    def chances(self, players: int, rng: Random) -> tuple[list[float], list[float]]:
        """Return each seat's chance to win, and its margin."""
        worlds, weights = self._worlds(self.effort.curve, rng)
        shares = self._played_on(worlds, TIMES, [-1], rng)
        found = [estimate([rows[0][p] for rows in shares], weights, TIMES) for p in range(players)]
        return [mean for mean, _ in found], [margin for _, margin in found]

    def values(self, codes: Sequence[int], count: int, rng: Random) -> tuple[list[list[float]], list[float]]:
        """Return the own chance to win in each of `count` worlds after each action, and the worlds' weights.

        All actions meet the same worlds, and the same luck after them.
        """
        worlds, weights = self._worlds(count, rng)
        shares = self._played_on(worlds, 1, list(codes), rng)
        return [[row[self.chair.seat] for row in rows] for rows in shares], weights

    def reason(self, code: int, rng: Random) -> Said | None:
        """Say why the strongest level would do something; None if what it has to say hardly speaks for it."""
        world, mind = self.memory.believed(rng)
        explain = layout.part(self.chair.game, "reasons").explain
        found = explain(world, mind, self.own_traits, self.chair.seat, code)
        likely_so = int(found.params.get("percent", 100)) >= UNLIKELY
        return Said(found.code, dict(found.params)) if likely_so else None

    def lapse(self, code: int, rng: Random) -> Said | None:
        """Say what of all that the seat was shown speaks against an action; None if nothing does."""
        if not layout.has(self.chair.game, "lapses"):
            return None
        world, mind = self.memory.believed(rng)
        found = layout.part(self.chair.game, "lapses").lapse(world, mind, self.chair.seat, code)
        return Said(found.code, dict(found.params)) if found else None

    def _worlds(self, count: int, rng: Random) -> tuple[list[tuple[Any, Any]], list[float]]:
        """Sample worlds that fit all that the seat was shown; what lies face down makes some likelier."""
        alike = [0] * self.chair.game.rules.SEATS
        worlds = [self.memory.world(rng, alike) for _ in range(count)]
        if self.truth is not None:
            return [(fields.clone(self.truth()), mind) for _, mind in worlds], [1.0] * count
        return worlds, likely(self.engine, self.memory, worlds, [self.traits] * count)

    def _played_on(
        self, worlds: Sequence[tuple[Any, Any]], times: int, codes: list[int], rng: Random
    ) -> list[list[list[float]]]:
        seat, seed = self.chair.seat, rng.getrandbits(48)
        return self.engine.endings(worlds, self.traits, times, seat, codes, self.chapters, seed)


def estimate(values: Sequence[float], weights: Sequence[float], times: int = 1) -> tuple[float, float]:
    """Return the weighted mean of chances and its margin, which is not 0 though all of them agree."""
    total = sum(weights)
    mean = sum(value * weight for value, weight in zip(values, weights, strict=True)) / total
    spread = sum((weight * (value - mean)) ** 2 for value, weight in zip(values, weights, strict=True)) / total**2
    played = times * total**2 / sum(weight**2 for weight in weights)
    unseen = UNSEEN * (mean**2 + (1 - mean) ** 2) / (played + UNSEEN) / played
    return mean, SURE * sqrt(spread + unseen)


def difference(better: Sequence[float], done: Sequence[float], weights: Sequence[float]) -> tuple[float, float]:
    """Return by how much one is better than the other in the same worlds, and the margin of that."""
    total = sum(weights)
    gains = [one - other for one, other in zip(better, done, strict=True)]
    mean = sum(gain * weight for gain, weight in zip(gains, weights, strict=True)) / total
    spread = sum((weight * (gain - mean)) ** 2 for gain, weight in zip(gains, weights, strict=True)) / total**2
    played = total**2 / sum(weight**2 for weight in weights)
    return mean, SURE * sqrt(spread + UNSEEN / (played + UNSEEN) / played)
