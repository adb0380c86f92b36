"""The messages that a table sends to clients.

An update has a public part, which is encoded once for all clients, and a part for each seat of the receiver.
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
    name: str = ""  # of a free seat: its last player, if they left during the game
    bot: str | None = None
    creator: bool = False
    hash: str | None = None  # of the device's part of the next seed: it is ready
    away: bool = False  # a stand-in plays
    idle: bool = False  # reason: at a quick match, two clocks of the player ran out in a row
    calm: bool = False  # plays without the clocks of windows
    muted: bool = False
    avatar: str | None = None  # of a person, if chosen
    again: bool = False  # of a person after a game: ready for another one


class AskerShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """The request of a spectator for a chair, or the chair that is kept for one."""

    asker: int  # the version in the `done` of the request
    name: str
    avatar: str | None = None
    granted: bool = False  # for the next game
    kept: bool = False  # the spectator played the last game, and was not ready for this one
    again: bool = False  # of a kept chair: ready for the next game


class VisitorShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A connected guest without a seat."""

    name: str = ""  # empty unless the guest has sent `visit`
    avatar: str | None = None


class Lobby(msgspec.Struct, frozen=True):
    """The public state of the table around the game."""

    code: str
    game: str
    settings: Settings
    stage: Stage
    number: int  # of the current or last game
    seats: list[SeatShown]
    commitment: str  # SHA-256 of the sealed secret of the current game, or else of the next one
    lesson: bool = False  # the first game is a lesson, arranged and not fair; false again when a rematch begins
    asking: list[AskerShown] = []
    waits: int = 0  # milliseconds until it starts automatically; 0: its creator starts it
    begins: int = 0  # time of the automatic start, in the table's time; 0: none, as too few are here or ready
    daily: str = ""  # day of the daily deal; empty at every other table
    may_start: int = 0  # after a game: from when a ready player may start without the others; 0: nobody is ready
    next_game: str = ""  # after a game: the ready people suggest to play this one next; empty: the same
    colours: list[int] = []  # of each seat: players keep theirs when seats change; empty: that of its own number
    key: str = ""  # follows the code in links, `CODE-KEY`; empty for a table on the client's own device


class Absence(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player without a connection."""

    seat: int
    since: int  # in the table's time
    until: int | None = None  # when a stand-in begins to play; None: it plays already, or none will


class Talk(msgspec.Struct, frozen=True, omit_defaults=True):
    seat: int
    phrase: str | None = None
    text: str | None = None


class Public(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public part of an update: only changes."""

    events: list[Any] | Raw = []  # as a spectator sees them
    view: dict[str, Any] = {}  # changed fields of the view; all of them when a game begins
    lobby: dict[str, Any] = {}  # changed fields of the lobby
    deadlines: dict[int, int] | UnsetType = UNSET  # by seat, in the table's time
    window: int | UnsetType | None = UNSET  # end of the snap window
    held: bool | UnsetType = UNSET  # whether the clocks stand still, while devices reveal events
    waited: int = 0  # milliseconds for which the table waited for slower connections before it judged this throw
    talk: Talk | None = None


class Own(msgspec.Struct, frozen=True, omit_defaults=True):
    """The private part of an update, for one seat: only changes."""

    seat: int
    events: list[Any] | Raw | None = None  # instead of the public ones, if this seat sees more
    view: dict[str, Any] = {}
    legal: list[str] | None = None  # legal actions; they stay until the view says that the seat does not act
    aid: Any = None  # the memory aid, if the table has it


class Update(MessageBase, frozen=True, omit_defaults=True):
    version: int
    at: int  # the table's time
    public: Raw
    own: list[Raw] = []
    seats: list[int] | None = None  # of the receiver, whenever seats change


class Missed(msgspec.Struct, frozen=True):
    """Events that were not yet acknowledged; they are shown once."""

    version: int
    seat: int | None  # None: public
    events: list[Any] | Raw


class Recap(msgspec.Struct, frozen=True):
    """The moves of a stand-in, for a player on return. The view has the rest."""

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
    seats: list[int]  # of the receiver
    creator: bool  # whether the receiver made the table
    view: dict[str, Any] | None = None  # the public view of the game
    deadlines: dict[int, int] = {}
    window: int | None = None
    held: bool = False  # whether these clocks stand still
    looking: list[int] = []  # as in `looking`
    own: list[Own] = []
    missed: list[Missed] = []
    recap: list[Recap] = []
    talk: list[Talk] = []
    warming: list[int] = []  # as in `warming`
    asker: int | None = None  # the receiver's request for a chair, as `lobby.asking` names it
    absent: list[Absence] = []  # as in `absent`
    visitors: list[VisitorShown] = []  # as in `visitors`
    screens: int = 0  # as in `screens`
    looking_screen: bool = False  # as `looking.screen`


class Looking(MessageBase, frozen=True):
    """The seats that are still shown a shared scene, such as the end of a round or a game, when that changes."""

    seats: list[int]  # the table waits for them; empty: it goes on
    screen: bool = False  # after a game, whether a big screen is still shown the last cards


class Absent(MessageBase, frozen=True):
    """The players without a connection; whenever that changes. At a slow table nobody counts as absent."""

    at: int  # the table's time
    absent: list[Absence]


class Warming(MessageBase, frozen=True):
    """The seats of bots that are being compiled, the first time on a server; whenever that changes."""

    seats: list[int]  # they move as soon as they are ready; empty: all are


class Visitors(MessageBase, frozen=True):
    """The connected guests without a seat, before the first game; for the creator only, whenever that changes."""

    visitors: list[VisitorShown]  # the first ones; without the creator


class Screens(MessageBase, frozen=True):
    """The number of big screens that show the table to everybody in the room; whenever that changes."""

    screens: int  # with one, a phone may show only what is private and what is asked


class Notice(MessageBase, frozen=True):
    """A message from the host of the server to all tables."""

    text: str  # at most 200 characters


class Done(MessageBase, frozen=True):
    """The command is done and stored."""

    id: str
    version: int


class Refusal(MessageBase, frozen=True, omit_defaults=True, tag="refused"):
    """The command is refused; nothing has changed. Only its sender receives this."""

    code: str
    message: str
    id: str | None = None
    clause: str | None = None
    details: dict[str, Any] = {}


class Hinted(MessageBase, frozen=True, omit_defaults=True):
    id: str
    action: str
    reason: str  # a code; its words are in the language catalogues
    params: dict[str, Any]
    chances: dict[str, int] = {}  # to win, in per cent, after the likeliest actions, the best first


class Pong(MessageBase, frozen=True):
    """The connection works: the answer to `ping`."""


class Bye(MessageBase, frozen=True):
    """The reason for which the server closes the connection."""

    code: str
    message: str


Message = (
    Update | Welcome | Looking | Absent | Warming | Visitors | Screens | Notice | Done | Refusal
    | Hinted | Pong | Bye
)  # fmt: skip
write = msgspec.json.Encoder().encode
