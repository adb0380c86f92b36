"""Analyse a record in two passes: a rough one over all moments, a careful one over the few that matter."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from random import Random

from toctoc.bots.bot import SeatInfo
from toctoc.bots.registry import strongest
from toctoc.core.game import Game, Move
from toctoc.core.match import Match
from toctoc.record import Record

from .judge import PLAYOUTS_PER_WORLD, Judge, company, difference, estimate
from .model import FORMAT, Analysis, Costly, Lapse, NoAnalysis, Point, Turning
from .tracker import Moment, RecordTracker

MAX_COSTLY = 3  # decisions in the result
MAX_WEIGHED = 2 * MAX_COSTLY  # decisions in the second pass
MAX_ALTERNATIVES = 4  # actions of a decision in the second pass
MIN_LOSS = 0.01  # of win probability, for a decision to be costly
MAX_TURNINGS = 3
MIN_TURN = 0.08  # change of win probability at a turning point
FIRST_PASS = 0.8  # share of the work
Progress = Callable[[float], None]  # receives the share of the work that is done


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision of the seat after the first pass, with better alternatives."""

    step: int
    done: int
    alternatives: list[int]  # actions that seem better, the best first
    loss: float


def can_analyse(game: Game) -> bool:
    """Return whether a game can be analysed: one of `LEVELS` plays it.

    Args:
        game: The `Game`.
    """
    return strongest(game.name) is not None


def analyse(
    record: Record,
    seat: int,
    all_open: bool = False,
    plain: bool = False,
    tell: Progress = lambda _: None,
    share: float = 1.0,
) -> Analysis:
    """Return the analysis of a finished game for one seat. The same record gives the same analysis.

    Args:
        record: The record of the game.
        seat: The seat.
        all_open: Whether to use the true state instead of the information of the seat.
        plain: Whether to do without Numba.
        tell: A function to call with the share of the work that is done, from 0 to 1.
        share: The share of the usual effort; with less, the margins are wider.

    Raises:
        NoAnalysis: If no bot plays the game, the seat does not exist, or nobody moved.
        BrokenRecord: If a step is illegal.
    """
    if not can_analyse(record.game):
        raise NoAnalysis("no-bots", f"no bot of ours plays {record.game.title}, so there is no analysis of it")
    if not 0 <= seat < len(record.seats):
        raise NoAnalysis("no-seat", f"there is no seat {seat}; there are 0 to {len(record.seats) - 1}")
    if not any(isinstance(step, Move) for step in record.steps):
        raise NoAnalysis("no-moves", "nobody has moved in this game, so there is nothing to analyse")
    return _Analyser(record, seat, all_open, plain, tell, share).all()


