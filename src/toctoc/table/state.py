"""The state of a table apart from the running match: the fold of its log, and the content of a snapshot.

Field names are keys of stored snapshots: a field that is renamed keeps its stored name (`name=`).
"""

from typing import Any

import msgspec
from msgspec import Raw

from toctoc import fair

from .log import DailyDeal, Settings
from .messages import Stage, Talk

SLOW_CLOCKS = ("hours", "day")
KEPT_TALK = 20
KEPT_GLIMPSES = 8  # for each seat, if its device never acknowledges any
KEPT_EVENTS = 32  # entries; their events are sent again after a lost connection
KEPT_IDS = 64  # command ids of each guest; a client has fewer unanswered commands
KEPT_GUESTS = 32  # guests with the latest commands, besides those with a seat
KEPT_NAMED = 256  # the latest banned, muted or calm guests


class SeatState(msgspec.Struct, omit_defaults=True):
    guest: str | None = None
    name: str = ""
    bot: str | None = None
    away: bool = False
    hash: str | None = None
    seen: int = 0  # version up to which the device has shown glimpses
    acknowledged: int = msgspec.field(default=0, name="told")  # version up to which the device received all events
    stood_in: int = 0  # moves of a stand-in since the player went away
    avatar: str | None = None
    idle: bool = False  # as in `Went`
    lapses: int = 0  # at a quick match: consecutive clocks that the player let run out
    left: str = ""  # name of the last player, if they left during the game; `avatar` is then theirs
    again: bool = False  # after a game: ready for another one
    keeps: str | None = None  # of a bot: the guest whose chair it keeps, as in `ChairKept`

    @property
    def is_free(self) -> bool:
        """Tell whether neither a player nor a bot has the seat."""
        return self.guest is None and self.bot is None


class DeviceSeed(msgspec.Struct, omit_defaults=True):
    """A device's part of the seed. It stays when another player takes the seat."""

    hash: str | None = None
    part: str | None = None


class ChairRequest(msgspec.Struct, frozen=True, omit_defaults=True):
    """The request of a spectator for a chair."""

    guest: str
    name: str
    since: int  # version of the entry that made the request
    avatar: str | None = None
    granted: bool = False  # at the end of the game
    kept: bool = False  # not asked for: the player was not ready for this game
    again: bool = False  # of a kept chair: ready for the next game


class Glimpse(msgspec.Struct, frozen=True):
    """Events that one seat sees for a moment, kept until its device acknowledges them."""

    version: int
    seat: int
    events: list[Any]


class RecentEvents(msgspec.Struct, frozen=True, array_like=True):
    """The encoded events of an entry: for everybody, and instead of those for each seat that saw more."""

    version: int
    events: Raw
    own: dict[int, Raw] = {}


