"""Moves at a table: entered in the log, with what followed by chance."""

import secrets

from toctoc.games.errors import Refused
from toctoc.games.game import Action

from . import log, messages
from .log import Entry
from .snap import Throw
from .table import Table


def seal() -> log.Sealed:
    """The next game's seed, and another for the bots' dice."""
    return log.Sealed(secrets.token_hex(32), secrets.token_hex(8))


def play(
    table: Table, at: int, seat: int, action: Action | str, by: str, asked: tuple[str, str] | None = None
) -> None:
    """A seat acts, and the log says so; `Refused` changes nothing. `asked`: the guest and the id of a message."""
    playing = table.game
    assert playing is not None
    assert table.dice is not None
    chance = playing.play(seat, action, by)
    assert playing.last is not None
    table.enter(Entry(at, log.Moved(seat, str(playing.last.action), by, chance, table.dice.drawn), *(asked or ())))
    if table.s.window is None:
        refuse_late(table)
    if playing.match.over:
        table.enter(Entry(at, seal()))


def judge(table: Table, at: int) -> None:
    """The first throw of the race counts; whether it is right or wrong, the rules say."""
    throw = table.race.take()
    by = "player" if table.s.seats[throw.seat].bot or throw.asked else "stand-in"
    table.waited = at - throw.arrived
    try:
        play(table, at, throw.seat, throw.action, by, throw.asked)
    except Refused as refused:
        refuse(table, throw, refused)
    else:
        if throw.asked is not None:
            guest, id = throw.asked
            table.batch.replies.append((throw.sender, messages.Done(id, table.s.ids[f"{guest} {id}"])))
    finally:
        table.waited = 0


def refuse_late(table: Table) -> None:
    """Throws that wait when the window closes came to nothing."""
    for late in table.race.clear():
        refuse(table, late, Refused("snap/too-late", "C10", "The window closed before this throw."))


def refuse(table: Table, throw: Throw, why: Refused) -> None:
    if throw.asked is not None:
        notice = messages.Refused(why.code, why.message, throw.asked[1], why.clause, why.details)
        table.batch.replies.append((throw.sender, notice))
