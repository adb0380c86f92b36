"""Replay records, and check them against the rules and the fair shuffle."""

from collections.abc import Iterator

from toctoc.core.errors import Refused
from toctoc.core.game import Chance, Step
from toctoc.core.match import Match
from toctoc.fair import Dice, lot

from .errors import BrokenRecord, shown
from .model import Record, Result


def replay(record: Record) -> Iterator[tuple[Match, Step | None]]:
    """Yield the match before its first step and after each step, with that step.

    Every item has the same `Match` object.

    Args:
        record: The record.

    Raises:
        BrokenRecord: At the first illegal step.
    """
    try:
        match = Match(record.game, len(record.seats), record.options)
    except ValueError as error:
        raise BrokenRecord("table", reason=error) from None
    yield match, None
    for n, step in enumerate(record.steps, 1):
        try:
            match.repeat(step)
        except Refused as refused:
            seat, words = (None, step.outcome) if isinstance(step, Chance) else (step.seat, step.action)
            raise BrokenRecord.by(refused, record.game, n, seat, str(words)) from None
        yield match, step


def verify(record: Record) -> Match:
    """Replay a record and check its result; check its chance outcomes too, if it has the secret of the shuffle.

    Args:
        record: The record.

    Returns:
        The match at its end.

    Raises:
        BrokenRecord: If a step is illegal, an outcome differs from the shuffle, or the result is wrong.
    """
    dice = _dice(record)
    due = None  # the next outcome by the dice
    for n, (match, step) in enumerate(replay(record)):
        if due is not None and isinstance(step, Chance) and step.outcome != due:
            raise BrokenRecord("fair-chance", step=n, words=f"`{step.outcome}`", due=f"`{due}`")
        due = lot(match, dice) if dice and match.chance_awaited else None
        final = match
    if not final.over:
        raise BrokenRecord("not-over", step=len(record.steps))
    given = Result(final.scores, final.winners, str(final.ending))
    for name in ("scores", "winners", "reason"):
        said, got = getattr(record.result, name), getattr(given, name)
        if said != got:
            raise BrokenRecord("result", path=f"result.{name}", value=shown(said), given=shown(got))
    return final


def _dice(record: Record) -> Dice | None:
    """Return the dice of a record that has the secret of its shuffle; refuse a wrong commitment."""
    if record.fair is None:
        return None
    if flaw := record.fair.flaw():
        announced, sealed = flaw
        raise BrokenRecord("fair-hash", hash=f"fair.{announced}", sealed=f"fair.{sealed}")
    return record.fair.dice()
