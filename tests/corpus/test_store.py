"""Stores of all earlier versions are opened, and a server finds in them whatever they hold."""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Coroutine, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.corpus import FOLDER, SUMS, VERSIONS, load_database, load_store, sums
from tests.corpus.ageing import UNKNOWN, with_unknown, without
from tests.server.daily_server import NEXT_DAY, DailyServer, daily_server
from tests.storage.postgres import Cluster, cluster
from toctoc import GAMES, record
from toctoc.analysis import Analysis
from toctoc.server.features.analysis.analysis_jobs import ANALYSIS_DOCUMENT, WANTED_DOCUMENT, AnalysisKey
from toctoc.server.features.groups import group as groups
from toctoc.storage.sqlite.store import SqliteStore

__all__ = ["cluster"]  # a fixture
every_version = pytest.mark.parametrize("version", VERSIONS)
Test = Callable[[DailyServer], Coroutine[Any, Any, None]]


@every_version
def test_the_files_are_never_changed(version: str) -> None:
    lines = (FOLDER / version / SUMS).read_text("utf-8").splitlines()
    assert {name: each for each, name in (line.split("  ") for line in lines)} == sums(version)


def serve(path: Path, test: Test) -> None:
    """Run `test` at a server on the day after the store was written, when daily deals are told."""

    async def main() -> None:
        deliver = asyncio.get_running_loop().call_soon_threadsafe
        store = SqliteStore(path, deliver, clock=lambda: NEXT_DAY)  # whatever the date is: documents expire
        async with daily_server("", store=store) as server:
            server.now = NEXT_DAY
            await test(server)

    asyncio.run(main())


def codes(path: Path) -> dict[str, str]:
    """Return the codes of all tables, each with its game."""
    db = sqlite3.connect(path)
    found = dict(db.execute("SELECT code, game FROM tables ORDER BY key").fetchall())
    db.close()
    return found


def change(path: Path, edit: Callable[[str | bytes], bytes]) -> None:
    """Edit every entry and snapshot of a store."""
    db = sqlite3.connect(path)
    for table, column, key in (("entries", "entry", "key"), ("snapshots", "snapshot", "table_key")):
        for number, content in db.execute(f"SELECT {key}, {column} FROM {table}").fetchall():
            db.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (edit(content), number))
    for number, line in db.execute("SELECT key, line FROM records").fetchall():
        db.execute("UPDATE records SET line = ? WHERE key = ?", (edit(line).decode(), number))
    db.commit()
    db.close()


async def look(server: DailyServer, codes: Iterable[str]) -> dict[str, Any]:
    """Return the answers that a browser gets of every table, and of its record and replay where there is one."""
    browser, answers = server.browser(), {}
    for code in codes:
        for part in ("", "/record?game=1", "/replay?game=1", "/deal?game=1"):
            answer = await browser.ask("GET", f"/api/tables/{code}{part}")
            assert answer.status_code in (200, 409), answer.text
            answers[code + part] = answer.json()
    return answers


@every_version
def test_every_table_wakes_and_every_record_is_shown(version: str, tmp_path: Path) -> None:
    path = tmp_path / "toctoc.db"
    load_store(version, path)

    serve(path, lambda server: find_all(server, [*codes(path)]))


@every_version
def test_every_table_in_a_database_wakes_and_every_record_is_shown(version: str, cluster: Cluster) -> None:
    from toctoc.storage.postgres.store import PostgresStore

    url = cluster.new_store()

    async def main() -> None:
        await load_database(version, url)
        store = await PostgresStore.open(url, clock=lambda: NEXT_DAY)
        async with daily_server("", store=store) as server:
            server.now = NEXT_DAY
            await find_all(server, [head.code for head in await store.heads()])
            [group] = await server.documents.some(groups.GROUP_DOCUMENT)
            told = (await server.browser().ask("GET", f"/api/groups/{group.id}")).json()
            assert [member["name"] for member in told["members"]] == ["Anna", "Bert"]

    asyncio.run(main())


async def find_all(server: DailyServer, codes: Sequence[str]) -> None:
    """Let every table wake, and look at its record."""
    answers = await look(server, codes)
    lessons = [told for told in answers.values() if told.get("lesson") and "steps" in told]
    assert lessons
    records = [json.dumps(told) for told in answers.values() if "steps" in told]
    assert len(records) >= 3
    assert all(record.verify(record.read(line)).over for line in records)
    live = [await server.live(code) for code in codes]
    assert {bool(each.table.state.daily) for each in live} == {True, False}
    assert any(each.table.state.group for each in live)
    assert any(each.table.state.anchor is not None for each in live)


