"""Test the limits for one address, and the answers beyond them."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.forks import PROCESS_TIMEOUT_S
from tests.server.hosting import Guest, Server, made, problem
from toctoc.server.security.rate_budget import MIN_REFUSAL_BUDGET, Cost


def test_too_many_requests_wrong_codes_and_tables_are_refused(tmp_path: Path) -> None:
    limits = {"cost_burst": 16, "cost_per_second": 0.01, "missed_codes_per_hour": 2, "tables_per_hour": 2}
    options = [f"--limit={name}={number}" for name, number in limits.items()]
    with Server(tmp_path, *options) as server, server.http() as http:
        made(http)
        made(http)
        assert problem(http.post("/api/tables", json={"game": "escalier"}), 429) == "table/too-many"
        codes = [problem(http.get("/api/tables/hibou-lampe-42"), status) for status in (404, 404, 429)]
        assert codes == ["table/unknown", "table/unknown", "table/guessing"]
        statuses = [http.get("/nowhere.txt").status_code for _ in range(10)]
        assert statuses == sorted(statuses)
        assert set(statuses) == {404, 429}
        answer = http.get("/nowhere.txt")
        assert problem(answer, 429) == "request/too-many"
        assert answer.headers["retry-after"] == "1"
        while (page := http.get("/")).status_code == 200:
            pass  # pages cost less, but something
        assert problem(page, 429) == "request/too-many"


def test_a_full_server_refuses_tables_and_connections(tmp_path: Path) -> None:
    with Server(tmp_path, "--limit=tables=1", "--limit=connections=1") as server, server.http() as http:
        table = server.make("escalier")
        assert problem(http.post("/api/tables", json={"game": "escalier"}), 503) == "server/full"
        with Guest(server, table), pytest.raises(InvalidStatus) as refused, Guest(server, table):
            pass
        assert json.loads(refused.value.response.body or b"")["code"] == "server/full"


def test_a_request_with_a_long_head_is_refused_at_once(tmp_path: Path) -> None:
    """The standard library's reading of cookies took twelve seconds for these."""
    long = "; ".join(f'a{number}="' for number in range(8_000))
    with Server(tmp_path) as server, server.http() as http:
        table = server.make("escalier")
        longer, fits = {"Cookie": long[:9_000]}, {"Cookie": long[:7_000]}
        assert problem(http.get("/api/games", headers=longer), 431) == "request/headers"
        with suppress(httpx.TransportError):  # what is much longer may be hung up on before it is all said
            assert problem(http.get("/api/games", headers={"Cookie": long}), 431) == "request/headers"
        assert http.get("/api/games", headers=fits).status_code == 200
        with pytest.raises(InvalidStatus) as refused, Guest(server, table, additional_headers=longer):
            pass
        assert json.loads(refused.value.response.body or b"")["code"] == "request/headers"


