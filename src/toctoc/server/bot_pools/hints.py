"""Hints: what the strongest bot would do in a player's seat, thought over in a lane of their own."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial

import msgspec

from toctoc.bots import Chair, hint, hint_searches, hints_allowed, strongest
from toctoc.bots.engine import is_warm
from toctoc.games.errors import Refused
from toctoc.server.bot_pools.fair_queue import Asker, Lane, Thought
from toctoc.server.bot_pools.warmup import Warmup
from toctoc.server.live.connection import Connection
from toctoc.table import commands, messages
from toctoc.table.checks import own_seat
from toctoc.table.table import Table

Advise = Callable[[Table, int], Callable[[], messages.Hinted]]
NOT_NOW = ("hint/not-now", "Hints are given to whoever is to act.")
BUSY = ("hint/busy", "Too many wait for a hint: try again in a moment.")
FAILED = ("server/error", "Something went wrong.")


def advise(table: Table, seat: int) -> Callable[[], messages.Hinted]:
    """Return a function that asks the strongest bot for an action and its reason.

    The event loop only copies the match. The function replays the copy for the seat's history, in a thread.
    """
    assert table.game is not None
    match = table.game.match.copy()
    chair = Chair(match.game, match.players, match.options, seat, seed=len(match.steps))

    def think() -> messages.Hinted:
        heard, view, legal = match.history(seat), match.view(seat), match.legal(seat)
        decision = hint(chair, heard, view, legal, plain=not is_warm(chair.game))
        chances = {str(action): round(100 * chance) for action, chance in decision.chances}
        reason = decision.reason
        return messages.Hinted("", str(decision.action), reason.code, dict(reason.params), chances)

    return think


def _moment(table: Table, seat: int) -> int:
    """Return the moment of the game that a hint for `seat` is about; `Refused` where no hint is given."""
    if not table.s.settings.hints:
        raise Refused("hint/off", "H2", "This table gives no hints.")
    if not table.is_live or table.game is None or seat not in table.game.match.actors:
        raise Refused(NOT_NOW[0], "H2", NOT_NOW[1])
    match = table.game.match
    if strongest(match.game.name) is None:
        raise Refused("hint/nobody", "H2", "No bot plays this game well enough to give hints.")
    if not hints_allowed(match.game, match.options):
        raise Refused("hint/memory", "H2", "Here hints are given only with the memory aid.")
    return table.game.moment


@dataclass(frozen=True, slots=True)
class _Wish:
    """A hint that somebody waits for, and the moment of the game that it is about."""

    table: Table
    connection: Connection
    id: str
    moment: int

    @property
    def is_stale(self) -> bool:
        """Tell whether the game has gone on since."""
        game = self.table.game
        return game is None or not self.table.is_live or game.moment != self.moment


class Hints:
    """Answers requests for hints: a guest gets one after the other, an address no more than its budget allows.

    `has_budget` tells whether one more is thought of for an address.
    """

    def __init__(
        self, lane: Lane, warmup: Warmup, has_budget: Callable[[str], bool], advise: Advise = advise
    ) -> None:
        self.lane, self.warmup, self.has_budget, self.advise = lane, warmup, has_budget, advise
        self._guests: set[str] = set()  # for whom a hint is being thought of, or waits

    def request(self, table: Table, id: str, connection: Connection, command: commands.Hint) -> None:
        """Let a hint be thought of and sent, at the table with that id; `Refused` where none is given now.

        A refusal takes microseconds: the budget of the address is charged before anything is computed.
        """
        seat = own_seat(table, connection.guest, command.seat)
        moment = _moment(table, seat)
        if connection.guest in self._guests:
            raise Refused("hint/thinking", "H2", "One hint after the other.")
        if len(self._guests) >= self.lane.room.waiting + self.lane.threads:  # while a game is being compiled
            raise Refused(BUSY[0], "H2", BUSY[1])
        if not self.has_budget(connection.address):
            raise Refused("hint/too-many", "H2", "Too many hints for this address: wait a moment.")
        think = self.advise(table, seat)
        self._guests.add(connection.guest)
        wish = _Wish(table, connection, command.id, moment)
        thought = Thought(
            Asker(connection.address, id), think, partial(self._send, wish), partial(self._turn_away, wish),
            lambda: wish.is_stale,
        )  # fmt: skip
        if hint_searches(table.s.game):
            self.warmup.when_ready(table.s.game, partial(self.lane.submit, thought))
        else:
            self.lane.submit(thought)

    def _send(self, wish: _Wish, future: "Future[messages.Hinted]") -> None:
        if future.cancelled():
            return
        if future.exception() is not None:
            self._refuse(wish, *FAILED)
            return
        self._guests.discard(wish.connection.guest)
        wish.connection.send(messages.write(msgspec.structs.replace(future.result(), id=wish.id)))

    def _turn_away(self, wish: _Wish) -> None:
        self._refuse(wish, *(NOT_NOW if wish.is_stale else BUSY))

    def _refuse(self, wish: _Wish, code: str, message: str) -> None:
        self._guests.discard(wish.connection.guest)
        wish.connection.send(messages.write(messages.Refused(code, message, wish.id, "H2")))
