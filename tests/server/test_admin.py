"""The token's owner sees tables and load, closes, announces, saves and removes; nobody else, and no cards."""

import asyncio
import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.scale import each
from tests.server.harness import ServerHarness
from tests.server.hosting import Guest, Server, problem
from tests.server.local_server import CODE, make_app
from toctoc import lang
from toctoc.server.app import AppOptions
from toctoc.server.features.admin import page
from toctoc.server.features.admin.token import Admin
from toctoc.server.live.table_lookup import TableLookup
from toctoc.server.security.access_control import AccessControl
from toctoc.server.security.identity import BadSecret, Keys
from toctoc.server.security.limits import Addresses, Limits
from toctoc.server.security.rate_budget import Cost
from toctoc.table.log import Settings

TOKEN = "a-token-that-nobody-guesses"
HOST = {"Authorization": f"Bearer {TOKEN}"}
NAME = "Zebulon"  # of a guest, as it would be found in a file


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("admin"), "--log", "info", TOCTOC_ADMIN_TOKEN=TOKEN) as server:
        yield server


@pytest.fixture
def host(server: Server) -> Iterator[httpx.Client]:
    with server.http(headers=HOST) as client:
        yield client


@pytest.fixture
def harness(tmp_path: Path) -> Iterator[ServerHarness]:
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    yield harness
    harness.close()


def app_of(harness: ServerHarness, access: AccessControl, admin: Admin) -> Any:
    lookup = TableLookup(harness.hub, access)
    return make_app(lookup, access, harness.replays, harness.background, AppOptions(admin=admin))


def ask(harness: ServerHarness, *asked: tuple[str, str], on: bool = True) -> tuple[Admin, list[httpx.Response]]:
    """What an application with that token answers to requests, each a path and a token, one after the other."""
    admin = Admin(TOKEN if on else None)
    app = app_of(harness, AccessControl(Keys("s" * 32), Limits()), admin)

    async def answers() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            return [await http.get(path, headers={"Authorization": f"Bearer {token}"}) for path, token in asked]

    return admin, asyncio.run(answers())


# --- the token ---------------------------------------------------------------------------------------------------


def test_the_token_comes_from_a_file_or_from_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    file.chmod(0o600)
    for admin in (
        Admin.load({"TOCTOC_ADMIN_TOKEN": "x" * 20}, file),
        Admin.load({"TOCTOC_ADMIN_TOKEN": TOKEN}, None),
    ):
        assert admin.knows(f"Bearer {TOKEN}")
        for wrong in (
            "",
            TOKEN,
            "Bearer ",
            f"Basic {TOKEN}",
            f"Bearer {TOKEN}x",
            f"Bearer {TOKEN[:-1]}",
            "Bearer é",
        ):
            assert not admin.knows(wrong)
        assert TOKEN not in repr(admin)
    nobody = Admin.load({}, None)
    assert not nobody.is_on
    assert not nobody.knows("Bearer ")


@each("bad", ["", "short", "x" * 19, "with a space in the middle", "é" * 30, "x" * 201])
def test_a_token_that_can_be_guessed_or_not_be_sent_is_refused(bad: str) -> None:
    with pytest.raises(BadSecret, match="at least 20") as why:
        Admin.load({"TOCTOC_ADMIN_TOKEN": bad}, None)
    assert why.value.why == "token"


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_a_token_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(TOKEN)
    file.chmod(0o644)
    with pytest.raises(BadSecret, match="chmod 600"):
        Admin.load({}, file)


# --- who comes in ------------------------------------------------------------------------------------------------

PATHS = ["/api/admin/load", "/api/admin/tables", f"/api/admin/tables/{CODE}/record"]


def test_requests_without_the_token_are_refused(harness: ServerHarness) -> None:
    wrong = ("wrong", "", TOKEN[:-1])
    admin, answers = ask(harness, *((path, token) for path in PATHS for token in wrong))
    assert [problem(answer, 401) for answer in answers] == ["admin/token"] * 9
    assert (admin.refused, admin.done) == (9, 0)


