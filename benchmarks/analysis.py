"""Compare analyses with brute force, and time them: python -m benchmarks.analysis."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import hypot
from pathlib import Path
from random import Random
from statistics import fmean

import click
import numpy as np
from rich.console import Console

from toctoc.analysis import Analysis, analyse
from toctoc.analysis.judge import Judge, difference
from toctoc.analysis.tracker import Moment, RecordTracker
from toctoc.bots import LEVELS, SeatInfo, make
from toctoc.bots.engine import warm_up
from toctoc.core import notation
from toctoc.core.match import Match
from toctoc.core.registry import GAMES, find
from toctoc.record import Record, Seat, record

from .report import between
from .strength import machine_line, table
from .win_probability import Tenth, by_tenths, expected_error

PAGE = Path(__file__).parents[1] / "docs/reports/analysis.md"
MARKS = "<!-- figures: written by the command above -->", "<!-- end of the figures -->"
PEOPLE = LEVELS[:-1]  # at the tables: all levels that play like people
ALL = 100_000  # chapters: brute force plays every game to its very end
FAIR = 67  # positions of each of three games: 200 of all


@dataclass(frozen=True, slots=True)
class Compared:
    """Hold an estimate, and the same by brute force."""

    said: float
    brute: float
    margin: float  # of both together

    @property
    def error(self) -> float:
        """Return by how much too much was said."""
        return self.said - self.brute


@click.command(name="analysis")
@click.option("--positions", default=FAIR, show_default=True, help="Positions of each game.")
@click.option("--worlds", default=1000, show_default=True, help="Worlds of brute force, for each position.")
@click.option("--costs", "decisions", default=30, show_default=True, help="Costly decisions of each game.")
@click.option("--outcomes", default=400, show_default=True, help="Games of each whose end is compared.")
@click.option("--timed", default=3, show_default=True, help="Games timed, for each number of players.")
@click.option("--seed", default=1, show_default=True)
@click.option("--quick", is_flag=True, help="A little of everything: to see that it works.")
@click.option("--write", is_flag=True, help="Put the figures into docs/reports/analysis.md.")
def main(
    positions: int, worlds: int, decisions: int, outcomes: int, timed: int, seed: int, quick: bool, write: bool
) -> None:
    """Compare analyses with brute force and with the results of games, and time them."""
    if quick:
        positions, worlds, decisions, outcomes, timed = 3, 30, 3, 3, 1
    with Console(stderr=True).status("Compiling") as status:
        for game in GAMES.values():
            warm_up(game)
        parts = [machine_line()]
        for title, measured in (
            ("Win probability, compared with brute force", lambda name: chance_row(name, positions, worlds, seed)),
            (
                "Cost of a decision, compared with brute force",
                lambda name: cost_row(name, decisions, worlds, seed),
            ),
            ("Win probability, compared with results", lambda name: outcome_row(name, outcomes, seed)),
            ("Time of an analysis", lambda name: time_row(name, timed, seed)),
        ):
            parts.append(_section(title, measured, status.update))
    text = "\n\n".join(parts)
    click.echo(text)
    if write:
        PAGE.write_text(between(PAGE.read_text(encoding="utf-8"), *MARKS, text), encoding="utf-8")


def _section(title: str, measured: Callable[[str], dict[str, str]], tell: Callable[[str], None]) -> str:
    rows = []
    for name in GAMES:
        tell(f"{title}: {GAMES[name].title}")
        rows.append({"game": GAMES[name].title, **measured(name)})
        click.echo(f"{title}: {rows[-1]}", err=True)
    return f"## {title}\n\n{table(list(rows[0]), [list(row.values()) for row in rows])}"


# --- against brute force -----------------------------------------------------------------------------------------


def chance_row(name: str, positions: int, worlds: int, seed: int) -> dict[str, str]:
    """Compare the chances at positions of as many games."""
    own, leaders = [], []
    for moment in islice(moments(name, f"chances {seed}"), positions):
        said, brute, margins = both(moment, worlds)
        seat = moment.judge.seat_info.seat
        own.append(Compared(said[seat], brute[seat], margins[seat]))
        sums = [one + other for one, other in zip(said, brute, strict=True)]
        first = sums.index(max(sums))  # by both, so that neither is favoured
        leaders.append(Compared(said[first], brute[first], margins[first]))
    inside = fmean(abs(each.error) <= each.margin for each in own)
    return {
        "positions": str(len(own)),
        "mean error": points(fmean(abs(each.error) for each in own)),
        "bias": signed(fmean(each.error for each in own)),
        "bias for the leader": signed(fmean(each.error for each in leaders)),
        "mean margin": points(fmean(each.margin for each in own)),
        "within the margin": f"{100 * inside:.0f} %",
    }


def both(moment: Moment, worlds: int) -> tuple[list[float], list[float], list[float]]:
    """Return the chances at a moment as an analysis says them, by brute force, and both margins together."""
    judge, players = moment.judge, moment.match.players
    said, margins = judge.win_probabilities(players, Random(f"said {moment.step}"))
    brute, more = exhaustive(judge, worlds).win_probabilities(players, Random(f"brute {moment.step}"))
    return said, brute, [hypot(one, other) for one, other in zip(margins, more, strict=True)]


def exhaustive(judge: Judge, worlds: int) -> Judge:
    """Return a judge with the same knowledge that samples many worlds, and plays each to the end of the game."""
    twin = object.__new__(Judge)
    vars(twin).update(vars(judge))
    twin.chapters, twin.effort = ALL, replace(judge.effort, curve=worlds)
    return twin


def cost_row(name: str, decisions: int, worlds: int, seed: int) -> dict[str, str]:
    """Compare the costs of about so many costly decisions."""
    found: list[Compared] = []
    for done in records(name, f"costs {seed}"):
        if len(found) >= decisions:
            break
        found += costs(done, 0, worlds)
    return {
        "decisions": str(len(found)),
        "cost by analysis": points(fmean(each.said for each in found)),
        "by brute force": points(fmean(each.brute for each in found)),
        "mean error": points(fmean(abs(each.error) for each in found)),
        "bias": signed(fmean(each.error for each in found)),
        "better by brute force": f"{100 * fmean(each.brute > 0 for each in found):.0f} %",
    }


def costs(done: Record, seat: int, worlds: int) -> list[Compared]:
    """Weigh the costly decisions of a game again."""
    costly = {each.step: each for each in analyse(done, seat).costly}
    found = []
    for moment in followed(done, seat):
        if each := costly.get(moment.step + 1):
            actions = [notation.read(words, done.game.actions) for words in (each.done, each.better)]
            codes = [done.game.action_code(action) for action in actions]
            values, weights = exhaustive(moment.judge, 1).values(codes, worlds, Random(f"brute {moment.step}"))
            gain, margin = difference([row[1] for row in values], [row[0] for row in values], weights)
            found.append(Compared(each.best - each.chance, gain, hypot(margin, each.margin)))
    return found


# --- against results, and the clock ----------------------------------------------------------------------------


def outcome_row(name: str, games: int, seed: int) -> dict[str, str]:
    """Compare win probabilities at some point of a game with its winners."""
    said: list[float] = []
    was: list[float] = []
    game: list[int] = []
    for number, moment in enumerate(islice(moments(name, f"outcomes {seed}"), games)):
        players = moment.match.players
        said += moment.judge.win_probabilities(players, Random(f"said {moment.step}"))[0]
        was += shares(moment)
        game += [number] * players
    tenths = by_tenths(np.array(said), np.array(was), np.array(game))
    high, low = [t for t in tenths if t.said >= 0.5], [t for t in tenths if t.said < 0.2]
    return {
        "games": f"{games:,}",
        "calibration error": points(expected_error(tenths)),
        "predicted below 20 %": described(low),
        "predicted 50 % and more": described(high),
    }


def described(tenths: Sequence[Tenth]) -> str:
    """Describe the mean of predictions and of results."""
    count = sum(tenth.count for tenth in tenths)
    if not count:
        return "never"
    said = sum(tenth.said * tenth.count for tenth in tenths) / count
    was = sum(tenth.was * tenth.count for tenth in tenths) / count
    return f"{100 * said:.0f} %, observed {100 * was:.0f} %"


def shares(moment: Moment) -> tuple[float, ...]:
    """Return the winners of the game."""
    winners, players = WON[id(moment.match)], moment.match.players
    return tuple(1 / len(winners) if p in winners else 0.0 for p in range(players))


def time_row(name: str, games: int, seed: int) -> dict[str, str]:
    """Time analyses at each number of players."""
    seconds, steps = [], []
    for players in find(name).players:
        for done in islice(records(name, f"time {seed} {players}", players), games):
            seconds.append(timed(done)[0])
            steps.append(len(done.steps))
    return {
        "analyses": str(len(seconds)),
        "steps per game": f"{fmean(steps):.0f}",
        "mean CPU time": f"{fmean(seconds):.1f} s",
        "longest": f"{max(seconds):.1f} s",
    }


def timed(done: Record) -> tuple[float, Analysis]:
    """Return how many seconds of one core an analysis takes."""
    began = time.process_time()
    found = analyse(done, 0)
    return time.process_time() - began, found


# --- games -------------------------------------------------------------------------------------------------------

WON: dict[int, tuple[int, ...]] = {}  # winners of a game, by the match that is tracked


def moments(name: str, seed: str) -> Iterator[Moment]:
    """Yield a decision of each of endless games, with a judge at any seat."""
    for number, done in enumerate(records(name, seed)):
        rng = Random(f"{seed} {number}")
        seat = rng.randrange(len(done.seats))
        first = next(n for n, moment in enumerate(followed(done, seat)) if moment.may_turn)
        chosen = rng.randrange(first, len(done.steps) - 1)
        for moment in followed(done, seat):
            if moment.step >= chosen and moment.may_turn and not moment.match.over:
                WON.clear()
                WON[id(moment.match)] = done.result.winners
                yield moment
                break


def followed(done: Record, seat: int) -> Iterable[Moment]:
    """Follow a game from a seat."""
    seat_info = SeatInfo(done.game, len(done.seats), done.options, seat, seed=1)
    return RecordTracker(done, seat, lambda _: Judge(seat_info))


def records(name: str, seed: str, players: int | None = None) -> Iterator[Record]:
    """Play endless games of bots that play like people, at all numbers of players in turn."""
    sizes, number = find(name).players, 0
    while True:
        rng = Random(f"{name} {seed} {number}")
        yield played(name, players or sizes[number % len(sizes)], rng)
        number += 1


def played(name: str, players: int, rng: Random) -> Record:
    """Let bots of any level play a game."""
    match = Match(name, players, chance=rng.randrange)
    levels = [rng.choice(PEOPLE) for _ in range(players)]
    bots = [make(own, SeatInfo(match.game, players, match.options, p, 1)) for p, own in enumerate(levels)]
    for own, bot in enumerate(bots):
        match.follow(own, bot.observe)
    while (seat := match.asked) is not None:
        match.play(seat, bots[seat].act(match.view(seat), match.legal(seat)))
    return record(match, tuple(Seat(own, own) for own in levels))


def points(share: float) -> str:
    """Write a share in points of a hundred."""
    return f"{100 * share:.1f}"


def signed(share: float) -> str:
    """Write a share in points of a hundred, with its sign."""
    return f"{100 * share:+.1f}"


if __name__ == "__main__":
    main()
