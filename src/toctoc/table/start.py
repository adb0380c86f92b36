"""The beginning of a game: the seed is opened and the cards are dealt."""

from typing import Any

from toctoc.games.match import Match

from . import log
from .game import LiveGame
from .log import Entry
from .state import next_starter
from .table import Table


def all_parts_shown(table: Table) -> bool:
    return all(device.part is not None for device in table.s.devices if device.hash is not None)


def begin(table: Table, at: int) -> None:
    """Devices that stayed silent are left out, and the record says so."""
    s = table.s
    match = Match(s.game, len(s.seats), options_of(table))
    table.game = LiveGame(match)
    table.roll(match, s.number + 1)
    assert table.dice is not None
    chance = [str(step.outcome) for step in match.steps]  # type: ignore[union-attr]  # before the first move there is only chance
    table.enter(Entry(at, log.Began(dict(match.options), chance, table.dice.drawn)))


def options_of(table: Table) -> dict[str, Any]:
    """Return the settings' options with who begins (T6, C6, E3): the seat that was chosen, or the creator's."""
    s = table.s
    if s.settings.options.get("start", "creator") == "random":
        return s.settings.options
    creator = next((p for p, seat in enumerate(s.seats) if seat.guest == s.creator), 0)
    starter = s.settings.options.get("creator", next_starter(s) if s.number else creator)
    return {**s.settings.options, "start": "creator", "creator": starter}
