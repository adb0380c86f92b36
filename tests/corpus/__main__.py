"""Write the corpus of this version, once: python -m tests.corpus"""

import asyncio
import json
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from tests.cli.invoke import run
from tests.corpus import FOLDER, dump_store, live_tables, record_lines, write_sums
from tests.server.daily_server import DailyServer, daily_server
from tests.server.test_groups import joins, laid, made, play, seen
from tests.table import random_events
from tests.table.harness import TableHarness
from tests.table.test_idle import quick_match, until_idle
from toctoc import Match, __version__, fair, record
from toctoc.analysis import analyse, write
from toctoc.bots import SeatInfo, make
from toctoc.core.registry import BUILT_IN
from toctoc.record import Seat
from toctoc.server.features.analysis.analysis_jobs import ANALYSIS_DOCUMENT, WANTED_DOCUMENT, AnalysisKey
from toctoc.server.features.daily import deals, results, tries
from toctoc.server.features.groups import games, group
from toctoc.server.features.push import subscriptions
from toctoc.server.features.push.subscriptions import Subscription, subscribe
from toctoc.storage import Document
from toctoc.table import commands, log
from toctoc.table.log import Settings
from toctoc.table.table import Table

DOCUMENTS = {  # every kind
    deals.DEAL_DOCUMENT, tries.TRY_DOCUMENT, results.RESULT_DOCUMENT, group.GROUP_DOCUMENT, games.GAME_DOCUMENT,
    subscriptions.SUBSCRIPTION_DOCUMENT, WANTED_DOCUMENT, ANALYSIS_DOCUMENT,
}  # fmt: skip
NAMES = ("Ada", "Ben", "Cleo", "Dän", "Eve 🦉")
EVERY_OPTION: dict[str, dict[str, Any]] = {  # each at another value than its default
    "toctoctoc": {"start": "random", "creator": 1, "memory_aid": True},
    "chocottes": {
        "start": "random", "creator": 1, "dreams": 4, "tiles": [3, 20, 49], "snap_seconds": 0, "memory_aid": True,
    },
    "escalier": {"start": "random", "creator": 1, "risk": True, "memory_aid": True},
}  # fmt: skip


def records() -> list[str]:
    """Play a game of every number of players, with every option changed or none; the first is shuffled fairly."""
    lines = []
    for game in BUILT_IN.values():
        for n, players in enumerate(game.players):
            chosen = EVERY_OPTION[game.name] if n % 2 else {}
            seeds = [Random(f"{game.name} {players} {number}") for number in range(8)]
            found = [_record(game.name, players, chosen, rng, is_fair=n == 0) for rng in seeds]
            lines.append(min(found, key=len))  # the corpus shall stay small
    return lines


def _record(game: str, players: int, chosen: dict[str, Any], rng: Random, is_fair: bool) -> str:
    parts = [rng.randbytes(32) for _ in range(players)]
    hashes = [None, *map(fair.commitment, parts[1:])]
    shuffle = fair.gather(7, rng.randbytes(32), hashes, [*parts[:-1], None]) if is_fair else None
    match = Match(game, players, chosen, chance=shuffle.dice() if shuffle else rng.randrange)
    bots = [make("medium", SeatInfo(match.game, players, match.options, seat, 1)) for seat in range(players)]
    for own, bot in enumerate(bots):
        match.follow(own, bot.observe)
    while (seat := match.asked) is not None:
        by = rng.choice(["player"] * 8 + ["clock", "stand-in"])
        match.play(seat, bots[seat].act(match.view(seat), match.legal(seat)), by)
    seats = [Seat(NAMES[0], avatar="owl"), *(Seat(name, "medium") for name in NAMES[1:players])]
    return record.write(record.record(match, tuple(seats), shuffle))


def tables() -> dict[str, Any]:
    """Let much happen at a table of every game, with every option changed or none; the second game goes on."""
    found = {}
    for game in BUILT_IN:
        for name, options in ((game, {}), (f"{game} with options", EVERY_OPTION[game])):
            rng = Random(f"corpus {name}")
            harness = random_events.gather(game, rng, options=options)
            while not harness.records or not harness.table.is_live:
                random_events.happen(harness, rng)
            found[name] = _stored(harness)
    found["closed"] = _stored(_closed_table())
    quick = quick_match("escalier", "anna", "bob")
    until_idle(quick, "bob")
    found["quick match with a stand-in for an idle player"] = _stored(quick)
    return found


def _closed_table() -> TableHarness:
    """Let the rest happen that can: settings, chairs for those who watch, people who take their time, the end."""
    harness = TableHarness.of("chocottes", 3, clock="fast")
    harness.sit("anna", "bob")
    settings = Settings(2, EVERY_OPTION["chocottes"], listed=True, clock="relaxed", free_text=True, hints=True)
    harness.ask("anna", commands.Set(harness.id(), settings))
    harness.ask("bob", commands.Calm(harness.id()))
    harness.start()
    harness.come("zoe")
    harness.ask("zoe", commands.Ask(harness.id(), "Zoé", "cat"))
    harness.ask("anna", commands.Grant(harness.id(), harness.table.state.asking[0].since))
    harness.play_on(lambda legal: legal[0], 8)
    harness.table.enter(log.Entry(harness.at, log.Resumed(250)))
    harness.note()
    harness.ask("anna", commands.Close(harness.id()))
    return harness


