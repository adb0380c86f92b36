"""Write the corpus of this version, once, with PostgreSQL: python -m tests.corpus"""

import asyncio
import json
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from msgspec.structs import replace

from tests.cli.invoke import run
from tests.corpus import FOLDER, command_lines, dump_database, dump_store, live_tables, record_lines, write_sums
from tests.server.daily_server import DailyServer, daily_server
from tests.server.local_server import SECRET
from tests.server.test_groups import joins, laid, made, play, seen
from tests.storage.postgres import Cluster, why_not
from tests.table import random_events
from tests.table.harness import TableHarness
from tests.table.test_gathering import finished
from tests.table.test_idle import quick_match, until_idle
from toctoc import Match, __version__, fair, record
from toctoc.analysis import analyse, write
from toctoc.bots import SeatInfo, make
from toctoc.core.registry import BUILT_IN
from toctoc.record import Seat
from toctoc.server.features.analysis.analysis_jobs import ANALYSIS_DOCUMENT, WANTED_DOCUMENT, AnalysisKey
from toctoc.server.features.contacts import contact
from toctoc.server.features.daily import bot_tries, deals, results, tries
from toctoc.server.features.groups import games, group
from toctoc.server.features.push import subscriptions
from toctoc.server.features.push.subscriptions import Subscription, subscribe
from toctoc.server.security.identity import check_secret
from toctoc.storage import Document, is_database
from toctoc.storage.common import FINGERPRINT
from toctoc.storage.postgres.schema import shared_secret
from toctoc.storage.postgres.store import PostgresStore
from toctoc.table import commands, log
from toctoc.table.effects import START_WITHOUT_MS
from toctoc.table.log import Settings
from toctoc.table.table import Table

