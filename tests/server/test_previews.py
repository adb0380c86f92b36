"""Test link previews: title, line and picture by page and language, and the list of pages."""

import asyncio
import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from tests.scale import each
from tests.server.harness import ServerHarness
from tests.server.local_server import CODE, SECRET, TABLE
from toctoc import lang
from toctoc.core.registry import BUILT_IN, GAMES
from toctoc.server.errors import HTTPError
from toctoc.server.pages.previews import PAGES, is_full, preferred
from toctoc.server.pages.static import StaticFiles
from toctoc.server.security.identity import Keys
from toctoc.server.security.limits import Addresses, Limits
from toctoc.server.transport.middleware import Middleware
from toctoc.table import commands
from toctoc.table.log import Settings

ROOT = Path(__file__).parents[2]
KEYED = f"{CODE}-{Keys(SECRET).link_key(CODE, TABLE)}"
SECRETS = ("Anna", "commitment", "hash")
# A path of every kind of page that the client has.
THERE = [
    "/",
    "/index.html",
    "/join",
    "/daily",
    "/g",
    "/g/some-group",
    "/mine",
    "/play/chocottes",
    "/rules",
    "/rules/house",
    "/about",
    f"/t/{KEYED}",
    f"/replay/{KEYED}/1",
]
MISSING = [
    "/no/such/page",
    "/t/loup-bougie-99-aaaaaaaaaa",
    "/t",
    "/play/chess",
    "/rules/chess",
    "/replay",
    "/T/x",
    "/join/x",
]


@pytest.fixture
def harness(tmp_path: Path) -> Iterator[ServerHarness]:
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    yield harness
    harness.close()


