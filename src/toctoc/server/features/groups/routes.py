"""Routes of groups: make, join, leave and close them without an account, and open their tables."""

import secrets
from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated

import msgspec
from litestar import Response, delete, get, post
from litestar.params import Body, FromPath
from msgspec.structs import replace

from toctoc.core.errors import Refused
from toctoc.core.registry import GAMES
from toctoc.server.errors import HTTPError
from toctoc.server.features import GROUPS
from toctoc.server.features.groups import games, group
from toctoc.server.features.groups.group import Group, Member, PlayedGame
from toctoc.server.http.client import Client, find_service, is_switched_off, service
from toctoc.server.http.problems import HTTPRequest, problems
from toctoc.server.live.hub import Hub
from toctoc.server.nodes.fan_out import ask_node
from toctoc.server.nodes.forwarding import Forwarding
from toctoc.server.pages import links
from toctoc.server.security.access_control import AccessControl
from toctoc.server.security.rate_budget import Cost
from toctoc.server.tables.devices import Invitation, qr_code
from toctoc.server.tables.new_table import Host, Made, first_commands, made
from toctoc.server.tables.opening import TableOpener
from toctoc.storage import Documents
from toctoc.table import commands, log
from toctoc.table.codes import DEFAULT_LANGUAGE
from toctoc.table.text import AVATARS, BadName, checked_name

GROUP_ID_BYTES = 12


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name and avatar of a new member."""

    name: commands.Words
    avatar: Annotated[str, msgspec.Meta(max_length=20)] | None = None


class NewGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a new group, and the name and avatar of its creator."""

    group: commands.Words
    name: commands.Words
    avatar: Annotated[str, msgspec.Meta(max_length=20)] | None = None


class GroupTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game of a group's new table."""

    game: str
    language: Annotated[str, msgspec.Meta(max_length=8)] = DEFAULT_LANGUAGE  # of the words of the table's code


class GroupMember(msgspec.Struct, frozen=True, omit_defaults=True):
    """A member of a group; the chair is the place in the list."""

    name: str
    avatar: str | None = None
    played: int = 0
    won: int = 0
    creator: bool = False
    you: bool = False
    who: str = ""  # for the creator of the group: the id by which this member can be removed


class GroupPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of a game, by the name of that time."""

    name: str
    avatar: str | None = None
    bot: str | None = None


class GroupGame(msgspec.Struct, frozen=True):
    """A game of a group."""

    game: str
    at: float  # in seconds since 1970
    players: list[GroupPlayer]
    scores: list[int]
    winners: list[int]
    code: str  # of its table, and its number there, for the replay; empty for old games
    number: int
    key: str  # as `lobby.key`


class GroupShown(msgspec.Struct, frozen=True):
    """A group, as shown to clients with its link."""

    id: str
    name: str
    members: list[GroupMember]
    played: int  # games so far
    games: list[GroupGame]  # the last ones, the newest first
    table: str  # the code of the last table; empty before the first
    key: str  # as `lobby.key`, of that table
    yours: bool  # whether the receiver made it, and may close it
    here: list[str] = []  # names of other people with a seat at that table who are connected


@post("/api/groups", summary="Make a group", responses=problems(400, 404))
async def make_group(request: HTTPRequest, data: Annotated[NewGroup, Body()]) -> Response[GroupShown]:
    client = Client(request)
    documents = await _documents(request, client)
    await service(request, TableOpener).check_room(client)
    guest, id = client.guest_or_new(), secrets.token_urlsafe(GROUP_ID_BYTES)
    new = Group(_name(data.group), guest, [_member(guest, data.name, data.avatar)])
    await group.make(documents, id, new, _now(request))
    return Response(_shown(id, new, guest, client.key_of), cookies=[client.cookie(guest)])


@get("/api/groups/{id:str}", summary="A group, for everybody who has its link", responses=problems(404))
async def get_group(request: HTTPRequest, id: FromPath[str]) -> GroupShown:
    client = Client(request)
    documents = await _documents(request, client)
    found = await _found(request, documents, id)
    return replace(
        _shown(id, found, client.guest(), client.key_of), here=await _present(request, found, client.guest())
    )


@post("/api/groups/{id:str}/members", summary="Join a group, or change one's name", responses=problems(400, 404))
async def join_group(
    request: HTTPRequest, id: FromPath[str], data: Annotated[Joining, Body()]
) -> Response[GroupShown]:
    client = Client(request)
    documents, guest = await _documents(request, client), client.guest_or_new()
    member = _member(guest, data.name, data.avatar)
    before = await _found(request, documents, id)
    if before.chair(guest) is None and not service(request, AccessControl).addresses.join_group(client.address):
        raise HTTPError(HTTPStatus.TOO_MANY_REQUESTS, "group/too-many", "Too many new members: wait a while.")
    found = await group.change(documents, id, _now(request), lambda stored: stored.joined(member))
    return Response(_shown(id, _existing(request, found), guest, client.key_of), cookies=[client.cookie(guest)])


@delete(
    "/api/groups/{id:str}/members", summary="Leave a group", status_code=200, responses=problems(403, 404)
)  # fmt: skip
async def leave_group(request: HTTPRequest, id: FromPath[str]) -> GroupShown:
    client = Client(request)
    documents, guest = await _documents(request, client), client.guest()
    _chair(await _found(request, documents, id), guest)
    found = await group.change(documents, id, _now(request), lambda stored: stored.without(id, str(guest)))
    return _shown(id, _existing(request, found), guest, client.key_of)


@delete(
    "/api/groups/{id:str}/members/{who:str}", summary="Remove a member, by who made the group", status_code=200,
    responses=problems(400, 403, 404),
)  # fmt: skip
async def remove_member(request: HTTPRequest, id: FromPath[str], who: FromPath[str]) -> GroupShown:
    client = Client(request)
    documents, guest = await _documents(request, client), client.guest()
    _check_creator(await _found(request, documents, id), guest)
    found = await group.change(documents, id, _now(request), lambda stored: stored.removing(id, who))
    return _shown(id, _existing(request, found), guest, client.key_of)


@delete("/api/groups/{id:str}", summary="Close a group for good, by who made it", responses=problems(403, 404))
async def close_group(request: HTTPRequest, id: FromPath[str]) -> None:
    client = Client(request)
    documents = await _documents(request, client)
    _check_creator(await _found(request, documents, id), client.guest())
    await documents.delete(group.GROUP_DOCUMENT, id)
    await games.forget(documents, id)


@post("/api/groups/{id:str}/table", summary="Lay a table for a group", responses=problems(400, 403, 404, 503))
async def lay_table(request: HTTPRequest, id: FromPath[str], data: Annotated[GroupTable, Body()]) -> Made:
    client, opener = Client(request), service(request, TableOpener)
    documents, guest = await _documents(request, client), client.guest()
    found = await _found(request, documents, id)
    chair = _chair(found, guest)
    if data.game not in GAMES:
        raise Refused("game/unknown", "H2", f"There is no such game; there are: {', '.join(GAMES)}.")
    await opener.check_room(client)
    game, me = GAMES[data.game], found.members[chair]
    players = max(game.players[0], min(game.players[-1], len(found.members)))
    code = await opener.unused_code(data.language)
    opened = log.Opened(code, game.name, game.rules.VERSION, str(guest), log.Settings(players), group=id)
    live = await opener.open(opened, first_commands(Host(me.name, me.avatar, min(chair, players - 1))))
    await group.change(documents, id, _now(request), lambda stored: replace(stored, table=code, table_id=live.id))
    return made(code, live.key)


@get("/api/groups/{id:str}/invitation", summary="What others need to come to a group", responses=problems(404))
async def invite_to_group(request: HTTPRequest, id: FromPath[str]) -> Invitation:
    client = Client(request)
    await _found(request, await _documents(request, client), id)
    link = links.link(service(request, AccessControl).site, client.base_url, id, "g")
    return Invitation(id, link, await qr_code(request, link))


async def _documents(request: HTTPRequest, client: Client) -> Documents:
    """Return the documents of groups, at the cost of `client`; `HTTPError` where the feature is off."""
    if is_switched_off(request, GROUPS):
        raise HTTPError(HTTPStatus.NOT_FOUND, "group/off", "This server has no groups.")
    await client.charge(Cost.GROUP)
    return service(request, Hub).store.documents


async def _found(request: HTTPRequest, documents: Documents, id: str) -> Group:
    """Return an existing group, with all its games counted."""
    return _existing(request, await games.counted(documents, id, _now(request)))


async def _present(request: HTTPRequest, found: Group, guest: str | None) -> list[str]:
    """Return the names of the others who are at the group's table now; a table at rest is not woken."""
    hub = service(request, Hub)
    live = await hub.find(found.table_id) if found.table_id in hub.tables else None
    if live is None:
        return await _present_elsewhere(request, found)
    others = (seat for seat in live.table.state.seats if seat.guest not in (None, guest))
    return [seat.name for seat in others if live.table.presence.is_here(seat.guest)]


