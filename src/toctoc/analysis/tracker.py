"""Track a record step by step, with a judge that receives the events of one seat."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from toctoc.core.game import Move, Step
from toctoc.core.match import Match
from toctoc.record import Record, replay

from .judge import Judge


@dataclass(frozen=True)
class Moment:
    """A position between two steps, with a judge that has the information of the seat."""

    step: int  # number of steps made so far
    match: Match
    judge: Judge
    next_step: Step | None
    begins_turn: bool  # another player is to act than before, or the game is over
    may_turn: bool  # no chance outcome is awaited, so that the curve may have a point here

    @property
    def state(self) -> Any:
        """Return the true state. Use it only to put actions into words."""
        return self.match.state

    @property
    def move(self) -> Move:
        """Return the next move; there is one where `decides` is not None."""
        assert isinstance(self.next_step, Move)
        return self.next_step

    @property
    def shares(self) -> tuple[float, ...]:
        """Return the share of each seat in the victory; empty before the end."""
        winners = self.match.winners
        return (
            tuple(1 / len(winners) if p in winners else 0.0 for p in range(self.match.players)) if winners else ()
        )

    @cached_property
    def legal(self) -> list[int]:
        """Return the codes of the legal actions of the seat."""
        game, seat = self.match.game, self.judge.seat_info.seat
        return [game.action_code(action) for action in self.match.legal(seat)]

    @property
    def decides(self) -> int | None:
        """Return the code of the next move; None unless it is a free decision of the seat's player."""
        move, seat = self.next_step, self.judge.seat_info.seat
        if not isinstance(move, Move) or move.seat != seat or move.by != "player" or move.action.is_aside:
            return None
        code = self.match.game.action_code(move.action)
        return code if len(self.legal) > 1 and code in self.legal else None


class RecordTracker:
    """Iterate over the moments of a record; `make_judge` is called once, with the match."""

    def __init__(self, record: Record, seat: int, make_judge: Callable[[Match], Judge]) -> None:
        self.record, self.seat, self.make_judge = record, seat, make_judge

    def __iter__(self) -> Iterator[Moment]:
        turn: object = None
        judge: Judge | None = None
        steps = (*self.record.steps, None)
        for number, (match, _) in enumerate(replay(self.record)):
            if judge is None:
                judge = self.make_judge(match)
                match.listen(self.seat, judge.observe)
            settled = not match.chance_awaited
            now = (match.state.active, match.over)
            begins = settled and now != turn
            if begins:
                turn = now
            yield Moment(number, match, judge, steps[number], begins, settled)