class TableState(msgspec.Struct, omit_defaults=True):
    code: str
    game: str
    rules: int
    creator: str
    settings: Settings
    seats: list[SeatState]
    stage: Stage = "lobby"
    version: int = 0
    at: int = 0
    number: int = 0  # of games begun
    starter: int = 0
    secret: str = ""
    bots: str = ""
    options: dict[str, Any] = {}  # of the current game
    players: int = 0  # of the current game; seats may be added after it
    steps: list[list[Any]] = []  # of the current game, as in a record
    drawn: int = 0
    devices: list[DeviceSeed] = []  # since the game was started
    dealing_until: int = 0
    deadlines: dict[int, int] = {}
    window: int | None = None  # when the snap window (`Game.race`) closes; 0: it has no clock of its own
    window_since: int = 0
    banned: list[str] = []  # guests that the creator sent away
    calm: list[str] = []  # guests that play without window clocks
    muted: list[str] = []  # guests that the creator muted
    moved: dict[str, int] = {}  # expiry of the token by guest, after a move to another device
    done: dict[str, dict[str, int]] = {}  # by guest, the latest last: version of the entry by command id
    glimpses: list[Glimpse] = []
    recent: list[RecentEvents] = []
    talk: list[Talk] = []
    asking: list[ChairRequest] = []
    lesson: bool = False  # whether the current, last or first game is a lesson
    anchor: int | None = None  # as in `Anchored`, at a slow table
    waits: int = 0  # as in `Opened`, until the first game
    quick: bool = False  # a quick match: the table waited for players, and has no owner
    latest: int = 0  # latest automatic start, once a player has sat down
    begins: int = 0  # time of the automatic start as things are; 0: none
    may_start: int = 0  # after a game: from when a ready player may start without the others; 0: nobody is ready
    next_game: str = ""  # after a game: the one that people suggest to play next; empty: the same
    fill: str = ""  # bot for free seats of the next game; empty: the server's usual one
    daily: DailyDeal | None = None
    colours: list[int] = []  # as in `messages.Lobby`
    variants: dict[str, dict[str, Any]] = {}  # by game that was played here before: the options of its last time
    group: str = ""  # id of the group that plays here; it admits to the group, so it is never sent

    @property
    def is_calm(self) -> bool:
        """Tell whether a present player is calm, so that windows have no clock of their own."""
        return any(seat.guest in self.calm and not seat.away for seat in self.seats if seat.guest)

    @property
    def seat_colours(self) -> list[int]:
        """Return the colour of each seat."""
        return self.colours or list(range(len(self.seats)))

    @property
    def is_slow_table(self) -> bool:
        """Tell whether clocks run while all players are disconnected, and no stand-in replaces them (H3)."""
        return self.settings.clock in SLOW_CLOCKS

    @property
    def has_clocks(self) -> bool:
        """Tell whether a deadline or a snap window is running."""
        return bool(self.deadlines) or self.window is not None

    @property
    def next_starter(self) -> int:
        """Return the seat that begins the rematch: the one to the left of the last game's starter."""
        return (self.starter + 1) % len(self.seats)

    def shuffle(self, number: int) -> fair.Fair:
        """Return the shuffle of game `number`, from the sealed secret and the parts of the devices."""
        hashes = [device.hash for device in self.devices]
        parts = [bytes.fromhex(device.part) if device.part else None for device in self.devices]
        return fair.gather(number, bytes.fromhex(self.secret), hashes, parts)

    def keep_glimpse(self, seat: int, events: list[Any]) -> None:
        """Keep the momentary events of `seat`; only the latest ones, so that a welcome stays short."""
        mine = [g for g in self.glimpses if g.seat == seat][1 - KEPT_GLIMPSES :]
        others = [g for g in self.glimpses if g.seat != seat]
        self.glimpses = [*others, *mine, Glimpse(self.version, seat, events)]

    def keep_events(self, events: Raw, own: dict[int, Raw]) -> None:
        """Keep the events of this entry, for clients that lose the connection."""
        self.recent.append(RecentEvents(self.version, events, own))
        if len(self.recent) > KEPT_EVENTS:
            del self.recent[0]

    def keep_id(self, guest: str, id: str, version: int) -> None:
        """Keep the `version` of the entry that did the command `id` of `guest`; only the latest ones."""
        ids = self.done.pop(guest, {})
        ids[id] = version
        if len(ids) > KEPT_IDS:
            del ids[next(iter(ids))]
        self.done[guest] = ids
        if len(self.done) > KEPT_GUESTS:
            here = {self.creator, guest, *(seat.guest for seat in self.seats)}
            del self.done[next(other for other in self.done if other not in here)]

    def version_of(self, guest: str, id: str) -> int | None:
        """Return the version of the entry that did the command `id` of `guest`; None if none did, or long ago."""
        return self.done.get(guest, {}).get(id)


def named(guests: list[str], guest: str, on: bool = True) -> list[str]:
    """Return `guests` with `guest` at the end, or without; only the latest `KEPT_NAMED`."""
    return ([other for other in guests if other != guest] + [guest] * on)[-KEPT_NAMED:]


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(TableState).decode
