"""TCP connections count from their first byte: idle ones lock nobody out."""

import resource
import socket
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.forks import PROCESS_TIMEOUT_S
from tests.server.hosting import Guest, Server
from toctoc.server.security.connection_limit import (
    REFUSAL_LOG_SECONDS,
    SPARE_DESCRIPTORS,
    ConnectionLimit,
    raise_descriptors,
)
from toctoc.server.security.limits import Limits

ELSEWHERE = "127.0.0.2"  # another address of this machine


def test_connections_are_counted_by_address_and_together() -> None:
    door = ConnectionLimit(Limits(sockets=3, sockets_per_address=2))
    assert [door.acquire("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert [door.acquire("192.0.2.2") for _ in range(2)] == [True, False]
    assert (door.open, door.refused) == (3, 2)
    door.release("192.0.2.1")
    assert door.acquire("192.0.2.2")


def test_behind_a_proxy_all_come_from_one_address() -> None:
    door = ConnectionLimit(Limits(sockets=3, sockets_per_address=1), behind_proxy=True)
    assert [door.acquire("127.0.0.1") for _ in range(4)] == [True, True, True, False]


def test_the_log_says_that_it_is_full_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    door = ConnectionLimit(Limits(sockets_per_address=1), clock=lambda: now[0])
    for now[0] in (0.0, 1.0, REFUSAL_LOG_SECONDS, REFUSAL_LOG_SECONDS + 1, REFUSAL_LOG_SECONDS + 2):
        door.acquire("192.0.2.1")
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]
    assert "192.0.2.1" not in caplog.text


def test_as_many_descriptors_as_there_may_be() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(900, before[1]), before[1]))
        assert raise_descriptors(1000) == min(1000, before[1] - SPARE_DESCRIPTORS)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(1000 + SPARE_DESCRIPTORS, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def dial(server: Server, address: str = "127.0.0.1") -> socket.socket:
    port = urlsplit(server.url).port
    return socket.create_connection(("127.0.0.1", port or 0), PROCESS_TIMEOUT_S, (address, 0))


def hung_up(line: socket.socket) -> bool:
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


def test_idle_connections_of_one_address_do_not_lock_others_out(tmp_path: Path) -> None:
    with Server(tmp_path, "--limit=sockets_per_address=5") as server, ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(dial(server, ELSEWHERE))
        for _ in range(3):
            assert hung_up(stack.enter_context(dial(server, ELSEWHERE)))
        with server.http() as http:
            assert "toctoc_sockets 6.0" in http.get("/metrics").text
            assert "toctoc_sockets_refused_total 3.0" in http.get("/metrics").text
        with Guest(server, server.make("escalier")):
            pass


def test_a_connection_without_a_whole_request_is_closed(tmp_path: Path) -> None:
    with Server(tmp_path, "--limit=first_request_seconds=1") as server, ExitStack() as stack:
        lines = [stack.enter_context(dial(server)) for _ in range(3)]
        for line, said in zip(
            lines, (b"", b"GET /api/gam", b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nCookie: a"), strict=True
        ):
            line.sendall(said)
        assert all(map(hung_up, lines))


def test_closed_connections_are_not_counted(tmp_path: Path) -> None:
    with Server(tmp_path, "--limit=cost_burst=100000") as server, server.http() as http:
        for _ in range(3):
            with Guest(server, server.make("escalier")), dial(server):
                pass
        for _ in range(int(PROCESS_TIMEOUT_S / 0.05)):
            if "toctoc_sockets 1.0" in (figures := http.get("/metrics").text):
                return  # only this one is left
            time.sleep(0.05)
        raise AssertionError(figures)


def test_a_websocket_is_asked_for_as_firefox_does(tmp_path: Path) -> None:
    with Server(tmp_path) as server, dial(server) as line:
        line.sendall(
            f"GET {server.make('escalier')['socket']} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            "Connection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert line.recv(12) == b"HTTP/1.1 101"
