"""`toctoc play` opens a table in the browser, keeps it in the home, and is there only once."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests import forks
from tests.cli.invoke import run
from tests.cli.pseudo_terminal import environment
from tests.forks import PROCESS_TIMEOUT_S
from tests.scale import each, spread
from tests.storage.helpers import opened
from toctoc import extras
from toctoc.cli import server
from toctoc.lang import Catalogue
from toctoc.server.config import ServerConfig

Program = forks.Forked | subprocess.Popen[str]


class Home:
    """A home with a browser that only lists the addresses it opens."""

    def __init__(self, folder: Path) -> None:
        self.pages, browser = folder / "pages", folder / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" >> {self.pages}\n')
        browser.chmod(0o700)
        self.environ = {"XDG_DATA_HOME": str(folder), "BROWSER": str(browser)}

    @contextmanager
    def play(self, *options: str, **environ: str) -> Iterator[Program]:
        program = forks.start(["play", *options], environment(**{**self.environ, **environ}))
        try:
            yield program
        finally:
            program.kill()
            program.communicate()

    def opened(self) -> list[str]:
        return self.pages.read_text().split() if self.pages.exists() else []


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def until(playing: Program, text: str) -> str:
    """Return the next line of output that contains `text`."""
    assert playing.stdout is not None
    for line in playing.stdout:
        if text in line:
            return line.strip()
    raise AssertionError(playing.communicate()[1])


def ended(playing: Program) -> tuple[int, str]:
    playing.send_signal(signal.SIGINT)
    _, complaints = playing.communicate(timeout=PROCESS_TIMEOUT_S)
    return playing.wait(), complaints


def test_the_browser_opens_twice_at_one_server_and_its_tables_are_kept(home: Home) -> None:
    with home.play("--port", "0") as playing:
        url = until(playing, "Toctoc is open at").split()[-1]
        assert "phones on the same network" in until(playing, "--host 0.0.0.0")
        code = httpx.post(f"{url}/api/tables", json={"game": "escalier"}, trust_env=False).json()["code"]
        with home.play() as second:
            out, err = second.communicate(timeout=PROCESS_TIMEOUT_S)
        assert (second.returncode, err) == (0, "")
        assert out == f"Toctoc is already open at {url}\n"
        assert ended(playing) == (0, "")
    assert home.opened() == [url, url]
    with home.play("--port", "0", "--no-browser") as playing:
        again = until(playing, "Toctoc is open at").split()[-1]
        assert httpx.get(f"{again}/api/tables/{code}", trust_env=False).json()["code"] == code
        assert ended(playing) == (0, "")
    assert home.opened() == [url, url]


SCREENS = [{"BROWSER": ""}, {"BROWSER": "/nowhere/browser", "DISPLAY": ":0", "PATH": ""}]


@each("screen", spread(SCREENS, 1))
def test_without_a_browser_the_address_is_printed(home: Home, screen: dict[str, str]) -> None:
    with home.play("--port", "0", **{"DISPLAY": "", "WAYLAND_DISPLAY": "", **screen}) as playing:
        url = until(playing, "Toctoc is open at").split()[-1]
        assert until(playing, "No browser") == f"No browser can be opened here: open {url} in yours."
        assert ended(playing) == (0, "")


def test_a_store_in_use_is_reported(tmp_path: Path) -> None:
    (tmp_path / "toctoc").mkdir()
    with opened(tmp_path / "toctoc/toctoc.db"):
        result = run("play", "--port", "0", "--no-browser", XDG_DATA_HOME=str(tmp_path))
    assert result.exit_code == 2
    assert "another Toctoc is using it" in result.stderr


@pytest.mark.nightly
def test_a_store_in_use_is_reported_if_the_address_of_its_server_is_lost(home: Home, tmp_path: Path) -> None:
    with home.play("--port", "0", "--no-browser") as playing:
        until(playing, "Toctoc is open at")
        (tmp_path / "toctoc/address").unlink()
        with home.play() as second:
            _, err = second.communicate(timeout=PROCESS_TIMEOUT_S)
        assert second.returncode == 2
        assert "another Toctoc is using it" in err
        assert ended(playing) == (0, "")


@pytest.fixture
def asked_ports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The ports at which a server was to open; the first is taken."""
    ports: list[int] = []

    def keep_open(config: ServerConfig, ready: Callable[[server.Opened], None], say: Catalogue) -> None:
        ports.append(config.port)
        if len(ports) == 1:
            raise server.Taken("taken")

    monkeypatch.setattr(server, "keep_open", keep_open)
    return ports


def test_another_port_is_taken_unless_one_is_given(tmp_path: Path, asked_ports: list[int]) -> None:
    assert run("play", XDG_DATA_HOME=str(tmp_path)).exit_code == 0
    assert asked_ports == [8080, 0]
    asked_ports.clear()
    assert run("play", "--port", "8080", XDG_DATA_HOME=str(tmp_path)).exit_code == 2
    assert asked_ports == [8080]


def test_without_the_server_the_terminal_is_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "toctoc.server.run", None)
    result = run("play", XDG_DATA_HOME=str(tmp_path))
    assert result.exit_code == 2
    assert f"{extras.how('serve')}\n" in result.stderr
    assert "toctoc play --terminal" in result.stderr


def test_an_unwritable_home_is_reported(tmp_path: Path) -> None:
    (tmp_path / "toctoc").write_text("Dear diary")
    result = run("play", XDG_DATA_HOME=str(tmp_path))
    assert result.exit_code == 2
    assert "toctoc cannot be used: " in result.stderr


@pytest.mark.parametrize("option", ["--no-browser", "--port=1", "--host=::"])
def test_browser_and_terminal_do_not_mix(option: str) -> None:
    for about_a_game in ("escalier", "--terminal", "--seed=1"):
        result = run("play", about_a_game, option)
        assert result.exit_code == 2
        assert "for the table in the browser" in result.stderr
