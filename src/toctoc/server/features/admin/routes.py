"""Routes of the host, which need the admin token."""

import logging
from functools import partial
from http import HTTPStatus
from typing import Annotated

import msgspec
from litestar import MediaType, Response, delete, get, post
from litestar.handlers import BaseRouteHandler
from litestar.params import Body, FromPath, QueryParameter

from toctoc.core.errors import Refused
from toctoc.server.errors import HTTPError
from toctoc.server.features.admin import page, tables
from toctoc.server.features.admin.tables import HostLoad, HostTables, LoadMeter
from toctoc.server.features.admin.token import Admin
from toctoc.server.http.client import Client, Connection, find_service, service
from toctoc.server.http.problems import HTTPRequest, problems
from toctoc.server.http.render_cache import RenderCache
from toctoc.server.live.hub import Hub
from toctoc.server.live.outbox import StoredFuture
from toctoc.server.nodes.fan_out import fan_out
from toctoc.server.nodes.forwarding import Forwarding
from toctoc.server.pages.previews import preferred
from toctoc.server.pages.static import REVALIDATE
from toctoc.server.security.access_control import AccessControl
from toctoc.server.security.rate_budget import Cost
from toctoc.table import commands
from toctoc.table.codes import read_keyed
from toctoc.table.text import BadText, checked_text

SECURITY_SCHEME = "adminToken"  # its name in the OpenAPI description
ADMIN_SECURITY = [{SECURITY_SCHEME: list[str]()}]
FinishedGame = Annotated[
    int | None, QueryParameter(ge=1, le=100_000)
]  # of a game at its table; None for the last finished one
# Of tables that cannot be read: the host may remove them all the same.
UNREADABLE_CODES = ("game/gone", "game/newer", "table/damaged")
logger = logging.getLogger("toctoc.admin")


class Notice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: commands.Words


class NoticeSent(msgspec.Struct, frozen=True):
    tables: int


async def only_host(connection: Connection, _: BaseRouteHandler) -> None:
    """Refuse requests without the token; a wrong one costs so much that guessing is slow."""
    admin = _check_on(connection)
    if not admin.knows(connection.headers.get("authorization", "")):
        admin.refused += 1
        address = connection.client.host if connection.client else ""
        await service(connection, AccessControl).addresses.charge(address, Cost.WRONG_TOKEN)
        raise HTTPError(HTTPStatus.UNAUTHORIZED, "admin/token", "Wrong admin token.")


def _check_on(connection: Connection) -> Admin:
    admin = service(connection, Admin)
    if not admin.is_on:
        message = "This server has no admin page: see --admin-token-file."
        raise HTTPError(HTTPStatus.NOT_FOUND, "admin/off", message)
    return admin


@get(
    "/api/admin/load", summary="For the host: how much goes on", guards=[only_host], security=ADMIN_SECURITY,
    responses=problems(401, 404, 503),
)  # fmt: skip
async def get_load(request: HTTPRequest) -> HostLoad:
    meter = service(request, LoadMeter)

    async def here() -> HostLoad:
        return meter.load()

    found = await fan_out(find_service(request, Forwarding), request.scope, HostLoad, here)
    return tables.summed(service(request, Hub).clock(), found)


@get(
    "/api/admin/tables", summary="For the host: the tables that are not closed", guards=[only_host],
    security=ADMIN_SECURITY, responses=problems(401, 404, 503),
)  # fmt: skip
async def list_all_tables(request: HTTPRequest) -> HostTables:
    here = partial(tables.overview, service(request, Hub))
    return tables.merged(await fan_out(find_service(request, Forwarding), request.scope, HostTables, here))


