"""/readyz: whether people may be sent to a server, and what is wrong if not."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx

from tests.scale import each
from tests.server.hosting import Server
from toctoc.server.readiness import PROBE_SECONDS, Readiness, Ready
from toctoc.storage import Done, Health, StoreError

SPACE = 1_000


class FakeStore:
    """A store whose commits the test answers."""

    def __init__(self) -> None:
        self.found = Health(True, SPACE, 95.0)
        self.waiting: list[Done] = []
        self.error: StoreError | None = None
        self.is_slow = False

    def probe(self, done: Done) -> None:
        self.waiting.append(done)
        if not self.is_slow:
            done(self.error)

    def health(self) -> Health:
        return self.found


def look(change: Callable[[FakeStore], None]) -> Ready:
    async def asked() -> Ready:
        store = FakeStore()
        change(store)
        return await Readiness(store, SPACE, wall=lambda: 100.0, patience=0.01).look()  # type: ignore[arg-type]

    return asyncio.run(asked())


def test_a_healthy_store_is_ready() -> None:
    assert look(lambda _: None) == Ready(True, "writable", "there", "enough", SPACE, 5.0)


@each("code", ["full", "busy", "broken"])
def test_a_store_that_cannot_be_written(code: str) -> None:
    found = look(lambda store: setattr(store, "error", StoreError(f"store/{code}", "")))
    assert (found.ready, found.store) == (False, code)


def test_a_disk_that_does_not_answer() -> None:
    found = look(lambda store: setattr(store, "is_slow", True))
    assert (found.ready, found.store) == (False, "slow")


@each(
    "health, file, space",
    [
        (Health(False, SPACE, None), "gone", "enough"),
        (Health(True, SPACE - 1, None), "there", "low"),
        (Health(False, None, None), "gone", "low"),
    ],
)
def test_a_file_that_is_gone_and_a_disk_that_fills_up(health: Health, file: str, space: str) -> None:
    found = look(lambda store: setattr(store, "found", health))
    assert (found.ready, found.file, found.space) == (False, file, space)
    assert found.last_commit_seconds is None


def test_a_database_elsewhere_has_a_disk_of_which_nothing_is_known() -> None:
    found = look(lambda store: setattr(store, "found", Health(True, None, 1.0)))
    assert (found.ready, found.space, found.free_bytes) == (True, "enough", None)


def test_one_commit_answers_all_probes_of_some_seconds() -> None:
    now = 0.0

    async def ask() -> list[int]:
        nonlocal now
        store = FakeStore()
        readiness = Readiness(store, SPACE, clock=lambda: now, patience=0.01)  # type: ignore[arg-type]
        commits = []
        for at, is_slow in (
            (0.0, False),
            (PROBE_SECONDS / 2, False),
            (PROBE_SECONDS, True),
            (9 * PROBE_SECONDS, True),
        ):
            now, store.is_slow = at, is_slow
            await asyncio.gather(readiness.look(), readiness.look())
            commits.append(len(store.waiting))
        return commits

    assert asyncio.run(ask()) == [1, 1, 2, 2], "and none is begun while one is under way"


def test_a_real_server_is_not_ready_without_its_file(tmp_path: Path) -> None:
    def ready(http: httpx.Client) -> tuple[int, bool, str]:
        answer = http.get("/readyz")
        return answer.status_code, answer.json()["ready"], answer.json()["file"]

    with Server(tmp_path) as server, server.http() as http:
        assert ready(http) == (200, True, "there")
        assert http.get("/readyz").json()["last_commit_seconds"] is not None
        (tmp_path / "toctoc.db").rename(tmp_path / "elsewhere.db")
        assert ready(http) == (503, False, "gone")
        assert http.get("/healthz").status_code == 200
