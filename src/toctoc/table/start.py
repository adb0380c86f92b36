"""Start a game: seal its seed beforehand, deal, and start quick matches automatically."""

import secrets
from typing import Any

from toctoc import fair, record
from toctoc.core.game import Chance
from toctoc.core.match import Match

from . import log
from .game import play_opening
from .log import Entry
from .table import Table


def seal() -> log.Sealed:
    """Return a new seed for the next game, and another for the bots' random numbers."""
    return log.Sealed(secrets.token_hex(32), secrets.token_hex(8))


def commitment(sealed: log.Sealed) -> str:
    """Return the public commitment to a sealed seed."""
    return fair.commitment(bytes.fromhex(sealed.secret))


def sealed_dice(sealed: log.Sealed, players: int) -> fair.Dice:
    """Return the dice of the first game at a table where no device has a part in the seed, as in a daily deal."""
    nothing = [None] * players
    return fair.gather(1, bytes.fromhex(sealed.secret), nothing, nothing).dice()


def all_parts_shown(table: Table) -> bool:
    """Tell whether every device that committed to a part of the seed has revealed it."""
    return all(device.part is not None for device in table.state.devices if device.hash is not None)


def begin(table: Table, at: int) -> None:
    """Deal, without the parts of devices that did not reveal theirs; the record says so."""
    state = table.state
    dice = state.shuffle(state.number + 1).dice()
    match = Match(state.game, len(state.seats), options_of(table))
    pick = table.chance(match, dice)
    position = match.state  # the match keeps the function below, which must not refer to the match
    match.draw_from(lambda n: pick(position, n))
    dealt = [str(step.outcome) for step in match.steps if isinstance(step, Chance)]
    if state.lesson and not state.number:
        play_opening(match)
    opening = [record.written(step) for step in match.steps[len(dealt) :]]
    table.enter(Entry(at, log.Began(dict(match.options), dealt, dice.drawn, opening)))


def options_of(table: Table) -> dict[str, Any]:
    """Return the options of the settings with the seat that begins.

    It is drawn at random, or it is the chosen seat; else the creator's in the first game, and in a rematch the
    seat to the left of the last starter, which `Table` stores in the settings.
    """
    state = table.state
    if state.settings.options.get("start", "creator") == "random":
        return state.settings.options
    creator = next((p for p, seat in enumerate(state.seats) if seat.guest == state.creator), 0)
    starter = state.settings.options.get("creator", state.next_starter if state.number else creator)
    return {**state.settings.options, "start": "creator", "creator": starter}


FREE_SEAT_MS = 5_000  # without a connection, before a waiting table frees the seat


def next_automatic_start(table: Table) -> int | None:
    """Return the next time at which `start_automatically` has to run; None at a table that does not wait."""
    if not _is_waiting(table):
        return None
    missed = [since + FREE_SEAT_MS for since in _missed(table).values()]
    is_anybody = any(table.presence.is_here(seat.guest) for seat in table.state.seats)
    return min([*missed, *([table.state.begins] if is_anybody else [])], default=None)


def start_automatically(table: Table, at: int, bot: str) -> None:
    """Free the seats of disconnected guests; when it is time, put `bot` in free seats, and deal."""
    if not _is_waiting(table):
        return
    is_time = bool(table.state.begins) and at >= table.state.begins
    for missed, since in _missed(table).items():
        if is_time or at >= since + FREE_SEAT_MS:
            table.enter(Entry(at, log.Left(missed)))
    if not is_time or not table.places:
        return
    for number, seat in enumerate(table.state.seats):
        if seat.is_free:
            table.enter(Entry(at, log.BotSat(number, bot)))
    table.enter(Entry(at, log.Dealing()))
    if all_parts_shown(table):
        begin(table, at)


def _is_waiting(table: Table) -> bool:
    return bool(table.state.waits) and table.state.stage == "lobby"


def _missed(table: Table) -> dict[int, int]:
    """Return since when the guest of each seat is disconnected."""
    presence, at = table.presence, table.state.at
    guests = {number: seat.guest for number, seat in enumerate(table.state.seats) if seat.guest is not None}
    return {seat: since for seat, guest in guests.items() if (since := presence.miss(guest, at)) is not None}