def _stored(harness: TableHarness) -> dict[str, Any]:
    version = len(harness.log) // 2
    return {
        "log": [entry.decode() for entry in harness.log],
        "snapshot": {"version": version, "text": Table.restore(None, harness.log[:version]).snapshot().decode()},
        "records": harness.records,
    }


async def fill_store(server: DailyServer) -> None:
    """Let a server write tables and documents of every kind."""
    for game in BUILT_IN:
        code = await server.browser().begin(game)
        if game == "escalier":
            await server.browser().play(code)
    await _lesson(server)
    await _slow_table(server)
    await _group(server)


async def _lesson(server: DailyServer) -> None:
    """Let somebody learn to the end; make an analysis of that, and want another one."""
    learner = server.browser()
    host = {"name": "Lena", "start": True, "fill": "apprenti"}
    wanted = {"game": "escalier", "settings": {"players": 2}, "lesson": True, "host": host}
    code = (await learner.ask("POST", "/api/tables", json=wanted)).json()["code"]
    await learner.play(code)
    id = (await server.live(code)).id
    line = await server.services.store.record(id, 1)
    assert line is not None
    body = write(analyse(record.read(line), 0, plain=True)).encode()
    await server.documents.put(Document(ANALYSIS_DOCUMENT, AnalysisKey(id, 1, 0, False).id, body, table=id))
    wish = AnalysisKey(id, 1, 1, True)
    await server.documents.put(Document(WANTED_DOCUMENT, wish.id, msgspec.json.encode(wish), table=id))


async def _slow_table(server: DailyServer) -> None:
    """Begin a game with a day a move, whose player is told of their turn by a push."""
    host = {"name": "Sara", "start": True, "fill": "apprenti"}
    settings = {"players": 3, "clock": "day", "hints": True, "options": {"memory_aid": True}}
    wanted = {"game": "toctoctoc", "settings": settings, "host": host}
    browser = server.browser()
    code = (await browser.ask("POST", "/api/tables", json=wanted)).json()["code"]
    await browser.play(code, most=6)
    live = await server.live(code)
    there = Subscription("https://fcm.googleapis.com/fcm/send/corpus", "http://localhost")
    assert await subscribe(server.documents, live.id, live.table.state.creator, there, server.now)


async def _group(server: DailyServer) -> None:
    """Let a group play a game that counts already, one that does not yet, and sit down at a table."""
    anna, bert = server.browser(), server.browser()
    id = (await made(anna))["id"]
    await joins(bert, id, "Bert", avatar="cat")
    code = await laid(anna, id)
    await play(anna, code)
    assert (await seen(anna, id))["played"] == 1
    await play(anna, code)


def journals(folder: Path) -> None:
    """Save a simulation, an arena and a dataset as the commands do."""
    few = ("--games", "4", "--seed", "7", "--cores", "1")
    here = ("escalier", "--players", "2", *few, "--option", "risk=yes")
    for command in (
        ("simulate", *here, "--bots", "medium,apprenti", "--save", folder / "simulation.jsonl"),
        ("arena", *here, "--field", "medium,apprenti", "--save", folder / "arena.jsonl"),
        ("dataset", *here, "--bots", "medium,apprenti", "--out", folder / "dataset"),
    ):
        result = run(*map(str, command))
        assert result.exit_code == 0, result.output


def main() -> None:
    folder = FOLDER / __version__
    if folder.exists():
        sys.exit(f"{folder} is there: a corpus is written once, and never changed")
    with TemporaryDirectory() as name:
        there = Path(name)
        store = there / "toctoc.db"

        async def serve() -> None:
            async with daily_server(str(store)) as server:
                await fill_store(server)

        asyncio.run(serve())
        folder.mkdir()
        dump_store(store, folder / "store.jsonl")
    (folder / "records.jsonl").write_text("".join(f"{line}\n" for line in records()), "utf-8")
    (folder / "tables.json").write_text(json.dumps(tables(), ensure_ascii=False, indent=1) + "\n", "utf-8")
    journals(folder)
    check(folder)
    write_sums(folder)


def check(folder: Path) -> None:
    """Make sure that everything is in the corpus that can be stored."""
    rows = [json.loads(line) for line in (folder / "store.jsonl").read_text("utf-8").splitlines()[1:]]
    entries = [row[-1]["bytes"] for row in rows if row[0] == "entries"]
    entries += [entry for table in live_tables(folder.name).values() for entry in table["log"]]
    kinds = {kind.__struct_config__.tag for kind in log.Change.__args__}
    assert {json.loads(entry)[1][0] for entry in entries} == kinds
    assert {row[1] for row in rows if row[0] == "documents"} == DOCUMENTS
    for game in BUILT_IN.values():
        played = [each for line in record_lines(folder.name) if (each := record.read(line)).game == game]
        assert {len(each.seats) for each in played} == set(game.players)
        for option in game.options:
            assert len({str(each.options[option.name]) for each in played}) > 1, option


if __name__ == "__main__":
    main()
