"""The log of a table, line by line, as it is stored. What is not in it did not happen.

Lines are JSON arrays: `[at, what, guest, id]`, where `at` is the table's own time in milliseconds (it stands still
while the table sleeps), and guest and id say whose message with which id it answers. A fifth part, by seat, says
up to which version people have acknowledged what they were told, where that is news to the log.
"""

from typing import Any, Literal

import msgspec

ClockSetting = Literal["none", "relaxed", "fast", "hours", "day"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is played at; its creator may change them between games."""

    players: int
    options: dict[str, Any] = {}  # the game's own
    listed: bool = False  # shown to everybody; else only to those who have the link or the code
    clock: ClockSetting = "none"  # H3
    free_text: bool = False  # talk in one's own words, not only in pictures
    hints: bool = False


class Daily(msgspec.Struct, frozen=True):
    """A table is of the daily deal: one game, the same deal as everybody's, and nothing else happens there."""

    day: str
    id: str  # of the document that will hold its result
    ends: int  # the day, in seconds since 1970; what ends later does not count
    opens: int  # when everybody may know the deal, and so how the game went


class Opened(msgspec.Struct, frozen=True, array_like=True, tag="opened"):
    code: str
    game: str
    rules: int  # the version of the game's rules
    creator: str  # a guest
    settings: Settings
    lesson: bool = False  # whether the first game's chance is arranged for a learner
    waits: int = 0  # milliseconds for which it waits for people, until it begins by itself; 0: its creator starts
    daily: Daily | None = None
    group: str = ""  # the id of the group that plays here


class Set(msgspec.Struct, frozen=True, array_like=True, tag="set"):
    settings: Settings
    kept: list[int] | None = None  # the seats that stay, by their old numbers; else the first ones


class Sealed(msgspec.Struct, frozen=True, array_like=True, tag="sealed"):
    """The seed of the next game is fixed; everybody is shown its commitment."""

    secret: str
    bots: str  # the seed of the bots' own dice, apart from it


class Sat(msgspec.Struct, frozen=True, array_like=True, tag="sat"):
    seat: int
    guest: str
    name: str
    avatar: str | None = None


class BotSat(msgspec.Struct, frozen=True, array_like=True, tag="bot"):
    seat: int
    bot: str


class Left(msgspec.Struct, frozen=True, array_like=True, tag="left"):
    """Nobody has the seat any more; in a game a stand-in plays it on."""

    seat: int
    kicked: bool = False


class Asked(msgspec.Struct, frozen=True, array_like=True, tag="asked"):
    """Somebody who watches would like a chair."""

    guest: str
    name: str
    avatar: str | None = None


class Granted(msgspec.Struct, frozen=True, array_like=True, tag="granted"):
    """Who asked gets a chair when the game is over; or none."""

    asker: int  # the version at which they asked
    on: bool = True


class Went(msgspec.Struct, frozen=True, array_like=True, tag="went"):
    """A stand-in plays for the player: without a connection for a while, or idle."""

    seat: int
    idle: bool = False  # connected, but let the clock run out several times in a row


class CameBack(msgspec.Struct, frozen=True, array_like=True, tag="back"):
    seat: int


class Readied(msgspec.Struct, frozen=True, array_like=True, tag="ready"):
    seat: int
    hash: str  # of the device's own part of the seed


class Dealing(msgspec.Struct, frozen=True, array_like=True, tag="dealing"):
    """The start: devices show their parts."""


class Parted(msgspec.Struct, frozen=True, array_like=True, tag="part"):
    seat: int
    part: str


class Began(msgspec.Struct, frozen=True, array_like=True, tag="began"):
    options: dict[str, Any]  # all of them, the seat that starts included
    chance: list[str]  # the deal
    drawn: int  # how much of the sealed seed is used


class Moved(msgspec.Struct, frozen=True, array_like=True, tag="moved"):
    seat: int
    action: str
    by: str
    chance: list[str]  # what followed by chance
    drawn: int


class Talked(msgspec.Struct, frozen=True, array_like=True, tag="talked"):
    seat: int
    phrase: str | None
    text: str | None = None


class Muted(msgspec.Struct, frozen=True, array_like=True, tag="muted"):
    seat: int
    on: bool


class Calmed(msgspec.Struct, frozen=True, array_like=True, tag="calmed"):
    """A guest takes their time, or no longer."""

    guest: str
    on: bool


class Seen(msgspec.Struct, frozen=True, array_like=True, tag="seen"):
    """A player's device has shown everything up to that version: glimpses before it are never sent again."""

    seat: int
    version: int


class Anchored(msgspec.Struct, frozen=True, array_like=True, tag="anchored"):
    """From now on the table's time goes on while nobody is there: it is the wall's, less so much."""

    since: int  # milliseconds since 1970


class Resumed(msgspec.Struct, frozen=True, array_like=True, tag="resumed"):
    """Clocks go on: they stood still while people were shown something."""

    after: int  # milliseconds


class Rehomed(msgspec.Struct, frozen=True, array_like=True, tag="device"):
    """A guest's seats went to another device, and what rights they had."""

    old: str
    new: str
    until: int = 0  # in seconds since 1970: when the token expires with which they went


class Closed(msgspec.Struct, frozen=True, array_like=True, tag="closed"):
    pass


Change = (
    Opened | Set | Sealed | Sat | BotSat | Left | Asked | Granted | Went | CameBack | Readied | Dealing | Parted
    | Began | Moved | Talked | Muted | Calmed | Seen | Anchored | Resumed | Rehomed | Closed
)  # fmt: skip
SEATING = (Set, Sat, BotSat, Left, Rehomed)  # after these somebody may have another seat, or none


class Entry(msgspec.Struct, frozen=True, array_like=True):
    at: int
    change: Change
    guest: str | None = None
    id: str | None = None
    told: list[int] | None = None


_encode = msgspec.json.Encoder().encode
read = msgspec.json.Decoder(Entry).decode


def write(entry: Entry) -> bytes:
    """Return an entry as a line."""
    return _encode(entry if entry.told else (entry.at, entry.change, entry.guest, entry.id))
