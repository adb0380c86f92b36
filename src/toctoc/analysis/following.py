"""Follow a record step by step, with a judge at one seat who hears what the seat was shown."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from toctoc.games.game import Move, Step
from toctoc.games.match import Match
from toctoc.record import Record, replay

from .judge import Judge


@dataclass(frozen=True)
class Moment:
    """Stand between two steps, with a judge who knows what the seat knows; `following` comes next."""

    step: int  # so many have been made
    match: Match
    judge: Judge
    following: Step | None
    begins_turn: bool  # somebody else is to act than before, or it is the end
    may_turn: bool  # chance has done its part: the curve may have a point here

    @property
    def state(self) -> Any:
        """Return the state, of which only words are made: what an action is called."""
        return self.match.state

    @property
    def move(self) -> Move:
        """Return the move that is made next; there is one where `decides` says so."""
        assert isinstance(self.following, Move)
        return self.following

    @property
    def shares(self) -> tuple[float, ...]:
        """Return what each seat has of the victory; nothing before the end."""
        winners = self.match.winners
        return (
            tuple(1 / len(winners) if p in winners else 0.0 for p in range(self.match.players)) if winners else ()
        )

    @cached_property
    def legal(self) -> list[int]:
        """Return what the seat may choose from."""
        game, seat = self.match.game, self.judge.chair.seat
        return [game.action_code(action) for action in self.match.legal(seat)]

    @property
    def decides(self) -> int | None:
        """Return what the seat decides to do now; None if it has no choice, or did not make it itself."""
        move, seat = self.following, self.judge.chair.seat
        if not isinstance(move, Move) or move.seat != seat or move.by != "player" or move.action.is_aside:
            return None
        code = self.match.game.action_code(move.action)
        return code if len(self.legal) > 1 and code in self.legal else None


class Followed:
    """Yield every moment of a record."""

    def __init__(self, record: Record, seat: int, judged: Callable[[Match], Judge]) -> None:
        self.record, self.seat, self.judged = record, seat, judged

    def __iter__(self) -> Iterator[Moment]:
        turn: object = None
        judge: Judge | None = None
        steps = (*self.record.steps, None)
        for number, (match, _) in enumerate(replay(self.record)):
            if judge is None:
                judge = self.judged(match)
                match.listen(self.seat, judge.observe)
            settled = not match.chance_awaited
            now = (match.state.active, match.over)
            begins = settled and now != turn
            if begins:
                turn = now
            yield Moment(number, match, judge, steps[number], begins, settled)
