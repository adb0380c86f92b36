"""What is in the bodies of HTTP requests and answers."""

from http import HTTPStatus
from typing import Annotated, Any, Literal

import msgspec
from litestar.openapi import ResponseSpec

from toctoc.analysis import Analysis
from toctoc.server.facts import BotFacts, GameFacts
from toctoc.table import commands, log, messages
from toctoc.table.codes import FIRST


class Host(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How whoever makes a table sits down at it, and perhaps starts at once."""

    name: commands.Words
    avatar: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    seat: commands.Seat = 0
    hash: commands.Hex | None = None  # of this device's part of the first seed: as `ready`
    start: bool = False
    fill: Annotated[str, msgspec.Meta(max_length=40)] | None = None  # the bot for the other seats: as `start`


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    settings: log.Settings | None = None  # for the fewest players, as the game is usually played
    program: bool = False  # whether the answer shall have a token instead of a cookie
    lesson: bool = False  # whether the first game is one: chance is arranged for whoever learns in seat 0
    host: Host | None = None  # left out, nobody sits down yet
    language: Annotated[str, msgspec.Meta(max_length=8)] = FIRST  # of the words of the table's code


class WantedMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    language: Annotated[str, msgspec.Meta(max_length=8)] = FIRST  # of the words of a new table's code
    besides: Annotated[str, msgspec.Meta(max_length=60)] = ""  # the code of a table that was full already
    program: bool = False  # whether the answer shall have a token instead of a cookie


class Made(msgspec.Struct, frozen=True, omit_defaults=True):
    code: str
    socket: str  # the path of the table's websocket
    token: str | None = None


class TakeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: Annotated[str, msgspec.Meta(max_length=300)]


class Device(msgspec.Struct, frozen=True):
    """What another device needs to take over one's seats; good for five minutes, once."""

    token: str
    link: str
    qr: str  # a picture, SVG


class Invitation(msgspec.Struct, frozen=True):
    """What others need to come to a table."""

    code: str
    link: str
    qr: str  # a picture, SVG


class Games(msgspec.Struct, frozen=True):
    """What can be played here, against which bots, and what can be said."""

    protocol: int
    version: str
    games: list[GameFacts]
    bots: list[str]
    phrases: dict[str, str]
    bot_facts: list[BotFacts]  # of the same bots
    without: list[str] = []  # what the host has switched off


class Turn(msgspec.Struct, frozen=True):
    """For whom a table waits: what somebody who comes by now and then wants to know."""

    stage: messages.Stage
    yours: bool  # whether it waits for whoever asks
    players: list[str]  # the names of the people for whom it waits
    left: int | None  # milliseconds until the first of them has no time left; None without a clock


class PushKey(msgspec.Struct, frozen=True):
    """What a browser needs to subscribe to pushes of this server."""

    key: str  # a point of P-256, uncompressed, in base64url: `applicationServerKey`


class WantPush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say where to push when it is one's turn at a slow table."""

    endpoint: Annotated[str, msgspec.Meta(max_length=2000)]  # of the browser's subscription


class Words(msgspec.Struct, frozen=True):
    """The texts of a game in one language, by their keys; one for each plural form where it has some."""

    texts: dict[str, str | dict[str, str]]


class RulesText(msgspec.Struct, frozen=True):
    """Give the rules of a game in one language."""

    text: str  # Markdown, in sections and numbered clauses


class NewTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say how somebody sits down to try the daily deal."""

    name: commands.Words
    avatar: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    language: Annotated[str, msgspec.Meta(max_length=8)] = FIRST  # of the words of the table's code


class DailyTry(msgspec.Struct, frozen=True, omit_defaults=True):
    """Tell of one's own try of a daily deal."""

    code: str = ""  # of its table; empty once it was deleted
    score: int | None = None  # once it is over
    place: int | None = None  # from 1; equals share one
    worse: int = 0  # how many others did worse
    equal: int = 0  # how many others did as well


class DailyCurve(msgspec.Struct, frozen=True):
    """Say how everybody did: numbers, no names."""

    scores: list[int]  # from the worst on
    counts: list[int]  # how many have each


class DailyBefore(msgspec.Struct, frozen=True):
    """The deal of the day before, which is open."""

    day: str
    commitment: str
    secret: str
    played: int
    curve: DailyCurve
    mine: DailyTry | None = None


class DailyGame(msgspec.Struct, frozen=True):
    """Tell of the daily deal of a game."""

    game: str
    players: int
    bot: str  # in all seats but the first
    commitment: str  # SHA-256 of the sealed secret of today's deal
    next_commitment: str  # of tomorrow's
    played: int  # tries that are over
    mine: DailyTry | None = None
    curve: DailyCurve | None = None  # once one's own try is over
    before: DailyBefore | None = None


class Daily(msgspec.Struct, frozen=True):
    """Hold the daily deals of a server."""

    day: str
    now: float  # by the server's clock, in seconds since 1970
    ends: int  # when the next ones begin
    games: list[DailyGame]


class WantAnalysis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask how a game went for a seat."""

    seat: commands.Seat = 0
    open: bool = False  # whether everything is open: else only what the seat knew at each moment


class Lookback(msgspec.Struct, frozen=True, omit_defaults=True):
    """Say how far an analysis is, or what it says."""

    state: Literal["waiting", "working", "done"]
    ahead: int = 0  # how many come before it, about
    percent: int = 0  # of it that is done
    analysis: Analysis | None = None


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say as whom somebody joins a group."""

    name: commands.Words
    avatar: Annotated[str, msgspec.Meta(max_length=20)] | None = None


class NewGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say what a new group is called, and who makes it."""

    group: commands.Words
    name: commands.Words
    avatar: Annotated[str, msgspec.Meta(max_length=20)] | None = None


class GroupTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say for which game a group's table is laid."""

    game: str
    language: Annotated[str, msgspec.Meta(max_length=8)] = FIRST  # of the words of the table's code


class GroupMember(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hold what a group remembers of somebody; their chair is their place in the list."""

    name: str
    avatar: str | None = None
    played: int = 0
    won: int = 0
    creator: bool = False
    you: bool = False


class GroupPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Say who sat in a seat, as they were called then."""

    name: str
    avatar: str | None = None
    bot: str | None = None


class GroupGame(msgspec.Struct, frozen=True):
    """Hold a game that a group has played."""

    game: str
    at: float  # in seconds since 1970
    players: list[GroupPlayer]
    scores: list[int]
    winners: list[int]


class GroupShown(msgspec.Struct, frozen=True):
    """Hold a group, as whoever has its link sees it."""

    id: str
    name: str
    members: list[GroupMember]
    played: int  # games so far
    games: list[GroupGame]  # the last ones, the newest first
    table: str  # the code of the last table; empty before the first
    yours: bool  # whether the receiver made it, and may close it


class Listed(msgspec.Struct, frozen=True):
    tables: list[messages.Lobby]


class Ready(msgspec.Struct, frozen=True):
    """Say whether people may be sent to this server, and what is wrong if not."""

    ready: bool
    store: str  # writable, or why not: full, busy, broken, slow
    file: str  # there, or gone: moved, removed or replaced since the server has opened it
    space: str  # enough, or low: less than the limit `space_bytes`
    free_bytes: int | None
    last_commit_seconds: float | None  # ago


class HostTable(msgspec.Struct, frozen=True):
    """A table as the host sees it: no names, no cards."""

    code: str
    game: str
    people: int  # who are there now; none: it sleeps
    quiet_seconds: int  # since something happened there
    listed: bool


class HostTables(msgspec.Struct, frozen=True):
    tables: list[HostTable]  # where somebody is first, then those that were last played at
    more: int  # that are not in this list


class HostLoad(msgspec.Struct, frozen=True):
    """How much goes on now; `steps`, `failed` and `commits` are counted since the start."""

    at: float  # seconds, of a clock of the server
    people: int
    connections: int
    sockets: int
    tables: int  # in memory
    tables_awake: int
    games: int
    steps: int  # of tables: moves, and whatever else was stored
    failed: int
    commits: int
    waiting: dict[str, int]  # thoughts, by lane


class Notice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: commands.Words


class Told(msgspec.Struct, frozen=True):
    tables: int


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was not done."""

    code: str
    message: str
    clause: str | None = None
    details: dict[str, Any] = {}


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Return what may go wrong, for the OpenAPI description."""
    every = sorted({*statuses, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.INTERNAL_SERVER_ERROR})
    return {
        int(status): ResponseSpec(Problem, generate_examples=False, description=HTTPStatus(status).phrase)
        for status in every
    }
