"""Groups: made, joined, left and closed without an account; their tables, and the score of their series."""

import secrets
from http import HTTPStatus
from typing import Annotated

from litestar import Response, delete, get, post
from litestar.params import Body, FromPath
from msgspec.structs import replace

from toctoc.games.errors import Refused
from toctoc.games.registry import GAMES
from toctoc.server.errors import HTTPError
from toctoc.server.features.groups import games, group
from toctoc.server.features.groups.group import Group, Member, PlayedGame
from toctoc.server.http.bodies import (
    GroupGame,
    GroupMember,
    GroupPlayer,
    GroupShown,
    GroupTable,
    Host,
    Invitation,
    Joining,
    Made,
    NewGroup,
    problems,
)
from toctoc.server.http.context import (
    Context,
    HTTPRequest,
    Stored,
    address_of,
    guest_cookie,
    guest_of,
    picture_of,
    socket_path,
)
from toctoc.server.pages import links
from toctoc.server.security.identity import new_guest
from toctoc.server.tables.routes import check_room, first_commands, unused_code
from toctoc.server.transport.access import new_table_id
from toctoc.storage import Documents
from toctoc.table import log
from toctoc.table.names import AVATARS, BadName, checked_name

FEATURE = "groups"
ID_BYTES = 12
COST = 2.0  # besides the request: looks into the store


@post("/api/groups", summary="Make a group", responses=problems(400, 404))
async def make_group(request: HTTPRequest, data: Annotated[NewGroup, Body()]) -> Response[GroupShown]:
    documents = await _documents(request)
    await check_room(request)
    guest, id = guest_of(request) or new_guest(), secrets.token_urlsafe(ID_BYTES)
    made = Group(_name(data.group), guest, [_member(guest, data.name, data.avatar)])
    await group.make(documents, id, made, _now(request))
    return _answer(request, _shown(id, made, guest), guest)


@get("/api/groups/{id:str}", summary="A group, as whoever has its link sees it", responses=problems(404))
async def get_group(request: HTTPRequest, id: FromPath[str]) -> GroupShown:
    return _shown(id, await _found(request, await _documents(request), id), guest_of(request))


@post("/api/groups/{id:str}/members", summary="Join a group, or change one's name", responses=problems(400, 404))
async def join_group(
    request: HTTPRequest, id: FromPath[str], data: Annotated[Joining, Body()]
) -> Response[GroupShown]:
    documents, guest = await _documents(request), guest_of(request) or new_guest()
    member = _member(guest, data.name, data.avatar)
    await _found(request, documents, id)
    found = await group.change(documents, id, _now(request), lambda kept: kept.joined(member))
    return _answer(request, _shown(id, _there(request, found), guest), guest)


@delete(
    "/api/groups/{id:str}/members", summary="Leave a group", status_code=200, responses=problems(403, 404)
)  # fmt: skip
async def leave_group(request: HTTPRequest, id: FromPath[str]) -> GroupShown:
    documents, guest = await _documents(request), guest_of(request)
    _seated(await _found(request, documents, id), guest)
    found = await group.change(documents, id, _now(request), lambda kept: kept.without(id, str(guest)))
    return _shown(id, _there(request, found), guest)


@delete("/api/groups/{id:str}", summary="Close a group for good, by who made it", responses=problems(403, 404))
async def close_group(request: HTTPRequest, id: FromPath[str]) -> None:
    documents = await _documents(request)
    found = await _found(request, documents, id)
    if guest_of(request) != found.creator:
        raise HTTPError(HTTPStatus.FORBIDDEN, "group/creator-only", "Only whoever made the group closes it.")
    await documents.delete(group.KIND, id)
    await games.forget(documents, id)