def look(harness: ServerHarness, path: str, folder: Path = ROOT / "web", **headers: str) -> httpx.Response:
    pages = Middleware(harness.app.app, harness.access, harness.lookup, StaticFiles(folder), None)

    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(pages, client=("192.0.2.1", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://toctoc.test") as http:
            return await http.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    return asyncio.run(answer())


def head(answer: httpx.Response) -> dict[str, str]:
    """The title and every meta of a page, by name or property."""
    found = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)" />', answer.text))
    found["title"] = re.findall("<title>(.*?)</title>", answer.text)[0]
    return {name: html.unescape(content) for name, content in found.items()}


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """A folder with the client's one file as it is before it is built."""
    folder = tmp_path / "client"
    folder.mkdir()
    (folder / "index.html").write_bytes((ROOT / "web/index.html").read_bytes())
    return folder


@each("language", lang.LANGUAGES)
def test_an_invitation_says_the_game_and_nothing_else(harness: ServerHarness, client: Path, language: str) -> None:
    say = lang.load(language)
    answer = look(harness, f"/t/{KEYED}", client, accept_language=language)
    shown = head(answer)
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text
    assert shown["title"] == shown["og:title"] == say("page.invitation", game=say("title.escalier"))
    assert shown["description"] == shown["og:description"] == say("page.invitation-line")
    assert shown["og:image"] == "http://toctoc.test/previews/escalier.jpg"
    assert shown["og:url"] == f"http://toctoc.test/t/{KEYED}"
    assert shown["og:locale"] == lang.KNOWN[language].locale
    assert shown["robots"] == "noindex"
    assert not any(secret in answer.text for secret in SECRETS)
    assert "Accept-Language" in answer.headers["vary"]


@pytest.mark.parametrize("language", lang.LANGUAGES)
def test_an_invitation_to_a_full_table_offers_to_watch(
    harness: ServerHarness, client: Path, language: str
) -> None:
    say = lang.load(language)
    for seat, name in enumerate(("Anna", "Ben")):
        harness.come(name.lower())
        harness.tell(name.lower(), commands.Sit(f"sit {seat}", seat, name))
    answer = look(harness, f"/t/{KEYED}", client, accept_language=language)
    shown = head(answer)
    assert shown["title"] == shown["og:title"] == say("page.full", game=say("title.escalier"))
    assert shown["description"] == shown["og:description"] == say("page.full-line")
    assert not any(secret in answer.text for secret in (*SECRETS, "Ben"))


def test_a_bot_makes_room_between_games_only(harness: ServerHarness) -> None:
    harness.come("anna")
    harness.tell("anna", commands.Sit("sit", 0, "Anna"))
    harness.tell("anna", commands.Bot("bot", 1, "chasseur"))
    s = harness.live.table.state
    assert [is_full(replace(s, stage=stage)) for stage in ("lobby", "playing", "over")] == [False, True, False]


@each("path", THERE)
def test_every_page_has_a_head_of_its_own(harness: ServerHarness, client: Path, path: str) -> None:
    answer = look(harness, path, client)
    assert answer.status_code == 200
    assert {"title", "description", "og:title", "og:description", "og:image", "og:locale"} <= head(answer).keys()


def test_the_pages_are_those_of_the_client() -> None:
    """The router is typed by the same list: a page that is in one and not in the other does not compile."""
    assert {path.split("/")[1] for path in THERE[2:]} == set(PAGES)
    assert "Record<Exclude<PageName," in (ROOT / "web/src/App.svelte").read_text(encoding="utf-8")


@each("path", MISSING)
def test_a_missing_page_is_answered_404_with_a_link_home(harness: ServerHarness, client: Path, path: str) -> None:
    answer = look(harness, path, client, accept_language="fr")
    assert answer.status_code == 404
    assert head(answer)["title"] == lang.load("fr")("web.not-found")
    assert '<a href="/">' in answer.text


def test_guessed_codes_of_pages_are_counted(harness: ServerHarness, client: Path) -> None:
    harness.access.addresses = Addresses(Limits(missed_codes_per_hour=2), lambda: 0.0)
    statuses = [look(harness, f"/t/{CODE}-aaaaaaaaaa", client).status_code for _ in range(3)]
    assert statuses == [404, 404, 404]
    with pytest.raises(HTTPError, match="wrong codes"):
        harness.ask(harness.lookup.find(CODE, "192.0.2.1"))


@each("game", BUILT_IN)
def test_each_game_has_its_picture(game: str) -> None:
    for name in (game, "toctoc"):
        picture = (ROOT / f"web/public/previews/{name}.jpg").read_bytes()
        assert picture.startswith(b"\xff\xd8")
        assert len(picture) < 150_000


def test_everything_is_escaped(harness: ServerHarness, client: Path) -> None:
    for path in ('/"><script>alert(1)</script>', '/t/"><script>'):
        assert "<script>alert" not in look(harness, path, client).text
    answer = look(harness, "/", client, host='x"><script>')
    assert answer.status_code == 421  # no name of ours: no address is made of it
    assert "<script>" not in answer.text


def test_a_language_may_be_asked_for_by_the_link(harness: ServerHarness, client: Path) -> None:
    title = lang.load("nl")("page.play", game=lang.load("nl")("title.chocottes"))
    assert head(look(harness, "/play/chocottes?lang=nl", client, accept_language="fr"))["title"] == title
    french = lang.load("fr")("home.title")
    assert head(look(harness, "/?lang=xx", client, accept_language="fr"))["title"] == french


def test_an_invitation_has_the_language_of_its_link(harness: ServerHarness, client: Path) -> None:
    shown = head(look(harness, f"/t/{KEYED}?lang=de", client))
    assert shown["title"] == lang.load("de")("page.invitation", game=lang.load("de")("title.escalier"))
    assert shown["og:url"] == f"http://toctoc.test/t/{KEYED}?lang=de"  # some ask there again


@each(
    "accepted, language",
    [
        ("", "en"),
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("es, de;q=0.5, nl;q=0.7", "nl"),
        ("fr;q=0, de;q=0.1", "de"),
        ("*", "en"),
        ("fr;q=many", "en"),
    ],
)
def test_the_browser_s_languages_are_weighed(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


def test_every_game_has_a_line(harness: ServerHarness, client: Path) -> None:
    for game in GAMES:
        assert head(look(harness, f"/rules/{game}", client))["description"]


OF_TABLE = ["/assets/tables.js", "/assets/tables.css", "/assets/shared.js"]
AHEAD = {
    "first": {"de": "/assets/de-1.js", "en": "/assets/en-1.js"},
    "texts": {"de": "/assets/de-2.js"},
    "table": OF_TABLE,
    "games": {"escalier": ["/assets/escalier.js", "/assets/shared.js"]},
}


def fetched(harness: ServerHarness, folder: Path, path: str, accepted: str) -> list[str]:
    """What a page lets browsers fetch at once."""
    noted = f"<!-- ahead: {json.dumps(AHEAD)} -->"
    (folder / "index.html").write_text(f'<html lang="en"><head><title>T</title>{noted}</head></html>')
    page = look(harness, path, folder, accept_language=accepted).text
    assert "<!--" not in page
    return re.findall('<link rel="(?:modulepreload|preload" as="style)" crossorigin href="([^"]*)"', page)


@each(
    "accepted, path, file",
    [
        ("de-AT, en;q=0.5", "/", "de-1.js"),
        ("en", "/", "en-1.js"),
        ("nl", "/", None),
        ("en", "/?lang=de", "en-1.js"),  # the page follows its visitor, only its head the link
        ("es", "/?lang=de", "de-1.js"),
    ],
)
def test_the_texts_of_the_language_are_fetched_at_once(
    harness: ServerHarness, tmp_path: Path, accepted: str, path: str, file: str | None
) -> None:
    assert fetched(harness, tmp_path, path, accepted) == ([f"/assets/{file}"] if file else [])


@each(
    "path, files",
    [
        ("/play/escalier", [*OF_TABLE, "/assets/escalier.js"]),
        (f"/t/{KEYED}", [*OF_TABLE, "/assets/escalier.js"]),
        ("/play/chocottes", OF_TABLE),  # a game that the build has not drawn
        ("/rules/escalier", None),
        ("/t/loup-bougie-99-aaaaaaaaaa", None),
    ],
)
def test_the_files_of_a_table_are_fetched_at_once(
    harness: ServerHarness, tmp_path: Path, path: str, files: list[str] | None
) -> None:
    texts = "/assets/de-1.js"
    assert fetched(harness, tmp_path, path, "de") == (
        [texts] if files is None else [texts, "/assets/de-2.js", *files]
    )
