"""Hints: what the strongest bot would do in a player's seat, thought over in the bots' threads."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

import msgspec

from toctoc.bots import Chair, hint, hints_allowed, strongest
from toctoc.games.errors import Refused
from toctoc.server.connection import Connection
from toctoc.server.lazy_bot import get_ready
from toctoc.server.thinking import Thinkers
from toctoc.table import commands, messages
from toctoc.table.checks import own_seat
from toctoc.table.table import Table

Advise = Callable[[Table, int], Callable[[], messages.Hinted]]


def advise(table: Table, seat: int) -> Callable[[], messages.Hinted]:
    """Return what asks the strongest bot for an action and its reason; `Refused` where hints are not given."""
    assert table.game is not None
    match = table.game.match
    if strongest(match.game.name) is None:
        raise Refused("hint/nobody", "H2", "No bot plays this game well enough to give hints.")
    if not hints_allowed(match.game, match.options):
        raise Refused("hint/memory", "H2", "Here hints are given only with the memory aid.")
    chair = Chair(match.game, match.players, match.options, seat, seed=len(match.steps))
    heard, view, legal = match.history(seat), match.view(seat), match.legal(seat)

    def think() -> messages.Hinted:
        get_ready(chair)
        decision = hint(chair, heard, view, legal)
        return messages.Hinted("", str(decision.action), decision.reason.code, dict(decision.reason.params))

    return think


class Hints:
    """Answers requests for hints; a guest gets one after the other, and cannot keep all bots from thinking."""

    def __init__(self, thinkers: Thinkers, advise: Advise = advise) -> None:
        self.thinkers, self.advise = thinkers, advise
        self._guests: set[str] = set()  # for whom a hint is being thought of

    def request(self, table: Table, connection: Connection, command: commands.Hint) -> None:
        """Let a hint be thought of and sent; `Refused` where none is given now."""
        seat = own_seat(table, connection.guest, command.seat)
        if not table.s.settings.hints:
            raise Refused("hint/off", "H2", "This table gives no hints.")
        if not table.is_live or table.game is None or seat not in table.game.match.actors:
            raise Refused("hint/not-now", "H2", "Hints are given to whoever is to act.")
        if connection.guest in self._guests:
            raise Refused("hint/thinking", "H2", "One hint after the other.")
        think = self.advise(table, seat)
        self._guests.add(connection.guest)
        self.thinkers.submit(think, partial(self._send, connection, command.id))

    def _send(self, connection: Connection, id: str, future: "Future[messages.Hinted]") -> None:
        self._guests.discard(connection.guest)
        if not future.cancelled() and future.exception() is None:
            connection.send(messages.write(msgspec.structs.replace(future.result(), id=id)))
