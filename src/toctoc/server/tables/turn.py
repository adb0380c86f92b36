"""For whom a table waits."""

import msgspec

from toctoc.server.live.live_table import LiveTable
from toctoc.server.live.outbox import StoredFuture
from toctoc.table import messages
from toctoc.table.gathering import not_ready


class Turn(msgspec.Struct, frozen=True):
    """The players for whom a table waits."""

    stage: messages.Stage
    yours: bool  # whether it waits for the client
    players: list[str]  # names of the people for whom it waits
    left: int | None  # milliseconds until the first clock runs out; None without a clock


async def current_turn(live: LiveTable, guest: str | None) -> Turn:
    """Return the stored turn as `guest` sees it; at a slow table, a clock that has run out plays first."""
    if live.table.state.is_slow_table:
        live.run_due()
    turn, stored = _turn(live, guest), StoredFuture()
    live.outbox.after(live.table.state.version, stored.done)
    await stored.wait()
    return turn


def _turn(live: LiveTable, guest: str | None) -> Turn:
    table = live.table
    if table.state.stage == "over":
        asked = not_ready(table) if table.state.may_start else []  # a player is ready for another game
    else:
        asked = list(table.game.match.actors) if table.game and table.is_live else []
    seats = [table.state.seats[seat] for seat in asked]
    left = [until - live.now() for seat, until in table.state.deadlines.items() if seat in asked]
    is_yours = guest is not None and any(seat.guest == guest for seat in seats)
    names = [seat.name for seat in seats if seat.guest is not None]
    return Turn(table.state.stage, is_yours, names, max(0, min(left)) if left else None)
