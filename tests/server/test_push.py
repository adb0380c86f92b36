"""Web Push: who is not there is told of their turn, once, by a message without a word; nothing goes elsewhere."""

import asyncio
import logging
import sqlite3
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import httpx
import pytest

from tests.conftest import Report
from tests.server.harness import ServerHarness
from tests.server.hosting import Server
from tests.server.push_tokens import decoded, read_header
from toctoc.server.features.push import subscriptions
from toctoc.server.features.push.endpoints import PushServices, topic
from toctoc.server.features.push.pusher import Pusher
from toctoc.server.features.push.subscriptions import Subscription
from toctoc.server.security.identity import Keys
from toctoc.table import commands
from toctoc.table.log import Settings

NOW = 1_700_000_000.0
SEED = Keys("s" * 32).seed("push")
SITE = "https://ghosts.example"
ENDPOINT = "https://fcm.googleapis.com/fcm/send/abc:def"


# --- a push service of our own -------------------------------------------------------------------------------


class Receiver:
    """A push service over TLS, on this machine; it notes whatever comes, and answers as it is told."""

    def __init__(self, folder: Path) -> None:
        pem = folder / "localhost.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
             "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", pem, "-out",
             folder / "certificate.pem"], check=True, capture_output=True,
        )  # fmt: skip
        self.came: SimpleQueue[tuple[str, dict[str, str], bytes]] = SimpleQueue()
        self.status = 201
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.came.put((self.path, dict(self.headers), body))
                self.send_response(receiver.status)
                if receiver.status == 302:
                    self.send_header("Location", f"https://localhost:{receiver.port}/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("localhost", 0), Handler)
        self.port = self.server.server_port
        own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        own.load_cert_chain(folder / "certificate.pem", pem)
        self.server.socket = own.wrap_socket(self.server.socket, server_side=True)
        trust = ssl.create_default_context(cafile=str(folder / "certificate.pem"))
        self.services = PushServices(("localhost",), is_near=True, trust=trust)
        Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def endpoint(self) -> str:
        return f"https://localhost:{self.port}/push/secret-of-the-browser"

    def all(self) -> list[tuple[str, dict[str, str], bytes]]:
        found = []
        while True:
            try:
                found.append(self.came.get_nowait())
            except Empty:
                return found


@pytest.fixture(scope="module")
def receiver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Receiver]:
    made = Receiver(tmp_path_factory.mktemp("receiver"))
    yield made
    made.server.shutdown()
    made.server.server_close()


class PushHarness(ServerHarness):
    """With a pusher whose work is done when the test asks for it."""

    def __init__(self, folder: Path, receiver: Receiver, clock: Any = "day") -> None:
        self.receiver = receiver
        receiver.status = 201
        receiver.all()
        super().__init__(folder, "escalier", Settings(2, clock=clock))
        for seat, guest in enumerate(("anna", "bob")):
            self.come(guest)
            self.tell(guest, commands.Sit(f"sit-{guest}", seat, guest))

    def _open(self) -> None:
        super()._open()
        self.pusher = Pusher(self.store.documents, SEED, self.receiver.services, lambda: NOW)
        self.work: list[Any] = []
        self.pusher._put = self.work.append  # type: ignore[assignment,method-assign]  # until it is asked for
        self.hub.services.slow_step = self.pusher.step_stored
        self.hub.services.wall = lambda: self.now

    def subscribe(self, *guests: str) -> None:
        for guest in guests:
            wanted = Subscription(self.receiver.endpoint, SITE)
            assert self.store_do(subscriptions.subscribe(self.store.documents, self.live.id, guest, wanted, NOW))

    def store_do(self, work: Any) -> Any:
        """Answers of the store come by way of the harness's own queue."""

        async def done() -> Any:
            task = asyncio.ensure_future(work)
            while not task.done():
                while not self.queue.empty():
                    self.queue.get()()
                await asyncio.sleep(0.001)
            return await task

        return asyncio.run(done())

    def begin(self) -> tuple[str, str]:
        """Start with nobody but anna there; who is asked, and who is not."""
        self.tell("anna", commands.Start("start"))
        names = ("anna", "bob")
        assert self.live.table.game is not None
        (asked,) = self.live.table.game.match.actors
        return names[asked], names[1 - asked]

    def push(self) -> list[tuple[str, dict[str, str], bytes]]:
        """Do what waits, and return what came to the service."""
        work, self.work[:] = list(self.work), []
        for each in work:
            if isinstance(each, str):
                self.store_do(subscriptions.forget_table(self.store.documents, each))
            else:
                self.store_do(self.pusher._push(each))
        return self.receiver.all()

    def play(self, guest: str) -> None:
        """Until it is not their turn any more."""
        seat, game = ("anna", "bob").index(guest), self.live.table.game
        assert game is not None
        while seat in game.match.actors:
            action = game.match.legal_words(seat)[0]
            version = self.live.table.state.version
            self.tell(guest, commands.Move(f"move-{version}", action))
            assert self.live.table.state.version > version


