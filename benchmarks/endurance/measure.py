"""Let people play for hours, in rounds: each has a fault, some a flood, and all end with the server at rest."""

import asyncio
import os
import re
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import count
from pathlib import Path
from statistics import median

from benchmarks.flood.attacks import Attacker
from benchmarks.flood.line import HOST
from benchmarks.live.process import resident_bytes
from benchmarks.soak import GROWTH, SETTLE_SECONDS
from tests.server.full_tables import LOADED, all_move
from toctoc import record

from .people import Party, check, churn, digest, flood, new_party
from .servers import Servers

ROUNDS = 3  # in which a table is played at before it is left for ever
ABANDONED = 0.25  # of the tables are left in the middle of a game at the end of a round
FLOOD_EVERY = 2  # rounds
WARM_MINUTES = 20.0  # age of a process from which its memory has to be flat
BATCH = 3  # samples whose median counts
RESOURCES = ("megabytes", "files", "threads")
POOL_THREADS = 12  # on two cores; worker pools start their threads when they are first used
GAUGES = re.compile(rb"^toctoc_(?:tables|connections) (\d+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Plan:
    minutes: float
    tables: int  # at once, besides those of visitors
    tempo: float  # seconds for which a player thinks, on average
    round_seconds: float
    flood_seconds: float


@dataclass(frozen=True, slots=True)
class Sample:
    """The resources of a process while no table is loaded, and the temporary files of all."""

    minute: float  # of the run
    process: int
    age: float  # minutes
    megabytes: int
    files: int
    threads: int
    temporary: int


@dataclass(frozen=True, slots=True)
class FaultRecovery:
    """Seconds from a fault until everybody is back, and until every table has gone on."""

    fault: str
    back: float
    moved: float


@dataclass(slots=True)
class Outcome:
    title: str
    minutes: float = 0.0
    done: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)  # to the attackers
    recoveries: list[FaultRecovery] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)

    @property
    def oldest(self) -> list[Sample]:
        """Return the samples of the process that was the oldest at the end."""
        if not self.samples:
            return []
        last = max(self.samples, key=lambda sample: (sample.minute, sample.age))
        return [sample for sample in self.samples if sample.process == last.process]

    def warm(self) -> tuple[dict[str, float], dict[str, float]] | None:
        """Return the resources of the oldest process once it was warm and at the end; None if it is too young."""
        warm = [sample for sample in self.oldest if sample.age >= WARM_MINUTES]
        if len(warm) < 2 * BATCH:
            return None
        first, last = (
            {name: median(getattr(sample, name) for sample in part) for name in RESOURCES}
            for part in (warm[:BATCH], warm[-BATCH:])
        )
        return first, last

    @property
    def has_grown(self) -> bool:
        first, last = self.warm() or ({}, {})
        least = {"threads": POOL_THREADS}
        return any(last[name] > max(GROWTH * first[name], least.get(name, 0)) for name in first)


@dataclass(frozen=True, slots=True)
class Left:
    """A table that nobody comes back to."""

    source: str
    games: int
    digest: str