def test_our_cookie_is_found_among_others(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.http() as http:
        code = made(http)
        ours = http.cookies["toctoc-guest"]
        for before in ("", 'a="b;c"; theme=dark;', "x;;"):
            cookies = {"Cookie": f"{before}toctoc-guest={ours} ; z"}
            answer = httpx.post(f"{server.url}/api/tables/{code}/device", headers=cookies, trust_env=False)
            assert answer.status_code == 201, cookies


def test_requests_for_websockets_are_requests(tmp_path: Path) -> None:
    """And they cost more than others, as much is sent after each."""
    with Server(tmp_path, "--limit=cost_burst=8", "--limit=cost_per_second=0.01") as server:
        table = server.make("escalier")
        for _ in range(2):
            with Guest(server, table):
                pass
        with pytest.raises(InvalidStatus) as refused, Guest(server, table):
            pass
        assert refused.value.response.status_code == 429


def test_all_websockets_of_a_guest_share_one_budget_of_messages(tmp_path: Path) -> None:
    with Server(tmp_path, "--limit=messages_burst=6", "--limit=messages_per_second=0.01") as server:
        table = server.make("escalier")
        with Guest(server, table) as one, Guest(server, table) as other:
            answers = [socket.say("ping", "pong").get("code") for socket in (one, other) * 3]
            assert answers == [None] * 4 + ["message/too-many"] * 2
        with Guest(server, table) as again:
            assert again.welcome["code"] == "message/too-many"
        with Guest(server, server.make("escalier")) as somebody:
            assert somebody.welcome["type"] == "welcome"


def answered(http: httpx.Client, most: int) -> Iterator[int]:
    """The statuses of requests, until there is no answer."""
    for _ in range(most):
        try:
            yield http.get("/api/games").status_code
        except httpx.TransportError:
            return


def test_clients_that_ignore_refusals_are_disconnected_and_others_are_not(tmp_path: Path) -> None:
    options = ("--limit=cost_burst=1", "--limit=cost_per_second=0.01")
    elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
    with Server(tmp_path, *options) as server, server.http(transport=elsewhere) as rude, server.http() as http:
        statuses = list(answered(rude, most=int(10 * MIN_REFUSAL_BUDGET / Cost.REFUSAL)))
        assert MIN_REFUSAL_BUDGET <= len(statuses) < 10 * MIN_REFUSAL_BUDGET / Cost.REFUSAL, "it was told so first"
        assert statuses[-1] == 429
        assert http.get("/").status_code == 200


def test_messages_over_budget_wait_in_their_order_and_then_are_refused(tmp_path: Path) -> None:
    options = ("--limit=cost_burst=10", "--limit=cost_per_second=5", "--limit=cost_wait_seconds=2")
    with Server(tmp_path, *options) as server, Guest(server, server.make("escalier")) as guest:
        for number in range(60):
            guest.send("sit", id=str(number), seat=0, name=f"P{number}")
        answers: list[tuple[str, int, str | None]] = []
        while len(answers) < 60:
            heard = guest.hear()
            if heard["type"] in ("done", "refused"):
                answers.append((heard["type"], int(heard["id"]), heard.get("code")))
        done = [number for kind, number, _ in answers if kind == "done"]
        assert done == sorted(done)
        assert 20 <= len(done) < 60
        assert {code for kind, _, code in answers if kind == "refused"} == {"message/too-many"}


def test_a_second_hello_costs_more_than_a_message(tmp_path: Path) -> None:
    options = ("--limit=cost_burst=20", "--limit=cost_per_second=0.01")
    with Server(tmp_path, *options) as server, Guest(server, server.make("escalier")) as guest:
        heard = [guest.say("hello", "welcome", protocol=1)["type"] for _ in range(10)]
        assert heard == sorted(heard, reverse=True)
        assert 0 < heard.count("welcome") <= 20 / Cost.HELLO


def test_watchers_of_one_address_leave_room_for_others_and_for_the_creator(tmp_path: Path) -> None:
    options = ("--limit=spectators_per_address=2", "--limit=spectators_per_table=3")
    with Server(tmp_path, *options) as server, ExitStack() as stack:
        table = server.make("escalier")
        watched = {"socket": table["socket"]}

        def refused(**more: Any) -> str:
            with pytest.raises(InvalidStatus) as why, Guest(server, watched, **more):
                pass
            return str(json.loads(why.value.response.body or b"")["code"])

        for _ in range(2):
            stack.enter_context(Guest(server, watched))
        assert refused() == "table/full"
        with Guest(server, watched, source_address=("127.0.0.2", 0)):
            assert refused(source_address=("127.0.0.3", 0)) == "table/full", "of all together"
            with Guest(server, table) as creator:
                assert creator.welcome["creator"]
        stack.close()
        deadline = (
            time.monotonic() + PROCESS_TIMEOUT_S
        )  # the server detects in its own time that a client has gone
        while True:
            try:
                with Guest(server, watched), Guest(server, watched):
                    return
            except InvalidStatus:
                assert time.monotonic() < deadline, "clients that have gone are still counted"
                time.sleep(0.05)


def test_refusals_are_paid_for_and_end_with_a_goodbye(tmp_path: Path) -> None:
    options = ("--limit=cost_burst=10", "--limit=cost_per_second=0.01", "--limit=messages_burst=1000")
    with Server(tmp_path, *options) as server, Guest(server, server.make("escalier")) as guest:
        heard: list[Any] = []
        while len(heard) < 400 and "bye" not in heard:
            guest.send("ping")
            heard.append(guest.hear()["type"])
        assert set(heard) == {"pong", "refused", "bye"}
