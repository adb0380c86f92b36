"""Simulate guests who join, play, reconnect, watch and leave; check all messages of the server."""

import asyncio
import hashlib
import json
import sys
from asyncio.subprocess import PIPE
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random

import httpx

from benchmarks.flood.attacks import ATTACKS, Attacker
from benchmarks.flood.line import HOST
from benchmarks.soak import Load, visit, watch
from tests.forks import PROCESS_TIMEOUT_S
from tests.server.full_tables import BOT, TABLES, FullTable
from tests.server.guest import Guest
from tests.server.stored_logs import Logs, Row

from .servers import Servers

CUT_SECONDS = 1.0  # between two cuts, on average
VISIT_SECONDS = 4.0  # between two short visits
ANALYSIS_EVERY = 8  # rounds
BROKEN = (OSError, EOFError, AssertionError, ValueError)  # a visit that a fault has interrupted
FLOODS = [name for name in ATTACKS if name != "nothing"]
# A third person who is cut off for ten seconds is left out of the next game, and the others move up a seat. The
# guests of the tests keep theirs, so a bot has the third one.
PAIRS = [(game, players, min(persons, 2), clock, is_fair) for game, players, persons, clock, is_fair in TABLES]


class OneLog(Logs):
    """The log of one table, whose rows have been read before."""

    found: list[Row]

    def __init__(self) -> None:
        super().__init__(Path())

    def rows(self) -> list[Row]:
        return self.found


class Party(FullTable):
    """A table with all its guests at one address; `logs` has its stored entries."""

    def __init__(self, code: str, guests: list[Guest], source: str) -> None:
        super().__init__(code, guests)
        self.source, self.logs = source, OneLog()
        self.rounds = 0
        self.is_over = False  # its last game

    @property
    def lines(self) -> list[bytes]:
        return [self.logs.raw[self.code, number] for number in range(1, len(self.logs.raw) + 1)]

    def check_stored(self, rows: list[Row]) -> None:
        """Fail if an acknowledged command is not in the log exactly once."""
        self.logs.found = rows
        self.logs.read()
        self.check(self.logs.tables[self.code], self.logs.where)

    def check_games(self, port: int) -> int:
        """Verify the records of all games and the guests' messages; return the number of games."""
        self.check_turns(self.lines)
        transport = httpx.HTTPTransport(local_address=self.source)
        base = f"http://{HOST}:{port}"
        with httpx.Client(base_url=base, timeout=PROCESS_TIMEOUT_S, trust_env=False, transport=transport) as http:
            return self.check_records(http, self.logs.tables[self.code])


async def new_party(servers: Servers, number: int, tempo: float) -> Party:
    """Make a table; tables of all games and clocks follow each other."""
    game, players, persons, clock, is_fair = PAIRS[number % len(PAIRS)]
    who = Attacker(servers.port, address(1, number))
    made = await who.table(game, players=players, clock=clock)
    tokens = [made["token"]]
    for _ in range(1, persons):
        status, body = await who.ask("POST", f"/api/tables/{made['code']}/token")
        assert status == 201, body
        tokens.append(json.loads(body)["token"])
    guests = []
    for seat, token in enumerate(tokens):
        guest = Guest(
            lambda: f"ws://{HOST}:{servers.port}", made["code"], token, seat, Random(servers.rng.random())
        )
        guest.persons, guest.is_fair, guest.fill = persons, is_fair, BOT if players > persons else None
        guest.is_patient, guest.tempo, guest.source = True, tempo, who.source
        guests.append(guest)
    return Party(made["code"], guests, who.source)


def address(group: int, number: int) -> str:
    """Return an address of this machine: each table, visitor and attacker has its own."""
    return f"127.{group}.{number // 200 % 200}.{1 + number % 200}"


def check(servers: Servers, parties: Iterable[Party]) -> None:
    """Compare the logs of these tables with the messages that their guests received."""
    by_code: dict[str, list[Row]] = {party.code: [] for party in parties}
    for row in servers.rows(list(by_code)):
        by_code[row[0]].append(row)
    for party in parties:
        party.check_stored(by_code[party.code])


def digest(rows: Iterable[Row]) -> str:
    """Return a digest of a log, by which it is recognized at the end of the run."""
    lines = b"\n".join(bytes(entry) for _, _, entry in sorted(rows, key=lambda row: row[1]))
    return hashlib.sha256(lines).hexdigest()


async def churn(servers: Servers, parties: Sequence[Party], round_number: int, done: Counter[str]) -> None:
    """Cut guests' lines; let others visit tables of their own or watch. Run until cancelled; count in `done`."""
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_cuts(servers, parties, done))
        tasks.create_task(_visits(servers, round_number, done))


async def _cuts(servers: Servers, parties: Sequence[Party], done: Counter[str]) -> None:
    for number in count():
        await asyncio.sleep(servers.rng.uniform(0, 2 * CUT_SECONDS))
        party = servers.rng.choice(parties)
        servers.rng.choice(party.guests).cut()
        done["cut"] += 1
        with suppress(*BROKEN):
            async with asyncio.timeout(PROCESS_TIMEOUT_S):
                await watch(Attacker(servers.port, address(2, number)), f"/api/tables/{party.code}/ws")
            done["watched"] += 1


async def _visits(servers: Servers, round_number: int, done: Counter[str]) -> None:
    load = Load(tables=0, at_once=0, connections=4, analyses=int(round_number % ANALYSIS_EVERY == 0))
    for number in count():
        done["visits"] += 1
        try:
            async with asyncio.timeout(2 * PROCESS_TIMEOUT_S):
                await visit(Attacker(servers.port, address(3, done["visits"])), load, number)
        except BROKEN:
            done["visits interrupted"] += 1
        await asyncio.sleep(servers.rng.uniform(0, 2 * VISIT_SECONDS))


async def flood(port: int, number: int, seconds: float) -> dict[str, int]:
    """Attack one server from a process and an address of its own; return the server's answers."""
    name = FLOODS[number % len(FLOODS)]
    attacker = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.flood", name, str(port), address(66, number), str(seconds),
        stdin=PIPE, stdout=PIPE,
    )  # fmt: skip
    try:
        assert attacker.stdout is not None
        await attacker.stdout.readline()
        output, _ = await attacker.communicate(b"\n")
    finally:
        with suppress(ProcessLookupError):
            attacker.kill()
        await attacker.wait()
    answers: dict[str, int] = json.loads(output or b"{}")
    return {f"{name}: {answer}": times for answer, times in answers.items()}
