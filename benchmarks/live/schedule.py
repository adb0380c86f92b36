"""Schedule which table moves when: all at the same pace, spread evenly over time."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass


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
        """Return the table whose move that is."""
        return number % self.tables


async def keep(
    schedule: Schedule,
    move: Callable[[int, float], None],
    clock: Callable[[], float] = time.perf_counter,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Call `move(table, due)` whenever one is due, by the clock; those that are late at once, none left out."""
    start = clock()
    for number in range(schedule.moves):
        due = start + schedule.due(number)
        # Even when late: what has arrived is read between two moves.
        await sleep(max(0.0, due - clock()))
        move(schedule.table(number), due)