def test_an_absent_player_gets_one_empty_push_for_each_turn(tmp_path: Path, receiver: Receiver) -> None:
    harness = PushHarness(tmp_path, receiver)
    harness.subscribe("anna", "bob")
    asked, other = harness.begin()
    assert harness.push() == []  # both are there
    harness.go(other)
    harness.play(asked)
    [(path, headers, body)] = harness.push()
    assert (path, body) == ("/push/secret-of-the-browser", b"")
    assert headers["TTL"] == str(24 * 3600)
    assert (headers["Urgency"], headers["Topic"]) == ("normal", topic(receiver.endpoint))
    assert read_header(headers["Authorization"])[1]["aud"] == f"https://localhost:{receiver.port}"
    told = f"{path} {headers} {read_header(headers['Authorization'])[:2]}"
    for secret in ("anna", "bob", harness.live.id, harness.live.head.code, "escalier"):
        assert secret not in told
    harness.tell(asked, commands.Say("say", phrase="hello"))
    harness.go(asked)
    harness.come(asked)
    assert harness.push() == []  # it is still the same turn
    assert harness.pusher.counters.sent == 1


def test_an_absent_player_gets_one_push_when_another_wants_a_rematch(tmp_path: Path, receiver: Receiver) -> None:
    harness = PushHarness(tmp_path, receiver)
    harness.subscribe("anna", "bob")
    asked, other = harness.begin()
    while harness.live.table.is_live:
        harness.play(asked)
        asked, other = other, asked
    harness.go(other)
    assert harness.push() == []
    harness.tell(asked, commands.Again("again", True))
    [(_, headers, _)] = harness.push()
    assert headers["TTL"] == str(24 * 3600)
    harness.tell(asked, commands.Say("say", phrase="hello"))
    harness.restart()
    harness.come(asked)
    harness.tell(asked, commands.Say("say again", phrase="hello"))
    assert harness.push() == []
    harness.tell(asked, commands.Again("not", False))
    harness.come(other)
    harness.tell(asked, commands.Again("yes", True))
    assert harness.push() == []  # both are there, and see it


def test_a_restart_keeps_a_subscription_and_repeats_no_push(tmp_path: Path, receiver: Receiver) -> None:
    harness = PushHarness(tmp_path, receiver)
    harness.subscribe("anna", "bob")
    asked, other = harness.begin()
    harness.go(other)
    harness.play(asked)
    assert len(harness.push()) == 1
    harness.restart()
    harness.come(asked)
    harness.tell(asked, commands.Say("say", phrase="hello"))
    assert harness.push() == []
    harness.come(other)
    harness.go(asked)
    harness.play(other)
    assert len(harness.push()) == 1


@pytest.mark.parametrize(
    ("status", "is_kept"), [(201, True), (500, True), (302, True), (404, False), (410, False)]
)
def test_a_subscription_that_the_service_has_dropped_is_deleted(
    tmp_path: Path, receiver: Receiver, status: int, is_kept: bool, caplog: pytest.LogCaptureFixture
) -> None:
    harness = PushHarness(tmp_path, receiver)
    harness.subscribe("anna", "bob")
    asked, other = harness.begin()
    harness.go(other)
    harness.play(asked)
    receiver.status = status
    with caplog.at_level(logging.INFO):
        assert len(harness.push()) == 1  # no redirect is followed
    found = harness.store_do(subscriptions.find(harness.store.documents, harness.live.id, other))
    assert (found is not None) == is_kept
    assert "secret-of-the-browser" not in caplog.text
    assert "secret-of-the-browser" not in repr(found)
    figures = harness.pusher.counters
    assert (figures.sent, figures.failed, figures.gone) == (status == 201, status in (302, 500), not is_kept)


def test_there_are_no_pushes_for_fast_tables_or_without_a_subscription(tmp_path: Path, receiver: Receiver) -> None:
    for folder, clock, guests in (("a", "relaxed", ("anna", "bob")), ("b", "day", ())):
        (tmp_path / folder).mkdir()
        harness = PushHarness(tmp_path / folder, receiver, clock)
        harness.subscribe(*guests)
        asked, other = harness.begin()
        harness.go(other)
        harness.play(asked)
        assert harness.push() == []


