"""Time several contestants in turns, so that the noise of the machine hits all of them alike."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

SEED = 2026  # of the games that are played


@dataclass(frozen=True, slots=True)
class Count:
    """Hold how many games and decisions some work came to."""

    games: int
    decisions: int  # of players; chance does not count


@dataclass(frozen=True, slots=True)
class Contestant:
    """Describe something that plays random games: the same ones for the same amount of work."""

    name: str
    players: int
    way: str  # through which code or calls
    play: Callable[[int], object]  # so much work; this is timed
    count: Callable[[int], Count]  # the results of that work; not timed


@dataclass(frozen=True, slots=True)
class Result:
    """The work of a contestant, and its CPU time in each round."""

    name: str
    players: int
    way: str
    games: int
    decisions: int
    seconds: tuple[float, ...]

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / min(self.seconds)

    @property
    def games_per_second(self) -> float:
        return self.games / min(self.seconds)


def measure(
    contestants: Sequence[Contestant],
    seconds: float,
    rounds: int,
    progress: Callable[[str], None] = lambda _: None,
    clock: Callable[[], float] = time.process_time,
) -> list[Result]:
    """Let each contestant play for at least `seconds`, one after the other, `rounds` times over."""
    amounts = []
    for contestant in contestants:
        progress(f"{contestant.name}, {contestant.way}: warming up")
        amounts.append(amount_for(contestant, seconds, clock))
    times: list[list[float]] = [[] for _ in contestants]
    for number in range(1, rounds + 1):
        for contestant, amount, spent in zip(contestants, amounts, times, strict=True):
            progress(f"{contestant.name}, {contestant.way}: round {number} of {rounds}")
            spent.append(timed(contestant, amount, clock))
    results = []
    for contestant, amount, spent in zip(contestants, amounts, times, strict=True):
        progress(f"{contestant.name}, {contestant.way}: counting")
        count = contestant.count(amount)
        results.append(
            Result(
                contestant.name,
                contestant.players,
                contestant.way,
                count.games,
                count.decisions,
                tuple(spent),
            )
        )
    return results


def amount_for(contestant: Contestant, seconds: float, clock: Callable[[], float]) -> int:
    """Find how much work takes at least `seconds`. This is also the warm-up, compiling included."""
    contestant.play(1)
    amount = 1
    while (spent := timed(contestant, amount, clock)) < seconds:
        amount = min(10 * amount, max(amount + 1, int(1.2 * amount * seconds / max(spent, 1e-9))))
    return amount


def best(results: Sequence[Result]) -> Result | None:
    """Return the fastest of some results."""
    return max(results, key=lambda result: result.decisions_per_second, default=None)


def ratio(result: Result, other: Result) -> float:
    """Return how many times as fast `result` is."""
    return result.decisions_per_second / other.decisions_per_second


def timed(contestant: Contestant, amount: int, clock: Callable[[], float]) -> float:
    start = clock()
    contestant.play(amount)
    return clock() - start
