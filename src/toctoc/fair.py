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
MAX_GAME_NUMBER = 2**32 - 1  # of a game at its table; it has four bytes
HASH = re.compile(r"[0-9a-f]{64}")


def commitment(sealed: bytes) -> str:
    """Return the commitment to a secret or to a device's part: its SHA-256, as 64 hexadecimal digits.

    Args:
        sealed: The secret or the part.
    """
    return sha256(sealed).hexdigest()


def seed(secret: bytes, number: int, parts: Sequence[bytes | None]) -> bytes:
    """Return the seed of a game: 32 bytes.

    Args:
        secret: The server's secret for the game, 32 bytes.
        number: The number of the game at its table, from 1.
        parts: For each seat, the part of its device; None for a seat without one.
    """
    message = LABEL + number.to_bytes(4, "big") + bytes([len(parts)])
    for part in parts:
        message += b"\0" if part is None else b"\1" + part
    return hmac.digest(secret, message, "sha256")


class Dice:
    """Draw the numbers of a game from its seed: HMAC-SHA-256 of a block's number, cut into eight words of 32 bits.

    An object of this class is a `chance` for `Match`.

    Args:
        seed: The seed, 32 bytes.
        drawn: The number of words to skip, to continue from there.

    Raises:
        ValueError: If the seed has another length, or `drawn` is negative.

    Example:
        >>> from toctoc import Match
        >>> from toctoc.fair import Dice, seed
        >>> dice = Dice(seed(bytes(32), 1, [None, None]))
        >>> match = Match("escalier", 2, chance=dice)
        >>> dice.drawn
        1
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
        """Return a uniform number from 0 to `n` - 1. Words beyond the last multiple of `n` are skipped."""
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
    """The part of one device in the seed of a game.

    Args:
        hash: The commitment to the part.
        part: The part, 32 bytes; None if it was skipped.
    """

    hash: str
    part: bytes | None = None

    def __post_init__(self) -> None:
        if not HASH.fullmatch(self.hash):
            raise ValueError(f"a device's hash is 64 hexadecimal digits in lower case, not {self.hash!a:.60}")
        if self.part is not None and len(self.part) != SIZE:
            raise ValueError(f"a device's part has {SIZE} bytes, not {len(self.part)}")


@dataclass(frozen=True, slots=True)
class Fair:
    """The fair shuffle of one game, as its record shows it after the end.

    Args:
        number: The number of the game at its table, from 1.
        commitment: The commitment to `secret`.
        secret: The server's secret, 32 bytes.
        seats: The device of each seat; None for a seat without one, such as a bot.

    Raises:
        ValueError: If a value has the wrong form.
    """

    number: int
    commitment: str
    secret: bytes = field(repr=False)  # never in a log
    seats: tuple[Device | None, ...]

    def __post_init__(self) -> None:
        if not 1 <= self.number <= MAX_GAME_NUMBER:
            raise ValueError(
                f"a table's games are numbered from 1 to {MAX_GAME_NUMBER}; this one is {self.number}"
            )
        if not HASH.fullmatch(self.commitment):
            raise ValueError(f"a commitment is 64 hexadecimal digits in lower case, not {self.commitment!a:.60}")
        if len(self.secret) != SIZE:
            raise ValueError(f"a secret has {SIZE} bytes, not {len(self.secret)}")

    @property
    def skipped(self) -> tuple[int, ...]:
        """Return the seats of devices that sent a hash but no matching part."""
        return tuple(p for p, device in enumerate(self.seats) if device and device.part is None)

    def dice(self, drawn: int = 0) -> Dice:
        """Return the dice of the game, after `drawn` words."""
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
