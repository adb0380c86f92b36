"""A damaged write-ahead log after kill -9: no command drops acknowledged moves without a word."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.invoke import run
from tests.server.hosting import PLENTY, Server
from tests.storage.test_integrity import in_the_middle, log_of, overwrite

TABLES = 12


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The folder of a killed server, and the codes of its tables."""
    folder = tmp_path_factory.mktemp("killed")
    with Server(folder, *PLENTY) as server:
        codes = [server.make("escalier")["code"] for _ in range(TABLES)]
        server.kill()
    return folder, codes


@pytest.fixture(scope="module")
def damaged(killed: tuple[Path, list[str]], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The same, with a damaged log."""
    folder, codes = tmp_path_factory.mktemp("damaged") / "copy", killed[1]
    shutil.copytree(killed[0], folder)
    log = log_of(folder / "toctoc.db")
    overwrite(log, in_the_middle(log, 100), b"\xa5" * 50)
    return folder, codes


COMMANDS = [
    ["drill", "STORE"],
    ["backup", "STORE", "STORE.copy"],
    ["export", "STORE"],
    ["export", "STORE", "STORE.jsonl"],
    ["prune", "STORE", "--older-than", "9", "--dry-run"],
    ["prune", "STORE", "--older-than", "9", "--yes"],
    ["doctor", "--port", "0", "--store", "STORE"],
    ["serve", "--port", "0", "--store", "STORE"],
    ["serve", "--port", "0", "--new-secret", "--store", "STORE"],
]


def content(folder: Path) -> dict[str, bytes]:
    """All files but the lock, which names the last process."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.suffix != ".lock"}


def test_every_command_refuses_and_leaves_the_evidence(damaged: tuple[Path, list[str]], tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(damaged[0], folder)
    store = folder / "toctoc.db"
    before = content(folder)
    for command in COMMANDS:
        result = run(*(word.replace("STORE", str(store)) for word in command), "--lang", "en")
        said = result.stdout if command[0] == "doctor" else result.stderr
        assert result.exit_code == (1 if command[0] == "doctor" else 2), command
        assert "write-ahead log" in said
        assert f"toctoc serve --store {store} --accept-loss" in said, "without its name, it would be ./toctoc.db"
        after = content(folder)
        assert {name: after[name] for name in before} == before, command
        copies = after.keys() - before.keys()
        assert all(name.startswith("toctoc.db-wal.damaged-") for name in copies), command
        assert len(copies) == 1
        assert {after[name] for name in copies} == {before["toctoc.db-wal"]}


def test_a_killed_server_loses_not_even_its_last_move_without_a_word(
    killed: tuple[Path, list[str]], tmp_path: Path
) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(killed[0], folder)
    store = folder / "toctoc.db"
    with log_of(store).open("r+b") as file:
        file.truncate(log_of(store).stat().st_size - 100)
    for command in (
        ["doctor", "--port", "0", "--store", str(store)],
        ["serve", "--port", "0", "--store", str(store)],
    ):
        result = run(*command, "--lang", "en")
        assert result.exit_code
        assert f"toctoc serve --store {store} --accept-loss" in result.output
    whole = tmp_path / "whole"
    shutil.copytree(killed[0], whole)
    with Server(whole, *PLENTY) as server, server.http() as http:
        assert {http.get(f"/api/tables/{code}").status_code for code in killed[1]} == {200}


def test_the_server_goes_on_without_these_moves_if_it_is_told_to(damaged: tuple[Path, list[str]]) -> None:
    folder, codes = damaged
    log = log_of(folder / "toctoc.db").read_bytes()
    with Server(folder, *PLENTY, "--accept-loss") as server:
        with server.http() as http:
            found = [http.get(f"/api/tables/{code}").status_code for code in codes]
        assert found == sorted(found)
        assert {found[0], found[-1]} == {200, 404}
        server.make("escalier")
        _, said = server.interrupt()
    warning = json.loads(said.splitlines()[0])
    assert warning["level"] == "warning"
    assert "commits are lost" in warning["message"]
    [copy] = folder.glob("toctoc.db-wal.damaged-*")
    assert copy.read_bytes() == log
    with Server(folder):
        pass
