"""Make tables, list them and look at them."""

import re
from http import HTTPStatus
from typing import Annotated

import msgspec
from litestar import MediaType, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import Body, FromPath

from toctoc.server.http.client import Client, service
from toctoc.server.http.problems import HTTPRequest, problems
from toctoc.server.live.hub import Hub
from toctoc.server.security.access_control import AccessControl
from toctoc.server.security.identity import new_guest
from toctoc.server.security.rate_budget import Cost
from toctoc.server.tables.new_table import Made, NewTable, checked_settings, first_commands, first_entry, made
from toctoc.server.tables.opening import TableOpener, made_for_guest
from toctoc.server.tables.turn import Turn, current_turn
from toctoc.table import messages

SAME_LIST = ResponseSpec(None, generate_examples=False, description="The list is the one of `If-None-Match`")
WAIT_PREFERENCE = re.compile(r"\bwait=(\d{1,3})\b")  # RFC 7240


class Listed(msgspec.Struct, frozen=True):
    tables: list[messages.Lobby]


@post("/api/guest", summary="Be known here from now on, by a cookie", status_code=204, responses=problems(403))
async def know_guest(request: HTTPRequest) -> Response[None]:
    """Give a browser its cookie, once, before it sits down anywhere."""
    client = Client(request)
    return Response(None, cookies=[client.cookie(client.guest_or_new())])


@get("/api/tables", summary="The listed tables", responses=problems() | {304: SAME_LIST})
async def list_tables(request: HTTPRequest) -> Response[Listed]:
    """Return the list; with `If-None-Match` and `Prefer: wait=20` once it is another one, or 304 after so long."""
    lists, tag = service(request, Hub).open_tables, request.headers.get("if-none-match", "")
    wait = WAIT_PREFERENCE.search(request.headers.get("prefer", ""))
    if tag and wait:
        current = await lists.after(tag, float(wait[1]))
        # All waiting clients are answered at once: the answer is charged, too, so that each address has its own
        # rate.
        await Client(request).charge(Cost.REQUEST)
    else:
        current = await lists.now()
    if current.tag == tag:
        return Response(None, status_code=HTTPStatus.NOT_MODIFIED, headers={"ETag": tag})  # type: ignore[arg-type]
    return Response(current.body, media_type=MediaType.JSON, headers={"ETag": current.tag})  # type: ignore[arg-type]


@post("/api/tables", summary="Make a table", responses=problems(400, 403, 413, 503))
async def make_table(request: HTTPRequest, data: Annotated[NewTable, Body()]) -> Response[Made]:
    settings = checked_settings(data)
    client, opener = Client(request), service(request, TableOpener)
    await opener.check_room(client)
    guest = new_guest() if data.program else client.guest_or_new()
    code = await opener.unused_code(data.language)
    opened = first_entry(data, settings, code, guest)
    live = await opener.open(opened, first_commands(data.host) if data.host else ())
    if data.program:
        token = service(request, AccessControl).keys.seat_token(live.id, guest)
        return Response(made(code, live.key, token))
    return made_for_guest(client, code, live.id, guest)


@post(
    "/api/tables/{code:str}/token",
    summary="A token for a program at a table",
    status_code=201,
    responses=problems(403, 404),
)
async def make_token(request: HTTPRequest, code: FromPath[str]) -> Made:
    live = await Client(request).table(code)
    token = service(request, AccessControl).keys.seat_token(live.id, new_guest())
    return made(live.head.code, live.key, token)


@get("/api/tables/{code:str}", summary="A table, as everybody sees it", responses=problems(404))
async def look_at_table(request: HTTPRequest, code: FromPath[str]) -> messages.Lobby:
    return (await Client(request).table(code)).sent_lobby


@get("/api/tables/{code:str}/turn", summary="For whom a table waits", responses=problems(404, 503))
async def look_at_turn(request: HTTPRequest, code: FromPath[str]) -> Turn:
    """Return the stored state; at a slow table, a clock that has run out plays first."""
    client = Client(request)
    live = await client.table(code)
    return await current_turn(live, client.guest(live))


TABLE_ROUTES = [know_guest, list_tables, make_table, make_token, look_at_table, look_at_turn]
