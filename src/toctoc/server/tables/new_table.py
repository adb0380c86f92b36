"""The request for a new table, the first commands of its creator, and the answer, for every host of tables."""

import secrets
from random import SystemRandom
from typing import Annotated

import msgspec

from toctoc.core.errors import Refused
from toctoc.core.registry import GAMES
from toctoc.server.live.hub import Hub
from toctoc.table import commands, log
from toctoc.table.checks import check_settings
from toctoc.table.codes import DEFAULT_LANGUAGE, keyed, new_code
from toctoc.table.game import script


class Host(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat of the creator of a table, and whether the game starts at once."""

    name: commands.Words
    avatar: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    seat: commands.Seat = 0
    hash: commands.Hex | None = None  # of this device's part of the first seed: as `ready`
    start: bool = False
    fill: Annotated[str, msgspec.Meta(max_length=40)] | None = None  # the bot for the other seats: as `start`


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    settings: log.Settings | None = None  # for the fewest players, as the game is usually played
    program: bool = False  # whether the answer has a token instead of a cookie
    lesson: bool = False  # whether the first game is a lesson, with arranged chance for seat 0
    host: Host | None = None  # without it, all seats are free
    language: Annotated[str, msgspec.Meta(max_length=8)] = DEFAULT_LANGUAGE  # of the words of the table's code


class Made(msgspec.Struct, frozen=True, omit_defaults=True):
    code: str
    socket: str  # the path of the table's websocket, with the key
    token: str | None = None
    key: str = ""  # as `lobby.key`


def checked_settings(data: NewTable) -> log.Settings:
    """Return the settings of a new table; `Refused` if there is no such game, or it has no such settings."""
    if data.game not in GAMES:
        raise Refused("game/unknown", "H2", f"There is no such game; there are: {', '.join(GAMES)}.")
    settings = data.settings or log.Settings(GAMES[data.game].players[0])
    check_settings(data.game, settings)
    return settings


def first_entry(data: NewTable, settings: log.Settings, code: str, guest: str) -> log.Opened:
    """Return the first entry of a new table that `guest` makes."""
    game = GAMES[data.game]
    is_lesson = data.lesson and script(game) is not None
    return log.Opened(code, game.name, game.rules.VERSION, guest, settings, is_lesson)


async def unused_code(hub: Hub, language: str, prefix: str = "") -> str:
    """Return a code that no table has: `prefix`, and words of `language`."""
    dice = SystemRandom()
    code = prefix + new_code(dice, language)
    while await hub.has_code(code):
        code = prefix + new_code(dice, language)
    return code


def new_table_id() -> str:
    """Return a random id for a table."""
    return secrets.token_hex(8)


def first_commands(host: Host) -> list[commands.Command]:
    """Return the first commands of a host, as they could be sent over the websocket."""
    first: list[commands.Command] = [commands.Sit("made-sit", host.seat, host.name, avatar=host.avatar)]
    if host.hash is not None:
        first.append(commands.Ready("made-ready", host.hash))
    if host.start:
        first.append(commands.Start("made-start", host.fill))
    return first


def made(code: str, key: str = "", token: str | None = None) -> Made:
    """Return the body that leads a client to the table with a code and the key of its links."""
    return Made(code, f"/api/tables/{keyed(code, key)}/ws", token, key)
