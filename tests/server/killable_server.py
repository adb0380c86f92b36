"""The real server in a process of its own: started, killed without warning, started again on the same store."""

import json
import os
import re
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx

from tests.forks import PROCESS_TIMEOUT_S, Forked
from toctoc.server.security.limits import ENVIRONMENT_PREFIX

ROOT = Path(__file__).parents[2]
PLENTY = {
    f"{ENVIRONMENT_PREFIX}{name}": "1000000"
    for name in (
        "CONNECTIONS_PER_ADDRESS", "TABLES_PER_HOUR", "COST_PER_SECOND", "COST_BURST",
        "MESSAGES_PER_SECOND", "MESSAGES_BURST", "MISSED_CODES_PER_HOUR",
    )
}  # fmt: skip
LINES = "SELECT code, number, entry FROM entries JOIN tables ON tables.key = table_key ORDER BY entries.key"

Line = list[Any]
Row = tuple[str, int, bytes]  # the code of a table, the number of an entry, and the entry


class KillableServer:
    """`folder` holds the store, the secret and what the server logged."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.store = folder / "toctoc.db"
        self.database = ""  # the store, if it is no file
        self.errors = folder / "stderr.txt"
        self.options = options
        self.port = 0
        self.kills = 0
        self.up = 0.0  # seconds in which a process was there
        self.process: Forked | None = None
        self.started = 0.0

    def start(self) -> None:
        """Return when people can come; every start has another port."""
        command = ["serve", "--port", "0", "--store", self.database or str(self.store), *self.options]
        self.started = time.monotonic()
        with self.errors.open("a") as errors:
            self.process = Forked(command, {**os.environ, **PLENTY}, cwd=self.store.parent, stderr=errors)
        found = re.search(r":(\d+)$", self.process.stdout.readline().strip())
        assert found, f"the server did not start: {self.errors.read_text()}"
        self.port = int(found[1])

    def kill(self) -> None:
        """kill -9: it cannot say goodbye, nor finish anything."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
            self.up += time.monotonic() - self.started
            self.kills += 1
            self.process = None

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> "KillableServer":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    # --- over HTTP -----------------------------------------------------------------------------------------------

    def http(self) -> httpx.Client:
        # Each request has a line of its own: while a busy machine lets us wait, the server hangs up an idle one.
        limits = httpx.Limits(max_keepalive_connections=0)
        return httpx.Client(base_url=self.url, timeout=PROCESS_TIMEOUT_S, trust_env=False, limits=limits)

    def open_table(self, http: httpx.Client, game: str, **settings: Any) -> tuple[str, str]:
        """The code of a new table, and its creator's token."""
        answer = http.post("/api/tables", json={"game": game, "settings": settings, "program": True})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return made["code"], made["token"]

    def token(self, http: httpx.Client, code: str) -> str:
        answer = http.post(f"/api/tables/{code}/token")
        assert answer.status_code == 201, answer.text
        return str(answer.json()["token"])

    def figure(self, name: str) -> float:
        """One of the server's metrics."""
        with self.http() as http:
            text = http.get("/metrics").text
        return float(next(line.split()[1] for line in text.splitlines() if line.startswith(f"{name} ")))

    # --- what it left behind -------------------------------------------------------------------------------------

    def complaints(self) -> list[str]:
        """Errors that the server logged; there should be none, whatever clients do."""
        lines = self.errors.read_text().splitlines()
        return [line for line in lines if not line.startswith("{") or json.loads(line).get("level") != "warning"]


class Logs:
    """The logs of all tables, read from the store itself; nothing in them may ever change."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self.tables: dict[str, list[Line]] = {}
        self.where: dict[tuple[str, str], int] = {}  # table and id: in which line
        self.raw: dict[tuple[str, int], bytes] = {}

    def rows(self) -> list[Row]:
        db = sqlite3.connect(self.store)
        try:
            return db.execute(LINES).fetchall()
        finally:
            db.close()

    def read(self) -> None:
        """Everything, again: what was there is still there, and every id only once."""
        rows = {(code, number): bytes(entry) for code, number, entry in self.rows()}
        assert self.raw.items() <= rows.items(), "lines that had been stored are gone or changed"
        for code, number in sorted(rows.keys() - self.raw.keys()):
            line: Line = json.loads(rows[code, number])
            log = self.tables.setdefault(code, [])
            log.append(line)
            assert number == len(log), f"{code}: line {number} follows line {len(log) - 1}"
            if line[3] is not None:
                key = (code, line[3])  # our guests' ids begin with their names
                assert key not in self.where, f"{key} counted twice: in lines {self.where[key]} and {number}"
                self.where[key] = number
        self.raw = rows
