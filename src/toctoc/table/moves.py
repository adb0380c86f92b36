"""Play actions at a table: compute the chance outcomes that follow, and enter both in the log."""

from typing import NamedTuple

from toctoc.core.errors import Refused
from toctoc.core.game import Action
from toctoc.core.registry import GAMES

from . import log, messages
from .chairs import admit
from .log import Entry
from .snap import CommandKey, Throw
from .start import seal
from .table import Table


class SeatAction(NamedTuple):
    """An action of a seat."""

    seat: int
    action: Action | str
    by: str  # the maker, as in a record: player, clock or stand-in
    command: CommandKey | None = None  # that it answers
    waited: int = 0  # as in `Table.enter`


def play(table: Table, at: int, played: SeatAction) -> None:
    """Enter an action in the log; `Refused` changes nothing."""
    assert table.game is not None
    assert table.dice is not None
    match, seat, words = table.game.match, played.seat, str(played.action)
    chance = match.look_ahead(seat, words, table.chance(match, table.dice))
    table.resume(at)
    moved = log.Moved(seat, words, played.by, chance, table.dice.drawn)
    table.enter(Entry(at, moved, *(played.command or ())), played.waited)
    if table.state.window is None:
        refuse_late(table)
    if match.over and table.state.daily is None:
        table.enter(Entry(at, seal()))
        admit(table, at)


def judge(table: Table, at: int) -> None:
    """Play the first throw of the race; the rules decide whether it is right or wrong."""
    throw = table.race.take()
    by = "player" if table.state.seats[throw.seat].bot or throw.command else "stand-in"
    try:
        play(table, at, SeatAction(throw.seat, throw.action, by, throw.command, at - throw.arrived))
    except Refused as why:
        refuse(table, throw, why)
    else:
        if throw.command is not None:
            guest, id = throw.command
            table.reply(throw.sender, messages.Done(id, table.state.done[guest][id]))


def refuse_late(table: Table) -> None:
    """Refuse the throws that still wait when the window closes."""
    for late in table.race.clear():
        clause = GAMES[table.state.game].race_clause
        refuse(table, late, Refused("snap/too-late", clause, "The window closed before this throw."))


def refuse(table: Table, throw: Throw, why: Refused) -> None:
    """Send the refusal of a throw to its sender; a bot's throw has none."""
    if throw.command is not None:
        refused = messages.Refusal(why.code, why.message, throw.command[1], why.clause, why.details)
        table.reply(throw.sender, refused)
