"""The fair shuffle: a secret of the server and a part of every device make the seed of all chance at a table (H1).

`docs/explanation/fair-shuffle.md` explains the proof, `docs/reference/record.md` specifies every byte. The
algorithm never changes, since it checks old records.
"""

import hmac
import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import ClassVar

from toctoc.core.game import Outcome
from toctoc.core.match import Match

SIZE = 32  # bytes of a secret, of a part and of a seed
LABEL = b"toctoc fair shuffle 1"
MAX_GAMES = 2**32 - 1  # at one table: the number of a game has four bytes
HASH = re.compile(r"[0-9a-f]{64}")


def commitment(sealed: bytes) -> str:
    """Return the commitment to a secret or to a device's part: its SHA-256, as 64 hexadecimal digits."""
    return sha256(sealed).hexdigest()


def seed(secret: bytes, number: int, parts: Sequence[bytes | None]) -> bytes:
    """Return the seed of game `number` of a table; `parts` has one part for each seat, or None."""
    message = LABEL + number.to_bytes(4, "big") + bytes([len(parts)])
    for part in parts:
        message += b"\0" if part is None else b"\1" + part
    return hmac.digest(secret, message, "sha256")


class Dice:
    """Generates numbers: HMAC-SHA-256 of a block's number, keyed with the seed, cut into eight words of 32 bits.

    `Match(..., chance=Dice(seed))`. `drawn` is the number of words used; `Dice(seed, drawn)` continues from there.
    """

    __slots__ = ("_block", "_seed", "drawn")
    WORDS: ClassVar[int] = 2**32  # number of different words
    _WORDS_A_BLOCK: ClassVar[int] = 8

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        if len(seed) != SIZE or drawn < 0:
            raise ValueError(f"dice take a seed of {SIZE} bytes and go on after 0 or more words, not {drawn}")
        self._seed = seed
        self.drawn = drawn
        self._roll_block()

    def pick(self, n: int) -> int:
        """Return one of 0 to n - 1, uniformly: words beyond the last multiple of n are skipped."""
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
    """Return the outcome of the awaited chance step by `dice`; the match is not changed."""
    rules = match.game.rules
    return match.game.outcome(match.state, rules.chance_pick(match.state, dice(rules.chance_total(match.state))))


@dataclass(frozen=True, slots=True)
class Device:
    """The hash of a device's part of the seed, and the part itself unless it was skipped."""

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

    number: int  # of the game at its table, from 1
    commitment: str
    secret: bytes = field(repr=False)  # never in a log
    seats: tuple[Device | None, ...]  # None: no device, as for a bot

    def __post_init__(self) -> None:
        if not 1 <= self.number <= MAX_GAMES:
            raise ValueError(f"a table's games are numbered from 1 to {MAX_GAMES}; this one is {self.number}")
        if not HASH.fullmatch(self.commitment):
            raise ValueError(f"a commitment is 64 hexadecimal digits in lower case, not {self.commitment!a:.60}")
        if len(self.secret) != SIZE:
            raise ValueError(f"a secret has {SIZE} bytes, not {len(self.secret)}")

    @property
    def skipped(self) -> tuple[int, ...]:
        """Return the seats of devices that sent a hash but no matching part."""
        return tuple(p for p, device in enumerate(self.seats) if device and device.part is None)

    def dice(self, drawn: int = 0) -> Dice:
        parts = [device.part if device else None for device in self.seats]
        return Dice(seed(self.secret, self.number, parts), drawn)

    def flaw(self) -> tuple[str, str] | None:
        """Return the paths, within a record's `fair`, of a wrong hash and its value; None if all are right."""
        if commitment(self.secret) != self.commitment:
            return "commitment", "secret"
        for p, device in enumerate(self.seats):
            if device and device.part is not None and commitment(device.part) != device.hash:
                return f"seats[{p}].hash", f"seats[{p}].part"
        return None


def gather(number: int, secret: bytes, hashes: Sequence[str | None], parts: Sequence[bytes | None]) -> Fair:
    """Return the shuffle of a game; a part that is missing or does not match its hash is skipped."""
    seats = [
        None if hash is None else Device(hash, part if part and _fits(part, hash) else None)
        for hash, part in zip(hashes, parts, strict=True)
    ]
    return Fair(number, commitment(secret), secret, tuple(seats))


def _fits(part: bytes, hash: str) -> bool:
    return len(part) == SIZE and commitment(part) == hash
