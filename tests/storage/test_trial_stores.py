"""Stores of versions 1 to 3 are refused for ever, by every command, and nothing in them is changed."""

import asyncio
from pathlib import Path

import pytest

from tests.cli.invoke import run
from tests.scale import each
from tests.storage.postgres import Cluster, DatabaseHome, cluster
from tests.storage.trial_stores import VERSIONS, files, trial_store
from toctoc.lang import LANGUAGES, load
from toctoc.storage import open_store
from toctoc.storage.common import BASE_VERSION
from toctoc.storage.store import StoreError

__all__ = ["cluster"]  # a fixture
DATABASE = "postgresql://toctoc@127.0.0.1:1/nowhere"
COMMANDS = (
    ["serve", "--port", "0", "--store"],
    ["serve", "--port", "0", "--new-secret", "--store"],
    ["doctor", "--store"],
    ["drill"],
    ["backup"],
    ["export"],
    ["prune", "--older-than", "9", "--yes"],
    ["migrate"],
)


@each("version", VERSIONS)
def test_a_file_of_a_trial_version_is_refused(tmp_path: Path, version: int) -> None:
    path = tmp_path / f"version{version}.db"
    before = trial_store(path, version)
    with pytest.raises(StoreError, match=f"has version {version}, .* begin a new store") as caught:
        asyncio.run(open_store(str(path)))
    assert caught.value.why == "too-old"
    assert files(path) == before


@each("language", LANGUAGES)
@each("command", COMMANDS)
def test_every_command_refuses_it_in_words(tmp_path: Path, command: list[str], language: str) -> None:
    folder = tmp_path / f"{' '.join(command)} {language}"
    folder.mkdir()
    path = folder / "toctoc.db"
    before = trial_store(path, 2)
    more = {"backup": [str(folder / "copy.db")], "migrate": [DATABASE]}.get(command[0], [])
    result = run(*command, path, *more, "--lang", language)
    assert result.exit_code != 0
    assert load(language)("error.reason.too-old") in " ".join((result.stdout + result.stderr).split())
    assert files(path) == before
    assert {file.name for file in folder.iterdir()} <= {*(path.name + end for end in ("", "-wal", ".lock"))}


@each("version", VERSIONS)
def test_a_database_of_a_trial_version_is_refused(cluster: Cluster, tmp_path: Path, version: int) -> None:
    base = DatabaseHome(cluster)
    with base.opened():
        pass
    base.execute(f"UPDATE toctoc_store SET version = {version}")
    with pytest.raises(StoreError, match=f"has version {version}, ") as caught, base.opened():
        pass
    assert caught.value.why == "too-old"
    fresh = tmp_path / f"fresh{version}.db"
    asyncio.run(_made(fresh))
    for command in (
        ["serve", "--port", "0", "--store", base.url], ["doctor", "--store", base.url], ["drill", base.url],
        ["export", base.url], ["prune", base.url, "--older-than", "9", "--yes"], ["migrate", fresh, base.url],
    ):  # fmt: skip
        result = run(*command, "--lang", "en")
        assert result.exit_code != 0
        assert load("en")("error.reason.too-old") in " ".join((result.stdout + result.stderr).split()), command
    assert base.execute("SELECT version FROM toctoc_store") == [(version,)]


async def _made(path: Path) -> None:
    await (await open_store(str(path))).close()


def test_the_first_lasting_version_follows_none_of_them() -> None:
    assert max(VERSIONS) < BASE_VERSION