async def _present_elsewhere(request: HTTPRequest, found: Group) -> list[str]:
    """Return the same names from the node that owns the group's table."""
    forwarding, store = find_service(request, Forwarding), service(request, Hub).store
    if forwarding is None or not found.table_id or request.scope["state"].get("is_hop"):
        return []
    owner = await store.owner_elsewhere(found.table_id)
    shown = await ask_node(forwarding, request.scope, owner, GroupShown) if owner is not None else None
    return shown.here if shown is not None else []


def _existing(request: HTTPRequest, found: Group | None) -> Group:
    """Return `found`; `HTTPError` for None, and an address that guesses links is stopped."""
    if found is not None:
        return found
    if not service(request, AccessControl).addresses.miss_code(Client(request).address):
        raise HTTPError(HTTPStatus.TOO_MANY_REQUESTS, "table/guessing", "Too many wrong codes: wait a while.")
    raise HTTPError(HTTPStatus.NOT_FOUND, "group/unknown", "There is no such group: it may have been closed.")


def _chair(found: Group, guest: str | None) -> int:
    """Return the chair of a member; `HTTPError` for others."""
    chair = found.chair(guest)
    if chair is None:
        raise HTTPError(HTTPStatus.FORBIDDEN, "group/not-in", "Join the group first.")
    return chair


def _check_creator(found: Group, guest: str | None) -> None:
    if guest != found.creator:
        raise HTTPError(
            HTTPStatus.FORBIDDEN, "group/creator-only", "Only the person who made the group can do that."
        )


def _now(request: HTTPRequest) -> float:
    return service(request, Hub).wall()


def _name(text: str) -> str:
    try:
        return checked_name(text, listed=False)
    except BadName as bad:
        raise Refused(bad.code, "H2", str(bad)) from None


def _member(guest: str, name: str, avatar: str | None) -> Member:
    if avatar not in (None, *AVATARS):
        raise Refused("avatar/unknown", "H2", "There is no such picture.", avatars=list(AVATARS))
    return Member(guest, _name(name), avatar)


def _shown(id: str, found: Group, guest: str | None, key_of: Callable[[str, str], str]) -> GroupShown:
    """Return the body of a group for `guest`: names and avatars, no guests. `key_of` is `Client.key_of`."""
    is_yours = guest is not None and guest == found.creator
    members = [
        GroupMember(
            each.name, each.avatar, each.played, each.won, each.guest == found.creator, each.guest == guest,
            group.pseudonym(id, each.guest) if is_yours and each.guest != guest else "",
        )
        for each in found.members
    ]  # fmt: skip
    last = [_game(each, key_of(each.code, each.table)) for each in reversed(found.games)]
    key = key_of(found.table, found.table_id)
    return GroupShown(id, found.name, members, found.played, last, found.table, key, is_yours)


def _game(played: PlayedGame, key: str) -> GroupGame:
    players = [GroupPlayer(each.name, each.avatar, each.bot) for each in played.players]
    game, code = played.game, played.code
    return GroupGame(game, played.at, players, played.scores, played.winners, code, played.number, key)


GROUP_ROUTES = [
    make_group, get_group, join_group, leave_group, remove_member, close_group, lay_table, invite_to_group,
]  # fmt: skip
