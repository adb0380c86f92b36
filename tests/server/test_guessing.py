"""Test that codes of tables cannot be guessed: beyond the limit nothing can be learned, and links always work."""

import asyncio
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from tests.scale import scaled, spread
from tests.server.harness import ServerHarness
from tests.server.hosting import Guest, Server, made, problem
from tests.server.local_server import CODE, TABLE
from toctoc.server.errors import HTTPError
from toctoc.server.security.identity import MARK_LENGTHS, Keys
from toctoc.server.security.limits import Addresses, Limits
from toctoc.table.codes import LINK_KEY_LENGTH, SCREEN_KEY_LENGTH
from toctoc.table.log import Settings
from tools import ROOT

WRONG = "hibou-lampe-10"
KEYLESS = "aaaaaaaaaa"  # a key of the right shape
MISSES = 3
LOOKS = [
    ("GET", f"/api/tables/{{}}{rest}")
    for rest in ("", "/turn", "/invitation", "/record", "/replay?game=1", "/deal", "/contacts", "/analysis?game=1",
                 "/screen")
] + [
    ("POST", f"/api/tables/{{}}{rest}") for rest in ("/token", "/device", "/contacts", "/push", "/device/take")
] + [
    ("DELETE", f"/api/tables/{{}}{rest}") for rest in ("/push", "/daily")
]  # fmt: skip
PAGES = [("GET", path) for path in ("/t/{}", "/t/{}/screen", "/replay/{}", "/replay/{}/1")]
BODIES = {"/contacts": {"seat": 0}, "/push": {"endpoint": "https://fcm.googleapis.com/x"}, "/take": {"token": "x"}}


def answers(http: httpx.Client, code: str, asked: Iterable[tuple[str, str]]) -> list[tuple[int, bytes, Any]]:
    """Return status, body and headers of each request; the code in them, which the client knows, left out."""
    found = []
    for method, path in asked:
        body = next((body for end, body in BODIES.items() if method == "POST" and path.endswith(end)), None)
        answer = http.request(method, path.format(code), json=body)
        is_said = code.encode() in answer.content  # in the address of the page: these headers depend on it
        drop = {"date", *(("etag", "content-length") if is_said else ())}
        headers = {name: value for name, value in answer.headers.items() if name not in drop}
        found.append((answer.status_code, answer.content.replace(code.encode(), b"CODE"), headers))
    return found


def handshake(server: Server, code: str) -> tuple[int, bytes]:
    """Return the answer to a request for a websocket that is refused."""
    with pytest.raises(InvalidStatus) as refused, Guest(server, {"socket": f"/api/tables/{code}/ws"}):
        pass
    return refused.value.response.status_code, bytes(refused.value.response.body or b"")


def guess_out(http: httpx.Client) -> None:
    """Make wrong guesses until the address has none left."""
    while http.get(f"/api/tables/{WRONG}").status_code == 404:
        pass


def test_over_the_limit_right_and_wrong_codes_have_the_same_answer(tmp_path: Path) -> None:
    """While the table is in memory, and while it sleeps in the store."""
    with Server(tmp_path, f"--limit=missed_codes_per_hour={MISSES}") as server:
        right = server.make("escalier")["code"]
        for _ in range(2):
            with server.http(limits=httpx.Limits()) as http:
                guess_out(http)
                looks = spread(LOOKS, 8)
                wrong = answers(http, WRONG, looks)
                assert {status for status, _, _ in wrong} == {429}
                assert answers(http, right, looks) == wrong
                assert handshake(server, right) == handshake(server, WRONG)
                some = spread(LOOKS, 2)
                for key in ("-" + KEYLESS, "-" + KEYLESS[:6]):
                    assert (
                        answers(http, right + key, some)
                        == answers(http, WRONG + key, some)
                        == answers(http, WRONG, some)
                    )
                    assert handshake(server, right + key) == handshake(server, WRONG)
            server.kill()
            server.start()


