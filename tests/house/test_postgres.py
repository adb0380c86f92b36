"""Root on Debian gets a PostgreSQL for the tests; other users get a hint, and the tests are skipped."""

import os
import subprocess
import threading
from pathlib import Path

import pytest

from tools import browsers, postgres, prepare

SKIPPED = "Tests on PostgreSQL are skipped without it"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without PostgreSQL, with its programs in this folder."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(postgres, "DEBIAN", tmp_path / "lib")
    monkeypatch.setattr(postgres, "SETTINGS", tmp_path / "etc/createcluster.conf")
    return tmp_path


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_the_newest_postgresql_of_debian_is_used_or_else_that_of_the_path(folder: Path) -> None:
    assert postgres.programs() is None
    program(folder / "initdb")
    assert postgres.programs() == folder
    for version in ("9.6", "15", "9.5"):
        program(folder / f"lib/{version}/bin/initdb")
    assert postgres.programs() == folder / "lib/15/bin"


def test_without_a_way_to_install_it_we_say_what_is_skipped(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    postgres.prepare()
    assert f"{SKIPPED}: install PostgreSQL's server" in capsys.readouterr().err
    program(folder / "apt-get")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    postgres.prepare()
    assert f"{SKIPPED}: sudo apt-get install --yes --no-install-recommends postgresql\n" in capsys.readouterr().err
    assert not postgres.SETTINGS.exists()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    postgres.prepare()
    assert "PostgreSQL could not be installed" in capsys.readouterr().err


def test_root_on_debian_gets_it_and_no_server_is_started(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program(folder / "apt-get")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    commands: list[list[str]] = []

    def call(command: list[str], **_: object) -> int:
        assert postgres.SETTINGS.read_text() == "create_main_cluster = false\n"
        commands.append(command)
        program(folder / "lib/15/bin/initdb")
        return 0

    monkeypatch.setattr(subprocess, "call", call)
    postgres.prepare()
    postgres.prepare()
    assert [command[1] for command in commands] == ["update", "install"]
    assert "could not" not in capsys.readouterr().err


def test_it_is_got_while_everything_else_is_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = threading.Event()
    monkeypatch.setattr(browsers, "chromium", lambda: "browser")
    monkeypatch.setattr(postgres, "prepare", asked.set)

    def wait(level: str, **_: object) -> None:
        assert level == "test"
        assert asked.wait(60)

    monkeypatch.setattr(prepare, "prepare", wait)
    assert prepare.prepare_with_programs() == "browser"