@get(
    "/api/admin/tables/{code:str}/record", summary="For the host: the record of a game, the last that ended",
    media_type=MediaType.JSON, guards=[only_host], security=ADMIN_SECURITY,
    responses=problems(400, 401, 404, 409, 503),
)  # fmt: skip
async def save_record(request: HTTPRequest, code: FromPath[str], game: FinishedGame = None) -> Response[bytes]:
    live = await Client(request).table_for_host(code)
    store, last = service(request, Hub).store, live.table.state.number
    for number in (last, last - 1) if game is None else (game,):
        line = await store.record(live.id, number)
        if line is not None:
            name = f"{live.head.code}-{number}.jsonl"
            headers = {"Content-Disposition": f'attachment; filename="{name}"'}
            return Response(f"{line}\n".encode(), media_type=MediaType.JSON, headers=headers)
    raise HTTPError(HTTPStatus.CONFLICT, "record/not-over", "There is a record once the game is over.")


@post(
    "/api/admin/tables/{code:str}/close", summary="For the host: close a table for good", status_code=204,
    guards=[only_host], security=ADMIN_SECURITY, responses=problems(400, 401, 403, 404, 503),
)  # fmt: skip
async def close_table(request: HTTPRequest, code: FromPath[str]) -> Response[None]:
    live, stored = await Client(request).table_for_host(code), StoredFuture()
    live.close(stored.done)
    await stored.wait()
    _note(request, "the host has closed a table")
    return Response(None)


@delete(
    "/api/admin/tables/{code:str}", summary="For the host: remove a table, its log and its records",
    status_code=204, guards=[only_host], security=ADMIN_SECURITY, responses=problems(401, 403, 404, 503),
)  # fmt: skip
async def remove_table(request: HTTPRequest, code: FromPath[str]) -> Response[None]:
    hub, removed = service(request, Hub), StoredFuture()
    try:
        live = await Client(request).table_for_host(code)
    except HTTPError as why:
        if why.code not in UNREADABLE_CODES:
            raise
        await tables.remove_unreadable(hub.store, read_keyed(code)[0] or "", removed.done)
    else:
        if live.table.state.stage != "closed":
            closed = StoredFuture()
            live.close(closed.done)
            await closed.wait()
        hub.remove(live, removed.done)
    await removed.wait()
    service(request, RenderCache).clear()
    _note(request, "the host has removed a table and its records")
    return Response(None)


@post(
    "/api/admin/message", summary="For the host: tell everybody at every table something", status_code=200,
    guards=[only_host], security=ADMIN_SECURITY, responses=problems(400, 401, 403, 404, 413, 503),
)  # fmt: skip
async def send_notice(request: HTTPRequest, data: Annotated[Notice, Body()]) -> NoticeSent:
    try:
        text = checked_text(data.text)
    except BadText as bad:
        raise Refused(bad.code, "H2", str(bad)) from None
    body = msgspec.json.encode(Notice(text))

    async def here() -> NoticeSent:
        return NoticeSent(await tables.send_notice(service(request, Hub), text))

    sent = await fan_out(find_service(request, Forwarding), request.scope, NoticeSent, here, body)
    _note(request, "the host has sent a notice to all tables")
    return NoticeSent(sum(each.tables for each in sent))


@get("/admin", include_in_schema=False)
async def show_page(request: HTTPRequest) -> Response[bytes]:
    _check_on(request)
    language = preferred(request.headers.get("accept-language", ""), request.query_params.get("lang", ""))
    headers = {"Content-Security-Policy": page.PAGE_POLICY, "Vary": "Accept-Language"}
    return Response(page.page(language), media_type=MediaType.HTML, headers=headers)


@get("/admin/{name:str}", include_in_schema=False)
async def show_part(request: HTTPRequest, name: FromPath[str]) -> Response[bytes]:
    _check_on(request)
    if name not in page.PAGE_PARTS:
        raise HTTPError(HTTPStatus.NOT_FOUND, "path/unknown", "There is nothing here.")
    return Response(page.part(name), media_type=page.PAGE_PARTS[name], headers={"Cache-Control": REVALIDATE})


def _note(request: HTTPRequest, what: str) -> None:
    service(request, Admin).done += 1
    logger.info(what)


ADMIN_ROUTES = [
    get_load, list_all_tables, save_record, close_table, remove_table, send_notice, show_page, show_part,
]  # fmt: skip
