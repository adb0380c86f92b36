"""Measure one setting under a steady load."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack

from benchmarks.live.hall import Hall
from benchmarks.live.measure import Load, calm, phase
from benchmarks.live.peer import SEATS
from benchmarks.live.schedule import Schedule

from .database import opened
from .figures import Row, Setting
from .fleet import Fleet


async def measure(setting: Setting, url: str, load: Load, progress: Callable[[str], None]) -> tuple[Row, str]:
    """Open the tables and play at a steady pace; return the figures, and what PostgreSQL says of itself."""
    progress(f"{setting.title}, players {setting.players}")
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(opened(url)) if setting.is_database else None
        fleet = Fleet(setting, database.url if database else None)
        stack.push_async_callback(fleet.stop)
        await fleet.start()
        resident = fleet.resident_bytes()
        hall = Hall(fleet)
        await hall.open(load.tables)
        plan = Schedule(load.tables, load.pace, load.seconds)
        with calm():
            await hall.paced(Schedule(load.tables, load.pace, load.warm_up))
            idle, before = load.seconds / 2, fleet.cpu_seconds()
            await asyncio.sleep(idle)
            idle = 1e6 * (fleet.cpu_seconds() - before) / idle / load.tables / SEATS
            used = await database.used() if database else None
            commits = fleet.commits()
            found = await phase(hall, lambda: hall.paced(plan))
            commits = fleet.commits() - commits
            used = (await database.used()).since(used) if database and used else None
        row = Row(setting, found, commits, (resident, fleet.resident_bytes()), idle, used)
        return row, database.about if database else ""
