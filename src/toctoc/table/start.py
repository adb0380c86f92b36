"""The beginning of a game: its seed is sealed beforehand, opened, and the cards are dealt."""

import secrets
from typing import Any

from toctoc import fair
from toctoc.games.game import Chance
from toctoc.games.match import Match

from . import log
from .log import Entry
from .state import next_starter
from .table import Table, shuffle_of


def seal() -> log.Sealed:
    """Return the next game's seed, and another one for the bots' dice."""
    return log.Sealed(secrets.token_hex(32), secrets.token_hex(8))


def commitment(sealed: log.Sealed) -> str:
    """Return what everybody is shown of a sealed seed."""
    return fair.commitment(bytes.fromhex(sealed.secret))


def all_parts_shown(table: Table) -> bool:
    """Tell whether every device that sealed a part of the seed has shown it."""
    return all(device.part is not None for device in table.s.devices if device.hash is not None)


def begin(table: Table, at: int) -> None:
    """Deal, without the parts of devices that stayed silent; the record says so."""
    s = table.s
    dice = shuffle_of(s, s.number + 1).dice()
    match = Match(s.game, len(s.seats), options_of(table))
    pick = table.chance(match, dice)
    state = match.state  # the match keeps the function below, which may not keep the match
    match.draw_from(lambda n: pick(state, n))
    dealt = [str(step.outcome) for step in match.steps if isinstance(step, Chance)]
    table.enter(Entry(at, log.Began(dict(match.options), dealt, dice.drawn)))


def options_of(table: Table) -> dict[str, Any]:
    """Return the settings' options with the seat that begins (T6, C6, E3).

    It is drawn in each game anew, or it is the seat that was chosen; else the creator's in the first game, and
    the one to the left of the last starter in a rematch, which a deal notes in the settings.
    """
    s = table.s
    if s.settings.options.get("start", "creator") == "random":
        return s.settings.options
    creator = next((p for p, seat in enumerate(s.seats) if seat.guest == s.creator), 0)
    starter = s.settings.options.get("creator", next_starter(s) if s.number else creator)
    return {**s.settings.options, "start": "creator", "creator": starter}
