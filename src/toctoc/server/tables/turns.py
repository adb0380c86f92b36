"""Whose turn it is at a table, for those who are not there."""

from litestar import get
from litestar.params import FromPath

from toctoc.server.http.bodies import Turn, problems
from toctoc.server.http.context import HTTPRequest, Stored, guest_of, table_of
from toctoc.server.live.live_table import LiveTable, look
from toctoc.table.state import is_slow


@get("/api/tables/{code:str}/turn", summary="For whom a table waits", responses=problems(404, 503))
async def look_at_turn(request: HTTPRequest, code: FromPath[str]) -> Turn:
    """Tell it as it is stored; a clock of a slow table that has run out plays first."""
    live, stored = await table_of(request, code), Stored()
    if is_slow(live.table.s):
        look(live)
    told = _turn(live, guest_of(request, live))
    live.outbox.after(live.table.s.version, stored.done)
    await stored.wait()
    return told


def _turn(live: LiveTable, guest: str | None) -> Turn:
    table = live.table
    asked = table.game.match.actors if table.game and table.is_live else ()
    seats = [table.s.seats[seat] for seat in asked]
    left = [until - live.now() for seat, until in table.s.deadlines.items() if seat in asked]
    is_yours = guest is not None and any(seat.guest == guest for seat in seats)
    names = [seat.name for seat in seats if seat.guest is not None]
    return Turn(table.s.stage, is_yours, names, max(0, min(left)) if left else None)
