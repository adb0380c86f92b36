"""The server survives any input of strangers: tables stay as they are, and others play on."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tests.conftest import Report
from tests.scale import scaled
from tests.server.bad_messages import frames, lawful_framing, messages, requests
from tests.server.full_tables import full_tables
from tests.server.hosting import Server, limits
from tests.server.raw_socket import CLOSE, PING, PONG, TEXT, RawSocket, frame, handshake, run
from tests.server.victims import Victims
from toctoc.server.security.identity import Keys, new_guest

BATCH = 50
MEGABYTE = 1 << 20
GENEROUS = limits(
    messages_per_second=10**9, messages_burst=10**9, cost_per_second=10**9, cost_burst=10**9,
    missed_codes_per_hour=10**9, connections_per_address=1000, spectators_per_table=500,
)  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), *GENEROUS) as server:
        yield server


def test_hostile_messages_by_the_thousand_change_nothing(server: Server, report: Report) -> None:
    number = scaled(1000, 50_000)
    sent = run(siege(server, number))
    assert server.running.poll() is None
    assert_nothing_failed(server)
    report("hostile messages", sent)
    assert sent >= number


async def siege(server: Server, number: int) -> int:
    victims = Victims(server)
    await victims.begin()
    listening = [asyncio.create_task(socket.drained_politely()) for socket in map(Polite, victims.sockets)]
    views, stored = [await victims.view(seat) for seat in range(3)], server.stored(victims.code)
    lawful = asyncio.create_task(lawful_game(server))
    sent = await attack(victims, number, Random(0))  # what memory the first of them takes, the others take again
    memory = server.resident
    sent += sum(await asyncio.gather(*(attack(victims, number // 4, Random(n)) for n in range(1, 5))))
    await break_frames(victims, scaled(50, 600), Random(5))
    await break_requests(server, scaled(60, 600), Random(6))
    await hold_half_open(server, victims, 50)
    await never_read(victims)
    await lawful
    assert server.stored(victims.code) == stored
    assert [await victims.view(seat) for seat in range(3)] == views
    for task in listening:
        assert not task.done(), "a player of the besieged table was thrown out"
        task.cancel()
    grown = server.resident - memory
    assert grown < 64 * MEGABYTE, f"{grown / MEGABYTE:.0f} MB more than before"
    return sent


class Polite:
    """A player who answers pings and waits."""

    def __init__(self, socket: RawSocket) -> None:
        self.socket = socket

    async def drained_politely(self) -> None:
        while (await self.socket.hear())[0] != CLOSE:
            pass


async def lawful_game(server: Server) -> None:
    """Let two people play the Escalier to its end."""
    tables = (("escalier", 2, 2, "none", False),)
    [party] = await asyncio.to_thread(full_tables, server, Random(7), 1, None, tables)
    async with asyncio.TaskGroup() as tasks:
        for guest in party.guests:
            tasks.create_task(guest.stay())
        tasks.create_task(party.end())


async def attack(victims: Victims, number: int, rng: Random) -> int:
    """Hostile messages from people who watch, and from the attacker's own seat; all of them are answered or drop
    nobody."""
    sent, hostile = 0, messages(rng)
    while sent < number:
        socket = await (
            victims.seat(victims.mallory) if rng.random() < 0.5 else RawSocket.at(victims.server, victims.path)
        )
        answers = asyncio.create_task(answered(socket))
        if rng.random() < 0.9:
            await socket.say({"type": "hello", "protocol": 1})
        for _ in range(rng.randrange(1, 20)):
            batch = [lawful_framing(message, rng) for message in islice(hostile, BATCH)]
            socket.writer.write(b"".join(batch))
            await socket.writer.drain()
            sent += len(batch)
        await socket.say({"type": "hint", "id": "the end"})
        assert await answers, "the server hung up"
        await socket.close()
    return sent


async def answered(socket: RawSocket) -> bool:
    """Whether the last message was answered, and so all before it."""
    while True:
        kind, payload = await socket.hear()
        if kind == CLOSE:
            return False
        if kind == TEXT and b'"the end"' in payload:
            assert json.loads(payload)["type"] == "refused"
            return True


async def break_frames(victims: Victims, number: int, rng: Random) -> None:
    for _ in range(number):
        socket = await RawSocket.at(victims.server, victims.path)
        if rng.random() < 0.5:
            await socket.say({"type": "hello", "protocol": 1})
        for _ in range(rng.randrange(1, 4)):
            socket.writer.write(frames(rng))
        await socket.close()


async def break_requests(server: Server, number: int, rng: Random) -> None:
    for n in range(number):
        socket = await RawSocket.to(server)
        request = requests(rng)
        if n % 3:
            head = await socket.ask(request + b"\r\n\r\n" * 2)
            assert b" 500 " not in head, request[:200]
        else:  # and does not wait for the answer
            socket.writer.write(request)
        await socket.close()


async def hold_half_open(server: Server, victims: Victims, number: int) -> None:
    """Connections that say nothing, or half of something, and stay."""
    request = handshake(victims.path)
    starts = [b"", b"GET /", b"GET /metrics HTTP/1.1\r\nHost:", request[:-2], request]
    sockets = [await RawSocket.to(server) for _ in range(number)]
    for n, socket in enumerate(sockets):
        socket.writer.write(starts[n % len(starts)])
    await victims.view(0)  # others are served
    for socket in sockets:
        socket.writer.transport.abort()


async def never_read(victims: Victims) -> None:
    """Somebody who asks and asks and reads nothing is dropped, though the pongs come in advance."""
    for flood in (frame(b'{"type":"hello","protocol":1}') * 200, frame(b"x" * 125, PING) * 200):
        socket = await RawSocket.at(victims.server, victims.path)
        socket.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a transport that reads, too
        with suppress(ConnectionError):
            for _ in range(10_000):
                socket.writer.write(flood + frame(b"", PONG))
                await socket.writer.drain()
            raise AssertionError("the server keeps everything for somebody who reads nothing")
        await socket.close()
        await victims.view(0)


def assert_nothing_failed(server: Server) -> None:
    for line in server.log.splitlines():
        assert "Traceback" not in line
        assert json.loads(line)["level"] not in ("error", "critical"), line


# --- who comes in ------------------------------------------------------------------------------------------------


def test_forged_handshakes_and_tokens_are_refused(server: Server) -> None:
    run(try_to_come_in(server))
    assert_nothing_failed(server)


async def try_to_come_in(server: Server) -> None:
    victims, others = Victims(server), Victims(server)
    await victims.begin()
    forged = Keys("another secret, also long enough for this")
    token, guest = victims.tokens[0], new_guest()
    path = victims.path
    wrong: list[tuple[bytes, bytes]] = [
        (handshake(path, "Origin: http://evil.example"), b"403"),
        (handshake(path, "Origin: http://["), b"403"),
        (handshake(path, "Origin: null"), b"403"),
        (handshake(f"{path}?token={token[:-2]}xx"), b"401"),
        (handshake(f"{path}?token={others.tokens[0]}"), b"401"),
        (handshake(f"{path}?token={forged.seat_token('7ab1e', guest)}"), b"401"),
        (handshake(f"{path}?token={forged.guest_cookie(guest)}"), b"401"),
        (handshake(path, "Authorization: Bearer x"), b"401"),
        (handshake("/api/tables/hibou-lampe-1/ws"), b"404"),
        (handshake("/elsewhere"), b"404"),
        (handshake("//[/api"), b"404"),
        (handshake(path, key=False), b"400"),
        (handshake(path, method="POST"), b"400"),
        (handshake(path, "X: \xff\xfe", "Sec-WebSocket-Key: short", key=False), b"400"),
        (handshake(path, *(f"X-{n}: y" for n in range(300))), b"400"),
    ]
    for request, status in wrong:
        socket = await RawSocket.to(server)
        answer = await socket.ask(request)
        assert answer.split()[1:2] == [status], (request[:500], answer[:60])
        await socket.close()
    for cookie in ("x", forged.guest_cookie(guest), token, '"' * 50, "a=b; toctoc-guest=", "\xff"):
        socket = await RawSocket.at(server, path, f"Cookie: toctoc-guest={cookie}")
        await socket.say({"type": "hello", "protocol": 1})
        assert (await socket.until("welcome"))["seats"] == []
        await socket.close()
    await nobody_is_counted_twice(server, len(victims.sockets))


async def nobody_is_counted_twice(server: Server, here: int) -> None:
    while server.figure("toctoc_connections") != here:  # whoever was turned away; the test's timeout ends it
        await asyncio.sleep(0.05)


def test_incomplete_requests_are_disconnected(tmp_path: Path) -> None:
    with Server(tmp_path, *limits(first_request_seconds=1, request_seconds=1)) as server:
        run(say_half(server))
        assert_nothing_failed(server)


async def say_half(server: Server) -> None:
    victims = Victims(server)
    await victims.begin()
    starts = (b"", b"GET /", b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
    for start in starts:
        socket = await RawSocket.to(server)
        socket.writer.write(start)
        await socket.drained()  # until the server hangs up
    await victims.sockets[0].say({"type": "hello", "protocol": 1})  # a websocket stays
    await victims.sockets[0].until("welcome")


def test_a_host_too_long_for_a_picture_is_refused(server: Server) -> None:
    made = server.make("escalier")
    path = f"/api/tables/{made['code']}/device"
    with server.http(headers={"Authorization": f"Bearer {made['token']}"}) as http:
        assert http.post(path).json()["qr"].startswith("<svg")
        assert http.post(path, headers={"Host": f"{'x' * 5_000}.local"}).status_code == 400
    assert_nothing_failed(server)


def test_limits_of_messages_connections_and_codes_hold(tmp_path: Path) -> None:
    few = limits(connections_per_address=6, messages_burst=20, missed_codes_per_hour=10)
    with Server(tmp_path, *few) as server:
        run(do_too_much(server))
        assert_nothing_failed(server)


async def do_too_much(server: Server) -> None:
    victims = Victims(server)
    await victims.begin()
    for payload in (frame(b'{"type":"hello","protocol":1}'), frame(b"x", PING), frame(b"{}")):
        socket = await RawSocket.at(server, victims.path)
        socket.writer.write(payload * 30)
        while (await socket.until("refused"))["code"] != "message/too-many":
            pass
        socket.writer.write(payload * 200)
        await socket.drained()  # and then the server hangs up
        await socket.close()
    await nobody_is_counted_twice(server, 3)
    crowd = [await RawSocket.at(server, victims.path) for _ in range(3)]
    for _ in range(20):
        socket = await RawSocket.to(server)
        assert b" 503 " in await socket.ask(handshake(victims.path))
        await socket.close()
    for socket in crowd:
        await socket.close()
    await nobody_is_counted_twice(server, 3)
    for _ in range(20):  # no request for a websocket: whoever sends it has taken no place
        socket = await RawSocket.to(server)
        assert b" 400 " in await socket.ask(handshake(victims.path, key=False))
        await socket.close()
    await nobody_is_counted_twice(server, 3)
    statuses = [await status(server, f"/api/tables/hibou-lampe-{n}") for n in range(10, 40)]
    assert statuses.count(429) >= 20 - 3 * statuses.count(200)


async def status(server: Server, path: str) -> int:
    socket = await RawSocket.to(server)
    answer = await socket.ask(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    await socket.close()
    return int(answer.split()[1])
