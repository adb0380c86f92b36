"""A group as it is kept: who is in it, and the table at which it last sat down."""

from collections.abc import Callable
from hashlib import sha256

import msgspec

from toctoc.games.errors import Refused
from toctoc.server.daily.days import DAY
from toctoc.storage import Document, Documents, StoreError

KIND = "group"
KEPT = 400 * DAY  # without a change
MOST_MEMBERS = 24
TRIES = 20  # to change what others change at the same time


class Member(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who remembered name and face here; `guest` is their browser, and never told to anybody."""

    guest: str
    name: str
    avatar: str | None = None


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that is remembered of a group, but its games."""

    name: str
    creator: str  # a guest
    members: list[Member] = []  # in the order of their chairs
    table: str = ""  # the code of the last one

    def chair(self, guest: str | None) -> int | None:
        """Return which chair is somebody's, counted from 0."""
        return next((nth for nth, member in enumerate(self.members) if member.guest == guest), None)

    def joined(self, member: Member) -> "Group":
        """Return the group with a member, who keeps the chair that they have."""
        chair = self.chair(member.guest)
        if chair is None and len(self.members) >= MOST_MEMBERS:
            raise Refused("group/full", "H2", f"A group has at most {MOST_MEMBERS} members.", most=MOST_MEMBERS)
        members = [*self.members, member] if chair is None else list(self.members)
        if chair is not None:
            members[chair] = member
        return msgspec.structs.replace(self, members=members)

    def without(self, guest: str) -> "Group":
        """Return the group without somebody; the others move up."""
        return msgspec.structs.replace(self, members=[each for each in self.members if each.guest != guest])


_read = msgspec.json.Decoder(Group).decode


def who(group: str, guest: str) -> str:
    """Return by what name a guest is kept in a group's games: one that says nothing elsewhere."""
    return sha256(f"{group} {guest}".encode()).hexdigest()[:16]


async def find(documents: Documents, id: str) -> Group | None:
    """Return a group by its id."""
    found = await documents.get(KIND, id)
    return _read(found.body) if found else None


async def make(documents: Documents, id: str, group: Group, now: float) -> None:
    """Keep a new group."""
    await documents.put(_document(id, group, now), 0)


async def change(documents: Documents, id: str, now: float, to: Callable[[Group], Group]) -> Group | None:
    """Change a group, after whoever changes it at the same time; return it, or None if there is none."""
    for _ in range(TRIES):
        found = await documents.get(KIND, id)
        if found is None:
            return None
        group = to(_read(found.body))
        try:
            await documents.put(_document(id, group, now), found.version)
        except StoreError as error:
            if error.code != "store/stale":
                raise
        else:
            return group
    raise StoreError("store/busy", f"group {id}: too many change it at once")


def _document(id: str, group: Group, now: float) -> Document:
    return Document(KIND, id, msgspec.json.encode(group), expires=now + KEPT)
