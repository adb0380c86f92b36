"""`toctoc serve` in a process of its own, and a client that speaks the protocol with it."""

import json
import os
import re
import signal
import sqlite3
import ssl
import subprocess
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing
from dataclasses import fields
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests import forks
from tests.cli.pseudo_terminal import environment
from tests.forks import PROCESS_TIMEOUT_S, Forked
from toctoc.server.security.limits import PUBLIC, Limits
from toctoc.storage.sqlite import queries
from toctoc.storage.store import StoredTable

HASTE: dict[str, float] = {"messages_burst": 1_000_000, "analysis_niceness": 1}  # of a server for tests
CONSTANTS = {each.name for each in fields(Limits)} - set(PUBLIC)
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # saves each client the loading of certificates


def limits(**numbers: float) -> list[str]:
    """Return the options that set limits of a server; for a test, also those that no host can set."""
    return [f"--limit={name}={number}" for name, number in numbers.items()]


def divided(options: Iterable[str]) -> tuple[list[str], dict[str, float]]:
    """Divide options into those of `toctoc serve`, and the limits that are constants for everybody but tests."""
    given: list[str] = []
    constants: dict[str, float] = {}
    for option in options:
        name, _, number = option.removeprefix("--limit=").partition("=")
        if option.startswith("--limit=") and name in CONSTANTS:
            constants[name] = float(number) if "." in number else int(number)
        else:
            given.append(option)
    return given, constants


PLENTY = limits(
    connections_per_address=10**6, tables_per_hour=10**6, cost_per_second=10**6, cost_burst=10**6,
    messages_per_second=10**6, missed_codes_per_hour=10**6,
)  # fmt: skip


class Server:
    """`toctoc serve` on a free port and a store in `folder`; it can be killed without warning and started again.

    Its bots do not pause, and it has patience with clients that do not either.
    """

    def __init__(self, folder: Path, *options: str, **environ: str) -> None:
        self.folder, self.options, self.environ = folder, options, environ
        self.store = folder / "toctoc.db"
        self.database = environ.get("TOCTOC_STORE", "")  # the store, if it is no file
        self.url, self.first_line = "", ""
        self.kills = 0
        self.started = 0.0
        self.process: Forked | subprocess.Popen[str] | None = None
        self.past_log = ""  # of earlier starts

    def start(self) -> None:
        """Return when clients can connect; every start has another port."""
        store = self.database or str(self.store)
        options, constants = divided(self.options)
        command = ["serve", "--port", "0", "--store", store, "--no-pause", *options]
        self.started = time.monotonic()
        self.errors = TemporaryFile("a+", encoding="utf-8")  # noqa: SIM115  # closed in `_end`
        environ = environment(**self.environ)
        if forks.can_fork(environ):
            constants = HASTE | constants
        self.process = forks.start(command, environ, stderr=self.errors, constants=constants)
        assert self.process.stdout is not None
        self.first_line = self.process.stdout.readline()
        found = re.search(r"https?://\S+", self.first_line)
        if found is None:
            self._end(signal.SIGKILL)
            raise AssertionError(f"the server did not start: {self.log}")
        self.url = found[0].rstrip("/")

    def kill(self) -> None:
        """Kill the server (kill -9): it can neither say goodbye nor finish anything."""
        if self.process is not None:
            self.kills += 1
            self._end(signal.SIGKILL)

    def interrupt(self, sent: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """Send Ctrl-C, or another signal; return the exit code and what the server logged since its start."""
        before = len(self.past_log)
        return self._end(sent), self.past_log[before:]

    def _end(self, sent: signal.Signals) -> int:
        process = self.running
        process.send_signal(sent)
        code = process.wait(PROCESS_TIMEOUT_S)
        self.past_log, self.process = self.log, None
        self.errors.close()
        assert process.stdout is not None
        process.stdout.close()
        return code

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self._end(signal.SIGKILL)

    @property
    def running(self) -> "Forked | subprocess.Popen[str]":
        assert self.process is not None, "the server has ended"
        return self.process

    @property
    def pid(self) -> int:
        return self.running.pid

    @property
    def port(self) -> int:
        return int(self.url.rsplit(":", 1)[1])

    @property
    def socket_url(self) -> str:
        return f"ws{self.url[4:]}"

    @property
    def resident(self) -> int:
        """Return the bytes of memory that the process has."""
        status = Path(f"/proc/{self.pid}/status").read_text("ascii")
        return 1024 * int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))

    # --- over HTTP -----------------------------------------------------------------------------------------------

    def http(self, **more: Any) -> httpx.Client:
        """Return a client with a connection for each request: the server closes kept ones after a minute."""
        more.setdefault("limits", httpx.Limits(max_keepalive_connections=0))
        return httpx.Client(base_url=self.url, timeout=PROCESS_TIMEOUT_S, trust_env=False, verify=NO_TLS, **more)

    def make(self, game: str, **settings: Any) -> dict[str, str]:
        """Make a table for a program; return its code, its socket and its creator's token."""
        chosen = {"settings": settings} if settings else {}
        return self._posted("/api/tables", {"game": game, "program": True, **chosen})

    def token(self, code: str) -> str:
        """Return the token of a new guest at a table."""
        return str(self._posted(f"/api/tables/{code}/token")["token"])

    def _posted(self, path: str, body: Any = None) -> dict[str, str]:
        with self.http() as http:
            answer = http.post(path, json=body)
        assert answer.status_code == 201, answer.text
        made: dict[str, str] = answer.json()
        return made

    def figure(self, name: str) -> float:
        """Return one of the server's metrics."""
        with self.http() as http:
            text = http.get("/metrics").text
        return float(next(line.split()[1] for line in text.splitlines() if line.startswith(f"{name} ")))

    # --- what it leaves behind -----------------------------------------------------------------------------------

    @property
    def log(self) -> str:
        """Return what the server wrote to standard error, over all its starts."""
        if self.process is None:
            return self.past_log
        file = self.errors.fileno()
        return self.past_log + os.pread(file, os.fstat(file).st_size, 0).decode()

    def complaints(self) -> list[str]:
        """Return the errors in the log; there should be none, whatever clients do."""
        lines = self.log.splitlines()
        return [line for line in lines if not line.startswith("{") or json.loads(line).get("level") != "warning"]

    def stored(self, code: str) -> StoredTable:
        """Return the stored log of a table."""
        with closing(sqlite3.connect(f"file:{self.store}?mode=ro", uri=True, isolation_level=None)) as db:
            table = queries.find(db, code)
            assert table is not None
            found = queries.load(db, table)
        assert found is not None
        return found


class Guest:
    """A connection to a table, from `hello` on."""

    def __init__(self, server: Server, made: dict[str, str], version: int = 0, **more: Any) -> None:
        offered = ["toctoc", f"toctoc.token.{made['token']}"] if "token" in made else None
        self.address = f"{server.socket_url}{made['socket']}"
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
