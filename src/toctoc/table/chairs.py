"""Chairs: those who watch ask for one, the creator adds it, and free ones are taken away for a smaller round."""

import msgspec

from toctoc.games.errors import Refused
from toctoc.games.registry import GAMES

from . import log
from .checks import KICKED, check_settings
from .log import Entry
from .state import Asker
from .table import Table

MOST_ASKING = 10


def ask(table: Table, guest: str, name: str, avatar: str | None) -> log.Asked:
    """Return the wish of somebody who watches."""
    if table.seats_of(guest):
        raise Refused("chair/seated", "H2", "You have a seat at this table.")
    if guest in table.s.banned:
        raise Refused("table/kicked", "H2", KICKED)
    if len([other for other in table.s.asking if other.guest != guest]) >= MOST_ASKING:
        raise Refused("chair/too-many", "H2", "Many ask for a chair already: wait a while.")
    return log.Asked(guest, name, avatar)


def grant(table: Table, at: int, since: int, on: bool) -> log.Change:
    """Return how somebody who asked gets a chair: at once between games, or when the game is over; or not."""
    asker = next((other for other in table.s.asking if other.since == since), None)
    if asker is None:
        raise Refused("chair/nobody", "H2", "Nobody asks for a chair any more.")
    if not on:
        return log.Granted(since, False)
    granted = [other for other in table.s.asking if other.granted and other is not asker]
    people = [seat for seat in table.s.seats if seat.guest is not None]
    most = GAMES[table.s.game].players[-1]
    if len(people) + len(granted) >= most:
        raise Refused("chair/none", "H2", f"There are people in all {most} chairs.", most=most)
    if table.s.stage in ("lobby", "over") and (seat := _chair(table, at)) is not None:
        return log.Sat(seat, *_dressed(asker))
    return log.Granted(since)


def admit(table: Table, at: int) -> None:
    """Let those sit down, after a game, who were promised a chair in it and are still here."""
    for asker in [other for other in table.s.asking if other.granted]:
        seat = _chair(table, at) if table.presence.is_here(asker.guest) else None
        change = log.Granted(asker.since, False)
        table.enter(Entry(at, change if seat is None else log.Sat(seat, *_dressed(asker))))


def close_up(table: Table, at: int) -> None:
    """Take the free seats away, so that those who are here play; `Refused` if they are too few."""
    s = table.s
    kept = [number for number, seat in enumerate(s.seats) if not seat.is_free]
    chosen = dict(s.settings.options)
    if (starter := chosen.pop("creator", None)) in kept:
        chosen["creator"] = kept.index(starter)
    settings = msgspec.structs.replace(s.settings, players=len(kept), options=chosen)
    check_settings(s.game, settings)
    table.enter(Entry(at, log.Set(settings, kept)))


def _dressed(asker: Asker) -> tuple[str, str, str | None]:
    return asker.guest, asker.name, asker.avatar


def _chair(table: Table, at: int) -> int | None:
    """Return a seat for one more: a free one, or a new one, or a bot's where there can be no more; or None."""
    s = table.s
    free = next((number for number, seat in enumerate(s.seats) if seat.is_free), None)
    more = next((n for n in GAMES[s.game].players if n > len(s.seats)), None)
    if free is not None or more is None:
        return free if free is not None else next((n for n, seat in enumerate(s.seats) if seat.bot), None)
    table.enter(Entry(at, log.Set(msgspec.structs.replace(s.settings, players=more))))
    return next(number for number, seat in enumerate(s.seats) if seat.is_free)
