"""Messages that nobody should send: malformed, oversized, mistimed, forged."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.server.raw_socket import BINARY, CLOSE, PING, PONG, TEXT, frame

HEX = "0" * 64
SETTINGS = {"players": 3}

# What is refused from somebody who sits at a running table without being asked or having made it, and from anybody
# who watches.
REFUSED: list[dict[str, Any]] = [
    {"type": "move", "id": "m", "action": "open"},
    {"type": "move", "id": "m", "action": "offer child to 0", "seat": 0},
    {"type": "bot", "id": "b", "seat": 0, "bot": "chasseur"},
    {"type": "clear", "id": "c", "seat": 0},
    {"type": "set", "id": "s", "settings": SETTINGS},
    {"type": "ready", "id": "r", "hash": HEX},
    {"type": "part", "id": "p", "part": HEX},
    {"type": "start", "id": "s", "fill": "comte"},
    {"type": "mute", "id": "m", "seat": 1},
    {"type": "close", "id": "c"},
    {"type": "hint", "id": "h"},
    {"type": "sit", "id": "new", "seat": 0, "name": "Mallory"},
    {"type": "sit", "id": "new", "seat": 4, "name": "Mallory"},
]
# What changes nothing: hello, seen and ping, and what counted already.
HARMLESS: list[dict[str, Any]] = [
    {"type": "hello", "protocol": 1, "version": 10**30},
    {"type": "hello", "protocol": 1},
    {"type": "seen", "version": 10**300},
    {"type": "seen", "version": 0},
    {"type": "ping"},
    {"type": "shown", "version": 10**300},
    {"type": "shown", "version": 0},
]
ODD: list[Any] = [
    None, True, False, 0, -1, 1.5, 10**18, 10**400, -(10**400), "", "x" * 3000, "\x00", "\u202e", "🙈" * 300, [],
    {}, [[]], {"type": "move"}, ["move"], {"seat": {"seat": {}}}, "0", "-1", "NaN", "../../etc/passwd",
    "' OR 1=1 --",
]  # fmt: skip
RAW = [
    b"", b" ", b"null", b"true", b"0", b'"', b'"move"', b"[]", b"{}", b"NaN", b"Infinity", b"-", b"{", b"}",
    b"[,]", b'{"type"}', b'{"type":}', b'{"type":"move","type":"close","id":"x"}', b'{"type":"move" "id":"x"}',
    b"[" * 4000, b'{"a":' * 700, b'{"type":"set","id":"x","settings":{"players":3,"options":{"a":' + b"[" * 1900,
    b'{"type":"set","id":"x","settings":{"players":3,"options":{"a":' + b"[" * 900 + b"]" * 900 + b"}}}",
    b'{"type":"seen","version":' + b"9" * 4000 + b"}", b'{"type":"hello","protocol":1e999}',
    b'{"type":"seen","version":-1}', b'{"type":"seen","version":1e3}',
    b'{"type":"say","id":"\\ud800","phrase":"yes"}', b"\xff\xfe\x00",
    b"\xc0\xaf" * 50, b'{"type":"move","id":"\xff","action":"open"}', b"\xef\xbb\xbf{}",
    b"\x00" * 100, b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"x" * 4096, b'"' + b"a" * 4094 + b'"', b"/* */",
    b"'move'", b"{'type':'move'}",
]  # fmt: skip


def messages(rng: Random) -> Iterator[bytes]:
    """Without end; none of them is lawful for somebody who watches, or who is not to act."""
    while True:
        yield rng.choice((_wrong_field, _mutated, _raw, _noise, _mistimed, _harmless))(rng)


def _mistimed(rng: Random) -> bytes:
    return json.dumps({**rng.choice(REFUSED), "id": f"x{rng.randrange(10**9)}"}).encode()


def _harmless(rng: Random) -> bytes:
    return json.dumps(rng.choice(HARMLESS)).encode() if rng.random() < 0.1 else _mistimed(rng)


def _wrong_field(rng: Random) -> bytes:
    message = dict(rng.choice(REFUSED))
    for _ in range(rng.randrange(1, 3)):
        message[rng.choice([*message, "seat", "protocol", "__class__"])] = rng.choice(ODD)
    if message.get("type") == "sit":
        message["seat"] = rng.choice(ODD[:8])  # not by chance a seat of one's own
    return json.dumps(message).encode()[:4096]


def _mutated(rng: Random) -> bytes:
    """Bytes changed, dropped or doubled."""
    text = bytearray(json.dumps(rng.choice(REFUSED[:11])).encode())
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(text))
        match rng.randrange(3):
            case 0:
                text[at] = rng.randrange(256)
            case 1:
                del text[at:]
                text += b"}" * rng.randrange(3)
            case _:
                text[at:at] = text[at : at + 20]
        text = text or bytearray(b"{")
    return bytes(text)


def _raw(rng: Random) -> bytes:
    return rng.choice(RAW)


def _noise(rng: Random) -> bytes:
    return rng.randbytes(rng.randrange(1, 200))


def frames(rng: Random) -> bytes:
    """Something that is no lawful frame, or nothing that this server takes."""
    odd = rng.randrange(14)
    text = b'{"type":"hello","protocol":1}'
    return [
        lambda: frame(text, mask=False),
        lambda: frame(text, opcode=rng.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15))),
        lambda: frame(text[:9], fin=False) + frame(text[9:], 0),
        lambda: frame(text, 0),
        lambda: frame(b"x" * 5000),
        lambda: frame(b"x" * 70_000),
        lambda: bytes([0x81, 0xFF]) + (2**63 - 1).to_bytes(8, "big") + b"\0\0\0\0" + b"x" * 1000,
        lambda: bytes([0x81, 0xFF]) + (2**64 - 1).to_bytes(8, "big") + b"\0\0\0\0" + b"x" * 1000,
        lambda: frame(b"x" * 126, rng.choice((PING, PONG, CLOSE))),
        lambda: frame(b"p", PING, fin=False),
        lambda: frame(rng.choice((b"\0", b"\x03\xe9", b"\x03\xed", b"\xff\xff", b"\x03\xe8\xff\xfe")), CLOSE) * 3,
        lambda: frame(text, rsv=rng.randrange(1, 8)),
        lambda: rng.randbytes(rng.randrange(1, 3000)),
        lambda: frame(b"", CLOSE) + frame(text) * 5,
    ][odd]()  # fmt: skip


def lawful_framing(message: bytes, rng: Random) -> bytes:
    """As text or binary, now and then with a ping or an unasked pong before it."""
    before = frame(b"x", rng.choice((PING, PONG))) if rng.random() < 0.02 else b""
    return before + frame(message, BINARY if rng.random() < 0.1 else TEXT)


HEAD = b" HTTP/1.1\r\nHost: localhost\r\n"  # after method and path


def requests(rng: Random) -> bytes:
    """Bad HTTP."""
    return rng.choice([
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 200,
        b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\r\n\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"A" * 70_000,
        b"GET /" + b"a" * 70_000 + HEAD + b"\r\n",
        b"GET /" + HEAD + b"X: y\r\n" * 9000 + b"\r\n",
        b"POST /api/tables" + HEAD + b"Content-Length: -5\r\n\r\n",
        b"POST /api/tables" + HEAD + b"Content-Length: 99999999\r\n\r\n" + b"x" * 20_000,
        b"POST /api/tables" + HEAD + b"Transfer-Encoding: chunked\r\n\r\nffffffff\r\n" + b"x" * 20_000,
        b"POST /api/tables" + HEAD + b"Content-Type: application/json\r\nContent-Length: 9000\r\n\r\n"
        + b"[" * 9000,
        b"POST /api/tables" + HEAD + b"Content-Type: application/json\r\nContent-Length: 8060\r\n\r\n"
        + b'{"game":"escalier","settings":{"players":2,"options":{"a":' + b"[" * 8002,
        b"POST /api/tables" + HEAD + b"Origin: http://[\r\nContent-Length: 2\r\n\r\n{}",
        b"GET /api/tables/%ff%00" + HEAD + b"\r\n",
        b"GET /api/tables/x/record?game=" + b"9" * 400 + HEAD + b"\r\n",
        b"DELETE /api/tables" + HEAD + b"\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /metrics" + HEAD + b"Cookie: " + b"toctoc-guest=" * 500 + b"\r\n\r\n",
        rng.randbytes(rng.randrange(1, 2000)),
    ])  # fmt: skip