def test_requests_without_the_token_change_nothing(server: Server) -> None:
    code = server.make("escalier")["code"]
    with server.http() as http:
        for method, path in (("POST", f"tables/{code}/close"), ("DELETE", f"tables/{code}"), ("POST", "message")):
            assert problem(http.request(method, f"/api/admin/{path}", json={"text": "boo"}), 401) == "admin/token"
        assert http.get(f"/api/tables/{code}").json()["stage"] == "lobby"


def test_guesses_of_the_token_are_delayed_and_then_refused(harness: ServerHarness) -> None:
    limits = Limits(cost_per_second=Cost.WRONG_TOKEN, cost_burst=110, cost_wait_seconds=1)
    wrong = [f"guess-{n}-of-very-many-tokens" for n in range(4)]

    async def at_once() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app_of(harness, access, Admin(TOKEN)))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            asked = [http.get(PATHS[0], headers={"Authorization": f"Bearer {token}"}) for token in wrong]
            return await asyncio.gather(*asked)

    access = AccessControl(Keys("s" * 32), limits)
    access.addresses = Addresses(limits, lambda: 0.0)
    codes = [answer.json()["code"] for answer in asyncio.run(at_once())]
    assert codes.count("admin/token") == 2, "the budget for one, and one who waited"
    assert codes.count("request/too-many") == 2


def test_without_a_token_there_is_no_admin_page(harness: ServerHarness) -> None:
    _, (told, *pages) = ask(harness, *((path, TOKEN) for path in (PATHS[0], "/admin", "/admin/page.js")), on=False)
    assert problem(told, 404) == "admin/off"
    assert all(page.status_code in (404, 503) for page in pages), "503 where the client is not built"


def test_requests_of_another_website_are_refused(host: httpx.Client) -> None:
    answer = host.post("/api/admin/message", json={"text": "boo"}, headers={"Origin": "http://evil.example"})
    assert problem(answer, 403) == "origin/foreign"


