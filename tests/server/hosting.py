"""A real server in a process of its own, and real clients."""

import json
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests import forks
from tests.cli.pseudo_terminal import environment
from tests.forks import PROCESS_TIMEOUT_S

HASTE = {"TOCTOC_LIMIT_MESSAGES_BURST": "1000000", "TOCTOC_LIMIT_ANALYSIS_NICENESS": "1"}


class Server:
    """`toctoc serve` on a free port, with bots that do not pause and patience with clients that do not either."""

    def __init__(self, folder: Path, *options: str, **environ: str) -> None:
        place = [] if "TOCTOC_STORE" in environ else ["--store", str(folder / "toctoc.db")]
        command = ["serve", "--port", "0", *place, "--no-pause", *options]
        self.process = forks.start(command, environment(**HASTE, **environ))
        assert self.process.stdout is not None
        self.first_line = self.process.stdout.readline().rstrip()
        self.url = self.first_line.split()[-1] if self.first_line else ""

    def __enter__(self) -> "Server":
        assert self.url, self.process.communicate()[1]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def interrupt(self, sent: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """Ctrl-C, or another signal: the exit code, and what it complained about."""
        self.process.send_signal(sent)
        _, complaints = self.process.communicate(timeout=PROCESS_TIMEOUT_S)
        return self.process.wait(), complaints

    def http(self, **more: Any) -> httpx.Client:
        """Return a client with a connection for each request: the server closes kept ones after a minute."""
        more.setdefault("limits", httpx.Limits(max_keepalive_connections=0))
        return httpx.Client(base_url=self.url, timeout=PROCESS_TIMEOUT_S, trust_env=False, **more)

    def make(self, game: str, **settings: Any) -> dict[str, str]:
        """A table of a program's: its code, its socket and its creator's token."""
        with self.http() as http:
            chosen = {"settings": settings} if settings else {}
            answer = http.post("/api/tables", json={"game": game, "program": True, **chosen})
        assert answer.status_code == 201, answer.text
        made: dict[str, str] = answer.json()
        return made


class Guest:
    """A connection to a table, from `hello` on."""

    def __init__(self, server: Server, made: dict[str, str], version: int = 0, **more: Any) -> None:
        offered = ["toctoc", f"toctoc.token.{made['token']}"] if "token" in made else None
        self.address = f"ws{server.url[4:]}{made['socket']}"
        self.version, self.more = version, {"subprotocols": offered, **more}
        self.view: dict[str, Any] = {}
        self.legal: list[str] = []
        self.ids = map(str, count(1))

    def __enter__(self) -> "Guest":
        with ExitStack() as opened:
            self.socket: ClientConnection = opened.enter_context(
                connect(self.address, proxy=None, open_timeout=PROCESS_TIMEOUT_S, **self.more)
            )
            self.welcome = self.say("hello", "welcome", protocol=1, version=self.version)
            self.opened = opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self.opened.close()

    def send(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def hear(self) -> dict[str, Any]:
        heard: dict[str, Any] = json.loads(self.socket.recv(timeout=PROCESS_TIMEOUT_S))
        self.view |= heard.get("public", {}).get("view", {})
        for own in heard.get("own", []):
            self.legal = own.get("legal", self.legal)
        return heard

    def say(self, kind: str, until: str, **fields: Any) -> dict[str, Any]:
        """Send it, and wait for an answer of that kind."""
        self.send(kind, **fields)
        return self.until(until)

    def until(self, kind: str) -> dict[str, Any]:
        while (heard := self.hear())["type"] not in (kind, "refused"):
            pass
        return heard

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Done or refused."""
        return self.say(kind, "done", id=next(self.ids), **fields)

    def play(self) -> dict[str, Any]:
        """Always the first legal move, to the end of the game; the view at the end."""
        while self.view.get("winners") is None:
            if self.legal:
                move, self.legal = self.legal[0], []
                self.send("move", id=next(self.ids), action=move)
            self.hear()
        return self.view


def insist(do: Callable[[], None]) -> None:
    """Do it until it works: a node that a busy machine kept silent for too long loses its tables, and hangs up."""
    deadline = time.monotonic() + PROCESS_TIMEOUT_S
    while True:
        try:
            return do()
        except (AssertionError, WebSocketException, httpx.HTTPError, TimeoutError):
            if time.monotonic() > deadline:
                raise


def made(http: httpx.Client, game: str = "escalier", **settings: Any) -> str:
    answer = http.post("/api/tables", json={"game": game, **({"settings": settings} if settings else {})})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])


def problem(answer: httpx.Response, status: int) -> str:
    """Its code; it is told as everything else is."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    said = answer.json()
    assert said.keys() <= {"code", "message", "clause", "details"}
    assert said["message"]
    return str(said["code"])
