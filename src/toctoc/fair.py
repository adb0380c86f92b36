"""The fair shuffle: a secret of the server and a part of every device make the seed of all chance at a table (H1).

`docs/fair-shuffle.md` says what that proves and what it does not; `docs/reference/record.md` describes every byte
for strangers. What is computed here may never change: old records are checked by it.
"""

import hmac
import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import ClassVar

from toctoc.games.game import Outcome
from toctoc.games.match import Match

SIZE = 32  # bytes of a secret, of a part and of a seed
LABEL = b"toctoc fair shuffle 1"
MOST_GAMES = 2**32 - 1  # at one table: the number of the game has four bytes
HASH = re.compile(r"[0-9a-f]{64}")


def commitment(sealed: bytes) -> str:
    """Return what is told beforehand of a secret or of a device's part: its SHA-256, as 64 hexadecimal digits."""
    return sha256(sealed).hexdigest()


def seed(secret: bytes, number: int, parts: Sequence[bytes | None]) -> bytes:
    """Return the seed of a table's game of that number: one part a seat, None for a seat that gave none."""
    message = LABEL + number.to_bytes(4, "big") + bytes([len(parts)])
    for part in parts:
        message += b"\0" if part is None else b"\1" + part
    return hmac.digest(secret, message, "sha256")


class Dice:
    """Generates numbers: HMAC-SHA-256 of a block's number, keyed with the seed, cut into eight words of 32 bits.

    `Match(..., chance=Dice(seed))`. `drawn` is how many words were taken; `Dice(seed, drawn)` goes on from there.
    """

    __slots__ = ("_block", "_seed", "drawn")
    WORDS: ClassVar[int] = 2**32  # how many different words there are
    _WORDS_A_BLOCK: ClassVar[int] = 8

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        if len(seed) != SIZE or drawn < 0:
            raise ValueError(f"dice take a seed of {SIZE} bytes and go on after 0 or more words, not {drawn}")
        self._seed = seed
        self.drawn = drawn
        self._roll_block()

    def pick(self, n: int) -> int:
        """Return one of 0 to n - 1, each equally likely: words beyond the last multiple of n are passed over."""
        if not 1 <= n <= self.WORDS:
            raise ValueError(f"dice pick one of 1 to {self.WORDS}, not one of {n}")
        limit = self.WORDS - self.WORDS % n
        while (word := self._word()) >= limit:
            pass
        return word % n

    __call__ = pick

    def _word(self) -> int:
        word = self._block[self.drawn % self._WORDS_A_BLOCK]
        self.drawn += 1
        if self.drawn % self._WORDS_A_BLOCK == 0:
            self._roll_block()
        return word

    def _roll_block(self) -> None:
        number = self.drawn // self._WORDS_A_BLOCK
        digest = hmac.digest(self._seed, number.to_bytes(8, "big"), "sha256")
        self._block: tuple[int, ...] = struct.unpack(">8I", digest)


def lot(match: Match, dice: Dice) -> Outcome:
    """Return what the dice give for the chance that a match awaits; the match is not changed."""
    rules = match.game.rules
    return match.game.outcome(match.state, rules.chance_pick(match.state, dice(rules.chance_total(match.state))))


@dataclass(frozen=True, slots=True)
class Device:
    """What a seat's device gave: its hash, and its part unless it was skipped."""

    hash: str
    part: bytes | None = None

    def __post_init__(self) -> None:
        if not HASH.fullmatch(self.hash):
            raise ValueError(f"a device's hash is 64 hexadecimal digits in lower case, not {self.hash!a:.60}")
        if self.part is not None and len(self.part) != SIZE:
            raise ValueError(f"a device's part has {SIZE} bytes, not {len(self.part)}")


@dataclass(frozen=True, slots=True)
class Fair:
    """The sealed side of one game's chance, as its record shows it after the end."""

    number: int  # which game at its table, from 1
    commitment: str
    secret: bytes = field(repr=False)  # never in a log
    seats: tuple[Device | None, ...]  # None: no device, as for a bot

    def __post_init__(self) -> None:
        if not 1 <= self.number <= MOST_GAMES:
            raise ValueError(f"a table's games are numbered from 1 to {MOST_GAMES}; this one is {self.number}")
        if not HASH.fullmatch(self.commitment):
            raise ValueError(f"a commitment is 64 hexadecimal digits in lower case, not {self.commitment!a:.60}")
        if len(self.secret) != SIZE:
            raise ValueError(f"a secret has {SIZE} bytes, not {len(self.secret)}")

    @property
    def skipped(self) -> tuple[int, ...]:
        """Return the seats whose device sent a hash and then no part, or one that did not fit."""
        return tuple(p for p, device in enumerate(self.seats) if device and device.part is None)

    def dice(self, drawn: int = 0) -> Dice:
        parts = [device.part if device else None for device in self.seats]
        return Dice(seed(self.secret, self.number, parts), drawn)

    def flaw(self) -> tuple[str, str] | None:
        """Return what is not the SHA-256 of what, as paths within a record's `fair`; None if all fits together."""
        if commitment(self.secret) != self.commitment:
            return "commitment", "secret"
        for p, device in enumerate(self.seats):
            if device and device.part is not None and commitment(device.part) != device.hash:
                return f"seats[{p}].hash", f"seats[{p}].part"
        return None


def gather(number: int, secret: bytes, hashes: Sequence[str | None], parts: Sequence[bytes | None]) -> Fair:
    """Put together what every seat announced and what came of it: a device whose part is missing or not as
    announced is skipped."""
    seats = [
        None if told is None else Device(told, part if part and _fits(part, told) else None)
        for told, part in zip(hashes, parts, strict=True)
    ]
    return Fair(number, commitment(secret), secret, tuple(seats))


def _fits(part: bytes, told: str) -> bool:
    return len(part) == SIZE and commitment(part) == told