def test_tokens_are_never_logged(harness: ServerHarness, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        ask(harness, (PATHS[0], TOKEN), (PATHS[0], "wrong-but-perhaps-nearly-right"))
    assert TOKEN not in caplog.text
    assert "nearly-right" not in caplog.text


# --- the page ----------------------------------------------------------------------------------------------------


def test_the_page_may_run_its_own_script_and_nothing_else(host: httpx.Client) -> None:
    answer = host.get("/admin")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    policy = dict(rule.split(" ", 1) for rule in answer.headers["content-security-policy"].split("; "))
    assert (policy["default-src"], policy["script-src"], policy["frame-ancestors"]) == (
        "'none'",
        "'self'",
        "'none'",
    )
    for name, kind in page.PAGE_PARTS.items():
        assert f'"/admin/{name}"' in answer.text
        assert host.get(f"/admin/{name}").headers["content-type"] == f"{kind}; charset=utf-8"
    assert problem(host.get("/admin/token.py"), 404) == "path/unknown"


@each("language", lang.LANGUAGES)
def test_the_page_speaks_the_language_of_the_browser(language: str) -> None:
    html = page.page(language).decode()
    assert f'<html lang="{language}">' in html
    assert f"<h1>{lang.load(language)('admin.title')}</h1>" in html
    assert not re.search(r"\{(?:admin|words|language)", html.split('id="words"')[0])


# --- what the host sees and does ---------------------------------------------------------------------------------


def test_tables_are_shown_without_names_or_cards(server: Server, host: httpx.Client) -> None:
    made, empty = server.make("escalier", players=2), server.make("chocottes", players=2, listed=True)
    with Guest(server, made) as anna:
        anna.ask("sit", seat=0, name=NAME)
        anna.ask("start", fill="petit-fantome")
        told = host.get("/api/admin/tables")
        shown = {table["code"]: table for table in told.json()["tables"]}
        here, asleep = shown[made["code"]], shown[empty["code"]]
        assert here == {"code": made["code"], "game": "escalier", "people": 1, "listed": False,
                        "quiet_seconds": here["quiet_seconds"]}  # fmt: skip
        assert (asleep["people"], asleep["listed"], asleep["quiet_seconds"] >= 0) == (0, True, True)
        assert list(shown).index(made["code"]) < list(shown).index(empty["code"])
        assert NAME not in told.text
        load = host.get("/api/admin/load").json()
    assert load.keys() == {
        "at", "people", "connections", "sockets", "tables", "tables_awake", "games", "steps", "failed", "commits",
        "waiting",
    }  # fmt: skip
    assert (load["people"], load["tables_awake"], load["failed"]) == (1, 1, 0)
    assert load["steps"] > 0 < load["commits"]
    assert load["waiting"].keys() == {"quick", "search", "hint", "replay", "background"}


def test_a_closed_table_informs_its_clients(server: Server, host: httpx.Client) -> None:
    made = server.make("escalier")
    with Guest(server, made) as anna:
        assert host.post(f"/api/admin/tables/{made['code']}/close").status_code == 204
        assert anna.until("update")["public"]["lobby"] == {"stage": "closed"}
        assert anna.ask("sit", seat=0, name=NAME)["code"] == "table/closed"
    assert problem(host.post(f"/api/admin/tables/{made['code']}/close"), 400) == "table/closed"
    assert made["code"] not in host.get("/api/admin/tables").text
    assert problem(host.post("/api/admin/tables/hibou-hibou-99/close"), 404) == "table/unknown"


def test_a_message_of_the_host_reaches_all_tables(server: Server, host: httpx.Client) -> None:
    before = host.get("/metrics").text
    with Guest(server, server.make("escalier")) as anna, Guest(server, server.make("chocottes")) as ben:
        said = host.post("/api/admin/message", json={"text": "  We restart\n at <noon>. "})
        assert said.json() == {"tables": 2}
        for guest in (anna, ben):
            assert guest.until("notice") == {"type": "notice", "text": "We restart at <noon>."}
    done = [int(float(re.findall(r"^toctoc_admin_total (.*)", text, re.M)[0])) for text in
            (before, host.get("/metrics").text)]  # fmt: skip
    assert done[1] == done[0] + 1
    for text, code in (("", "text/empty"), ("a\u202eb", "text/unprintable")):
        assert problem(host.post("/api/admin/message", json={"text": text}), 400) == code
    assert host.post("/api/admin/message", json={"text": "x" * 201}).status_code == 400


def test_a_record_is_saved_once_there_is_one_and_nothing_is_left_of_a_removed_table(
    server: Server, host: httpx.Client
) -> None:
    made = server.make("escalier", players=2)
    code, path = made["code"], f"/api/admin/tables/{made['code']}"
    with Guest(server, made) as anna:
        anna.ask("sit", seat=0, name=NAME)
        assert problem(host.get(f"{path}/record"), 409) == "record/not-over"
        anna.ask("start", fill="petit-fantome")
        anna.play()
    saved = host.get(f"{path}/record")
    assert saved.headers["content-disposition"] == f'attachment; filename="{code}-1.jsonl"'
    assert saved.text == host.get(f"/api/tables/{code}/record").text + "\n"
    assert NAME in saved.text
    assert problem(host.get(f"{path}/record?game=2"), 409) == "record/not-over"

    with Guest(server, {"socket": f"/api/tables/{code}/ws"}) as watcher:
        assert host.delete(path).status_code == 204
        assert watcher.until("bye")["code"] == "table/closed"
    for gone in (
        f"/api/tables/{code}",
        f"/api/tables/{code}/record",
        f"/api/tables/{code}/replay",
        f"{path}/record",
    ):
        assert problem(host.get(gone), 404) == "table/unknown"
    assert problem(host.delete(path), 404) == "table/unknown"
