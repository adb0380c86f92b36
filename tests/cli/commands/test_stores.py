"""`toctoc backup`, `export` and `prune`: what they say, and what they refuse."""

import time
from pathlib import Path

import pytest

from tests.cli.invoke import run, start, written
from tests.cli.pseudo_terminal import Terminal
from tests.storage.helpers import new, opened, stored
from toctoc.storage.common import DAY_SECONDS as DAY
from toctoc.storage.store import Write

LINES = [written("escalier", seed) for seed in (1, 2, 3)]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Two tables, one of them forty days old, and three records."""
    path = tmp_path / "toctoc.db"
    now = time.time()
    with opened(path, lambda: now) as opened_store:
        stored(opened_store, new("today", now))
        for game, line in enumerate(LINES[:2], 1):
            stored(opened_store, Write("today", game + 1, (b"x",), record=(game, line)))
    with opened(path, lambda: now - 40 * DAY) as opened_store:
        stored(opened_store, new("old", now - 40 * DAY), Write("old", 2, (b"x",), record=(1, LINES[2])))
    return path


def test_a_backup_is_a_store(store: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with opened(store):  # a server at work
        result = run("backup", f"sqlite:///{store}", copy)
    assert (result.exit_code, result.stdout) == (0, f"sqlite:///{store} is backed up in {copy}.\n")
    with opened(copy) as backup:
        assert list(backup.records()) == LINES
    result = run("backup", store, copy)
    assert (result.exit_code, result.stderr) == (2, f"toctoc: {copy} exists already; --force overwrites it.\n")
    assert run("backup", store, copy, "--force").exit_code == 0
    assert not list(tmp_path.glob("*.part*"))


def test_a_backup_never_writes_over_a_store_in_use(store: Path, tmp_path: Path) -> None:
    result = run("backup", store, store, "--force")
    assert (result.exit_code, result.stderr) == (
        2, f"toctoc: {store} is the store itself; a backup needs another file.\n",
    )  # fmt: skip
    other = tmp_path / "other.db"
    with opened(other):
        result = run("backup", store, other, "--force", "--lang", "fr")
    assert result.exit_code == 2
    assert "sert de dépôt en ce moment" in result.stderr
    with opened(store) as opened_store:
        assert list(opened_store.records()) == LINES


def test_a_backup_that_cannot_be_written(store: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for file, reason in (("folder", "that is a folder"), ("nowhere/copy.db", "there is no such folder")):
        result = run("backup", store, tmp_path / file)
        assert (result.exit_code, result.stderr) == (
            2, f"toctoc: {tmp_path / file} cannot be written: {reason}.\n",
        )  # fmt: skip


def test_records_are_exported_byte_for_byte(store: Path, tmp_path: Path) -> None:
    expected = "".join(f"{line}\n" for line in LINES).encode()
    with opened(store):
        assert run("export", store).stdout_bytes == expected
    assert run("export", store, "-").stdout_bytes == expected
    file = tmp_path / "all.jsonl"
    result = run("export", store, file)
    assert (result.exit_code, result.stdout) == (0, f"{file}: 3 records.\n")
    assert file.read_bytes() == expected
    assert run("verify", file).stdout == f"{file}: 3 records, all good.\n"
    result = run("export", store, file)
    assert (result.exit_code, result.stderr) == (2, f"toctoc: {file} exists already; --force overwrites it.\n")
    assert run("export", store, file, "--force").exit_code == 0


def test_an_export_to_a_full_disk_is_reported(store: Path) -> None:
    with Path("/dev/full").open("w") as full, start("export", store, standard_output=full) as child:
        _, err = child.communicate()
    assert child.returncode == 1
    assert err == "toctoc: The output could not be written: no space is left.\n"


def test_a_dry_run_counts_the_tables_to_remove(store: Path) -> None:
    result = run("prune", store, "--older-than", "30", "--dry-run")
    assert (result.exit_code, result.stdout) == (0, "Unused for 30 days: 1 table.\n")
    result = run("prune", store, "--older-than", "30", "--records", "--dry-run")
    assert result.stdout == "Unused for 30 days: 1 table and 1 record.\n"
    result = run("prune", store, "--older-than", "50", "--dry-run", "--lang", "fr")
    assert result.stdout == "Aucune table n’est inutilisée depuis 50 jours.\n"
    result = run("prune", store, "--older-than", "30")
    assert result.exit_code == 2
    assert "add --yes" in result.stderr
    with opened(store) as opened_store:
        assert len(opened_store.heads()) == 2


def test_pruning_beside_a_server(store: Path) -> None:
    with opened(store) as opened_store:
        result = run("prune", store, "--older-than", "30", "--yes")
        assert result.stdout.endswith("Removed: 1 table.\n")
        assert [head.table for head in opened_store.heads()] == ["today"]
        assert list(opened_store.records()) == LINES
        result = run("prune", store, "--older-than", "30", "--yes", "--records")
        assert result.stdout.endswith("Removed: 0 tables and 1 record.\n")
        assert list(opened_store.records()) == LINES[:2]


@pytest.mark.parametrize(("answer", "tables"), [("y", 1), ("", 2)])
def test_in_a_terminal_pruning_asks(store: Path, answer: str, tables: int) -> None:
    with Terminal("prune", str(store), "--older-than", "30") as terminal:
        terminal.until("Remove this for good? [y/N]")
        terminal.type(answer)
        terminal.until("Removed: 1 table." if tables == 1 else "Nothing was removed.")
        assert terminal.end() == 0
    with opened(store) as opened_store:
        assert len(opened_store.heads()) == tables


@pytest.mark.parametrize("days", ["0", "-1", "soon"])
def test_recent_tables_cannot_be_pruned(store: Path, days: str) -> None:
    result = run("prune", store, "--older-than", days, "--yes")
    assert result.exit_code == 2
    assert "--older-than" in result.stderr


COMMANDS = (["backup", "copy.db"], ["export"], ["prune", "--older-than", "9"])


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command[0]))
def test_a_file_that_is_no_store_is_reported_in_one_line(command: list[str], tmp_path: Path) -> None:
    name, *rest = [word.replace("copy.db", str(tmp_path / "copy.db")) for word in command]
    text = tmp_path / "text"
    text.write_text("Dear diary, " * 100)
    for store, reason in (
        (tmp_path / "nothing.db", "there is no such file"),
        (tmp_path, "that is a folder"),
        (tmp_path / "nowhere" / "toctoc.db", "there is no such folder"),
        (text, "this is not a Toctoc store"),
        ("mysql://host/db", "a store is a plain FILE, sqlite:///FILE or postgresql://USER@HOST/DATABASE"),
    ):
        result = run(name, store, *rest)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == f"toctoc: {store} cannot be used: {reason}.\n"
    assert [file.name for file in tmp_path.iterdir()] == ["text"]
