"""Tables that begin by themselves: who looks for anybody sits down there; bots take the seats that stay free."""

from . import log
from .log import Entry
from .start import all_parts_shown, begin
from .table import Table

GONE = 5_000  # milliseconds without a connection after which somebody else may have the seat


def next_of(table: Table) -> int | None:
    """Return when something happens at a table that waits for people; None at all others."""
    if not _is_waiting(table):
        return None
    missed = [since + GONE for since in _missed(table).values()]
    is_anybody = any(table.presence.is_here(seat.guest) for seat in table.s.seats)
    return min([*missed, *([table.s.begins] if is_anybody else [])], default=None)


def wake(table: Table, at: int, bot: str) -> None:
    """Let go of the seats of those who have gone; when it is time, let bots have what is free, and deal."""
    if not _is_waiting(table):
        return
    is_time = bool(table.s.begins) and at >= table.s.begins
    for missed, since in _missed(table).items():
        if is_time or at >= since + GONE:
            table.enter(Entry(at, log.Left(missed)))
    if not is_time or not table.places:
        return
    for number, seat in enumerate(table.s.seats):
        if seat.is_free:
            table.enter(Entry(at, log.BotSat(number, bot)))
    table.enter(Entry(at, log.Dealing()))
    if all_parts_shown(table):
        begin(table, at)


def _is_waiting(table: Table) -> bool:
    return bool(table.s.waits) and table.s.stage == "lobby"


def _missed(table: Table) -> dict[int, int]:
    """Return who of those who sit there has no connection, by seat, and since when."""
    presence, at = table.presence, table.s.at
    guests = {number: seat.guest for number, seat in enumerate(table.s.seats) if seat.guest is not None}
    return {seat: since for seat, guest in guests.items() if (since := presence.miss(guest, at)) is not None}
