"""The entries of a table's log, and their stored form.

An entry is a JSON array: `[at, change, guest, id]`. `at` is the table's own time in milliseconds, which stands
still while the table sleeps. `guest` and `id` name the command that the entry answers. A fifth element has the
version that each seat has acknowledged, if it has grown. Tags and the order of fields are stored.
"""

from typing import Any, Literal

import msgspec

ClockSetting = Literal["none", "relaxed", "fast", "hours", "day"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table, which its creator may change between games."""

    players: int
    options: dict[str, Any] = {}  # the game's own
    listed: bool = False  # in the public list; else the link or the code is needed
    clock: ClockSetting = "none"  # H3
    free_text: bool = False  # talk in free text, not only in pictures
    hints: bool = False


class DailyDeal(msgspec.Struct, frozen=True):
    """Marks a table of the daily deal: one game, with the same deal at all such tables."""

    day: str
    id: str  # of the document for its result
    ends: int  # end of the day, in seconds since 1970; a game that ends later does not count
    opens: int  # when the deal becomes public, in seconds since 1970


class Opened(msgspec.Struct, frozen=True, array_like=True, tag="opened"):
    code: str
    game: str
    rules: int  # the version of the game's rules
    creator: str  # a guest
    settings: Settings
    lesson: bool = False  # whether the first game's chance is arranged for a learner
    waits: int = 0  # milliseconds until it starts automatically; 0: its creator starts it
    daily: DailyDeal | None = None
    group: str = ""  # id of the group that plays here


class SettingsChanged(msgspec.Struct, frozen=True, array_like=True, tag="set"):
    settings: Settings
    kept: list[int] | None = None  # old numbers of the seats that stay; None: the first ones


class Sealed(msgspec.Struct, frozen=True, array_like=True, tag="sealed"):
    """The seed of the next game is fixed; its commitment is public."""

    secret: str
    bots: str  # seed of the bots' own random numbers


class Sat(msgspec.Struct, frozen=True, array_like=True, tag="sat"):
    seat: int
    guest: str
    name: str
    avatar: str | None = None


class BotSat(msgspec.Struct, frozen=True, array_like=True, tag="bot"):
    seat: int
    bot: str


class Left(msgspec.Struct, frozen=True, array_like=True, tag="left"):
    """The seat becomes free; in a game a stand-in continues it."""

    seat: int
    kicked: bool = False


class ChairRequested(msgspec.Struct, frozen=True, array_like=True, tag="asked"):
    """A spectator asks for a chair."""

    guest: str
    name: str
    avatar: str | None = None


class ChairGranted(msgspec.Struct, frozen=True, array_like=True, tag="granted"):
    """A request for a chair is granted for the end of the game; or it is removed."""

    asker: int  # version of the request
    on: bool = True


class Again(msgspec.Struct, frozen=True, array_like=True, tag="again"):
    """After a game, the players of a device are ready for another one, or no longer."""

    guest: str
    on: bool
    fill: str | None = None  # bot for free seats
    game: str | None = None  # suggested for the next game; None: as before


class GameChanged(msgspec.Struct, frozen=True, array_like=True, tag="game"):
    """The people at the table go on to another game; the next one is dealt by its rules."""

    game: str
    rules: int  # the version of the game's rules
    settings: Settings
    kept: list[int]  # old numbers of the seats that stay


class ChairKept(msgspec.Struct, frozen=True, array_like=True, tag="kept"):
    """The player of `seat` was not ready: they watch the next game, and have a chair after it."""

    seat: int
    bot: str | None = None  # that plays in the seat; None: the seat is free


class Went(msgspec.Struct, frozen=True, array_like=True, tag="went"):
    """A stand-in plays for a disconnected or idle player."""

    seat: int
    idle: bool = False  # connected, but several clocks in a row ran out


class CameBack(msgspec.Struct, frozen=True, array_like=True, tag="back"):
    seat: int


class Readied(msgspec.Struct, frozen=True, array_like=True, tag="ready"):
    seat: int
    hash: str  # of the device's part of the seed


class Dealing(msgspec.Struct, frozen=True, array_like=True, tag="dealing"):
    """The game was started: devices reveal their parts of the seed."""


class Parted(msgspec.Struct, frozen=True, array_like=True, tag="part"):
    seat: int
    part: str


class Began(msgspec.Struct, frozen=True, array_like=True, tag="began"):
    options: dict[str, Any]  # all options, with the seat that starts
    chance: list[str]  # the deal
    drawn: int  # random numbers used of the sealed seed
    opening: list[list[Any]] = []  # of a lesson: the steps that the server made, as in a record


class Moved(msgspec.Struct, frozen=True, array_like=True, tag="moved"):
    seat: int
    action: str
    by: str
    chance: list[str]  # outcomes that followed
    drawn: int


class Talked(msgspec.Struct, frozen=True, array_like=True, tag="talked"):
    seat: int
    phrase: str | None
    text: str | None = None


class Muted(msgspec.Struct, frozen=True, array_like=True, tag="muted"):
    seat: int
    on: bool


class Calmed(msgspec.Struct, frozen=True, array_like=True, tag="calmed"):
    """A guest plays without window clocks, or no longer."""

    guest: str
    on: bool


class GlimpsesSeen(msgspec.Struct, frozen=True, array_like=True, tag="seen"):
    """A device has shown everything up to `version`: older glimpses are never sent again."""

    seat: int
    version: int


class Anchored(msgspec.Struct, frozen=True, array_like=True, tag="anchored"):
    """From now on the table's time also runs while no guest is connected: it is the wall clock minus `since`."""

    since: int  # milliseconds since 1970


class Resumed(msgspec.Struct, frozen=True, array_like=True, tag="resumed"):
    """Clocks run again, after devices have revealed events."""

    after: int  # milliseconds that they stood still


class Rehomed(msgspec.Struct, frozen=True, array_like=True, tag="device"):
    """The seats and rights of a guest went to another device."""

    old: str
    new: str
    until: int = 0  # expiry of the token, in seconds since 1970


class Closed(msgspec.Struct, frozen=True, array_like=True, tag="closed"):
    pass


Change = (
    Opened | SettingsChanged | Sealed | Sat | BotSat | Left | ChairRequested | ChairGranted | Again | GameChanged
    | ChairKept | Went | CameBack | Readied | Dealing | Parted | Began | Moved | Talked | Muted | Calmed
    | GlimpsesSeen | Anchored | Resumed | Rehomed | Closed
)  # fmt: skip
# Changes that may give or take seats.
SEATING = (SettingsChanged, GameChanged, Sat, BotSat, Left, ChairKept, Rehomed)


class Entry(msgspec.Struct, frozen=True, array_like=True):
    at: int
    change: Change
    guest: str | None = None
    id: str | None = None
    acknowledged: list[int] | None = None  # version by seat


_encode = msgspec.json.Encoder().encode
read = msgspec.json.Decoder(Entry).decode


def write(entry: Entry) -> bytes:
    """Return the stored form of an entry."""
    return _encode(entry if entry.acknowledged else (entry.at, entry.change, entry.guest, entry.id))
