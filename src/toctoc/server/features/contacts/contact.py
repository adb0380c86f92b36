"""The document of a contact: two guests that may invite each other once both agreed, and the last invitation."""

from collections.abc import Callable
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from toctoc.storage import Document, Documents, changes

CONTACT_DOCUMENT = "contact"
CONTACT_KEPT_SECONDS = 400 * 24 * 60 * 60  # after the last change
INVITATION_SECONDS = 60 * 60  # for which an invitation is shown


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """A guest that has agreed to be invited, by the name at the table; `guest` is never sent to any client."""

    guest: str
    name: str
    avatar: str | None = None


class SentInvitation(msgspec.Struct, frozen=True):
    """An invitation to a table, by one of the two."""

    guest: str
    code: str
    game: str
    at: float  # in seconds since 1970
    table: str = ""  # the id of the table


class Contact(msgspec.Struct, frozen=True, omit_defaults=True):
    """A contact as it is stored: in force once two people have agreed."""

    people: list[Person] = []
    invitation: SentInvitation | None = None

    @property
    def is_mutual(self) -> bool:
        """Tell whether both have agreed."""
        return len(self.people) == 2

    def has(self, guest: str | None) -> bool:
        """Tell whether `guest` has agreed."""
        return any(each.guest == guest for each in self.people)

    def other(self, guest: str) -> Person | None:
        """Return the person that is not `guest`, if they have agreed."""
        return next((each for each in self.people if each.guest != guest), None)

    def joined(self, person: Person) -> "Contact":
        """Return the contact to which `person` has agreed, with their latest name."""
        return replace(self, people=[*(each for each in self.people if each.guest != person.guest), person])


_read = msgspec.json.Decoder(Contact).decode


def contact_id(one: str, other: str) -> str:
    """Return the id of the contact of two guests: unguessable, since guests are secret random numbers."""
    return sha256("contact {} {}".format(*sorted((one, other))).encode()).hexdigest()[:32]


async def find(documents: Documents, id: str) -> tuple[Contact, int]:
    """Return a contact with the version of its document; an empty one where nobody has agreed."""
    found = await documents.get(CONTACT_DOCUMENT, id)
    return (_read(found.body), found.version) if found else (Contact(), 0)


async def update(documents: Documents, id: str, now: float, updated: Callable[[Contact], Contact]) -> Contact:
    """Store what `updated` makes of a contact; once more if it was changed meanwhile."""

    def new_document(found: Document | None) -> Document:
        body = msgspec.json.encode(updated(_read(found.body) if found else Contact()))
        return Document(CONTACT_DOCUMENT, id, body, expires=now + CONTACT_KEPT_SECONDS)

    stored = await changes.change(documents, CONTACT_DOCUMENT, id, new_document)
    assert stored is not None
    return _read(stored.body)


async def forget(documents: Documents, id: str) -> None:
    """Remove a contact, for both."""
    await documents.delete(CONTACT_DOCUMENT, id)
