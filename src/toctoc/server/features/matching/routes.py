"""Play with anybody: who looks for others is led to a table that waits for people, or to a new one."""

from http import HTTPStatus
from typing import Annotated

from litestar import Response, post
from litestar.params import Body, FromPath

from toctoc.games.game import Game
from toctoc.games.registry import GAMES
from toctoc.server.errors import HTTPError
from toctoc.server.http.bodies import Made, WantedMatch, problems
from toctoc.server.http.context import (
    Context,
    HTTPRequest,
    Stored,
    address_of,
    answer_guest,
    guest_of,
    socket_path,
)
from toctoc.server.live.live_table import LiveTable
from toctoc.server.security import rate_budget as costs
from toctoc.server.security.identity import new_guest
from toctoc.server.tables.routes import unused_code
from toctoc.server.transport.access import Access, new_table_id
from toctoc.table import log

FEATURE = "quick-match"


@post("/api/match/{name:str}", summary="Play a game with anybody", responses=problems(403, 404, 413, 503))
async def find_match(
    request: HTTPRequest, name: FromPath[str], data: Annotated[WantedMatch, Body()]
) -> Response[Made]:
    """Return the same table to all who ask for the same game, until it is full; who comes first gets a new one."""
    context, address = Context.of(request), address_of(request)
    access = context.access
    if FEATURE in context.without:
        raise HTTPError(HTTPStatus.FORBIDDEN, "match/off", "At this server people meet by their links only.")
    if name not in GAMES:
        there_are = ", ".join(GAMES)
        raise HTTPError(HTTPStatus.NOT_FOUND, "game/unknown", f"There is no such game; there are: {there_are}.")
    await access.turn(address, costs.TABLE)
    if not access.addresses.match(address):
        raise HTTPError(HTTPStatus.TOO_MANY_REQUESTS, "match/too-many", "Too many matches: wait a while.")
    guest = (None if data.program else guest_of(request)) or new_guest()
    matching = context.matching
    async with matching.turns[name]:  # else two who come at once would have a table each
        found = matching.find(name, guest, data.besides)
        if found is None:
            live = await _new_table(access, GAMES[name], matching.waits, data.language)
            found = matching.add(name, live, guest)
            if access.forwarding is not None:
                await access.hub.let_go(live)  # a balancer knows better to which node its code leads
    if data.program:
        return Response(Made(found.code, socket_path(found.code), access.keys.seat_token(found.id, guest)))
    return answer_guest(request, Made(found.code, socket_path(found.code)), guest)


async def _new_table(access: Access, game: Game, waits: int, language: str) -> LiveTable:
    """Return a table that everybody may find and nobody owns: it begins by itself."""
    if len(access.hub.tables) >= access.limits.tables:
        raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "server/full", "All tables are taken: try again later.")
    # A clock, for nobody owns the table and could send an idle player away; a relaxed one, for strangers.
    settings = log.Settings(game.usual_players or game.players[0], listed=True, clock="relaxed")
    code, stored = await unused_code(access.hub, language), Stored()
    opened = log.Opened(code, game.name, game.rules.VERSION, new_guest(), settings, waits=waits)
    live = access.hub.open(new_table_id(), opened, stored.done)
    await stored.wait()
    return live