class Endurance:
    """One run; `outcome` is complete up to now even if a check fails."""

    def __init__(self, servers: Servers, plan: Plan, tell: Callable[[str], None]) -> None:
        self.servers, self.plan, self.tell = servers, plan, tell
        self.outcome = Outcome(servers.title)
        self.parties: list[Party] = []
        self.left: dict[str, Left] = {}  # by code
        self.began = time.monotonic()
        self._tables, self._faults = count(), count()

    @property
    def minutes(self) -> float:
        return (time.monotonic() - self.began) / 60

    async def run(self) -> None:
        await self.servers.start()
        telling = asyncio.create_task(self._tell())
        try:
            await self._sample()
            is_last = False
            while not is_last:
                is_last = self.minutes + self.plan.round_seconds / 60 >= self.plan.minutes
                await self._round(self.outcome.done["rounds"], is_last)
                await self._sample()
            await self._check_left()
        finally:
            self.outcome.minutes = self.minutes
            telling.cancel()
            await self.servers.stop()

    async def _tell(self) -> None:
        while True:
            done = self.outcome.done
            megabytes = list[int]()
            with suppress(OSError):  # a process ends just now
                megabytes += [round(resident_bytes(process) / 1e6) for process in self.servers.processes()]
            self.tell(
                f"{self.minutes:5.1f} min, {done['rounds']} rounds, {len(self.outcome.recoveries)} faults,"
                f" {self._acknowledged():,} acknowledged, {done['games']:,} games verified,"
                f" {done['visits']:,} visits ({done['visits interrupted']} interrupted), {megabytes} MB,"
                f" client {time.process_time() / 60 / max(self.minutes, 0.01):.2f} cores"
            )
            await asyncio.sleep(60)

    def _acknowledged(self) -> int:
        here = sum(party.moves for party in self.parties)
        return here + self.outcome.done["acknowledged"]

    # --- a round -------------------------------------------------------------------------------------------------

    async def _round(self, number: int, is_last: bool) -> None:
        while len(self.parties) < self.plan.tables:
            self.parties.append(await new_party(self.servers, next(self._tables), self.plan.tempo))
        half = self.plan.round_seconds / 2
        async with asyncio.TaskGroup() as tasks:
            for guest in (guest for party in self.parties for guest in party.guests):
                guest.return_later()
                tasks.create_task(guest.stay())
            await all_move(self.parties)
            churning = tasks.create_task(churn(self.servers, self.parties, number, self.outcome.done))
            flooding = tasks.create_task(self._flood(number, half))
            await asyncio.sleep(half)
            await self._fault()
            await asyncio.sleep(half)
            await flooding
            churning.cancel()
            for party in self.parties:
                party.is_over = is_last or self.servers.rng.random() > ABANDONED
                if party.is_over:
                    await party.hurry()
                    tasks.create_task(party.end())
                else:
                    for guest in party.guests:
                        guest.abandon()
        check(self.servers, self.parties)
        self._leave(is_last)
        self.outcome.done["rounds"] += 1

    async def _fault(self) -> None:
        faults = self.servers.faults(self.minutes / self.plan.minutes)
        kind, harm = faults[next(self._faults) % len(faults)]
        began = time.monotonic()
        await harm()
        harmed = time.monotonic() - began
        found = await all_move(self.parties)
        self.outcome.recoveries.append(FaultRecovery(kind, harmed + found.back, harmed + found.on))
        self.tell(f"{self.minutes:5.1f} min, {kind}: back after {harmed + found.back:.1f} s")
        check(self.servers, self.parties)
        await self.servers.mend()

    async def _flood(self, number: int, within: float) -> None:
        if number % FLOOD_EVERY:
            return
        await asyncio.sleep(self.servers.rng.uniform(0, within))
        seconds = self.plan.flood_seconds
        async with asyncio.timeout(seconds + LOADED):
            self.outcome.answers.update(await flood(self.servers.port, number // FLOOD_EVERY, seconds))
        self.outcome.done["floods"] += 1

    def _leave(self, is_last: bool) -> None:
        """Verify the games of tables that have been played at for long enough, and forget these tables."""
        for party in self.parties:
            party.rounds += 1
        over = [party for party in self.parties if party.is_over and (is_last or party.rounds >= ROUNDS)]
        for party in over:
            games = party.check_games(self.servers.port)
            rows = [(party.code, number, line) for number, line in enumerate(party.lines, 1)]
            self.left[party.code] = Left(party.source, games, digest(rows))
            self.outcome.done.update(tables=1, games=games, acknowledged=party.moves)
            self.outcome.done["comebacks"] += sum(guest.resumed for guest in party.guests)
        self.parties = [party for party in self.parties if party not in over]

    # --- at rest -------------------------------------------------------------------------------------------------

    async def _sample(self) -> None:
        """Wait until no server has a table or a websocket; note the resources of all processes."""
        async with asyncio.timeout(LOADED):
            while not all([await is_empty(port) for port in self.servers.ports()]):
                await asyncio.sleep(0.5)
        await asyncio.sleep(SETTLE_SECONDS)
        minute, temporary = self.minutes, len(list(self.servers.temporary.iterdir()))
        for process in self.servers.processes():
            files, threads = (len(list(Path(f"/proc/{process}/{name}").iterdir())) for name in ("fd", "task"))
            megabytes = round(resident_bytes(process) / 1e6)
            self.outcome.samples.append(
                Sample(minute, process, age(process), megabytes, files, threads, temporary)
            )

    async def _check_left(self) -> None:
        """Fail if the log of any table has changed since it was left, or a record does not verify any more."""
        for code, table in self.left.items():
            assert digest(self.servers.rows([code])) == table.digest, f"the log of {code} has changed"
            who = Attacker(self.servers.port, table.source)
            for game in range(1, table.games + 1):
                status, body = await who.ask("GET", f"/api/tables/{code}/record?game={game}")
                assert status == HTTPStatus.OK, f"{code} game {game}: {body!r}"
                record.verify(record.read(body.decode()))
            self.outcome.done["games verified again"] += table.games


async def is_empty(port: int) -> bool:
    """Tell whether a server has no table in memory and no websocket."""
    _, text = await Attacker(port, HOST).ask("GET", "/metrics")
    found = GAUGES.findall(text)
    return bool(found) and not any(map(int, found))


def age(process: int) -> float:
    """Return the minutes since the start of a process."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    started = int(fields[19]) / os.sysconf("SC_CLK_TCK")
    return (time.clock_gettime(time.CLOCK_BOOTTIME) - started) / 60
