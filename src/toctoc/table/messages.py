"""What a table tells people and programs: the messages that go out.

An update has a public part, which is encoded once for everybody, and a part for each seat that the receiver plays.
"""

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from .log import Settings

Stage = Literal["lobby", "dealing", "playing", "over", "closed"]


class MessageBase(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    pass


class SeatShown(msgspec.Struct, frozen=True, omit_defaults=True):
    kind: Literal["free", "person", "bot"]
    name: str = ""  # of a free seat: who left it, while the game goes on without them
    bot: str | None = None
    creator: bool = False
    hash: str | None = None  # of the device's part of the next seed: it is ready
    away: bool = False  # a stand-in plays
    idle: bool = False  # and this is why: at a quick match, the player let the clock run out twice in a row
    calm: bool = False  # takes their time: windows have no clock of their own
    muted: bool = False
    avatar: str | None = None  # of a person who has chosen one


class AskerShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who would like a chair."""

    asker: int  # the version of the `done` that they got
    name: str
    avatar: str | None = None
    granted: bool = False  # they play from the next game on


class Lobby(msgspec.Struct, frozen=True):
    """The table around the game, as everybody sees it."""

    code: str
    game: str
    settings: Settings
    stage: Stage
    number: int  # of the game that is played, or was last
    seats: list[SeatShown]
    commitment: str  # SHA-256 of the sealed secret of the game that is played, or else of the next one
    lesson: bool = False  # the first game is a lesson, arranged and not fair; false again when a rematch begins
    asking: list[AskerShown] = []
    waits: int = 0  # milliseconds for which it waits for people, and then begins; 0: its creator starts it
    begins: int = 0  # when it begins by itself, in the table's time; 0 while nobody sits there
    daily: str = ""  # the day of the daily deal that is played here; empty at every other table


class Talk(msgspec.Struct, frozen=True, omit_defaults=True):
    seat: int
    phrase: str | None = None
    text: str | None = None


class Public(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody is told: only what changed."""

    events: list[Any] | Raw = []  # what happened, as a spectator sees it
    view: dict[str, Any] = {}  # fields of the view that changed; all of them when a game begins
    lobby: dict[str, Any] = {}  # fields of the lobby that changed
    deadlines: dict[int, int] | UnsetType = UNSET  # who has until when, in the table's time
    window: int | UnsetType | None = UNSET  # until when the snap window is open
    held: bool | UnsetType = UNSET  # whether the clocks stand still: somebody is being shown something
    waited: int = 0  # milliseconds that the table waited for slower lines before it judged this throw
    talk: Talk | None = None


class Own(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one seat is told besides: only what changed."""

    seat: int
    events: list[Any] | Raw | None = None  # instead of the public ones, where this seat sees more
    view: dict[str, Any] = {}
    legal: list[str] | None = None  # what this seat may do now; stays until the view says that it is not to act
    aid: Any = None  # where the table has the memory aid


class Update(MessageBase, frozen=True, omit_defaults=True):
    version: int
    at: int  # the table's time
    public: Raw
    own: list[Raw] = []
    seats: list[int] | None = None  # those that the receiver plays, whenever seats change


class Missed(msgspec.Struct, frozen=True):
    """Events that were not yet acknowledged; they are shown once."""

    version: int
    seat: int | None  # None: for everybody
    events: list[Any] | Raw


class Recap(msgspec.Struct, frozen=True):
    """For a player who was away: what a stand-in did in the meantime. The view says the rest."""

    seat: int
    moves: int
    scores: list[int]
    turn: int | None


class Welcome(MessageBase, frozen=True, omit_defaults=True):
    """Everything as it is now: the answer to `hello`. Its size does not grow with the game."""

    protocol: int
    version: int
    at: int
    lobby: Lobby
    seats: list[int]  # those that the receiver plays
    creator: bool  # whether the receiver made the table
    view: dict[str, Any] | None = None  # what everybody sees of the game
    deadlines: dict[int, int] = {}
    window: int | None = None
    held: bool = False  # whether these clocks stand still
    looking: list[int] = []  # as in `looking`
    own: list[Own] = []
    missed: list[Missed] = []
    recap: list[Recap] = []
    talk: list[Talk] = []
    warming: list[int] = []  # as in `warming`


class Looking(MessageBase, frozen=True):
    """Who still looks at what all look at together, such as the end of a round; whenever that changes."""

    seats: list[int]  # the table waits for them; none: it goes on


class Warming(MessageBase, frozen=True):
    """Whose bots get ready to think ahead, the first time on a server; whenever that changes."""

    seats: list[int]  # they move as soon as they are ready; none: all are


class Notice(MessageBase, frozen=True):
    """What the host of the server tells everybody, at all tables."""

    text: str  # at most 200 characters


class Done(MessageBase, frozen=True):
    """What was asked is done and stored."""

    id: str
    version: int


class Refused(MessageBase, frozen=True, omit_defaults=True):
    """What was asked is not done; nothing has changed. Only the sender hears of it."""

    code: str
    message: str
    id: str | None = None
    clause: str | None = None
    details: dict[str, Any] = {}


class Hinted(MessageBase, frozen=True, omit_defaults=True):
    id: str
    action: str
    reason: str  # a code whose words are in the language catalogues
    params: dict[str, Any]
    chances: dict[str, int] = {}  # to win, in per cent, after the likeliest actions, the best first


class Pong(MessageBase, frozen=True):
    """The line is alive: the answer to `ping`."""


class Bye(MessageBase, frozen=True):
    """The connection ends, and why."""

    code: str
    message: str


Message = Update | Welcome | Looking | Warming | Notice | Done | Refused | Hinted | Pong | Bye
write = msgspec.json.Encoder().encode
