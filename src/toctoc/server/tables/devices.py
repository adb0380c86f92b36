"""Come to a table from other devices: invitations, and seats that move."""

from typing import Annotated

from litestar import Response, get, post
from litestar.params import Body, FromPath, QueryParameter

from toctoc.games.errors import Refused
from toctoc.server.http.bodies import Device, Invitation, Made, TakeSeat, problems
from toctoc.server.http.context import (
    Context,
    HTTPRequest,
    Stored,
    answer_guest,
    guest_of,
    picture_of,
    socket_path,
    table_of,
)
from toctoc.server.live.live_table import LiveTable
from toctoc.server.pages import links
from toctoc.server.security.identity import new_guest
from toctoc.table.effects import MOVE_SECONDS


@get(
    "/api/tables/{code:str}/invitation",
    summary="What others need to come to a table",
    responses=problems(400, 404),
)
async def get_invitation(
    request: HTTPRequest, code: FromPath[str], language: Annotated[str, QueryParameter(name="lang")] = ""
) -> Invitation:
    live = await table_of(request, code)
    link = links.spoken(_link(request, live), language)
    return Invitation(live.head.code, link, await picture_of(request, link))


@post(
    "/api/tables/{code:str}/device",
    summary="Move one's seats to another device: what to show there",
    responses=problems(400, 403, 404),
)
async def offer_seats(request: HTTPRequest, code: FromPath[str]) -> Device:
    live = await table_of(request, code)
    guest = guest_of(request, live)
    if guest is None or not (live.table.seats_of(guest) or guest == live.table.s.creator):
        raise Refused("seat/none", "H2", "You have no seat at this table.")
    if live.table.s.daily:
        raise Refused("daily/one-try", "H2", "A try of the daily deal stays on its device.")
    ticket = Context.of(request).access.move_token(live, guest, MOVE_SECONDS)
    link = f"{_link(request, live)}#{ticket}"
    return Device(ticket, link, await picture_of(request, link))


@post(
    "/api/tables/{code:str}/device/take", summary="Take over one's seats on this device", status_code=200,
    responses=problems(400, 403, 404, 413),
)  # fmt: skip
async def take_seats(
    request: HTTPRequest, code: FromPath[str], data: Annotated[TakeSeat, Body()]
) -> Response[Made]:
    live = await table_of(request, code)
    guest, stored = guest_of(request) or new_guest(), Stored()
    Context.of(request).access.take_seat(live, data.token, guest, stored.done)
    await stored.wait()
    return answer_guest(request, Made(live.head.code, socket_path(live.head.code)), guest)


def _link(request: HTTPRequest, live: LiveTable) -> str:
    access = Context.of(request).access
    return links.link(access, request.url.scheme, request.headers.get("host", ""), live.head.code)
