"""The fair shuffle: from what a record opens to the outcome that every step of chance must be."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from .table import Broken, is_whole

CREATURES = ("monster", "ghost", "vampire")
KINDS = {
    "toctoctoc": [
        *(f"{rank}-{creature}" for rank in ("plain", "brute", "musician") for creature in CREATURES),
        "scarecrow",
        *(f"vamp-{creature}" for creature in CREATURES),
        "child",
        "taxi",
    ],
    "chocottes": [*map(str, range(1, 15)), *(f"dream-{value}" for value in range(10, 14))],
    "escalier": ["riddle", "move", "swap", "red-child", "green-child", "blue-child", "yellow-child"],
}


def unsealed(fair: Any, players: int) -> bytes:
    """Check what is opened; the seed that comes of it."""
    if not isinstance(fair, dict) or set(fair) != {"number", "commitment", "secret", "seats"}:
        raise Broken("fair has a number, a commitment, a secret and seats")
    if not is_whole(fair["number"], 1, 4_294_967_295):
        raise Broken("fair has an impossible number")
    if not isinstance(fair["seats"], list) or len(fair["seats"]) != players:
        raise Broken("fair has one entry a seat")
    if sha256(opened(fair["secret"])).digest() != opened(fair["commitment"]):
        raise Broken("the secret does not have its commitment")
    return hmac.new(opened(fair["secret"]), message(fair), "sha256").digest()


def message(fair: Any) -> bytes:
    parts = [part_of(seat) for seat in fair["seats"]]
    return b"".join(
        [
            b"toctoc fair shuffle 1",
            fair["number"].to_bytes(4, "big"),
            bytes([len(parts)]),
            *(b"\x01" + part if part else b"\x00" for part in parts),
        ]
    )


def opened(text: object) -> bytes:
    if not isinstance(text, str) or not re.fullmatch("[0-9a-f]{64}", text):
        raise Broken("bytes and hashes are 64 hexadecimal digits")
    return bytes.fromhex(text)


def part_of(seat: object) -> bytes | None:
    if not isinstance(seat, dict) or set(seat) not in (set(), {"hash"}, {"hash", "part"}):
        raise Broken("a seat of fair has a hash and a part, a hash, or nothing")
    for text in seat.values():
        opened(text)
    if "part" not in seat:
        return None
    part = opened(seat["part"])
    if sha256(part).hexdigest() != seat["hash"]:
        raise Broken("a part does not have its hash")
    return part


def words(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        mixed = hmac.new(seed, block.to_bytes(8, "big"), "sha256").digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(mixed[at : at + 4], "big")
        block += 1


def pick(stream: Iterator[int], n: int) -> int:
    highest = 2**32 // n * n
    return next(word for word in stream if word < highest) % n


def tickets(outcomes: dict[str, int], game: str, options: dict[str, Any]) -> list[str]:
    """The outcome of each ticket, given the possible outcomes with their copies."""
    verb = next(iter(outcomes)).split(" ")[0]
    if verb == "tile":
        return [f"tile {tile}" for tile in options["tiles"]]
    order = {"start": list(map(str, range(9))), "mix": ["kept", "swapped"]}.get(verb, KINDS[game])
    ranked = sorted(outcomes, key=lambda text: order.index(text.split(" ")[1]))
    return [text for text in ranked for _ in range(outcomes[text])]
