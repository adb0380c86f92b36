"""Let all tables of a server play: the schedule of moves, and a loop that is the same for every server."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from .peer import SEATS, Peer, PeerTable

MOVE_TIMEOUT = 10.0  # seconds in which at least one of the awaited moves must arrive
AT_ONCE = 32  # tables that are opened at the same time


class Stuck(Exception):
    """Report moves that never reached all seats."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """Describe a steady load: so many moves a second at each of the tables, for so many seconds."""

    tables: int
    pace: float
    seconds: float

    @property
    def moves(self) -> int:
        return max(1, int(self.tables * self.pace * self.seconds))

    def due(self, number: int) -> float:
        """Return the seconds after the start at which move `number`, from 0, is due."""
        return number / (self.tables * self.pace)

    def table(self, number: int) -> int:
        """Return the table of move `number`."""
        return number % self.tables


async def keep_pace(
    schedule: Schedule,
    move: Callable[[int, float], None],
    clock: Callable[[], float] = time.perf_counter,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Call `move(table, due)` whenever one is due, by the clock; those that are late at once, none left out."""
    start = clock()
    for number in range(schedule.moves):
        due = start + schedule.due(number)
        # Even when late: the event loop reads arrived messages between two moves.
        await sleep(max(0.0, due - clock()))
        move(schedule.table(number), due)


class Round:
    """Track one table's move: when it was sent, and the seats that have not received it."""

    __slots__ = ("arrived", "missing", "owed", "since", "table")

    table: PeerTable

    def __init__(self, arrived: Callable[["Round"], None]) -> None:
        self.arrived = arrived
        self.missing = 0  # a bit for each seat
        self.since = 0.0
        self.owed: deque[float] = deque()  # when moves were due that wait for this one

    def play(self, since: float) -> None:
        self.since = since
        self.missing = (1 << SEATS) - 1
        self.table.play()

    def updated(self, seat: int) -> None:
        if self.missing:
            self.missing &= ~(1 << seat)
            if not self.missing:
                self.arrived(self)


class Hall:
    """Hold all tables of one server, and the times that their moves took, in seconds."""

    def __init__(self, peer: Peer, clock: Callable[[], float] = time.perf_counter) -> None:
        self.peer = peer
        self.clock = clock
        self.rounds: list[Round] = []
        self.times: list[float] = []
        self.held: list[float] = []
        self.playing = 0
        self.until = 0.0  # tables go on by themselves until then
        self._quiet = asyncio.Event()

    async def open(self, tables: int, progress: Callable[[str], None] = lambda _: None) -> None:
        free = asyncio.Semaphore(AT_ONCE)

        async def seat() -> None:
            async with free:
                one = Round(self.arrived)
                one.table = await self.peer.open_table(one.updated)
                self.rounds.append(one)
                if len(self.rounds) % 50 == 0:
                    progress(f"{len(self.rounds)} of {tables} tables")

        await asyncio.gather(*(seat() for _ in range(tables)))

    def arrived(self, one: Round) -> None:
        """Note that all seats have seen the table's move."""
        now = self.clock()
        self.times.append(now - one.since)
        if one.owed:
            one.play(one.owed.popleft())
        elif now < self.until:
            one.play(now)
        else:
            self.playing -= 1
            if self.playing == 0:
                self._quiet.set()

    async def paced(self, plan: Schedule) -> None:
        """Play at a steady pace; a move is timed from when it was due, if the one before held it up."""
        self._begin()

        def move(table: int, due: float) -> None:
            one = self.rounds[table]
            if one.missing:
                one.owed.append(due)
                return
            now = self.clock()
            self.held.append(now - due)
            self._start(one, now)

        await keep_pace(plan, move, self.clock)
        await self._all_arrived()

    async def saturated(self, seconds: float) -> None:
        """Play as fast as it goes: a table moves again as soon as all seats have seen its last move."""
        self._begin()
        self.until = self.clock() + seconds
        for one in self.rounds:
            self._start(one, self.clock())
        await asyncio.sleep(seconds)
        await self._all_arrived()

    def _begin(self) -> None:
        self.times, self.held, self.until = [], [], 0.0

    def _start(self, one: Round, now: float) -> None:
        self.playing += 1
        self._quiet.clear()
        one.play(now)

    async def _all_arrived(self) -> None:
        """Wait for the last moves; an overloaded server may take its time, as long as it goes on."""
        while self.playing:
            before = len(self.times)
            try:
                await asyncio.wait_for(self._quiet.wait(), MOVE_TIMEOUT)
            except TimeoutError:
                if len(self.times) == before:
                    raise Stuck(
                        f"{self.playing} of {len(self.rounds)} tables have waited {MOVE_TIMEOUT:g} s for a move "
                        "to reach all seats: it was refused, or a connection was lost"
                    ) from None
