"""Routes of contacts: agree after a game, find invitations, invite, forget.

A client learns the id of a contact only by agreeing itself, and needs its cookie for every use of it.
"""

from http import HTTPStatus
from typing import Annotated

import msgspec
from litestar import delete, get, post
from litestar.params import Body, FromPath
from msgspec import Meta
from msgspec.structs import replace

from toctoc.core.errors import Refused
from toctoc.server.errors import HTTPError
from toctoc.server.features import GROUPS
from toctoc.server.features.contacts import contact
from toctoc.server.features.contacts.contact import (
    INVITATION_SECONDS,
    Contact,
    Person,
    SentInvitation,
    contact_id,
)
from toctoc.server.http.client import Client, is_switched_off, service
from toctoc.server.http.problems import HTTPRequest, problems
from toctoc.server.live.hub import Hub
from toctoc.server.live.live_table import LiveTable
from toctoc.server.security.rate_budget import Cost
from toctoc.storage import Documents
from toctoc.table import commands

MAX_CONTACTS = 20  # in one request
ContactId = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", max_length=32)]


class AgreedSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat of the player whom a guest wants to know."""

    seat: commands.Seat


class TableContact(msgspec.Struct, frozen=True, omit_defaults=True):
    """Another player at a table, and whether the two know each other."""

    seat: int
    id: str = ""  # of the contact, once the receiver has agreed
    mine: bool = False  # whether the receiver has agreed
    theirs: bool = False  # whether that player has agreed


class TableContacts(msgspec.Struct, frozen=True):
    people: list[TableContact]


class WantedContacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contacts that a device knows."""

    ids: Annotated[list[ContactId], Meta(max_length=MAX_CONTACTS)]


class ContactInvitation(msgspec.Struct, frozen=True):
    """An invitation that waits for the receiver."""

    code: str
    game: str
    key: str  # as `lobby.key`


class ContactShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person that the receiver and that person agreed to know."""

    id: str
    name: str = ""  # empty until they have agreed
    avatar: str | None = None
    invitation: ContactInvitation | None = None


class Contacts(msgspec.Struct, frozen=True):
    contacts: list[ContactShown]


class InviteContact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table to which a guest invites a contact."""

    code: Annotated[str, Meta(max_length=80)]


@get("/api/tables/{code:str}/contacts", summary="Who wants to know whom", responses=problems(400, 403, 404))
async def get_table_contacts(request: HTTPRequest, code: FromPath[str]) -> TableContacts:
    client = Client(request)
    documents = await _documents(request, client)
    live = await client.table(code)
    return await _table_contacts(documents, live, _player(client, live))


@post(
    "/api/tables/{code:str}/contacts", summary="Agree to know a player, after a game", status_code=200,
    responses=problems(400, 403, 404),
)  # fmt: skip
async def agree(request: HTTPRequest, code: FromPath[str], data: Annotated[AgreedSeat, Body()]) -> TableContacts:
    client = Client(request)
    documents = await _documents(request, client)
    live = await client.table(code)
    guest = _player(client, live)
    other = _others(live, guest).get(data.seat)
    if other is None:
        raise Refused("seat/no-player", "H2", "No player sits there.", seat=data.seat)
    if live.table.state.stage != "over":
        raise Refused("contact/not-now", "H2", "Play a game together first.")
    seat = live.table.state.seats[live.table.seats_of(guest)[0]]
    me = Person(guest, seat.name, seat.avatar)
    await contact.update(documents, contact_id(guest, other), _now(request), lambda stored: stored.joined(me))
    return await _table_contacts(documents, live, guest)


@post("/api/contacts", summary="Contacts of a device, with invitations", status_code=200, responses=problems(400))
async def get_contacts(request: HTTPRequest, data: Annotated[WantedContacts, Body()]) -> Contacts:
    """Return those of the contacts that exist and are the guest's."""
    client = Client(request)
    documents, guest, now = await _documents(request, client), client.guest(), _now(request)
    found = [(id, (await contact.find(documents, id))[0]) for id in data.ids] if guest else []
    return Contacts([_shown(client, id, each, now) for id, each in found if each.has(guest)])


@post(
    "/api/contacts/{id:str}/invitation", summary="Invite a contact to one's table", status_code=204,
    responses=problems(400, 403, 404),
)  # fmt: skip
async def invite_contact(request: HTTPRequest, id: FromPath[str], data: Annotated[InviteContact, Body()]) -> None:
    client = Client(request)
    documents, guest, now = await _documents(request, client), client.guest(), _now(request)
    live = await client.table(data.code)
    _player(client, live)
    invitation = SentInvitation(str(guest), live.head.code, live.head.game, now, live.id)

    def invited(stored: Contact) -> Contact:
        if not (stored.has(guest) and stored.is_mutual):
            raise HTTPError(HTTPStatus.NOT_FOUND, "contact/unknown", "You two do not know each other any more.")
        return replace(stored, invitation=invitation)

    await contact.update(documents, id, now, invited)


@delete("/api/contacts/{id:str}", summary="Forget a contact, for both", responses=problems(400))
async def forget_contact(request: HTTPRequest, id: FromPath[str]) -> None:
    client = Client(request)
    documents = await _documents(request, client)
    found, _ = await contact.find(documents, id)
    if found.has(client.guest()):
        await contact.forget(documents, id)


async def _documents(request: HTTPRequest, client: Client) -> Documents:
    """Return the documents of contacts, at the cost of `client`; `HTTPError` where groups are off."""
    if is_switched_off(request, GROUPS):
        raise HTTPError(HTTPStatus.NOT_FOUND, "group/off", "This server has no groups.")
    await client.charge(Cost.GROUP)
    return service(request, Hub).store.documents


def _player(client: Client, live: LiveTable) -> str:
    """Return the guest of the request, who has a seat at the table; else refuse."""
    guest = client.guest()
    if guest is None or not live.table.seats_of(guest):
        raise Refused("seat/none", "H2", "You have no seat at this table.")
    return guest


def _others(live: LiveTable, guest: str) -> dict[int, str]:
    """Return the other players at a table by their first seats."""
    return {seats[0]: other for other, seats in live.table.places.items() if other != guest}


async def _table_contacts(documents: Documents, live: LiveTable, guest: str) -> TableContacts:
    people = []
    for seat, other in sorted(_others(live, guest).items()):
        id = contact_id(guest, other)
        found, _ = await contact.find(documents, id)
        is_mine = found.has(guest)
        people.append(TableContact(seat, id if is_mine else "", is_mine, found.has(other)))
    return TableContacts(people)


def _shown(client: Client, id: str, found: Contact, now: float) -> ContactShown:
    guest = str(client.guest())
    other, sent = found.other(guest), found.invitation
    is_open = sent is not None and sent.guest != guest and now - sent.at < INVITATION_SECONDS
    invitation = None
    if sent is not None and is_open:
        invitation = ContactInvitation(sent.code, sent.game, client.key_of(sent.code, sent.table))
    return ContactShown(id, other.name, other.avatar, invitation) if other else ContactShown(id)


def _now(request: HTTPRequest) -> float:
    return service(request, Hub).wall()


CONTACT_ROUTES = [get_table_contacts, agree, get_contacts, invite_contact, forget_contact]
