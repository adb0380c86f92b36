"""Start another game after one has ended, the same or another one: with the people who are ready.

A person who is not ready is never replaced by a stand-in. They watch the next game, and have a chair after it.
"""

from toctoc.core.errors import Refused

from . import log
from .chairs import closed_up, next_game
from .effects import GATHERING_MS
from .log import Entry
from .start import all_parts_shown, begin
from .table import Table


def not_ready(table: Table) -> list[int]:
    """Return the seats of people who are not ready for another game."""
    return [number for number, seat in enumerate(table.state.seats) if seat.guest and not seat.again]


def needs_bot(table: Table, left_out: list[int]) -> bool:
    """Tell whether bots have to play: in free seats, or in those of `left_out` if the game has too few players."""
    if table.state.next_game:
        change = next_game(table, left_out)
        return change.settings.players > len(change.kept) or not set(left_out).isdisjoint(change.kept)
    has_free = any(seat.is_free for seat in table.state.seats)
    return has_free or (bool(left_out) and _removal(table, left_out) is None)


def leave_out(table: Table, at: int, seats: list[int], bot: str | None) -> None:
    """Let the people at `seats` watch the next game: remove the seats, or put `bot` there if too few remain.

    If the people suggest another game, the table changes to it.
    """
    change = next_game(table, seats) if table.state.next_game else _removal(table, seats) if seats else None
    stay = change.kept or () if change else seats
    for seat in seats:
        table.enter(Entry(at, log.ChairKept(seat, bot if seat in stay else None)))
    if change:
        table.enter(Entry(at, change))


def fill_free_seats(table: Table, at: int, bot: str) -> None:
    """Put `bot` in every free seat."""
    for number, seat in enumerate(table.state.seats):
        if seat.is_free:
            table.enter(Entry(at, log.BotSat(number, bot)))


def next_gathered_start(table: Table) -> int | None:
    """Return the time at which `start_gathered` has to run: now, if all people are ready; None if it does not.

    A game starts only if at least one ready person is connected. It never starts by itself without a person who is
    connected, or was a moment ago: they still read the result.
    """
    state, presence = table.state, table.presence
    is_anybody = any(seat.again and presence.is_here(seat.guest) for seat in state.seats)
    if state.stage != "over" or not state.begins or not is_anybody:
        return None
    missing = [str(state.seats[number].guest) for number in not_ready(table)]
    if any(presence.is_here(guest) for guest in missing):
        return None
    gone = [(presence.miss(guest, state.at) or 0) + GATHERING_MS for guest in missing]
    return max(state.begins, *gone) if gone else state.at


def start_gathered(table: Table, at: int, bot: str | None) -> None:
    """Start the next game if it is time; without `bot`, only if none is needed."""
    due = next_gathered_start(table)
    if due is None or at < due:
        return
    left_out = not_ready(table)
    if bot is None and needs_bot(table, left_out):
        return
    leave_out(table, at, left_out, bot)
    fill_free_seats(table, at, str(bot))
    table.enter(Entry(at, log.Dealing()))
    if all_parts_shown(table):
        begin(table, at)


def _removal(table: Table, seats: list[int]) -> log.SettingsChanged | None:
    """Return the change that removes `seats`; None if the game cannot be played without them."""
    try:
        return closed_up(table, seats)
    except Refused:
        return None