@every_version
def test_every_document_is_read(version: str, tmp_path: Path) -> None:
    path = tmp_path / "toctoc.db"
    load_store(version, path)

    async def test(server: DailyServer) -> None:
        documents = server.documents
        [kept] = await documents.some(ANALYSIS_DOCUMENT)
        analysis = msgspec.json.decode(kept.body, type=Analysis)
        assert analysis.points
        [wanted] = await documents.some(WANTED_DOCUMENT)
        assert msgspec.json.decode(wanted.body, type=AnalysisKey).id == wanted.id
        [code] = [code for code in codes(path) if kept.id.startswith((await server.live(code)).id)]
        answer = await server.browser().ask("GET", f"/api/tables/{code}/analysis?game=1&seat=0")
        assert answer.json()["state"] == "done"
        [group] = await documents.some(groups.GROUP_DOCUMENT)
        told = (await server.browser().ask("GET", f"/api/groups/{group.id}")).json()
        assert (told["played"], [member["name"] for member in told["members"]]) == (2, ["Anna", "Bert"])

    serve(path, test)


@every_version
def test_a_store_without_an_option_gives_the_same_answers(version: str, tmp_path: Path) -> None:
    path, old = tmp_path / "toctoc.db", tmp_path / "old.db"
    load_store(version, path)
    load_store(version, old)
    for option in {option for game in set(codes(path).values()) for option in GAMES[game].options}:
        if option.name != "creator":  # a table's settings without it mean whoever has made the table
            default = json.loads(json.dumps(option.default))
            change(old, lambda content, name=option.name, value=default: without(content, name, value))  # type: ignore[misc]
    found: list[dict[str, Any]] = []
    for store in (path, old):

        async def test(server: DailyServer, store: Path = store) -> None:
            found.append(await look(server, codes(store)))

        serve(store, test)
    for code, told in found[0].items():
        if "frames" in told or "picks" in told:
            assert told == found[1][code], "a replay has every option"
        if "steps" in told:
            assert record.read(json.dumps(told)) == record.read(json.dumps(found[1][code]))


@every_version
def test_a_table_of_a_newer_version_is_refused_by_the_name_of_its_option(
    version: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "toctoc.db"
    load_store(version, path)
    change(path, with_unknown)

    async def test(server: DailyServer) -> None:
        for code in codes(path):
            for _ in range(2):
                answer = await server.browser().ask("GET", f"/api/tables/{code}")
                assert (answer.status_code, answer.json()["code"]) == (404, "game/newer")
                assert f"there is no option '{UNKNOWN}'" in answer.json()["message"]

    serve(path, test)
    assert len(caplog.messages) == len(codes(path)), "each table is logged once"


def cut(text: str | bytes) -> bytes:
    """The first half, as after a failure of the disk."""
    encoded = text if isinstance(text, bytes) else text.encode()
    return encoded[: len(encoded) // 2]


def test_a_table_that_is_damaged_is_refused_and_logged_and_the_host_removes_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "toctoc.db"
    load_store(VERSIONS[-1], path)
    code, *others = codes(path)
    change(path, cut)

    async def test(server: DailyServer) -> None:
        for _ in range(2):
            answer = await server.browser().ask("GET", f"/api/tables/{code}")
            assert (answer.status_code, answer.json()["code"]) == (404, "table/damaged")
        host = {"Authorization": "Bearer a-token-that-nobody-guesses"}
        removed = await server.browser().ask("DELETE", f"/api/admin/tables/{code}", headers=host)
        assert removed.status_code == 204

    serve(path, test)
    [line] = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert line.endswith(f"({code}) cannot be read")
    assert [*codes(path)] == others


def with_unknown_setting(text: str | bytes) -> bytes:
    return (text if isinstance(text, bytes) else text.encode()).replace(b'{"players":', b'{"weather":1,"players":')


@every_version
@pytest.mark.parametrize(("edit", "name"), [(with_unknown, UNKNOWN), (with_unknown_setting, "weather")])
def test_the_host_removes_a_table_of_a_newer_version(
    version: str, edit: Callable[[str | bytes], bytes], name: str, tmp_path: Path
) -> None:
    path = tmp_path / "toctoc.db"
    load_store(version, path)
    code, *others = codes(path)
    change(path, edit)

    async def test(server: DailyServer) -> None:
        host = {"Authorization": "Bearer a-token-that-nobody-guesses"}
        refused = (await server.browser().ask("GET", f"/api/tables/{code}")).json()
        assert (refused["code"], name in refused["message"]) == ("game/newer", True)
        for status in (204, 404):
            answer = await server.browser().ask("DELETE", f"/api/admin/tables/{code}", headers=host)
            assert answer.status_code == status
        assert answer.json()["code"] == "table/unknown"

    serve(path, test)
    assert [*codes(path)] == others
