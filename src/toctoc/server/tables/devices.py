"""Bring other devices to a table: invitations, and seats that move to another device."""

import asyncio
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import Body, FromPath, QueryParameter

from toctoc.core.errors import Refused
from toctoc.server.http.client import Client, service
from toctoc.server.http.problems import HTTPRequest, problems
from toctoc.server.http.render_cache import RenderCache, render_tag
from toctoc.server.live.hub import Hub
from toctoc.server.live.live_table import LiveTable
from toctoc.server.live.outbox import Done, StoredFuture
from toctoc.server.pages import links
from toctoc.server.security.access_control import AccessControl
from toctoc.server.security.identity import Keys
from toctoc.server.security.rate_budget import Cost
from toctoc.server.tables.new_table import Made, made
from toctoc.server.tables.opening import made_for_guest
from toctoc.table.codes import keyed
from toctoc.table.effects import REHOME_TOKEN_SECONDS


class TakeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: Annotated[str, msgspec.Meta(max_length=300)]


class Device(msgspec.Struct, frozen=True):
    """The token with which another device takes over seats; valid for five minutes, once."""

    token: str
    link: str
    qr: str  # a picture, SVG


class Invitation(msgspec.Struct, frozen=True):
    """The link to a table or group."""

    code: str
    link: str
    qr: str  # a picture, SVG


class ScreenLink(msgspec.Struct, frozen=True):
    """The link that shows a table on a television."""

    link: str


@get(
    "/api/tables/{code:str}/invitation",
    summary="What others need to come to a table",
    responses=problems(400, 404),
)
async def get_invitation(
    request: HTTPRequest, code: FromPath[str], language: Annotated[str, QueryParameter(name="lang")] = ""
) -> Invitation:
    client = Client(request)
    live = await client.table(code)
    link = links.with_language(_link(request, client, live), language)
    return Invitation(live.head.code, link, await qr_code(request, link))


@get(
    "/api/tables/{code:str}/screen",
    summary="The link for a television",
    responses=problems(400, 404),
)
async def get_screen(request: HTTPRequest, code: FromPath[str]) -> ScreenLink:
    """Return the link; only with one that a player has got, the players' phones show no more than their hands."""
    client = Client(request)
    live = await client.table(code)
    access, has_part = service(request, AccessControl), live.has_part(client.guest(live))
    place = keyed(live.head.code, access.keys.screen_key(live.head.code, live.id)) if has_part else live.keyed_code
    return ScreenLink(f"{links.link(access.site, client.base_url, place)}/screen")


@post(
    "/api/tables/{code:str}/device",
    summary="Move one's seats to another device: what to show there",
    responses=problems(400, 403, 404),
)
async def offer_seats(request: HTTPRequest, code: FromPath[str]) -> Device:
    client = Client(request)
    live = await client.table(code)
    guest = client.guest(live)
    if guest is None or not live.has_part(guest):
        raise Refused("seat/none", "H2", "You have no seat at this table.")
    if live.table.state.daily:
        raise Refused("daily/one-try", "H2", "A try of the daily deal stays on its device.")
    until = int(service(request, Hub).wall()) + REHOME_TOKEN_SECONDS
    token = service(request, AccessControl).keys.move_token(live.id, guest, until)
    link = f"{_link(request, client, live)}#{token}"
    return Device(token, link, await qr_code(request, link))


@post(
    "/api/tables/{code:str}/device/take", summary="Take over one's seats on this device", status_code=200,
    responses=problems(400, 403, 404, 413),
)  # fmt: skip
async def take_seats(
    request: HTTPRequest, code: FromPath[str], data: Annotated[TakeSeat, Body()]
) -> Response[Made]:
    client, stored = Client(request), StoredFuture()
    live = await client.table(code)
    program = client.guest(live) if client.guest() is None else None  # by its token, which is for this table alone
    guest, keys = program or client.guest_or_new(), service(request, AccessControl).keys
    _take_seats(live, keys, data.token, guest, service(request, Hub).wall(), stored.done)
    await stored.wait()
    if program:
        return Response(made(live.head.code, live.key))
    return made_for_guest(client, live.head.code, live.id, guest)


def _take_seats(live: LiveTable, keys: Keys, token: str, guest: str, now: float, done: Done) -> None:
    """Give `guest` the seats of the guest of the token; call `done` when that is stored.

    The table's log notes the token: neither it nor any that was made before it can be used again.
    """
    table, old, until = keys.read_move(token, now) or ("", "", 0)
    if table != live.id or until <= live.table.state.moved.get(old, 0):
        raise Refused("device/bad-token", "H2", "This link has expired or was used: show the QR code again.")
    if live.table.seats_of(guest) and guest != old:
        raise Refused("device/seated", "H2", "This device has a seat at this table already.")
    live.rehome(old, guest, done, until)


async def qr_code(request: HTTPRequest, link: str) -> str:
    """Return the QR code of a link, drawn in a thread; it is charged unless it is cached."""
    cache, tag = service(request, RenderCache), render_tag("picture", link)
    if not cache.has(tag):
        await Client(request).charge(Cost.PICTURE)
    drawn = await cache.get(tag, lambda: asyncio.to_thread(links.qr_code, link))
    return drawn.decode()


def _link(request: HTTPRequest, client: Client, live: LiveTable) -> str:
    return links.link(service(request, AccessControl).site, client.base_url, live.keyed_code)


DEVICE_ROUTES = [get_invitation, get_screen, offer_seats, take_seats]
