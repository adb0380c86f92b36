"""The commands that clients send to a table. Each is validated while it is decoded."""

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from toctoc.core.notation import MOST_SEATS

from .log import ClockSetting, Settings

PROTOCOL = 1
PaceSetting = Literal["slow", "normal", "fast"]  # the slowest first
Id = Annotated[
    str, Meta(min_length=1, max_length=40, description="made by the client; sent twice, it counts once")
]
Seat = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1, description="counted from 0")]
Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64, description="32 bytes in hexadecimal")]
Words = Annotated[str, Meta(max_length=200)]


class CommandBase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    pass


class Hello(CommandBase, frozen=True):
    """The first message: the protocol of this client, and the last version that it has shown."""

    protocol: int
    version: Annotated[int, Meta(ge=0)] = 0


class Move(CommandBase, frozen=True):
    """Act, in the game's notation; `seat` only where one device has several."""

    id: Id
    action: Annotated[str, Meta(max_length=80)]
    seat: Seat | None = None


class Sit(CommandBase, frozen=True):
    """Take a seat, or change to another one; on one's own seat, change the name or the picture, also in a game."""

    id: Id
    seat: Seat
    name: Words
    also: bool = False  # keep the seats one has: several people at one device
    avatar: Annotated[str, Meta(max_length=20)] | None = None  # left out, it stays as it is


class Leave(CommandBase, frozen=True):
    """Give up one's seats, or one of them."""

    id: Id
    seat: Seat | None = None


class Bot(CommandBase, frozen=True):
    """The creator puts a bot in a free seat; in a game, also after its player left."""

    id: Id
    seat: Seat
    bot: Annotated[str, Meta(max_length=40)]


class Clear(CommandBase, frozen=True):
    """The creator frees a seat: removes a bot, or sends a player away."""

    id: Id
    seat: Seat


class Set(CommandBase, frozen=True):
    """The creator changes the settings, between games."""

    id: Id
    settings: Settings


class Ready(CommandBase, frozen=True):
    """This device has a random part of the next seed; here is its SHA-256."""

    id: Id
    hash: Hex


class Part(CommandBase, frozen=True):
    """The part itself, once the game is started."""

    id: Id
    part: Hex


class Start(CommandBase, frozen=True):
    """The creator starts; free seats get the bot that is named.

    After a game anybody seated may: it counts as `again` until all other people are ready, or until
    `lobby.may_start`. Then the game starts, without the people who are not ready.
    """

    id: Id
    fill: Annotated[str, Meta(max_length=40)] | None = None
    here: bool = False  # remove the free seats instead


class Again(CommandBase, frozen=True):
    """After a game: the players of this device are ready for another one, or no longer.

    The game starts when all people are ready, or at `lobby.begins`. A spectator with a kept chair may be ready.
    """

    id: Id
    on: bool = True
    fill: Annotated[str, Meta(max_length=40)] | None = None  # bot for free seats; else the server's usual one
    game: Annotated[str, Meta(max_length=40)] | None = None  # suggests this game; else that of `lobby.next_game`


class Ask(CommandBase, frozen=True):
    """A spectator asks for a chair; the request is public."""

    id: Id
    name: Words
    avatar: Annotated[str, Meta(max_length=20)] | None = None


class Visit(CommandBase, frozen=True):
    """A spectator gives name and picture before taking a seat: only the creator receives them, in `visitors`.

    The first one of a spectator counts. Not answered.
    """

    name: Words
    avatar: Annotated[str, Meta(max_length=20)] | None = None


class Grant(CommandBase, frozen=True):
    """The creator answers a request for a chair: at once between games, in a game for the next one; or refuses."""

    id: Id
    asker: Annotated[int, Meta(ge=0, description="as `lobby.asking` names them")]
    on: bool = True


class Say(CommandBase, frozen=True):
    """A picture phrase; or one's own words where the table allows them."""

    id: Id
    phrase: Annotated[str, Meta(max_length=20)] | None = None
    text: Words | None = None
    seat: Seat | None = None


class Mute(CommandBase, frozen=True):
    """The creator silences a player, or lets them talk again."""

    id: Id
    seat: Seat
    on: bool = True


class Calm(CommandBase, frozen=True):
    """Play without the clocks of windows, or no longer. This is public."""

    id: Id
    on: bool = True


class Seen(CommandBase, frozen=True):
    """The device has shown everything up to this version to the player."""

    version: Annotated[int, Meta(ge=0)]


class Ping(CommandBase, frozen=True):
    """Test the connection: pages cannot see the pings of websockets. Answered at once by `pong`."""


class Shown(CommandBase, frozen=True):
    """The device has finished revealing everything up to this version: bots and clocks no longer wait for it.

    The table waits only for devices that send this. Sent again with the same version: the device needs more time.
    """

    version: Annotated[int, Meta(ge=0)]


class Pace(CommandBase, frozen=True):
    """The pace at which this device presents events. Bots pause as the slowest player wishes. Not answered."""

    pace: PaceSetting


class Back(CommandBase, frozen=True):
    """End the stand-in that plays because the clock ran out: a person is here. Not answered."""


class Hint(CommandBase, frozen=True):
    """Ask the strongest bot for a move and its reason."""

    id: Id
    seat: Seat | None = None


class Close(CommandBase, frozen=True):
    """The creator closes the table for good."""

    id: Id


Command = (
    Hello | Move | Sit | Leave | Bot | Clear | Set | Ready | Part | Start | Again | Ask | Visit | Grant | Say
    | Mute | Calm | Seen | Shown | Pace | Ping | Back | Hint | Close
)  # fmt: skip
BY_DEVICE = (Seen, Shown, Pace, Ready, Part, Visit)  # sent by devices without an action of a person
read = msgspec.json.Decoder(Command).decode
CHOICES = {
    "$.type": [str(kind.__struct_config__.tag) for kind in get_args(Command)],
    "$.settings.clock": list(get_args(ClockSetting)),
    "$.pace": list(get_args(PaceSetting)),
}


def explained(error: Exception) -> str:
    """Return the reason for a decoding error, with the allowed values if they are a list of words."""
    text = str(error)[:200]
    choices = CHOICES.get(text.rpartition(" - at ")[2].strip("`"))
    return f"{text}; it may be {', '.join(choices)}" if choices else text


class _WithId(msgspec.Struct):
    """Any message, decoded only as far as its id."""

    id: Id | None = None


_id_decoder = msgspec.json.Decoder(_WithId)


def id_of(message: bytes) -> str | None:
    """Return the id of a message that may be invalid, so that the refusal can name it."""
    try:
        return _id_decoder.decode(message).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