class _Analyser:
    """One analysis: the record, the seat, and the results of the first pass."""

    def __init__(
        self, record: Record, seat: int, all_open: bool, plain: bool, tell: Progress, share: float
    ) -> None:
        self.record, self.seat, self.all_open, self.plain, self.tell = record, seat, all_open, plain, tell
        self.share = share
        self.key = f"{record.game.name} {len(record.seats)} {seat} {all_open}"
        self.points: list[Point] = []
        self.judged: list[Judged] = []
        self.lapses: list[Lapse] = []
        self.decisions = 0
        self.lost = self.lost_at_random = 0.0  # by all decisions in the first pass, and by moves at random there

    def all(self) -> Analysis:
        """Run both passes, and return the analysis."""
        for moment in self._track():
            self._curve(moment)
            self._decision(moment)
            self.tell(FIRST_PASS * moment.step / len(self.record.steps))
        turns = self._turns()
        costly = sorted(self.judged, key=lambda judged: (-judged.loss, judged.step))[:MAX_WEIGHED]
        turnings, weighed = self._second_pass(turns, {judged.step: judged for judged in costly})
        game = self.record.game
        judge = self._judge()
        self.tell(1.0)
        return Analysis(
            FORMAT, game.name, self.seat, self.all_open, company(game).name,
            0 if self.all_open else judge.effort.curve, judge.effort.curve * PLAYOUTS_PER_WORLD,
            tuple(self.points), tuple(turnings), self.decisions,
            tuple(sorted(weighed, key=lambda found: (found.chance - found.best, found.step))[:MAX_COSTLY]),
            game.is_memory and not self.record.options.get("memory_aid"), tuple(self.lapses),
            round(self.lost / self.lost_at_random, 4) if self.lost_at_random > 0 else None,
        )  # fmt: skip

    def _judge(self, match: Match | None = None) -> Judge:
        record = self.record
        seat_info = SeatInfo(record.game, len(record.seats), record.options, self.seat, seed=1)
        truth = (lambda: match.state) if self.all_open and match else None
        return Judge(seat_info, truth, self.plain, self.share)

    def _track(self) -> RecordTracker:
        return RecordTracker(self.record, self.seat, self._judge)

    def _rng(self, moment: Moment, purpose: str) -> Random:
        """Return a generator seeded by the moment alone, so that later moments change no estimate of it."""
        return Random(f"{self.key} {moment.step} {purpose}")

    # --- first pass ------------------------------------------------------------------------------------------

    def _curve(self, moment: Moment) -> None:
        """Add a point to the curve where a turn begins."""
        if moment.begins_turn:
            self.points.append(self._point(moment))

    def _point(self, moment: Moment) -> Point:
        if moment.shares:
            return Point(moment.step, moment.shares, (0.0,) * len(moment.shares))
        chances, margins = moment.judge.win_probabilities(len(self.record.seats), self._rng(moment, "curve"))
        return Point(moment.step, _rounded(chances), _rounded(margins))

    def _decision(self, moment: Moment) -> None:
        """Compare all legal actions of a decision in a few worlds."""
        done = moment.decides
        if done is None:
            return
        self.decisions += 1
        rng = self._rng(moment, "tried")
        values, weights = moment.judge.values(moment.legal, moment.judge.effort.tried, rng)
        means = _means(values, weights)
        taken = moment.legal.index(done)
        self.lost += max(means) - means[taken]
        self.lost_at_random += max(means) - sum(means) / len(means)
        better = sorted((a for a in range(len(means)) if means[a] > means[taken]), key=lambda a: -means[a])
        if not better:
            return
        loss = means[better[0]] - means[taken]
        alternatives = [moment.legal[a] for a in better[:MAX_ALTERNATIVES]]
        self.judged.append(Judged(moment.step + 1, done, alternatives, loss))
        self._lapse(moment, done)

    def _lapse(self, moment: Moment, done: int) -> None:
        if self.record.options.get("memory_aid"):
            return
        if reason := moment.judge.lapse(done, self._rng(moment, "lapse")):
            self.lapses.append(Lapse(moment.step + 1, str(moment.move.action), reason))

    def _turns(self) -> list[tuple[Point, Point]]:
        """Return the pairs of points between which the seat's probability changed most, beyond the margins."""
        found = []
        for before, after in pairwise(self.points):
            change = abs(after.chances[self.seat] - before.chances[self.seat])
            if change >= max(MIN_TURN, hypot(before.margins[self.seat], after.margins[self.seat])):
                found.append((change, before, after))
        found.sort(key=lambda entry: (-entry[0], entry[1].step))
        return [(before, after) for _, before, after in found[:MAX_TURNINGS]]

    # --- second pass -----------------------------------------------------------------------------------------

    def _second_pass(
        self, turns: Sequence[tuple[Point, Point]], costly: dict[int, Judged]
    ) -> tuple[list[Turning], list[Costly]]:
        """Track the record again: find the step of each turning point, and weigh the costliest decisions."""
        within: dict[int, list[Point]] = {number: [before] for number, (before, _) in enumerate(turns)}
        weighed: list[Costly] = []
        for moment in self._track():
            for number, (before, after) in enumerate(turns):
                if before.step < moment.step < after.step and moment.may_turn:
                    within[number].append(self._point(moment))
            if judged := costly.get(moment.step + 1):
                weighed += self._weigh(moment, judged)
                self.tell(FIRST_PASS + (1 - FIRST_PASS) * moment.step / len(self.record.steps))
        found = [self._turning([*within[number], after]) for number, (_, after) in enumerate(turns)]
        return sorted(found, key=lambda turning: turning.step), weighed

    def _turning(self, points: Sequence[Point]) -> Turning:
        """Return the turning point within `points`: the step with the largest change."""
        seat = self.seat
        before, _ = max(pairwise(points), key=lambda two: abs(two[1].chances[seat] - two[0].chances[seat]))
        margin = hypot(points[0].margins[seat], points[-1].margins[seat])
        return Turning(before.step + 1, points[0].chances[seat], points[-1].chances[seat], round(margin, 4))

    def _weigh(self, moment: Moment, judged: Judged) -> list[Costly]:
        """Compare the action of the record with the best alternative, in worlds of a new sample."""
        judge = moment.judge
        values, weights = judge.values(judged.alternatives, judge.effort.chosen, self._rng(moment, "chosen"))
        means = _means(values, weights)
        better = judged.alternatives[means.index(max(means))]
        rng = self._rng(moment, "weighed")
        values, weights = judge.values([judged.done, better], judge.effort.weighed, rng)
        done, best = [row[0] for row in values], [row[1] for row in values]
        gain, margin = difference(best, done, weights)
        if gain < max(MIN_LOSS, margin):
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
