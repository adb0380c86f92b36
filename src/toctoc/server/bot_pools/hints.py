"""Give hints: the action of the strongest bot in a player's seat, computed in a worker pool of its own."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import msgspec

from toctoc.bots import SeatInfo, hint, hint_searches, hints_allowed, strongest
from toctoc.bots.engine import is_warm
from toctoc.core.errors import Refused
from toctoc.server.bot_pools.fair_queue import PoolJob, Requester, WorkerPool
from toctoc.server.bot_pools.warmup import Warmup
from toctoc.table import commands, messages
from toctoc.table.checks import own_seat
from toctoc.table.table import Table

Advise = Callable[[Table, int], Callable[[], messages.Hinted]]
HINT_NOT_NOW = ("hint/not-now", "Hints are given to whoever is to act.")
HINTS_BUSY = ("hint/busy", "Too many players are waiting for a hint: try again in a moment.")
HINT_FAILED = ("server/error", "Something went wrong.")


class HintReceiver(Protocol):
    """The part of a connection that hints need."""

    guest: str
    address: str

    def send(self, message: bytes) -> None:
        """Send an encoded message."""


def advise(table: Table, seat: int) -> Callable[[], messages.Hinted]:
    """Return a function that computes the action of the strongest bot, and its reason; it runs in a thread.

    The function gets the view and the events of `seat`, which the table keeps, and nothing else of the match.
    """
    assert table.game is not None
    match = table.game.match
    seat_info = SeatInfo(match.game, match.players, match.options, seat, seed=len(match.steps))
    heard, view, legal = table.game.history(seat), match.view(seat), match.legal(seat)

    def think() -> messages.Hinted:
        decision = hint(seat_info, heard, view, legal, plain=not is_warm(seat_info.game))
        chances = {str(action): round(100 * chance) for action, chance in decision.chances}
        reason = decision.reason
        return messages.Hinted("", str(decision.action), reason.code, dict(reason.params), chances)

    return think


def _moment(table: Table, seat: int) -> int:
    """Return the moment of the game for which `seat` would get a hint; `Refused` if there is none."""
    if not table.state.settings.hints:
        raise Refused("hint/off", "H2", "This table gives no hints.")
    if not table.is_live or table.game is None or seat not in table.game.match.actors:
        raise Refused(HINT_NOT_NOW[0], "H2", HINT_NOT_NOW[1])
    match = table.game.match
    if strongest(match.game.name) is None:
        raise Refused("hint/nobody", "H2", "No bot plays this game well enough to give hints.")
    if not hints_allowed(match.game, match.options):
        raise Refused("hint/memory", "H2", "Here hints are given only with the memory aid.")
    return table.game.moment


@dataclass(frozen=True, slots=True)
class _PendingHint:
    """A requested hint, with the moment of the game for which it is meant."""

    table: Table
    connection: HintReceiver
    id: str
    moment: int

    @property
    def is_stale(self) -> bool:
        """Tell whether the game has moved on since the request."""
        game = self.table.game
        return game is None or not self.table.is_live or game.moment != self.moment


class Hints:
    """Answers requests for hints: one at a time for each guest, within the budget of the address.

    `has_budget` tells whether an address may have one more.
    """

    def __init__(
        self, pool: WorkerPool, warmup: Warmup, has_budget: Callable[[str], bool], advise: Advise = advise
    ) -> None:
        self.pool, self.warmup, self.has_budget, self.advise = pool, warmup, has_budget, advise
        self._guests: set[str] = set()  # with a hint that is computed or waits

    def request(self, table: Table, id: str, connection: HintReceiver, command: commands.Hint) -> None:
        """Compute a hint and send it to `connection`; `Refused` if there is none now. `id` is the table's.

        A refusal takes microseconds: the budget of the address is charged before anything is computed.
        """
        seat = own_seat(table, connection.guest, command.seat)
        moment = _moment(table, seat)
        if connection.guest in self._guests:
            raise Refused("hint/thinking", "H2", "One hint after the other.")
        if len(self._guests) >= self.pool.limits.waiting + self.pool.threads:  # while a game is being compiled
            raise Refused(HINTS_BUSY[0], "H2", HINTS_BUSY[1])
        if not self.has_budget(connection.address):
            raise Refused("hint/too-many", "H2", "Too many hints for this address: wait a moment.")
        think = self.advise(table, seat)
        self._guests.add(connection.guest)
        pending = _PendingHint(table, connection, command.id, moment)
        job = PoolJob(
            Requester(connection.address, id), think, partial(self._send, pending), partial(self._reject, pending),
            lambda: pending.is_stale,
        )  # fmt: skip
        if hint_searches(table.state.game):
            self.warmup.when_ready(table.state.game, partial(self.pool.submit, job))
        else:
            self.pool.submit(job)

    def _send(self, pending: _PendingHint, future: "Future[messages.Hinted]") -> None:
        if future.cancelled():
            return
        if future.exception() is not None:
            self._refuse(pending, *HINT_FAILED)
            return
        self._guests.discard(pending.connection.guest)
        pending.connection.send(messages.write(msgspec.structs.replace(future.result(), id=pending.id)))

    def _reject(self, pending: _PendingHint) -> None:
        self._refuse(pending, *(HINT_NOT_NOW if pending.is_stale else HINTS_BUSY))

    def _refuse(self, pending: _PendingHint, code: str, message: str) -> None:
        self._guests.discard(pending.connection.guest)
        pending.connection.send(messages.write(messages.Refusal(code, message, pending.id, "H2")))
