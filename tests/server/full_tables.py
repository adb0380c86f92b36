"""Tables full of guests: how they are filled, what is checked of them, and how an evening ends."""

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

import httpx

from tests.forks import PROCESS_TIMEOUT_S
from tests.server.guest import Guest, gist
from tests.server.hosting import Server
from tests.server.stored_logs import Line, Logs
from toctoc import record
from toctoc.core.game import Move
from toctoc.table.log import read as read_entry
from toctoc.table.state import KEPT_EVENTS
from toctoc.table.table import Table
from toctoc.table.updates import encoded_events

BOT = "petit-fantome"
LOADED = 600.0  # seconds in which everybody is back, on a machine that has other work for all its cores
TOLD = {"began", "moved"}  # what has events
# game, players, persons, clock, whether devices give parts of the seed
Tables = tuple[tuple[str, int, int, str, bool], ...]
TABLES: Tables = (
    ("toctoctoc", 3, 3, "none", True),
    ("chocottes", 2, 2, "none", False),
    ("escalier", 2, 2, "fast", False),
    ("toctoctoc", 4, 2, "relaxed", False),
    ("chocottes", 4, 3, "fast", True),
    ("escalier", 4, 3, "none", True),
    ("toctoctoc", 3, 1, "fast", False),
    ("chocottes", 3, 1, "none", False),
)


async def until(true: Callable[[], bool], every: float = 0.05, patience: float = PROCESS_TIMEOUT_S) -> None:
    async with asyncio.timeout(patience):
        while not true():
            await asyncio.sleep(every)


class Recovery(NamedTuple):
    """After how many seconds people were served again."""

    back: float  # everybody was welcome at their table
    on: float  # something had happened at every table, be it a bot that thinks first


class FullTable:
    """A table and its guests; the first of them made it."""

    def __init__(self, code: str, guests: list[Guest]) -> None:
        self.code, self.guests, self.host = code, guests, guests[0]

    @property
    def unstored(self) -> bool:
        """Whether the store refused something here."""
        return any(guest.unstored for guest in self.guests)

    @property
    def moves(self) -> int:
        """What was acknowledged at this table."""
        return sum(len(guest.done) for guest in self.guests)

    @property
    def signs(self) -> int:
        """What was acknowledged, and what anybody was shown when it happened: also bots and clocks move."""
        return self.moves + sum(guest.news for guest in self.guests)

    async def hurry(self) -> None:
        """Let everybody do at once what they have to do, until they `take_time`."""
        for guest in self.guests:
            await guest.hurry()

    def take_time(self) -> None:
        for guest in self.guests:
            guest.hurried.clear()

    async def end(self) -> None:
        """Play the last game to its end; whoever is content then checks everything once more and goes."""
        for guest in self.guests:
            guest.going = False
        while not all(g.is_content and g.lobby["number"] >= self.host.starts for g in self.guests):
            await asyncio.sleep(0.05)
        for guest in self.guests:
            await guest.check_out()

    def check(self, log: list[Line], where: dict[tuple[str, str], int]) -> None:
        """Whatever anybody was told is in the log, and where it was said to be."""
        for guest in self.guests:
            assert guest.version <= len(log), f"{guest} was shown {guest.version} of {len(log)} lines"
            for id, version in guest.done.items():
                assert where.get((self.code, id)) == version, f"{guest}: {id} was done at {version}: {log[-5:]}"
            told = {log[version - 1][1][0] for version in guest.heard}
            assert told <= TOLD, f"{guest} heard of {told}"
            if [guest.seat] not in [what for _, (kind, *what), *_ in log if kind == "went"]:
                self._check_told(guest, log)

    def _check_told(self, guest: Guest, log: list[Line]) -> None:
        """Whatever happened in the games is told to all who play; only a long absence is not told in full."""
        happened = [version for version, (_, (kind, *_), *_) in enumerate(log[: guest.version], 1) if kind in TOLD]
        excused: set[int] = set()
        for since, until in guest.gaps:
            excused.update([version for version in happened if since < version <= until][:-KEPT_EVENTS])
        never = {*happened} - guest.heard - excused
        assert not never, f"{guest} was never told of {sorted(never)}; gaps {guest.gaps}"

    def check_turns(self, lines: list[bytes]) -> None:
        """Every turn is taken once, and nobody was ever told that one was taken in another way."""
        stored = retold(lines)
        for guest in self.guests:
            for version, told in guest.gists.items():
                events = stored[version]
                expected = events.get(guest.seat, events[None])
                assert told == gist(expected), f"{guest} was told something else of {version} than {expected}"

    def movers(self, log: list[Line]) -> list[str]:
        """Who made each move, by the log: a person, a bot, a clock or a stand-in."""
        persons = {guest.seat for guest in self.guests}
        moved = [(seat, by) for moves in _moves(log) for seat, _, by in moves]
        return [by if by != "player" else "person" if seat in persons else "bot" for seat, by in moved]

    def check_records(self, http: httpx.Client, log: list[Line]) -> int:
        """Every game has a record that verifies, and its moves are those of the log; how many there are."""
        games = _moves(log)
        for number, moves in enumerate(games, 1):
            answer = http.get(f"/api/tables/{self.code}/record", params={"game": number})
            assert answer.status_code == 200, f"{self.code} game {number}: {answer.text}"
            read = record.read(answer.text)
            record.verify(read)
            assert [(s.seat, str(s.action), s.by) for s in read.steps if isinstance(s, Move)] == moves
        return len(games)