def test_many_turns_in_a_moment_send_few_pushes(tmp_path: Path, receiver: Receiver) -> None:
    harness = PushHarness(tmp_path, receiver)
    harness.subscribe("anna", "bob")
    asked, other = harness.begin()
    harness.go(other)
    harness.play(asked)
    turn = harness.work[0]
    harness.work[:] = [turn] * 12
    assert len(harness.push()) == 10
    assert harness.pusher.counters.dropped == 2


def test_a_closed_table_deletes_its_subscriptions(tmp_path: Path, receiver: Receiver) -> None:
    harness = PushHarness(tmp_path, receiver)
    harness.subscribe("anna", "bob")
    harness.tell("anna", commands.Close("close"))
    harness.push()
    assert harness.store_do(harness.store.documents.count(subscriptions.SUBSCRIPTION_DOCUMENT)) == 0


def test_a_table_has_a_maximum_of_subscriptions(tmp_path: Path, receiver: Receiver) -> None:
    harness = PushHarness(tmp_path, receiver)
    harness.subscribe(*(f"guest{number}" for number in range(subscriptions.MAX_SUBSCRIPTIONS)))
    wanted, documents = Subscription(receiver.endpoint, SITE), harness.store.documents
    assert not harness.store_do(subscriptions.subscribe(documents, harness.live.id, "more", wanted, NOW))
    assert harness.store_do(subscriptions.subscribe(documents, harness.live.id, "guest1", wanted, NOW))


def test_a_pusher_works_in_tasks_of_its_own_and_ends(receiver: Receiver, tmp_path: Path) -> None:
    harness = PushHarness(tmp_path, receiver)
    harness.subscribe("anna", "bob")
    asked, other = harness.begin()
    harness.go(other)
    harness.play(asked)
    turn = harness.work[0]

    async def work() -> None:
        pusher = Pusher(harness.store.documents, SEED, receiver.services, lambda: NOW)
        pusher._put(turn)
        while pusher.counters.sent == 0:
            await asyncio.sleep(0.01)
        await pusher.close()

    asyncio.run(work())
    assert len(receiver.all()) == 1


# --- over HTTP ------------------------------------------------------------------------------------------------


def ask(http: httpx.Client, made: dict[str, str], endpoint: str = ENDPOINT) -> httpx.Response:
    bearer = {"Authorization": f"Bearer {made['token']}"}
    return http.post(f"/api/tables/{made['code']}/push", json={"endpoint": endpoint}, headers=bearer)


def seated(http: httpx.Client, clock: str) -> dict[str, str]:
    body = {
        "game": "escalier",
        "settings": {"players": 2, "clock": clock},
        "program": True,
        "host": {"name": "Anna"},
    }
    made: dict[str, str] = http.post("/api/tables", json=body).json()
    return made


@pytest.mark.kills
def test_a_subscription_survives_kill_9_and_wrong_ones_are_refused(tmp_path: Path, report: Report) -> None:
    with Server(tmp_path) as server, server.http() as http:
        key = http.get("/api/push").json()["key"]
        assert len(decoded(key)) == 65
        slow, quick = seated(http, "day"), seated(http, "relaxed")
        stranger = http.post(f"/api/tables/{slow['code']}/token").json()
        assert (ask(http, stranger).status_code, ask(http, stranger).json()["code"]) == (400, "seat/none")
        assert ask(http, quick).json()["code"] == "push/not-slow"
        bad = ask(http, slow, "https://169.254.169.254/latest")
        assert (bad.status_code, bad.json()["code"]) == (400, "push/endpoint")
        assert "fcm.googleapis.com" in bad.json()["message"]
        assert ask(http, slow).status_code == 204
        server.kill()
    report("kill -9 of the server", server.kills)
    with Server(tmp_path) as server, server.http() as http:
        assert http.get("/api/push").json()["key"] == key
        assert "toctoc_pushes_total" in http.get("/metrics").text
        assert kept(tmp_path) == 1
        bearer = {"Authorization": f"Bearer {slow['token']}"}
        assert http.delete(f"/api/tables/{slow['code']}/push", headers=bearer).status_code == 204
        assert kept(tmp_path) == 0


def kept(folder: Path) -> int:
    with closing(sqlite3.connect(f"file:{folder / 'toctoc.db'}?mode=ro", uri=True)) as db:
        [(found,)] = db.execute("SELECT COUNT(*) FROM documents WHERE kind = 'push'").fetchall()
    return int(found)


def test_a_host_can_switch_it_off(tmp_path: Path) -> None:
    with Server(tmp_path, "--without", "web-push") as server, server.http() as http:
        slow = seated(http, "day")
        for answer in (http.get("/api/push"), ask(http, slow)):
            assert (answer.status_code, answer.json()["code"]) == (404, "push/off")
        assert http.get("/api/games").json()["without"] == ["web-push"]
