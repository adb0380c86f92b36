"""Moves at a table: looked ahead with the dice, and entered in the log with what follows by chance."""

from toctoc.games.errors import Refused
from toctoc.games.game import Action

from . import log, messages
from .broadcast import has_clocks
from .chairs import admit
from .log import Entry
from .snap import Throw
from .start import seal
from .table import Table

RequestId = tuple[str, str]  # a guest, and the id that their client gave the request


def play(
    table: Table,
    at: int,
    seat: int,
    action: Action | str,
    by: str,
    request: RequestId | None = None,
    waited: int = 0,
) -> None:
    """Enter a seat's move, which answers `request`; `Refused` changes nothing. `waited`: as in `Table.enter`."""
    assert table.game is not None
    assert table.dice is not None
    match = table.game.match
    words = str(action)
    chance = match.foresee(seat, words, table.chance(match, table.dice))
    resume(table, at)
    table.enter(Entry(at, log.Moved(seat, words, by, chance, table.dice.drawn), *(request or ())), waited)
    if table.s.window is None:
        refuse_late(table)
    if match.over and table.s.daily is None:
        table.enter(Entry(at, seal()))
        admit(table, at)


def resume(table: Table, at: int) -> None:
    """Move clocks by the time that they stood still; they go on, unless somebody is still shown something."""
    since = table.pace.since
    if since is None:
        return
    until = table.held_until()
    table.pace.since = at if until is not None and at < until else None
    if has_clocks(table.s) and at > since:
        table.enter(Entry(at, log.Resumed(at - since)))


def judge(table: Table, at: int) -> None:
    """Play the first throw of the race; whether it is right or wrong, the rules say."""
    throw = table.race.take()
    by = "player" if table.s.seats[throw.seat].bot or throw.request else "stand-in"
    try:
        play(table, at, throw.seat, throw.action, by, throw.request, at - throw.arrived)
    except Refused as why:
        refuse(table, throw, why)
    else:
        if throw.request is not None:
            guest, id = throw.request
            table.batch.replies.append((throw.sender, messages.Done(id, table.s.done[guest][id])))


def refuse_late(table: Table) -> None:
    """Refuse the throws that still wait when the window closes."""
    for late in table.race.clear():
        refuse(table, late, Refused("snap/too-late", "C10", "The window closed before this throw."))


def refuse(table: Table, throw: Throw, why: Refused) -> None:
    """Tell the sender of a throw why it came to nothing; bots need not be told."""
    if throw.request is not None:
        refused = messages.Refused(why.code, why.message, throw.request[1], why.clause, why.details)
        table.batch.replies.append((throw.sender, refused))