def test_pages_of_bare_links_and_of_wrong_keys_say_nothing(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.http() as http:
        right = server.make("escalier")["code"]
        for key, status in (("", 200), ("-" + KEYLESS, 404)):
            known, unknown = (answers(http, code + key, PAGES) for code in (right, WRONG))
            assert known == unknown
            assert {status for status, _, _ in known} == {status}


def test_a_link_with_its_key_works_for_an_address_without_guesses(tmp_path: Path) -> None:
    """Also at a table that sleeps, over a websocket, and for a program by its socket."""
    with Server(tmp_path, f"--limit=missed_codes_per_hour={MISSES}") as server, server.http() as http:
        program = server.make("escalier")
        link = httpx.URL(http.get(f"/api/tables/{program['code']}/invitation").json()["link"])
        assert link.path == f"/t/{program['code']}-{program['key']}"
        for _ in range(2):
            with server.http() as http:
                guess_out(http)
                keyed = f"{program['code']}-{program['key']}"
                assert program["socket"] == f"/api/tables/{keyed}/ws"
                assert http.get(f"/api/tables/{keyed}").json()["key"] == program["key"]
                assert 'content="noindex"' in http.get(link.path).text
                assert "og:url" in http.get(link.path).text
                with Guest(server, program) as guest:
                    assert guest.welcome["lobby"]["key"] == program["key"]
                assert problem(http.get(f"/api/tables/{program['code']}"), 429) == "table/guessing"
            server.kill()
            server.start()


def test_a_player_may_type_the_code_of_their_own_table_at_any_time(tmp_path: Path) -> None:
    """It gives back no guesses to an address without any."""
    with Server(tmp_path, f"--limit=missed_codes_per_hour={MISSES}") as server, server.http() as http:
        program, code = server.make("escalier"), made(http)
        guess_out(http)
        bearer = {"Authorization": f"Bearer {program['token']}"}
        for _ in range(2):
            assert http.get(f"/api/tables/{code}").status_code == 200
            assert http.get(f"/api/tables/{program['code']}", headers=bearer).status_code == 200
        with Guest(server, {**program, "socket": f"/api/tables/{program['code']}/ws"}):
            pass
        assert problem(http.get(f"/api/tables/{program['code']}"), 429) == "table/guessing"
        assert problem(http.get(f"/api/tables/{code}", headers=bearer), 429) == "table/guessing"
        assert problem(http.get(f"/api/tables/{WRONG}"), 429) == "table/guessing"


def test_wrong_keys_count_as_wrong_codes_and_right_codes_do_not(tmp_path: Path) -> None:
    with Server(tmp_path, f"--limit=missed_codes_per_hour={MISSES}") as server, server.http() as http:
        code = server.make("escalier")["code"]
        for _ in range(MISSES + 1):
            assert http.get(f"/api/tables/{code}").status_code == 200
        unknown = answers(http, WRONG, LOOKS[:1])
        for _ in range(MISSES - 1):
            assert answers(http, f"{code}-{KEYLESS}", LOOKS[:1]) == unknown
        assert problem(http.get(f"/api/tables/{WRONG}"), 429) == "table/guessing"


def test_guesses_at_the_same_time_are_counted_before_any_is_looked_up(tmp_path: Path) -> None:
    """Also where the address has no budget left to wake tables."""
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    harness.access.addresses = Addresses(Limits(missed_codes_per_hour=MISSES), lambda: 0.0)
    looked: list[str] = []
    find = harness.hub.find_code

    async def find_code(code: str, *accepts: Any) -> Any:
        looked.append(code)
        await asyncio.sleep(0)
        return await find(code, *accepts)

    harness.hub.find_code = find_code  # type: ignore[assignment,method-assign]
    guesses = [f"hibou-jardin-{number}" for number in range(10, 10 + scaled(20, 80))] + [CODE]

    async def guess() -> list[Any]:
        found = (harness.lookup.find(code, "192.0.2.1") for code in guesses)
        return await asyncio.gather(*found, return_exceptions=True)

    told = [why.code for why in harness.ask(guess()) if isinstance(why, HTTPError)]
    assert looked == guesses[:MISSES]
    assert told == ["table/unknown"] * MISSES + ["table/guessing"] * (len(guesses) - MISSES)
    harness.close()


def test_a_guess_that_is_refused_for_its_cost_stays_counted(tmp_path: Path) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    harness.access.addresses = Addresses(
        Limits(missed_codes_per_hour=MISSES, cost_burst=1, cost_per_second=0.01), lambda: 0.0
    )

    async def guess() -> list[str]:
        found = [harness.lookup.find(WRONG, "192.0.2.1") for _ in range(MISSES + 1)]
        return [
            why.code for why in await asyncio.gather(*found, return_exceptions=True) if isinstance(why, HTTPError)
        ]

    assert harness.ask(guess()) == ["request/too-many"] * MISSES + ["table/guessing"]
    harness.close()


def test_keys_are_of_one_table_one_code_one_kind_and_one_secret(tmp_path: Path) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    keys = harness.access.keys
    link, screen = keys.link_key(CODE, TABLE), keys.screen_key(CODE, TABLE)
    assert [len(link), len(screen)] == [LINK_KEY_LENGTH, SCREEN_KEY_LENGTH]
    assert keys.opens(CODE, link)
    assert keys.opens(CODE, screen)
    assert keys.is_of(TABLE, link)
    assert keys.is_of(TABLE, screen)
    assert not any(keys.is_of("7ab1f", key) for key in (link, screen))
    for key in (link, screen):  # no letter of a key can be changed, whether of the mark or not
        for place, letter in enumerate(key):
            other = "b" if letter == "a" else "a"
            assert not keys.opens(CODE, key[:place] + other + key[place + 1 :])
    assert not link.startswith(screen)
    assert not any(keys.opens(WRONG, key) for key in (link, screen))
    assert not any(type(keys)("t" * 32).opens(CODE, key) for key in (link, screen))
    assert harness.live.sent_lobby.key == link
    assert screen not in json.dumps(msgspec.to_builtins(harness.live.sent_lobby)), "only players are told that one"
    harness.close()


def test_an_old_key_matches_by_chance_as_rarely_as_the_page_says() -> None:
    page = (ROOT / "docs/explanation/security.md").read_text(encoding="utf-8").split("### Chance matches")[1]
    for length in (LINK_KEY_LENGTH, SCREEN_KEY_LENGTH):
        mark = MARK_LENGTHS[length]
        assert f" 2^-{5 * mark}, 1 in {32**mark:,} |" in page
        assert f" 2^-{5 * length}, 1 in " in page
    keys = Keys("s" * 32)
    old = keys.screen_key(CODE, TABLE)
    alike = next(id for id in map(str, range(100_000)) if keys.is_of(id, old))
    assert keys.screen_key(CODE, alike) == old, "the mark decides alone: the rest signs the same code"
    assert keys.link_key(CODE, alike) != keys.link_key(CODE, TABLE)


def test_the_link_of_a_pruned_table_does_not_open_the_next_one_with_its_code(tmp_path: Path) -> None:
    """The answer is that for an unknown code with its key, while the next table is awake and while it sleeps."""
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    keys, lookup = harness.access.keys, harness.lookup

    async def answer(code: str, key: str) -> str:
        try:
            return (await lookup.find(f"{code}-{key}", "192.0.2.1")).id
        except HTTPError as why:
            return f"{why.status} {why.code} {why}"

    for key_of in (keys.link_key, keys.screen_key):
        unknown = harness.ask(answer(WRONG, key_of(WRONG, "0ther")))
        assert unknown.startswith("404 table/unknown")
        assert harness.ask(answer(CODE, key_of(CODE, "0ther"))) == unknown
        assert harness.ask(answer(CODE, key_of(CODE, TABLE))) == TABLE
    harness.hub.drop(harness.live)
    before = harness.access.addresses.spend("192.0.2.1", 0)
    for key_of in (keys.link_key, keys.screen_key):
        assert harness.ask(answer(CODE, key_of(CODE, "0ther"))) == unknown
    assert not harness.hub.is_awake(CODE), "it was not read from the store"
    assert harness.access.addresses.spend("192.0.2.1", 0) == before
    assert harness.ask(answer(CODE, keys.link_key(CODE, TABLE))) == TABLE
    harness.close()
