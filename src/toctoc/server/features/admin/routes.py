"""What a host asks over HTTP, with the token: nobody else is answered."""

import logging
from functools import partial
from http import HTTPStatus
from typing import Annotated

import msgspec
from litestar import MediaType, Response, delete, get, post
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.params import Body, FromPath, QueryParameter

from toctoc.games.errors import Refused
from toctoc.server.cluster.fan_out import everywhere
from toctoc.server.errors import HTTPError
from toctoc.server.features.admin import page, tables
from toctoc.server.http.bodies import HostLoad, HostTables, Notice, Told, problems
from toctoc.server.http.context import Context, HTTPRequest, Stored, table_of
from toctoc.server.pages.previews import preferred
from toctoc.server.pages.static import ASK_AGAIN
from toctoc.server.security import rate_budget as costs
from toctoc.table.codes import read_code
from toctoc.table.talk import BadText, checked_text

BEARER = "adminToken"  # as the OpenAPI description calls it
SECURITY = [{BEARER: list[str]()}]
Number = Annotated[
    int | None, QueryParameter(ge=1, le=100_000)
]  # of a game at its table; else the last that ended
UNREADABLE = ("game/gone", "game/newer")  # why a table cannot be read: the host may remove it all the same
logger = logging.getLogger("toctoc.admin")


async def only_host(connection: ASGIConnection, _: BaseRouteHandler) -> None:  # type: ignore[type-arg]  # any
    """Refuse whoever has not got the token; a wrong one costs its address so much that nobody tries many."""
    access = connection.app.state.context.access
    _check_on(connection)
    if not access.admin.knows(connection.headers.get("authorization", "")):
        access.admin.refused += 1
        await access.turn(connection.client.host if connection.client else "", costs.WRONG_TOKEN)
        raise HTTPError(HTTPStatus.UNAUTHORIZED, "admin/token", "This is not the token of this server's host.")


def _check_on(connection: ASGIConnection) -> None:  # type: ignore[type-arg]  # any
    if not connection.app.state.context.access.admin.is_on:
        message = "This server has no page for its host: see --admin-token-file."
        raise HTTPError(HTTPStatus.NOT_FOUND, "admin/off", message)


@get(
    "/api/admin/load", summary="For the host: how much goes on", guards=[only_host], security=SECURITY,
    responses=problems(401, 404, 503),
)  # fmt: skip
async def get_load(request: HTTPRequest) -> HostLoad:
    access = Context.of(request).access

    async def here() -> HostLoad:
        return tables.load(access)

    return tables.added(access.hub.services.clock(), await everywhere(access, request.scope, HostLoad, here))


@get(
    "/api/admin/tables", summary="For the host: the tables that are not closed", guards=[only_host],
    security=SECURITY, responses=problems(401, 404, 503),
)  # fmt: skip
async def list_all_tables(request: HTTPRequest) -> HostTables:
    access = Context.of(request).access
    here = partial(tables.overview, access.hub)
    return tables.merged(await everywhere(access, request.scope, HostTables, here))


@get(
    "/api/admin/tables/{code:str}/record", summary="For the host: the record of a game, the last that ended",
    media_type=MediaType.JSON, guards=[only_host], security=SECURITY, responses=problems(400, 401, 404, 409, 503),
)  # fmt: skip
async def save_record(request: HTTPRequest, code: FromPath[str], game: Number = None) -> Response[bytes]:
    live = await table_of(request, code)
    store, last = Context.of(request).access.hub.services.store, live.table.s.number
    for number in (last, last - 1) if game is None else (game,):
        line = await store.record(live.id, number)
        if line is not None:
            name = f"{live.head.code}-{number}.jsonl"
            headers = {"Content-Disposition": f'attachment; filename="{name}"'}
            return Response(f"{line}\n".encode(), media_type=MediaType.JSON, headers=headers)
    raise HTTPError(HTTPStatus.CONFLICT, "record/not-over", "There is a record once the game is over.")


@post(
    "/api/admin/tables/{code:str}/close", summary="For the host: close a table for good", status_code=204,
    guards=[only_host], security=SECURITY, responses=problems(400, 401, 403, 404, 503),
)  # fmt: skip
async def close_table(request: HTTPRequest, code: FromPath[str]) -> Response[None]:
    live, stored = await table_of(request, code), Stored()
    tables.shut(live, stored.done)
    await stored.wait()
    _note(request, "the host has closed a table")
    return Response(None)


@delete(
    "/api/admin/tables/{code:str}", summary="For the host: remove a table, its log and its records",
    status_code=204, guards=[only_host], security=SECURITY, responses=problems(401, 403, 404, 503),
)  # fmt: skip
async def remove_table(request: HTTPRequest, code: FromPath[str]) -> Response[None]:
    context, removed = Context.of(request), Stored()
    hub = context.access.hub
    try:
        live = await table_of(request, code)
    except HTTPError as why:
        if why.code not in UNREADABLE:
            raise
        await tables.remove_unreadable(hub.services.store, read_code(code) or "", removed.done)
    else:
        if live.table.s.stage != "closed":
            closed = Stored()
            tables.shut(live, closed.done)
            await closed.wait()
        tables.remove(hub, live, removed.done)
    await removed.wait()
    context.finished.forget()
    _note(request, "the host has removed a table and its records")
    return Response(None)


@post(
    "/api/admin/message", summary="For the host: tell everybody at every table something", status_code=200,
    guards=[only_host], security=SECURITY, responses=problems(400, 401, 403, 404, 413, 503),
)  # fmt: skip
async def tell_everybody(request: HTTPRequest, data: Annotated[Notice, Body()]) -> Told:
    try:
        text = checked_text(data.text)
    except BadText as bad:
        raise Refused(bad.code, "H2", str(bad)) from None
    access, body = Context.of(request).access, msgspec.json.encode(Notice(text))

    async def here() -> Told:
        return Told(await tables.tell_all(access.hub, text))

    told = await everywhere(access, request.scope, Told, here, body)
    _note(request, "the host has told all tables something")
    return Told(sum(each.tables for each in told))


@get("/admin", include_in_schema=False)
async def show_page(request: HTTPRequest) -> Response[bytes]:
    _check_on(request)
    language = preferred(request.headers.get("accept-language", ""), request.query_params.get("lang", ""))
    headers = {"Content-Security-Policy": page.POLICY, "Vary": "Accept-Language"}
    return Response(page.page(language), media_type=MediaType.HTML, headers=headers)


@get("/admin/{name:str}", include_in_schema=False)
async def show_part(request: HTTPRequest, name: FromPath[str]) -> Response[bytes]:
    _check_on(request)
    if name not in page.PARTS:
        raise HTTPError(HTTPStatus.NOT_FOUND, "path/unknown", "There is nothing here.")
    return Response(page.part(name), media_type=page.PARTS[name], headers={"Cache-Control": ASK_AGAIN})


def _note(request: HTTPRequest, what: str) -> None:
    Context.of(request).access.admin.done += 1
    logger.info(what)


ROUTES = [
    get_load, list_all_tables, save_record, close_table, remove_table, tell_everybody, show_page, show_part,
]  # fmt: skip
