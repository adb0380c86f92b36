"""Be told by one's browser when it is one's turn at a slow table: the key to subscribe with, and where to push."""

from http import HTTPStatus
from typing import Annotated

from litestar import delete, get, post
from litestar.params import Body, FromPath

from toctoc.games.errors import Refused
from toctoc.server.errors import HTTPError
from toctoc.server.features.push.endpoints import BadEndpoint
from toctoc.server.features.push.pusher import Pusher
from toctoc.server.features.push.subscriptions import Subscription, subscribe, unsubscribe
from toctoc.server.http.bodies import PushKey, WantPush, problems
from toctoc.server.http.context import Context, HTTPRequest, address_of, guest_of, table_of
from toctoc.server.security import rate_budget as costs
from toctoc.table.state import is_slow


@get("/api/push", summary="The key with which browsers subscribe to pushes", responses=problems(404))
async def get_key(request: HTTPRequest) -> PushKey:
    return PushKey(_pusher(request).signer.public)


@post(
    "/api/tables/{code:str}/push", summary="Be told when it is one's turn at a slow table", status_code=204,
    responses=problems(400, 403, 404, 413, 503),
)  # fmt: skip
async def want_push(request: HTTPRequest, code: FromPath[str], data: Annotated[WantPush, Body()]) -> None:
    """Keep where to push, for a month after the last time this was asked, or until the table is closed."""
    pusher, live = _pusher(request), await table_of(request, code)
    guest, access = guest_of(request, live), Context.of(request).access
    await access.turn(address_of(request), costs.PUSH)
    if guest is None or not live.table.seats_of(guest):
        raise Refused("seat/none", "H2", "You have no seat at this table.")
    if not is_slow(live.table.s) or live.table.s.stage == "closed":
        raise Refused("push/not-slow", "H3", "Nobody is called to a table that is not slow.")
    try:
        pusher.services.check(data.endpoint)
    except BadEndpoint as error:
        raise HTTPError(HTTPStatus.BAD_REQUEST, "push/endpoint", f"Nothing is pushed there: {error}.") from None
    site = access.public_url or f"{request.url.scheme}://{request.headers.get('host', '')}"
    wanted, now = Subscription(data.endpoint, site), access.hub.services.wall()
    if not await subscribe(pusher.documents, live.id, guest, wanted, now):
        raise Refused("push/full", "H3", "Too many people want to be told of this table.")


@delete("/api/tables/{code:str}/push", summary="Be told no longer", responses=problems(403, 404, 503))
async def want_no_push(request: HTTPRequest, code: FromPath[str]) -> None:
    pusher, live = _pusher(request), await table_of(request, code)
    await Context.of(request).access.turn(address_of(request), costs.PUSH)
    if (guest := guest_of(request, live)) is not None:
        await unsubscribe(pusher.documents, live.id, guest)


def _pusher(request: HTTPRequest) -> Pusher:
    pusher = Context.of(request).pusher
    if pusher is None:
        raise HTTPError(HTTPStatus.NOT_FOUND, "push/off", "This server tells nobody of their turns.")
    return pusher