DOCUMENTS = {  # every kind
    deals.DEAL_DOCUMENT, tries.TRY_DOCUMENT, results.RESULT_DOCUMENT, group.GROUP_DOCUMENT, games.GAME_DOCUMENT,
    subscriptions.SUBSCRIPTION_DOCUMENT, WANTED_DOCUMENT, ANALYSIS_DOCUMENT, contact.CONTACT_DOCUMENT,
    bot_tries.BOT_TRIES_DOCUMENT, FINGERPRINT[0],
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
    bots = [make("voyante", SeatInfo(match.game, players, match.options, seat, 1)) for seat in range(players)]
    for own, bot in enumerate(bots):
        match.follow(own, bot.observe)
    while (seat := match.asked) is not None:
        by = rng.choice(["player"] * 8 + ["clock", "stand-in"])
        match.play(seat, bots[seat].act(match.view(seat), match.legal(seat)), by)
    seats = [Seat(NAMES[0], avatar="owl"), *(Seat(name, "voyante") for name in NAMES[1:players])]
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
    found["another game without a reader"] = _stored(_second_game())
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


def _second_game() -> TableHarness:
    """Go on to another game without a player that is not ready; a stand-in plays until another one is back."""
    harness = finished("anna", "bob", "carla", game="chocottes")
    harness.ask("bob", commands.Again(harness.id(), True, "apprenti", "escalier"))
    harness.ask("carla", commands.Again(harness.id(), True))
    harness.wait(START_WITHOUT_MS)
    harness.start("bob", fill="apprenti")
    harness.play_on(lambda legal: legal[0], 8)
    harness.go("bob")
    harness.wait(60_000)
    harness.back("bob")
    harness.play_on(lambda legal: legal[0], 8)
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
    await _contact(server)
    server.bots.may_play.set()  # the bots try the deals of the day
    await server.bot_tries.settled()
    await check_secret(server.documents, server.access.keys, "the corpus")


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


async def _contact(server: DailyServer) -> None:
    """Let two guests know each other, and one invite the other."""
    people = [contact.Person(f"guest{nth}", name, "owl") for nth, name in enumerate(("Anna", "Zoé"))]
    invitation = contact.SentInvitation(people[0].guest, "hibou-ours-42", "escalier", server.now)
    id = contact.contact_id(*(each.guest for each in people))
    for person in people:
        await contact.update(server.documents, id, server.now, lambda found, one=person: found.joined(one))  # type: ignore[misc]
    await contact.update(server.documents, id, server.now, lambda found: replace(found, invitation=invitation))


async def _group(server: DailyServer) -> None:
    """Let a group play a game that counts already, one that does not yet, and sit down at a table."""
    anna, bert = server.browser(), server.browser()
    id = (await made(anna))["id"]
    await joins(bert, id, "Bert", avatar="cat")
    code = await laid(anna, id)
    await play(anna, code)
    assert (await seen(anna, id))["played"] == 1
    await play(anna, code)


HASH = "0123456789abcdef" * 4
COMMANDS: tuple[commands.Command, ...] = (  # each with all its fields
    commands.Hello(commands.PROTOCOL, 7), commands.Move("m1", "move red", 2),
    commands.Sit("m2", 1, "Zoé", True, "cat"), commands.Leave("m3", 1), commands.Bot("m4", 2, "voyante"),
    commands.Clear("m5", 2),
    commands.Set("m6", Settings(2, {"start": "random"}, listed=True, clock="fast", free_text=True, hints=True)),
    commands.Ready("m7", HASH), commands.Part("m8", HASH), commands.Start("m9", "voyante", True),
    commands.Again("m10", True, "voyante", "escalier"), commands.Ask("m11", "Zoé", "cat"),
    commands.Visit("Zoé", "cat"), commands.Grant("m12", 3, True), commands.Say("m13", "thinking", "Well…", 1),
    commands.Mute("m14", 1, True), commands.Calm("m15", True), commands.Seen(7), commands.Shown(7),
    commands.Pace("fast"), commands.Ping(), commands.Back(), commands.Hint("m16", 1), commands.Close("m17"),
)  # fmt: skip


def messages() -> list[str]:
    """Write each command with all its fields, and with those alone that have no default."""
    lines = []
    for command in COMMANDS:
        whole = msgspec.to_builtins(command)
        required = {field.encode_name for field in msgspec.structs.fields(command) if field.required} | {"type"}
        least = {name: value for name, value in whole.items() if name in required}
        lines += [json.dumps(each, ensure_ascii=False) for each in ([whole] if whole == least else [whole, least])]
    return lines


def dataset(folder: Path) -> None:
    """Save a dataset as the command does."""
    few = ("--players", "2", "--games", "4", "--seed", "7", "--cores", "1", "--option", "risk=yes")
    result = run("dataset", "escalier", *few, "--bots", "voyante,apprenti", "--out", str(folder))
    assert result.exit_code == 0, result.output


async def serve(url: str) -> None:
    """Let a server fill a new store."""
    # Bots play in the server's own loop, so the node cannot renew a short lease.
    store = await PostgresStore.open(url, lease_seconds=3600) if is_database(url) else None
    async with daily_server(url, store=store) as server:
        await fill_store(server)


def main() -> None:
    folder = FOLDER / __version__
    if folder.exists():
        sys.exit(f"{folder} is there: a corpus is written once, and never changed")
    if (why := why_not()) is not None:
        sys.exit(why)
    with TemporaryDirectory() as name:
        there = Path(name)
        store = there / "toctoc.db"
        asyncio.run(serve(str(store)))
        folder.mkdir()
        dump_store(store, folder / "store.jsonl")
    cluster = Cluster()
    try:
        url = cluster.new_store()
        assert asyncio.run(shared_secret(url, SECRET, False)) == SECRET
        asyncio.run(serve(url))
        asyncio.run(dump_database(url, folder / "database.jsonl"))
    finally:
        cluster.close()
    (folder / "commands.jsonl").write_text("".join(f"{line}\n" for line in messages()), "utf-8")
    (folder / "records.jsonl").write_text("".join(f"{line}\n" for line in records()), "utf-8")
    (folder / "tables.json").write_text(json.dumps(tables(), ensure_ascii=False, indent=1) + "\n", "utf-8")
    dataset(folder / "dataset")
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
    database = [json.loads(line) for line in (folder / "database.jsonl").read_text("utf-8").splitlines()[1:]]
    assert {row["kind"] for table, row in database if table == "documents"} == DOCUMENTS
    sent = {json.loads(line)["type"] for line in command_lines(folder.name)}
    assert sent == {kind.__struct_config__.tag for kind in commands.Command.__args__}
    for game in BUILT_IN.values():
        played = [each for line in record_lines(folder.name) if (each := record.read(line)).game == game]
        assert {len(each.seats) for each in played} == set(game.players)
        for option in game.options:
            assert len({str(each.options[option.name]) for each in played}) > 1, option


if __name__ == "__main__":
    main()
