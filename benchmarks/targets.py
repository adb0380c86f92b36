"""Compare the figures with the targets of the project."""

from collections.abc import Sequence
from dataclasses import dataclass

from toctoc.games import toctoctoc

from . import openspiel, playouts
from .measure import Result
from .start import Start


@dataclass(frozen=True, slots=True)
class Target:
    what: str
    wanted: str
    measured: float | None  # the worst case: every game counts, with every number of players
    reached: bool | None


def targets(results: Sequence[Result], starts: Sequence[Start]) -> list[Target]:
    fast = [result for result in results if result.way == playouts.COMPILED]
    plain = [r for r in results if r.way == playouts.PLAIN and r.name == toctoctoc.GAME.title]
    found = []
    for way in (openspiel.WHOLE, openspiel.ROLLED):
        theirs = best([result for result in results if result.way == way])
        ratios = [ratio(result, theirs) for result in fast] if theirs else []
        found.append(at_least(5, ratios, f"compiled decisions/s, times {way}"))
    speeds = [result.decisions_per_second for result in plain]
    found.append(at_least(300_000, speeds, f"plain Python decisions/s of {toctoctoc.GAME.title}"))
    found.append(below(1, [start.second for start in starts], "seconds to a second start's first compiled game"))
    return found


def at_least(limit: float, cases: Sequence[float], what: str) -> Target:
    worst = min(cases, default=None)
    return Target(what, f"at least {limit:,}", worst, None if worst is None else worst >= limit)


def below(limit: float, cases: Sequence[float], what: str) -> Target:
    worst = max(cases, default=None)
    return Target(what, f"below {limit:,}", worst, None if worst is None else worst < limit)


def at_most(limit: float, cases: Sequence[float], what: str) -> Target:
    worst = max(cases, default=None)
    return Target(what, f"at most {limit:,.3g}", worst, None if worst is None else worst <= limit)


def best(results: Sequence[Result]) -> Result | None:
    return max(results, key=lambda result: result.decisions_per_second, default=None)


def ratio(result: Result, other: Result) -> float:
    return result.decisions_per_second / other.decisions_per_second
