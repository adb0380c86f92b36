"""Writes of a table, and its updates as they are encoded for its connections."""

from typing import Any

import msgspec
from msgspec import Raw

from tests.server.local_server import Line
from toctoc.server.live.outbox import Counters, Outbox, send_update
from toctoc.storage import Done, StoreError, Write
from toctoc.table.updates import TableUpdate

PLACES = {"anna": (0,), "ben": (1,), "carl": (2, 3)}


def sent(own: dict[int, Raw], is_seating: bool) -> dict[str, bytes]:
    """Return the message that each guest receives; dora is a spectator."""
    lines = [Line(guest) for guest in (*PLACES, "dora")]
    for line in lines:
        line.version = 0  # each has been greeted
    send_update(lines, TableUpdate(7, 100, Raw(b'{"view":{}}'), own, None, None, PLACES, is_seating))
    return {line.guest: message for line in lines for message in line.messages}


def test_clients_that_see_the_same_share_one_encoding() -> None:
    messages = sent({3: Raw(b'{"seat":3}')}, is_seating=False)
    assert messages["anna"] is messages["ben"] is messages["dora"]
    assert b'"own"' not in messages["dora"]
    assert msgspec.json.decode(messages["carl"])["own"] == [{"seat": 3}]


def test_each_guest_receives_its_own_seats_when_seats_change() -> None:
    messages = sent({}, is_seating=True)
    seats = {guest: msgspec.json.decode(message)["seats"] for guest, message in messages.items()}
    assert seats == {"anna": [0], "ben": [1], "carl": [2, 3], "dora": []}


class Writes:
    """A store that answers when the test says so."""

    def __init__(self) -> None:
        self.queued: list[tuple[Write, Done]] = []

    def write(self, write: Write, done: Done) -> None:
        self.queued.append((write, done))


def test_writes_are_of_one_chain_until_one_fails() -> None:
    store: Any = Writes()
    errors: list[StoreError] = []
    owner = Failures(errors)  # an outbox does not keep it
    outbox = Outbox("a", store, Counters(), owner.note)
    for number in (1, 2):
        outbox.write(Write("a", number, (b"x",)), errors.append)  # type: ignore[arg-type]  # never called
    store.queued[0][1](StoreError("store/stale", "entry 1 is not the next one"))
    outbox.write(Write("a", 1, (b"y",)), errors.append)  # type: ignore[arg-type]
    first, second, third = (write.chain for write, _ in store.queued)
    assert first is second is not third
    assert None not in (first, third)
    assert [error.code for error in errors] == ["store/stale"]


class Failures:
    """The owner of an outbox."""

    def __init__(self, errors: list[StoreError]) -> None:
        self.errors = errors

    def note(self, error: StoreError) -> None:
        self.errors.append(error)
