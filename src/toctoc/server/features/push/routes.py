"""Routes of pushes at a slow table: the server's key, and the client's subscription."""

from http import HTTPStatus
from typing import Annotated

import msgspec
from litestar import delete, get, post
from litestar.params import Body, FromPath

from toctoc.core.errors import Refused
from toctoc.server.errors import HTTPError
from toctoc.server.features.push.endpoints import BadEndpoint
from toctoc.server.features.push.pusher import Pusher
from toctoc.server.features.push.subscriptions import Subscription, subscribe, unsubscribe
from toctoc.server.http.client import Client, find_service, service
from toctoc.server.http.problems import HTTPRequest, problems
from toctoc.server.live.hub import Hub
from toctoc.server.security.access_control import AccessControl
from toctoc.server.security.rate_budget import Cost


class PushKey(msgspec.Struct, frozen=True):
    """The key with which a browser subscribes to pushes of this server."""

    key: str  # a point of P-256, uncompressed, in base64url: `applicationServerKey`


class WantPush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The endpoint for pushes about turns at a slow table."""

    endpoint: Annotated[str, msgspec.Meta(max_length=2000)]  # of the browser's subscription


@get("/api/push", summary="The key with which browsers subscribe to pushes", responses=problems(404))
async def get_key(request: HTTPRequest) -> PushKey:
    return PushKey(_pusher(request).signer.public)


@post(
    "/api/tables/{code:str}/push", summary="Get a notification of each turn at a slow table", status_code=204,
    responses=problems(400, 403, 404, 413, 503),
)  # fmt: skip
async def want_push(request: HTTPRequest, code: FromPath[str], data: Annotated[WantPush, Body()]) -> None:
    """Store a subscription, for a month after the last request for it, or until the table is closed."""
    pusher, client = _pusher(request), Client(request)
    live = await client.table(code)
    guest = client.guest(live)
    await client.charge(Cost.PUSH)
    if guest is None or not live.table.seats_of(guest):
        raise Refused("seat/none", "H2", "You have no seat at this table.")
    if not live.table.state.is_slow_table or live.table.state.stage == "closed":
        raise Refused("push/not-slow", "H3", "Notifications are only for slow tables.")
    try:
        pusher.services.check(data.endpoint)
    except BadEndpoint as error:
        raise HTTPError(HTTPStatus.BAD_REQUEST, "push/endpoint", f"Nothing is pushed there: {error}.") from None
    site = service(request, AccessControl).site.public_url or client.base_url
    wanted, now = Subscription(data.endpoint, site), service(request, Hub).wall()
    if not await subscribe(pusher.documents, live.id, guest, wanted, now):
        raise Refused("push/full", "H3", "Too many people get notifications from this table already.")


@delete("/api/tables/{code:str}/push", summary="Stop notifications", responses=problems(403, 404, 503))
async def want_no_push(request: HTTPRequest, code: FromPath[str]) -> None:
    pusher, client = _pusher(request), Client(request)
    live = await client.table(code)
    await client.charge(Cost.PUSH)
    if (guest := client.guest(live)) is not None:
        await unsubscribe(pusher.documents, live.id, guest)


def _pusher(request: HTTPRequest) -> Pusher:
    pusher = find_service(request, Pusher)
    if pusher is None:
        raise HTTPError(HTTPStatus.NOT_FOUND, "push/off", "This server sends no notifications.")
    return pusher


PUSH_ROUTES = [get_key, want_push, want_no_push]
