"""Make tables, list them and look at them."""

import re
from http import HTTPStatus
from random import SystemRandom
from typing import Annotated

from litestar import MediaType, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import Body, FromPath

from toctoc.games.errors import Refused
from toctoc.games.registry import GAMES
from toctoc.server.errors import HTTPError
from toctoc.server.http.bodies import Host, Listed, Made, NewTable, problems
from toctoc.server.http.context import (
    Context,
    HTTPRequest,
    Stored,
    address_of,
    answer_guest,
    guest_cookie,
    guest_of,
    socket_path,
    table_of,
)
from toctoc.server.live.hub import Hub
from toctoc.server.security import rate_budget as costs
from toctoc.server.security.identity import new_guest
from toctoc.server.transport.access import new_table_id
from toctoc.table import commands, log, messages
from toctoc.table.checks import check_settings
from toctoc.table.codes import new_code
from toctoc.table.lesson import script

SAME = ResponseSpec(None, generate_examples=False, description="The list is the one of `If-None-Match`")
WAIT = re.compile(r"\bwait=(\d{1,3})\b")  # RFC 7240


@post("/api/guest", summary="Be known here from now on, by a cookie", status_code=204, responses=problems(403))
async def know_guest(request: HTTPRequest) -> Response[None]:
    """Give a browser its cookie: it asks once, before it sits down anywhere, and is known by it again."""
    return Response(None, cookies=[guest_cookie(request, guest_of(request) or new_guest())])


@get("/api/tables", summary="The listed tables", responses=problems() | {304: SAME})
async def list_tables(request: HTTPRequest) -> Response[Listed]:
    """Return the list; with `If-None-Match` and `Prefer: wait=20` once it is another one, or 304 after so long."""
    lists, tag = Context.of(request).access.hub.open_tables, request.headers.get("if-none-match", "")
    wait = WAIT.search(request.headers.get("prefer", ""))
    if tag and wait:
        told = await lists.after(tag, float(wait[1]))
        # All who wait are told at the same time: the answer is charged too, so that each address has its own rate.
        await Context.of(request).access.turn(address_of(request), costs.REQUEST)
    else:
        told = await lists.now()
    if told.tag == tag:
        return Response(None, status_code=HTTPStatus.NOT_MODIFIED, headers={"ETag": tag})  # type: ignore[arg-type]
    return Response(told.body, media_type=MediaType.JSON, headers={"ETag": told.tag})  # type: ignore[arg-type]


@post("/api/tables", summary="Make a table", responses=problems(400, 403, 413, 503))
async def make_table(request: HTTPRequest, data: Annotated[NewTable, Body()]) -> Response[Made]:
    if data.game not in GAMES:
        raise Refused("game/unknown", "H2", f"There is no such game; there are: {', '.join(GAMES)}.")
    settings = data.settings or log.Settings(GAMES[data.game].players[0])
    check_settings(data.game, settings)
    access = Context.of(request).access
    await check_room(request)
    guest = (None if data.program else guest_of(request)) or new_guest()
    code, game = await unused_code(access.hub, data.language), GAMES[data.game]
    is_lesson = data.lesson and bool(script(game))
    opened, stored = log.Opened(code, game.name, game.rules.VERSION, guest, settings, is_lesson), Stored()
    live = access.hub.open(new_table_id(), opened, stored.done, first_commands(data.host) if data.host else ())
    await stored.wait()
    if access.forwarding is not None:
        await access.hub.let_go(live)  # a balancer knows better to which node its code leads
    if data.program:
        return Response(Made(code, socket_path(code), access.keys.seat_token(live.id, guest)))
    return answer_guest(request, Made(code, socket_path(code)), guest)


@post(
    "/api/tables/{code:str}/token",
    summary="A token for a program at a table",
    status_code=201,
    responses=problems(403, 404),
)
async def make_token(request: HTTPRequest, code: FromPath[str]) -> Made:
    live = await table_of(request, code)
    token = Context.of(request).access.keys.seat_token(live.id, new_guest())
    return Made(live.head.code, socket_path(live.head.code), token)


@get("/api/tables/{code:str}", summary="A table, as everybody sees it", responses=problems(404))
async def look_at_table(request: HTTPRequest, code: FromPath[str]) -> messages.Lobby:
    return (await table_of(request, code)).told_lobby


async def check_room(request: HTTPRequest) -> None:
    """Refuse, by an `HTTPError`, another table to an address that has made too many, or where there is no room."""
    access = Context.of(request).access
    if not access.addresses.make_table(address_of(request)):
        raise HTTPError(HTTPStatus.TOO_MANY_REQUESTS, "table/too-many", "Too many tables: wait a while.")
    await access.turn(address_of(request), costs.TABLE)
    if len(access.hub.tables) >= access.limits.tables:
        raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "server/full", "All tables are taken: try again later.")


def first_commands(host: Host) -> list[commands.Command]:
    """Return what a host does at once, as they would over the websocket."""
    first: list[commands.Command] = [commands.Sit("made-sit", host.seat, host.name, avatar=host.avatar)]
    if host.hash is not None:
        first.append(commands.Ready("made-ready", host.hash))
    if host.start:
        first.append(commands.Start("made-start", host.fill))
    return first


async def unused_code(hub: Hub, language: str) -> str:
    """Return a code for a table, of words of that language, that no other one has."""
    dice = SystemRandom()
    code = new_code(dice, language)
    while await hub.has_code(code):
        code = new_code(dice, language)
    return code