@post("/api/groups/{id:str}/table", summary="Lay a table for a group", responses=problems(400, 403, 404, 503))
async def lay_table(request: HTTPRequest, id: FromPath[str], data: Annotated[GroupTable, Body()]) -> Made:
    documents, guest = await _documents(request), guest_of(request)
    found = await _found(request, documents, id)
    chair = _seated(found, guest)
    if data.game not in GAMES:
        raise Refused("game/unknown", "H2", f"There is no such game; there are: {', '.join(GAMES)}.")
    await check_room(request)
    hub, game, me = Context.of(request).access.hub, GAMES[data.game], found.members[chair]
    players = max(game.players[0], min(game.players[-1], len(found.members)))
    code, stored = await unused_code(hub, data.language), Stored()
    opened = log.Opened(code, game.name, game.rules.VERSION, str(guest), log.Settings(players), group=id)
    first = first_commands(Host(me.name, me.avatar, min(chair, players - 1)))
    live = hub.open(new_table_id(), opened, stored.done, first)
    await stored.wait()
    await group.change(documents, id, _now(request), lambda kept: _at(kept, code))
    if Context.of(request).access.forwarding is not None:
        await hub.let_go(live)
    return Made(code, socket_path(code))


@get("/api/groups/{id:str}/invitation", summary="What others need to come to a group", responses=problems(404))
async def invite_to_group(request: HTTPRequest, id: FromPath[str]) -> Invitation:
    documents, access = await _documents(request), Context.of(request).access
    await _found(request, documents, id)
    link = links.link(access, request.url.scheme, request.headers.get("host", ""), id, "g")
    return Invitation(id, link, await picture_of(request, link))


async def _documents(request: HTTPRequest) -> Documents:
    """Return where groups are kept, at the cost of who asks; `HTTPError` where the host does not want any."""
    context = Context.of(request)
    if FEATURE in context.without:
        raise HTTPError(HTTPStatus.NOT_FOUND, "group/off", "There are no groups at this server.")
    await context.access.turn(address_of(request), COST)
    return context.access.hub.services.store.documents


async def _found(request: HTTPRequest, documents: Documents, id: str) -> Group:
    """Return a group that there is, with all its games counted."""
    return _there(request, await games.counted(documents, id, _now(request)))


def _there(request: HTTPRequest, found: Group | None) -> Group:
    """Return a group that there is; an address that guesses links is stopped."""
    if found is not None:
        return found
    if not Context.of(request).access.addresses.miss_code(address_of(request)):
        raise HTTPError(HTTPStatus.TOO_MANY_REQUESTS, "table/guessing", "Too many wrong codes: wait a while.")
    raise HTTPError(HTTPStatus.NOT_FOUND, "group/unknown", "There is no such group: it may have been closed.")


def _seated(found: Group, guest: str | None) -> int:
    """Return the chair of a member; `HTTPError` for everybody else."""
    chair = found.chair(guest)
    if chair is None:
        raise HTTPError(HTTPStatus.FORBIDDEN, "group/not-in", "Join the group first.")
    return chair


def _now(request: HTTPRequest) -> float:
    return Context.of(request).access.hub.services.wall()


def _at(kept: Group, code: str) -> Group:
    return replace(kept, table=code)


def _name(text: str) -> str:
    try:
        return checked_name(text, listed=False)
    except BadName as bad:
        raise Refused(bad.code, "H2", str(bad)) from None


def _member(guest: str, name: str, avatar: str | None) -> Member:
    if avatar not in (None, *AVATARS):
        raise Refused("avatar/unknown", "H2", "There is no such picture.", avatars=list(AVATARS))
    return Member(guest, _name(name), avatar)


def _answer(request: HTTPRequest, shown: GroupShown, guest: str) -> Response[GroupShown]:
    return Response(shown, cookies=[guest_cookie(request, guest)])


def _shown(id: str, found: Group, guest: str | None) -> GroupShown:
    """Return a group for whoever has its link: names and faces, no guests."""
    members = [
        GroupMember(
            each.name, each.avatar, each.played, each.won, each.guest == found.creator, each.guest == guest
        )
        for each in found.members
    ]  # fmt: skip
    last = [_game(each) for each in reversed(found.games)]
    is_yours = guest is not None and guest == found.creator
    return GroupShown(id, found.name, members, found.played, last, found.table, is_yours)


def _game(played: PlayedGame) -> GroupGame:
    players = [GroupPlayer(each.name, each.avatar, each.bot) for each in played.players]
    return GroupGame(played.game, played.at, players, played.scores, played.winners)
