"""Analyse a record: first all of it roughly, then the few moments that count with care."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from random import Random

from toctoc.bots.bot import SeatInfo
from toctoc.bots.registry import strongest
from toctoc.games.game import Game, Move
from toctoc.games.match import Match
from toctoc.record import Record

from .following import Followed, Moment
from .judge import TIMES, Judge, company, difference, estimate
from .model import FORMAT, Analysis, Costly, Lapse, NoAnalysis, Point, Turning

MOST = 3  # costly decisions
WEIGHED = 2 * MOST  # that are looked at with care
RIVALS = 4  # of what was done that are looked at with care
SMALLEST = 0.01  # a loss that is worth telling
TURNS = 3  # turning points, at most
TURNED = 0.08  # what the chance changes by at least
ROUGHLY = 0.8  # the share of the work that the first look is
Tell = Callable[[float], None]  # the share of the work that is done


@dataclass(frozen=True, slots=True)
class Judged:
    """Hold a decision of the seat after the first look."""

    step: int
    done: int
    rivals: list[int]  # actions that seem better, the best first
    loss: float


def can_analyse(game: Game) -> bool:
    """Tell whether there is a bot that plays `game` on; without one there is no analysis."""
    return strongest(game.name) is not None


def analyse(
    record: Record, seat: int, all_open: bool = False, plain: bool = False, tell: Tell = lambda _: None
) -> Analysis:
    """Analyse a game that is over for one seat: by what it knew at each moment, or with everything open.

    `tell` hears how far it is. With `plain` it does without Numba. The same record gives the same analysis;
    `NoAnalysis` says why there is none, `BrokenRecord` that a step breaks a rule.
    """
    if not can_analyse(record.game):
        raise NoAnalysis("no-bots", f"no bot of ours plays {record.game.title}, so there is no analysis of it")
    if not 0 <= seat < len(record.seats):
        raise NoAnalysis("no-seat", f"there is no seat {seat}; there are 0 to {len(record.seats) - 1}")
    if not any(isinstance(step, Move) for step in record.steps):
        raise NoAnalysis("no-moves", "nobody has moved in this game, so there is nothing to analyse")
    return _Looking(record, seat, all_open, plain, tell).all()


class _Looking:
    """Look through a record for one seat."""

    def __init__(self, record: Record, seat: int, all_open: bool, plain: bool, tell: Tell) -> None:
        self.record, self.seat, self.all_open, self.plain, self.tell = record, seat, all_open, plain, tell
        self.key = f"{record.game.name} {len(record.seats)} {seat} {all_open}"
        self.points: list[Point] = []
        self.judged: list[Judged] = []
        self.lapses: list[Lapse] = []
        self.decisions = 0

    def all(self) -> Analysis:
        """Return the whole analysis."""
        for moment in self._follow():
            self._curve(moment)
            self._decision(moment)
            self.tell(ROUGHLY * moment.step / len(self.record.steps))
        turns = self._sharpest()
        costly = sorted(self.judged, key=lambda judged: (-judged.loss, judged.step))[:WEIGHED]
        turnings, weighed = self._with_care(turns, {judged.step: judged for judged in costly})
        game = self.record.game
        judge = self._judge()
        self.tell(1.0)
        return Analysis(
            FORMAT, game.name, self.seat, self.all_open, company(game).name,
            0 if self.all_open else judge.effort.curve, judge.effort.curve * TIMES,
            tuple(self.points), tuple(turnings), self.decisions,
            tuple(sorted(weighed, key=lambda found: (found.chance - found.best, found.step))[:MOST]),
            game.is_memory and not self.record.options.get("memory_aid"), tuple(self.lapses),
        )  # fmt: skip

    def _judge(self, match: Match | None = None) -> Judge:
        record = self.record
        chair = SeatInfo(record.game, len(record.seats), record.options, self.seat, seed=1)
        truth = (lambda: match.state) if self.all_open and match else None
        return Judge(chair, truth, self.plain)

    def _follow(self) -> Followed:
        return Followed(self.record, self.seat, self._judge)

    def _rng(self, moment: Moment, purpose: str) -> Random:
        """Seed by the moment alone, so that nothing that comes later changes what is said of it."""
        return Random(f"{self.key} {moment.step} {purpose}")

    # --- the first look --------------------------------------------------------------------------------------

    def _curve(self, moment: Moment) -> None:
        """Estimate the chances where a turn begins."""
        if moment.begins_turn:
            self.points.append(self._point(moment))

    def _point(self, moment: Moment) -> Point:
        if moment.shares:
            return Point(moment.step, moment.shares, (0.0,) * len(moment.shares))
        chances, margins = moment.judge.chances(len(self.record.seats), self._rng(moment, "curve"))
        return Point(moment.step, _rounded(chances), _rounded(margins))

    def _decision(self, moment: Moment) -> None:
        """Try all that the seat could do, in a few worlds."""
        done = moment.decides
        if done is None:
            return
        self.decisions += 1
        rng = self._rng(moment, "tried")
        values, weights = moment.judge.values(moment.legal, moment.judge.effort.tried, rng)
        means = _means(values, weights)
        taken = moment.legal.index(done)
        better = sorted((a for a in range(len(means)) if means[a] > means[taken]), key=lambda a: -means[a])
        if not better:
            return
        loss = means[better[0]] - means[taken]
        rivals = [moment.legal[a] for a in better[:RIVALS]]
        self.judged.append(Judged(moment.step + 1, done, rivals, loss))
        self._lapse(moment, done)

    def _lapse(self, moment: Moment, done: int) -> None:
        if self.record.options.get("memory_aid"):
            return
        if reason := moment.judge.lapse(done, self._rng(moment, "lapse")):
            self.lapses.append(Lapse(moment.step + 1, str(moment.move.action), reason))

    def _sharpest(self) -> list[tuple[Point, Point]]:
        """Return between which points the seat's chance changed most, beyond doubt."""
        found = []
        for before, after in pairwise(self.points):
            change = abs(after.chances[self.seat] - before.chances[self.seat])
            if change >= max(TURNED, hypot(before.margins[self.seat], after.margins[self.seat])):
                found.append((change, before, after))
        found.sort(key=lambda entry: (-entry[0], entry[1].step))
        return [(before, after) for _, before, after in found[:TURNS]]

    # --- with care -------------------------------------------------------------------------------------------

    def _with_care(
        self, turns: Sequence[tuple[Point, Point]], costly: dict[int, Judged]
    ) -> tuple[list[Turning], list[Costly]]:
        """Go through the game again: find the step of each turning point, and weigh the costliest decisions."""
        within: dict[int, list[Point]] = {number: [before] for number, (before, _) in enumerate(turns)}
        weighed: list[Costly] = []
        for moment in self._follow():
            for number, (before, after) in enumerate(turns):
                if before.step < moment.step < after.step and moment.may_turn:
                    within[number].append(self._point(moment))
            if judged := costly.get(moment.step + 1):
                weighed += self._weigh(moment, judged)
                self.tell(ROUGHLY + (1 - ROUGHLY) * moment.step / len(self.record.steps))
        found = [self._turning([*within[number], after]) for number, (_, after) in enumerate(turns)]
        return sorted(found, key=lambda turning: turning.step), weighed

    def _turning(self, points: Sequence[Point]) -> Turning:
        """Return the step within a turn after which the seat's chance was another one."""
        seat = self.seat
        before, _ = max(pairwise(points), key=lambda two: abs(two[1].chances[seat] - two[0].chances[seat]))
        margin = hypot(points[0].margins[seat], points[-1].margins[seat])
        return Turning(before.step + 1, points[0].chances[seat], points[-1].chances[seat], round(margin, 4))

    def _weigh(self, moment: Moment, judged: Judged) -> list[Costly]:
        """Compare what was done with what seemed best, in worlds that were not looked into before."""
        judge = moment.judge
        values, weights = judge.values(judged.rivals, judge.effort.chosen, self._rng(moment, "chosen"))
        means = _means(values, weights)
        better = judged.rivals[means.index(max(means))]
        rng = self._rng(moment, "weighed")
        values, weights = judge.values([judged.done, better], judge.effort.weighed, rng)
        done, best = [row[0] for row in values], [row[1] for row in values]
        gain, margin = difference(best, done, weights)
        if gain < max(SMALLEST, margin):
            return []
        game, [chance, most] = self.record.game, [estimate(found, weights)[0] for found in (done, best)]
        words = str(game.action(moment.state, better))
        reason = None if self.all_open else judge.reason(better, self._rng(moment, "reason"))
        chance, most, margin = _rounded([chance, most, margin])
        return [Costly(judged.step, str(moment.move.action), words, chance, most, margin, reason)]


def _means(values: Sequence[Sequence[float]], weights: Sequence[float]) -> list[float]:
    """Return the weighted mean of each column."""
    total = sum(weights)
    return [
        sum(row[a] * weight for row, weight in zip(values, weights, strict=True)) / total
        for a in range(len(values[0]))
    ]


def _rounded(numbers: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(number, 4) for number in numbers)
