"""Add chairs at the request of spectators, and remove free chairs for a smaller game."""

from collections.abc import Collection
from typing import Any

import msgspec

from toctoc.core.errors import Refused
from toctoc.core.options import checked_at
from toctoc.core.registry import GAMES

from . import log
from .checks import KICKED, check_settings, upcoming
from .log import Entry
from .state import ChairRequest
from .table import Table
from .text import distinct_name

MAX_CHAIR_REQUESTS = 10


def ask(table: Table, guest: str, name: str, avatar: str | None) -> log.ChairRequested:
    """Return the request of a spectator for a chair."""
    if table.seats_of(guest):
        raise Refused("chair/seated", "H2", "You have a seat at this table.")
    if guest in table.state.banned:
        raise Refused("table/kicked", "H2", KICKED)
    if len([other for other in table.state.asking if other.guest != guest]) >= MAX_CHAIR_REQUESTS:
        raise Refused("chair/too-many", "H2", "Many people are asking for a seat already: wait a while.")
    return log.ChairRequested(guest, name, avatar)


def grant(table: Table, at: int, since: int, on: bool) -> log.Change:
    """Return the answer to a request: a seat now, between games; a chair at the end of the game; or a refusal."""
    asker = next((other for other in table.state.asking if other.since == since), None)
    if asker is None:
        raise Refused("chair/nobody", "H2", "Nobody is asking for a seat any more.")
    if not on:
        return log.ChairGranted(since, False)
    granted = [other for other in table.state.asking if other.granted and other is not asker]
    people = [seat for seat in table.state.seats if seat.guest is not None]
    most = upcoming(table).players[-1]
    if len(people) + len(granted) >= most:
        raise Refused("chair/none", "H2", f"There are people in all {most} seats.", most=most)
    if table.state.stage in ("lobby", "over") and (seat := _chair(table, at)) is not None:
        return log.Sat(seat, *_dressed(table, asker))
    return log.ChairGranted(since)


def admit(table: Table, at: int) -> None:
    """Seat the connected guests with granted requests, after a game; the bot that keeps a chair gives it back.

    At a slow table, a kept chair also waits for a guest who is not connected.
    """
    for asker in [other for other in table.state.asking if other.granted]:
        is_waited_for = asker.kept and table.state.is_slow_table
        seat = _own_chair(table, at, asker) if is_waited_for or table.presence.is_here(asker.guest) else None
        change = log.ChairGranted(asker.since, False)
        table.enter(Entry(at, change if seat is None else log.Sat(seat, *_dressed(table, asker))))
        if seat is not None and asker.again:
            table.enter(Entry(at, log.Again(asker.guest, True)))


def closed_up(table: Table, removed: Collection[int]) -> log.SettingsChanged:
    """Return the change that removes seats; `Refused` if too few players remain."""
    state = table.state
    kept = [number for number in range(len(state.seats)) if number not in removed]
    settings = msgspec.structs.replace(state.settings, players=len(kept), options=_renumbered(table, kept))
    check_settings(state.game, settings)
    return log.SettingsChanged(settings, kept)


def next_game(table: Table, left_out: Collection[int]) -> log.GameChanged:
    """Return the change to the suggested game, without the free seats and those of `left_out`.

    If too few players remain, the seats of `left_out` stay, for bots. If the game is for fewer, bots leave. The
    options that the new game has too keep their values; the others are as this table last played that game.
    """
    state, game = table.state, upcoming(table)
    taken = [number for number, seat in enumerate(state.seats) if not seat.is_free]
    kept = [number for number in taken if number not in left_out]
    if len(kept) < game.players[0]:
        kept = taken
    bots = [number for number in kept if state.seats[number].bot]
    leaving = bots[len(bots) - max(0, len(kept) - game.players[-1]) :]
    kept = [number for number in kept if number not in leaving]
    players = next(n for n in game.players if n >= len(kept))
    chosen = {**state.variants.get(game.name, {}), **_renumbered(table, kept)}
    chosen = {
        option.name: chosen[option.name]
        for option in game.options
        if option.name in chosen and checked_at(option, chosen[option.name], players) is not None
    }
    settings = msgspec.structs.replace(state.settings, players=players, options=chosen)
    return log.GameChanged(game.name, game.rules.VERSION, settings, kept)


def _renumbered(table: Table, kept: list[int]) -> dict[str, Any]:
    """Return the options of the settings for the seats `kept`; a chosen starter without a seat is dropped."""
    chosen = dict(table.state.settings.options)
    if (starter := chosen.pop("creator", None)) in kept:
        chosen["creator"] = kept.index(starter)
    return chosen


def _dressed(table: Table, asker: ChairRequest) -> tuple[str, str, str | None]:
    name = distinct_name(asker.name, (seat.name for seat in table.state.seats if seat.guest))
    return asker.guest, name, asker.avatar


def _own_chair(table: Table, at: int, asker: ChairRequest) -> int | None:
    """Return the seat in which a bot keeps this guest's chair, or else another one as `_chair` does."""
    own = next((number for number, seat in enumerate(table.state.seats) if seat.keeps == asker.guest), None)
    return _chair(table, at) if own is None else own


def _chair(table: Table, at: int) -> int | None:
    """Return a seat for one more player: a free one, a new one, or a bot's if no more can be added; else None."""
    state = table.state
    free = next((number for number, seat in enumerate(state.seats) if seat.is_free), None)
    more = next((n for n in GAMES[state.game].players if n > len(state.seats)), None)
    if free is not None or more is None:
        return free if free is not None else next((n for n, seat in enumerate(state.seats) if seat.bot), None)
    table.enter(Entry(at, log.SettingsChanged(msgspec.structs.replace(state.settings, players=more))))
    return next(number for number, seat in enumerate(state.seats) if seat.is_free)
