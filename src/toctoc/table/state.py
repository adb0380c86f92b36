"""What a table remembers, apart from the live game: the fold of its log, and what a snapshot holds."""

from typing import Any

import msgspec
from msgspec import Raw

from .log import Daily, Settings
from .messages import Stage, Talk

SLOW = ("hours", "day")  # clocks
KEPT_TALK = 20
KEPT_GLIMPSES = 8  # a seat, of a device that never says what it has shown
KEPT_EVENTS = 32  # entries whose events somebody whose line broke may still get
KEPT_IDS = 64  # of each guest; a client has fewer messages that are not answered yet
KEPT_GUESTS = 32  # those who asked for something last, besides whoever has a seat
KEPT_NAMED = 256  # guests who were sent away, were silenced, or take their time: the last ones


class Seat(msgspec.Struct, omit_defaults=True):
    guest: str | None = None
    name: str = ""
    bot: str | None = None
    away: bool = False
    hash: str | None = None
    seen: int = 0  # the version up to which glimpses were shown
    told: int = 0  # the version up to which all events arrived, or were not for them
    stood_in: int = 0  # moves that a stand-in made since the player went
    avatar: str | None = None
    idle: bool = False  # as in `Went`
    lapses: int = 0  # at a quick match: how many clocks in a row the player let run out
    left: str = ""  # the name of who left it since the game began; the avatar was theirs

    @property
    def is_free(self) -> bool:
        """Tell whether neither a player nor a bot has the seat."""
        return self.guest is None and self.bot is None


class Device(msgspec.Struct, omit_defaults=True):
    """What a seat's device gave to the seed; it stays when another player takes the seat."""

    hash: str | None = None
    part: str | None = None


class Asker(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who watches and would like a chair."""

    guest: str
    name: str
    since: int  # the version at which they asked
    avatar: str | None = None
    granted: bool = False  # they get one when the game is over


class Glimpse(msgspec.Struct, frozen=True):
    """Something shown to one seat for a moment, until its device says that it was seen."""

    version: int
    seat: int
    events: list[Any]


class Happening(msgspec.Struct, frozen=True, array_like=True):
    """The events of an entry as they were told: to everybody, and instead of that to the seats that saw more."""

    version: int
    events: Raw
    own: dict[int, Raw] = {}


class State(msgspec.Struct, omit_defaults=True):
    code: str
    game: str
    rules: int
    creator: str
    settings: Settings
    seats: list[Seat]
    stage: Stage = "lobby"
    version: int = 0
    at: int = 0
    number: int = 0  # games begun
    starter: int = 0
    secret: str = ""
    bots: str = ""
    options: dict[str, Any] = {}  # of the game that is played
    players: int = 0  # of it; there may be more seats after it
    steps: list[list[Any]] = []  # of it, as a record has them
    drawn: int = 0
    devices: list[Device] = []  # since the game was started
    dealing_until: int = 0
    deadlines: dict[int, int] = {}
    window: int | None = None  # until when the snap window is open; 0: without a clock of its own (C10)
    window_since: int = 0
    banned: list[str] = []  # guests that the creator sent away
    calm: list[str] = []  # guests who take their time
    muted: list[str] = []  # guests that the creator silenced
    moved: dict[str, int] = {}  # by guest whose seats went to another device: when the token for it expires
    ids: dict[str, int] = {}  # of earlier versions: what was asked, by guest and id in one word
    done: dict[str, dict[str, int]] = {}  # by guest, who asked last at the end: ids, and what version came of each
    glimpses: list[Glimpse] = []
    recent: list[Happening] = []
    talk: list[Talk] = []
    asking: list[Asker] = []
    lesson: bool = False  # whether the game that is played, was last, or comes first is one
    anchor: int | None = None  # as in `Anchored`, at a slow table
    waits: int = 0  # as in `Opened`, until the first game
    quick: bool = False  # a quick match: the table waited for people, and has no owner
    latest: int = 0  # when it begins by itself at the latest, once somebody sits there
    begins: int = 0  # when it begins by itself as things are; 0: not
    daily: Daily | None = None  # which daily deal is played here
    group: str = ""  # which group plays here; whoever knows it may join, so it is told to nobody

    def keep_glimpse(self, seat: int, events: list[Any]) -> None:
        """Keep what `seat` was shown for a moment; only the last ones, for a welcome shall not grow for ever."""
        mine = [g for g in self.glimpses if g.seat == seat][1 - KEPT_GLIMPSES :]
        others = [g for g in self.glimpses if g.seat != seat]
        self.glimpses = [*others, *mine, Glimpse(self.version, seat, events)]

    def keep_events(self, events: Raw, own: dict[int, Raw]) -> None:
        """Keep what this entry told, for those whose line breaks, or is broken."""
        self.recent.append(Happening(self.version, events, own))
        if len(self.recent) > KEPT_EVENTS:
            del self.recent[0]

    def keep_id(self, guest: str, id: str) -> None:
        """Keep which version came of what `guest` asked with that id; only as long as it may be asked again."""
        ids = self.done.pop(guest, {})
        ids[id] = self.version
        if len(ids) > KEPT_IDS:
            del ids[next(iter(ids))]
        self.done[guest] = ids
        if len(self.done) > KEPT_GUESTS:
            here = {self.creator, guest, *(seat.guest for seat in self.seats)}
            del self.done[next(other for other in self.done if other not in here)]

    def version_of(self, guest: str, id: str) -> int | None:
        """Return the version that came of what `guest` asked with that id; None if nothing did, or long ago."""
        return self.done.get(guest, {}).get(id)


def named(guests: list[str], guest: str, on: bool = True) -> list[str]:
    """Return a list of guests with that one at its end, or without; the list shall not grow for ever."""
    return ([other for other in guests if other != guest] + [guest] * on)[-KEPT_NAMED:]


def is_calm(s: State) -> bool:
    """Tell whether somebody who is here takes their time."""
    return any(seat.guest in s.calm and not seat.away for seat in s.seats if seat.guest)


def is_slow(s: State) -> bool:
    """Tell whether people come by once in a while: nobody is missed, and clocks go on while all are away (H3)."""
    return s.settings.clock in SLOW


def next_starter(s: State) -> int:
    """Return the seat that begins the rematch: the one to the left of the last game's starter."""
    return (s.starter + 1) % len(s.seats)


encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(State).decode


def decode(snapshot: bytes) -> State:
    """Read a snapshot, of an earlier version too."""
    s = _decode(snapshot)
    s.players = s.players or len(s.seats)
    ids, s.ids, version = s.ids, {}, s.version
    for key, s.version in sorted(ids.items(), key=lambda item: item[1]):
        s.keep_id(*key.split(" ", 1))
    s.version = version
    return s