def full_tables(
    live: Server, rng: Random, number: int, address: Callable[[], str] | None = None, tables: Tables = TABLES
) -> list[FullTable]:
    """Make tables whose guests connect to `address`, or else wherever the server is."""
    address = address or (lambda: live.socket_url)
    return [_full_table(live, Random(rng.random()), tables[n % len(tables)], address) for n in range(number)]


def _full_table(live: Server, rng: Random, table: Any, address: Callable[[], str]) -> FullTable:
    game, players, persons, clock, is_fair = table
    made = live.make(game, players=players, clock=clock)
    code, tokens = made["code"], [made["token"], *(live.token(made["code"]) for _ in range(1, persons))]
    guests = [Guest(address, code, token, seat, Random(rng.random())) for seat, token in enumerate(tokens)]
    for guest in guests:
        guest.persons, guest.is_fair, guest.fill = persons, is_fair, BOT if players > persons else None
    return FullTable(code, guests)


def check_all(gathered: list[FullTable], logs: Logs) -> None:
    logs.read()
    for party in gathered:
        party.check(logs.tables[party.code], logs.where)


async def all_move(gathered: Sequence[FullTable]) -> Recovery:
    """Wait until everybody is at their table and something new happens at each; after how many seconds."""
    began = time.monotonic()
    for party in gathered:
        await party.hurry()
    await asyncio.sleep(0.1)  # what had been sent before has arrived, and those whose line broke know it
    waiting = {party: party.signs for party in gathered}
    guests = [guest for party in gathered for guest in party.guests]
    back: list[float] = []

    def is_over() -> bool:
        for party in [party for party, before in waiting.items() if party.signs > before]:
            party.take_time()
            del waiting[party]
        if not back and all(guest.is_here for guest in guests):
            back.append(time.monotonic() - began)
        return bool(back) and not waiting

    await until(is_over, 0.01, LOADED)
    return Recovery(back[0], time.monotonic() - began)


def retold(lines: list[bytes]) -> dict[int, dict[int | None, Any]]:
    """What a log tells of each version: to everybody, and instead to each seat that sees more.

    The rules take no move of a seat that is not to act.
    """
    table = Table.restore(None, lines[:1])
    told: dict[int, dict[int | None, Any]] = {}
    for version, line in enumerate(lines[1:], 2):
        if shown := table.apply(read_entry(line)):
            events, own = encoded_events(shown)
            told[version] = {
                None: json.loads(bytes(events)),
                **{seat: json.loads(bytes(own[seat])) for seat in own},
            }
    return told


def _moves(log: list[Line]) -> list[list[tuple[int, str, str]]]:
    """The moves of each game, from the log."""
    games: list[list[tuple[int, str, str]]] = []
    for _, (kind, *what), *_ in log:
        if kind == "began":
            games.append([])
        elif kind == "moved":
            games[-1].append((what[0], what[1], what[2]))
    return games
