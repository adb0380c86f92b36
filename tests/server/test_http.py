"""Tables are made, found and read over HTTP; what cannot be done is told as a problem."""

import json
import re
import signal
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import InvalidStatus

from tests.scale import each
from tests.server.hosting import Guest, Server, made, problem
from toctoc.core.registry import GAMES
from toctoc.lang import LANGUAGES, words
from toctoc.record import read, verify
from toctoc.table.codes import CODE_WORDS
from tools.build_client import BUNDLE

BOT = "petit-fantome"
HEAD = re.compile(r"<html lang=.*</head>", re.DOTALL)
CROWD = {"game": "escalier", "settings": {"players": 9}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder, options = tmp_path_factory.mktemp("server"), ("--limit=cost_burst=100000", "--without", "picture")
    with Server(folder, *options) as server:
        yield server


@pytest.fixture
def http(server: Server) -> Iterator[httpx.Client]:
    with server.http() as client:
        yield client


@each("language", [*LANGUAGES, "tlh"])
def test_a_table_s_code_is_of_words_of_its_language(http: httpx.Client, language: str) -> None:
    code = http.post("/api/tables", json={"game": "escalier", "language": language}).json()["code"]
    beings, things = CODE_WORDS.get(language, CODE_WORDS["fr"])
    being, thing, _ = code.split("-")
    assert being in beings
    assert thing in things
    assert http.get(f"/api/tables/{code.upper().replace('-', ' ')}").json()["code"] == code


def test_the_list_of_games_has_options_bots_and_phrases(http: httpx.Client) -> None:
    told = http.get("/api/games").json()
    assert [game["name"] for game in told["games"]] == list(GAMES)
    assert told["protocol"] == 1
    assert told["bots"][0] == BOT
    assert told["phrases"]["boo"] == "👻"
    assert {option["name"] for option in told["games"][1]["options"]} >= {"snap_seconds", "tiles"}
    assert told["bot_facts"][0] == {"name": BOT, "games": list(GAMES), "title": {}, "face": None}
    assert told["without"] == ["picture"]  # as the host wants it


def test_words_and_rules_of_a_game_exist_in_each_language(http: httpx.Client) -> None:
    for language in LANGUAGES:
        texts = http.get(f"/api/games/escalier/words/{language}").json()["texts"]
        assert texts == words(GAMES["escalier"], language)
        assert "**E5**" in http.get(f"/api/games/escalier/rules/{language}").json()["text"]
    for path, code in (("chess/words/en", "game/unknown"), ("escalier/rules/xx", "path/unknown")):
        assert problem(http.get(f"/api/games/{path}"), 404) == code


def test_a_table_is_made_and_found_by_its_code_however_it_is_typed(http: httpx.Client) -> None:
    code = made(http, "toctoctoc", players=4, clock="fast")
    shown = http.get(f"/api/tables/{code}").json()
    assert (shown["code"], shown["game"], shown["stage"]) == (code, "toctoctoc", "lobby")
    assert [seat["kind"] for seat in shown["seats"]] == ["free"] * 4
    assert http.get(f"/api/tables/{code.replace('-', ' ').upper()}").json() == shown


def test_only_listed_tables_with_a_client_are_listed(server: Server, http: httpx.Client) -> None:
    private, listed = server.make("escalier"), server.make("escalier", players=2, listed=True)
    left = server.make("escalier", players=2, listed=True)
    with Guest(server, private), Guest(server, listed):
        codes = {table["code"] for table in http.get("/api/tables").json()["tables"]}
    assert listed["code"] in codes
    assert not {private["code"], left["code"]} & codes


def test_a_browser_gets_a_cookie_that_its_scripts_cannot_read(http: httpx.Client) -> None:
    answer = http.post("/api/guest")
    assert answer.status_code == 204
    [cookie] = answer.headers.get_list("set-cookie")
    assert cookie.startswith("toctoc-guest=guest1.")
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    again = http.post("/api/guest").headers["set-cookie"]
    assert again.partition(";")[0] == cookie.partition(";")[0], "somebody known stays who they are"


def test_a_program_gets_a_token_and_no_cookie(http: httpx.Client, server: Server) -> None:
    answer = http.post("/api/tables", json={"game": "escalier", "program": True})
    assert "set-cookie" not in answer.headers
    other = http.post(f"/api/tables/{answer.json()['code']}/token").json()
    with Guest(server, answer.json()) as creator, Guest(server, other) as guest:
        assert creator.welcome["creator"]
        assert not guest.welcome["creator"]


@each("made_up", ["seat1.x.y.z", "", "é"])
def test_a_token_of_another_table_is_refused(server: Server, made_up: str) -> None:
    here, there = server.make("escalier"), server.make("escalier")
    for token in (there["token"], made_up or here["token"][:-1]):
        ways = [
            {"socket": f"{here['socket']}?token={token}"},
            *([{**here, "token": token}] if token != "é" else []),
        ]
        for sent in ways:
            with pytest.raises(InvalidStatus) as refused, Guest(server, sent):
                pass
            assert refused.value.response.status_code == 401
            assert json.loads(refused.value.response.body or b"")["code"] == "token/bad"


def test_a_token_comes_by_protocol_by_header_or_by_query_and_is_never_sent_back(server: Server) -> None:
    table = server.make("escalier")
    token, socket = table["token"], table["socket"]
    bearer = {"additional_headers": {"Authorization": f"Bearer {token}"}}
    for sent, more in ((table, {}), ({"socket": socket}, bearer), ({"socket": f"{socket}?token={token}"}, {})):
        with Guest(server, sent, **more) as guest:  # type: ignore[arg-type]  # of two kinds
            assert guest.welcome["creator"]
            assert guest.socket.subprotocol == ("toctoc" if sent is table else None)
            assert guest.socket.response is not None
            assert token not in str(guest.socket.response.headers)
    with Guest(server, {"socket": socket}, subprotocols=["other"]) as guest:
        assert guest.socket.subprotocol is None


@each("origin", ["https://elsewhere.example", "null", "http://localhost:1"])
def test_requests_and_websockets_of_another_website_are_refused(
    http: httpx.Client, server: Server, origin: str
) -> None:
    answer = http.post("/api/tables", json={"game": "escalier"}, headers={"Origin": origin})
    assert problem(answer, 403) == "origin/foreign"
    table = server.make("escalier")
    with pytest.raises(InvalidStatus) as refused, Guest(server, table, origin=origin):
        pass
    assert refused.value.response.status_code == 403
    assert http.post("/api/guest", headers={"Origin": server.url}).status_code == 204


@each("method, path, more, status, code",
    [
        ("GET", "/nowhere.txt", {}, 404, "http/404"),
        ("GET", "/api/tables/hibou-lampe-42", {}, 404, "table/unknown"),
        ("GET", "/api/tables/nonsense", {}, 404, "table/unknown"),
        ("POST", "/api/tables/hibou-lampe-42/token", {}, 404, "table/unknown"),
        ("DELETE", "/api/tables", {}, 405, "http/405"),
        ("POST", "/api/tables", {"content": b"{"}, 400, "http/400"),
        ("POST", "/api/tables", {"json": {"game": "poker"}}, 400, "game/unknown"),
        ("POST", "/api/tables", {"json": {"game": "escalier", "colour": 1}}, 400, "http/400"),
        ("POST", "/api/tables", {"json": CROWD}, 400, "settings/players"),
        ("POST", "/api/tables", {"content": b" " * 17_000}, 413, "http/413"),
    ],
)  # fmt: skip
def test_impossible_requests_have_a_code(
    http: httpx.Client, method: str, path: str, more: dict[str, Any], status: int, code: str
) -> None:
    assert problem(http.request(method, path, **more), status) == code


def test_a_record_is_there_only_after_the_end_and_can_be_checked(http: httpx.Client, server: Server) -> None:
    table = server.make("escalier", players=2)
    record = f"/api/tables/{table['code']}/record"
    assert problem(http.get(record), 409) == "record/not-over"
    with Guest(server, table) as guest:
        guest.ask("sit", seat=0, name="Anna")
        guest.ask("start", fill=BOT)
        assert problem(http.get(record), 409) == "record/not-over"
        view = guest.play()
    answer = http.get(record)
    assert answer.headers["content-type"] == "application/json"
    verify(read(answer.text))
    assert answer.json()["result"]["scores"] == view["scores"]
    assert http.get(f"{record}?game=1").text == answer.text
    assert problem(http.get(f"{record}?game=2"), 409) == "record/not-over"
    assert problem(http.get(f"{record}?game=x"), 400) == "http/400"


def test_a_replay_is_there_only_after_the_end_and_shows_everything(http: httpx.Client, server: Server) -> None:
    table = server.make("toctoctoc", players=3)
    replay = f"/api/tables/{table['code']}/replay"
    assert problem(http.get(replay), 409) == "record/not-over"
    with Guest(server, table) as guest:
        guest.ask("sit", seat=0, name="Anna", avatar="owl")
        guest.ask("start", fill=BOT)
        assert problem(http.get(replay), 409) == "record/not-over"
        winners = guest.play()["winners"]
        guest.ask("start")  # while the rematch is played, the first game can be looked at, and only that
        assert problem(http.get(replay), 409) == "record/not-over"
    answer = http.get(f"{replay}?game=1")
    assert answer.headers["content-type"] == "application/json"
    told = answer.json()
    assert told["players"][0] == {"name": "Anna", "avatar": "owl"}
    assert told["frames"][-1]["view"]["winners"] == winners
    assert http.get(f"{replay}?game=1").content == answer.content
    assert problem(http.get(f"{replay}?game=x"), 400) == "http/400"


def test_an_invitation_leads_to_the_table(http: httpx.Client, server: Server) -> None:
    code = made(http)
    shown = http.get(f"/api/tables/{code}/invitation").json()
    link = f"{server.url}/t/{code}-{http.get(f'/api/tables/{code}').json()['key']}"
    assert (shown["code"], shown["link"]) == (code, link)
    assert shown["qr"].startswith("<svg")
    in_french = http.get(f"/api/tables/{code}/invitation?lang=fr").json()
    assert in_french["link"] == f"{link}?lang=fr"
    assert in_french["qr"] != shown["qr"]
    assert http.get(f"/api/tables/{code}/invitation?lang=%22%3E").json() == shown
    assert problem(http.get("/api/tables/hibou-lampe-42/invitation"), 404) == "table/unknown"


def test_a_lesson_says_that_it_is_one(http: httpx.Client, server: Server) -> None:
    table = http.post("/api/tables", json={"game": "escalier", "lesson": True, "program": True}).json()
    with Guest(server, table) as guest:
        assert guest.welcome["lobby"]["lesson"] is True
        guest.ask("sit", seat=0, name="Anna")
        guest.ask("start", fill=BOT)
        guest.play()
    record = http.get(f"/api/tables/{table['code']}/record")
    assert (record.json()["lesson"], "fair" in record.json()) == (True, False)
    verify(read(record.text))


@each("path", ["/api/games", "/nowhere.txt", "/healthz", "/api/tables/x"])
def test_every_answer_has_the_headers_that_protect(http: httpx.Client, path: str) -> None:
    headers = http.get(path).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert "server" not in headers


def test_health_figures_and_the_description(http: httpx.Client) -> None:
    assert http.get("/healthz").text == "well\n"
    figures = {family.name for family in text_string_to_metric_families(http.get("/metrics").text)}
    assert figures >= {"toctoc_tables", "toctoc_connections", "toctoc_writes"}
    paths = http.get("/api/openapi.json").json()["paths"]
    assert paths.keys() >= {"/api/games", "/api/tables", "/api/tables/{code}", "/api/tables/{code}/record"}
    assert {"400", "413", "429"} <= paths["/api/tables"]["post"]["responses"].keys()


def test_a_seat_moves_to_another_device_once(server: Server) -> None:
    with server.http() as laptop, server.http() as phone:
        code = made(laptop)
        device, take = f"/api/tables/{code}/device", f"/api/tables/{code}/device/take"
        assert problem(phone.post(device), 400) == "seat/none"
        with at(server, code, laptop) as old:
            old.ask("sit", seat=1, name="Anna")
            shown = laptop.post(device).json()
            link, _, token = shown["link"].partition("#")
            assert token == shown["token"]
            assert phone.get(f"/api/tables/{link.rpartition('/')[2]}").json()["code"] == code
            assert shown["qr"].startswith("<svg")
            assert problem(phone.post(take, json={"token": "move1.x"}), 400) == "device/bad-token"
            phone.post("/api/guest")
            with at(server, code, phone) as other:
                other.ask("sit", seat=0, name="Ben")
                assert problem(phone.post(take, json={"token": shown["token"]}), 400) == "device/seated"
                other.ask("leave")
            assert phone.post(take, json={"token": shown["token"]}).status_code == 200
            assert old.until("bye")["code"] == "device/moved"
        with at(server, code, phone) as new:
            assert (new.welcome["seats"], new.welcome["creator"]) == ([1], True)
        assert problem(laptop.post(take, json={"token": shown["token"]}), 400) == "device/bad-token"
        assert problem(laptop.post(device), 400) == "seat/none"


def test_a_program_takes_seats_by_its_token(server: Server) -> None:
    with server.http() as laptop, server.http() as program:
        code = made(laptop)
        with at(server, code, laptop) as old:
            old.ask("sit", seat=1, name="Anna")
            shown = laptop.post(f"/api/tables/{code}/device").json()
            own = program.post(f"/api/tables/{code}/token").json()
            bearer = {"Authorization": f"Bearer {own['token']}"}
            body = {"token": shown["token"]}
            taken = program.post(f"/api/tables/{code}/device/take", json=body, headers=bearer)
            assert taken.status_code == 200
            assert "set-cookie" not in taken.headers, "its token is for one table, a cookie for all"
        with Guest(server, own) as new:
            assert new.welcome["seats"] == [1]


def at(server: Server, code: str, browser: httpx.Client) -> Guest:
    """A browser at a table."""
    cookie = {"Cookie": f"toctoc-guest={browser.cookies['toctoc-guest']}"}
    return Guest(server, {"socket": f"/api/tables/{code}/ws"}, additional_headers=cookie)


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP])
def test_an_ending_server_says_goodbye_and_keeps_everything(tmp_path: Path, sent: signal.Signals) -> None:
    with Server(tmp_path) as server:
        table = server.make("toctoctoc")
        with Guest(server, table) as guest:
            assert guest.ask("sit", seat=2, name="Anna")["type"] == "done"
            assert server.interrupt(sent) == (0, "")
            assert guest.until("bye")["code"] == "server/ends"
    assert not list(tmp_path.glob("toctoc.db-*")), "the store is not folded"
    assert stat.S_IMODE((tmp_path / "toctoc-secret").stat().st_mode) == 0o600
    with Server(tmp_path) as server, Guest(server, table) as again:
        assert again.welcome["seats"] == [2]
        assert again.welcome["lobby"]["seats"][2]["name"] == "Anna"


def test_paths_of_people_are_answered_with_the_client(http: httpx.Client) -> None:
    """`python3 run.py test` has built it."""
    index = (BUNDLE / "index.html").read_text(encoding="utf-8")
    for path in ("/", "/t/hibou-lampe-42-aaaaaaaaaa"):
        answer = http.get(path)
        assert answer.status_code == (200 if path == "/" else 404)  # a table that there is not, with a way home
        shell = answer.text.replace('<p><a href="/">Go to Home</a></p>', "")
        assert HEAD.sub("", shell) == HEAD.sub("", index)  # the head says what the page is
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert http.head(path).headers["content-length"] == answer.headers["content-length"]
    for asset in re.findall(r'(?:src|href)="(/assets/[^"]+)"', index):
        assert "immutable" in http.get(asset).headers["cache-control"]


def test_a_browser_gets_an_icon_for_pages_that_name_none(http: httpx.Client) -> None:
    answer = http.get("/favicon.ico")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/x-icon")
    assert answer.content.startswith(b"\0\0\1\0"), "it is no icon"
