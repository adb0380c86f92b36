"""Commands on a store in PostgreSQL: a server on it, what is refused in words, and no password in any of them."""

import re
import signal
import socket
import sys
import time
from functools import partial
from pathlib import Path

import httpx
import pytest

from tests.cli.invoke import run, written
from tests.server.hosting import Guest, Server, insist
from tests.storage.helpers import new, stored
from tests.storage.postgres import GUARDED, KILL, PASSWORD, Cluster, DatabaseHome, cluster
from toctoc import extras, lang
from toctoc.storage.common import DAY_SECONDS as DAY
from toctoc.storage.store import Write

__all__ = ["cluster"]  # a fixture

LINES = [written("escalier", seed) for seed in (1, 2)]
NOBODY = "postgresql://anna:hush@127.0.0.1"


@pytest.fixture
def base(cluster: Cluster) -> DatabaseHome:
    return DatabaseHome(cluster)


@pytest.fixture
def played(base: DatabaseHome) -> DatabaseHome:
    """A table of today and one that is forty days old, with a record each."""
    for table, line, now in zip(("old", "today"), LINES, (time.time() - 40 * DAY, time.time()), strict=True):
        with base.opened(partial(float, now)) as store:
            stored(store, new(table, now), Write(table, 2, (b"x",), record=(1, line)))
    return base


def refused(url: str, language: str = "en", command: str = "serve") -> str:
    """What is said of a store that cannot be used, in one line."""
    options = {"serve": ["--port", "0", "--store", url], "export": [url]}[command]
    result = run(command, *options, "--lang", language)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1), result.stderr
    assert "hush" not in result.stderr
    assert PASSWORD not in result.stderr
    return result.stderr


def test_every_failure_to_open_a_database_is_translated(base: DatabaseHome) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    here = f"127.0.0.1:{base.cluster.port}"
    base.cluster.execute("CREATE DATABASE latin1 ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    cases = {
        f"{NOBODY}:{port}/toctoc": "no PostgreSQL server answers there; check that it is running",
        f"postgresql://anna:hush@{here}/postgres": "PostgreSQL does not let this user in; check the user",
        f"postgresql://{GUARDED}:hush@{here}/postgres": "PostgreSQL does not let this user in; check the user",
        f"{base.cluster.url('nowhere')}?password=hush": "there is no such database; make it: createdb",
        base.cluster.url("latin1"): "its text is not UTF-8",
        f"postgresql://anna:hu/sh@{here}/postgres": "write @ as %40",
        f"{NOBODY}:port/toctoc": "this is not the address of a database",
        f"postgre{NOBODY[8:]}/toctoc": "or postgresql://USER@HOST/DATABASE",
    }  # fmt: skip
    for url, english in cases.items():
        assert english in refused(url)
        said = {refused(url, language) for language in lang.LANGUAGES}
        assert len(said) == len(lang.LANGUAGES), said
    assert "no PostgreSQL server answers there" in refused(f"{NOBODY}:{port}/toctoc", command="export")


def test_a_missing_driver_is_named(base: DatabaseHome, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    for command in ("serve", "export"):
        for language in lang.LANGUAGES:
            assert extras.how("postgres") in refused(base.url, language, command)


def test_tables_whose_secret_is_nowhere_are_not_served(played: DatabaseHome) -> None:
    for language, said in (("en", "has tables and no secret"), ("fr", "mais pas de secret")):
        result = run("serve", "--port", "0", "--store", played.url, "--lang", language)
        assert result.exit_code == 2
        assert said in result.stderr
        assert "--new-secret" in result.stderr


def ready(http: httpx.Client) -> None:
    answer = http.get("/readyz")
    assert (answer.status_code, answer.json()["free_bytes"]) == (200, None)


def found(http: httpx.Client, table: dict[str, str]) -> None:
    assert http.get(f"/api/tables/{table['code']}").status_code == 200


def sit(server: Server, table: dict[str, str]) -> None:
    with Guest(server, table) as guest:
        assert guest.ask("sit", seat=0, name="Anna")["type"] == "done"


def test_servers_share_tables_and_their_secret_and_show_no_password(base: DatabaseHome, tmp_path: Path) -> None:
    url = base.url.replace("toctoc@", f"{GUARDED}:{PASSWORD}@")
    base.execute(f"GRANT ALL ON SCHEMA {url.rpartition('=')[2]} TO {GUARDED}")
    with Server(tmp_path, TOCTOC_STORE=url) as one, Server(tmp_path, TOCTOC_STORE=url) as two:
        table = one.make("escalier")
        with one.http() as http:
            insist(lambda: ready(http))
        with two.http() as http:
            insist(lambda: found(http, table))  # at the other one
        base.execute(KILL)  # both notice, and say so in their logs
        code, said = one.interrupt(signal.SIGTERM)
        assert code == 0
        insist(lambda: sit(two, table))
        with two.http() as http:
            assert re.search(r"^toctoc_writes_total [1-9]", http.get("/metrics").text, re.MULTILINE)
        code, more = two.interrupt()
        assert code == 0
    assert PASSWORD not in said + more
    assert not list(tmp_path.iterdir()), "nothing is kept here"


def test_records_are_exported_and_old_tables_pruned(played: DatabaseHome, tmp_path: Path) -> None:
    exported = run("export", played.url)
    assert (exported.exit_code, exported.stdout) == (0, "".join(f"{line}\n" for line in LINES))
    found = run("prune", played.url, "--older-than", "30", "--records", "--dry-run")
    assert found.stdout == "Unused for 30 days: 1 table and 1 record.\n"
    pruned = run("prune", played.url, "--older-than", "30", "--yes")
    assert pruned.stdout.endswith("Removed: 1 table.\n")
    with played.opened() as store:
        assert [head.table for head in store.heads()] == ["today"]


@pytest.mark.parametrize("language", lang.LANGUAGES)
def test_for_a_backup_we_name_the_program_that_makes_it(tmp_path: Path, language: str) -> None:
    result = run("backup", f"{NOBODY}/toctoc", tmp_path / "copy.dump", "--lang", language)
    assert result.exit_code == 2
    command = f"pg_dump --format=custom --file={tmp_path / 'copy.dump'} postgresql://anna@127.0.0.1/toctoc"
    assert command in result.stderr
    assert not list(tmp_path.iterdir())
