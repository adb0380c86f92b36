"""The route of matching: a client is led to a table that waits for players, or to a new one."""

from http import HTTPStatus
from typing import Annotated

import msgspec
from litestar import Response, post
from litestar.params import Body, FromPath

from toctoc.core.game import Game
from toctoc.core.registry import GAMES
from toctoc.server.errors import HTTPError
from toctoc.server.features import MATCHING
from toctoc.server.features.matching.matching import Matching
from toctoc.server.http.client import Client, is_switched_off, service
from toctoc.server.http.problems import HTTPRequest, problems
from toctoc.server.live.live_table import LiveTable
from toctoc.server.security.access_control import AccessControl
from toctoc.server.security.identity import new_guest
from toctoc.server.security.rate_budget import Cost
from toctoc.server.tables.new_table import Made, made
from toctoc.server.tables.opening import TableOpener, made_for_guest
from toctoc.table import log
from toctoc.table.codes import DEFAULT_LANGUAGE


class WantedMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    language: Annotated[str, msgspec.Meta(max_length=8)] = DEFAULT_LANGUAGE  # of the words of a new table's code
    besides: Annotated[str, msgspec.Meta(max_length=60)] = ""  # the code of a table that was full already
    program: bool = False  # whether the answer shall have a token instead of a cookie


@post("/api/match/{name:str}", summary="Play a game with anybody", responses=problems(403, 404, 413, 503))
async def find_match(
    request: HTTPRequest, name: FromPath[str], data: Annotated[WantedMatch, Body()]
) -> Response[Made]:
    """Return the same table to all clients with the same game, until it is full; then a new one."""
    client, access = Client(request), service(request, AccessControl)
    if is_switched_off(request, MATCHING):
        raise HTTPError(HTTPStatus.FORBIDDEN, "match/off", "At this server people meet by their links only.")
    if name not in GAMES:
        there_are = ", ".join(GAMES)
        raise HTTPError(HTTPStatus.NOT_FOUND, "game/unknown", f"There is no such game; there are: {there_are}.")
    await client.charge(Cost.TABLE)
    if not access.addresses.match(client.address):
        raise HTTPError(HTTPStatus.TOO_MANY_REQUESTS, "match/too-many", "Too many matches: wait a while.")
    guest = new_guest() if data.program else client.guest_or_new()
    matching = service(request, Matching)
    async with matching.locks[name]:  # else two concurrent requests would get a table each
        found = matching.find(name, guest, data.besides)
        if found is None:
            opener = service(request, TableOpener)
            live = await _new_table(opener, GAMES[name], matching.waits, data.language)
            found = matching.add(name, live, guest)
    if data.program:
        key = client.key_of(found.code, found.id)
        return Response(made(found.code, key, access.keys.seat_token(found.id, guest)))
    return made_for_guest(client, found.code, found.id, guest)


async def _new_table(opener: TableOpener, game: Game, waits: int, language: str) -> LiveTable:
    """Return a listed table without a host, which begins by itself after `waits` milliseconds."""
    opener.check_full()
    # With a clock, since no host can send an idle player away; a relaxed one, for strangers.
    settings = log.Settings(game.usual_players or game.players[0], listed=True, clock="relaxed")
    code = await opener.unused_code(language)
    return await opener.open(log.Opened(code, game.name, game.rules.VERSION, new_guest(), settings, waits=waits))


MATCHING_ROUTES = [find_match]
