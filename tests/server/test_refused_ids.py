"""A refusal names the id of its message whenever the id can be read."""

import json
from pathlib import Path

import msgspec
import pytest

from tests.scale import each
from tests.server.hosting import Guest, Server
from toctoc.table.commands import explained, id_of, read


@each(
    "message, id",
    [
        (b'{"type":"move","id":"7","action":5}', "7"),
        (b'{"type":"fly","id":"7"}', "7"),
        (b'{"id":"7","deep":{"id":"8"}}', "7"),
        (b'{"type":"move"}', None),
        (b'{"type":"move","id":7}', None),
        (b'{"type":"move","id":""}', None),
        (b'{"type":"move","id":"%s"}' % (b"x" * 41), None),
        (b'{"type":"move","id":"7"', None),
        (b'["id","7"]', None),
        (b"\xff", None),
        (b"", None),
        (b"[" * 4_000, None),
    ],
)
def test_an_id_is_read_from_any_message_that_has_one(message: bytes, id: str | None) -> None:
    assert id_of(message) == id


@each(
    "message, why",
    [
        (
            b'{"type":"set","id":"7","settings":{"players":3,"clock":"week"}}',
            "it may be none, relaxed, fast, hours, day",
        ),
        (b'{"type":"fly","id":"7"}', "it may be hello, move, sit, leave, bot, "),
        (b'{"type":"move","id":"7","action":5}', "Expected `str`, got `int` - at `$.action`"),
        (b'{"type":"' + b"x" * 300 + b'","id":"7"}', "x" * 150),
        (b'{"type":"move"', "truncated"),
    ],
)
def test_a_refusal_names_the_expected_values(message: bytes, why: str) -> None:
    with pytest.raises(msgspec.DecodeError) as error:
        read(message)
    assert why in explained(error.value)
    assert len(explained(error.value)) <= 350


def test_messages_that_cannot_be_read_or_are_too_many_are_refused_by_their_ids(tmp_path: Path) -> None:
    limits = ("--limit=messages_burst=3", "--limit=messages_per_second=0.01")
    with Server(tmp_path, *limits) as server, Guest(server, server.make("escalier")) as guest:
        for kind, id in (("fly", "a"), ("move", "b"), ("seen", "c")):
            guest.socket.send(json.dumps({"type": kind, "id": id}))
        heard = [guest.hear() for _ in range(3)]
        assert "it may be hello, move" in heard[0]["message"]
        assert [(said["code"], said["id"]) for said in heard] == [
            ("message/bad", "a"),
            ("message/bad", "b"),
            ("message/too-many", "c"),
        ]
