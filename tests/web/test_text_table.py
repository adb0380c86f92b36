"""Any game in words: our three at the text table, and a game that the page does not know."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.examples.packages import FOLDER, SMALL_FOLDER, SMALL_NAME, environment
from tests.examples.packages import NAME as GAME
from tests.scale import each, spread
from tests.server.hosting import Server
from toctoc.lang import LANGUAGES

from .axe import findings
from .jumps import check_jump, open_replay
from .keys import Keyboard
from .own_games import pictured
from .person import FAIR, PAGE_TIMEOUT_MS, PHONE, People, Person
from .screens import AT_TEXT_TABLES, PHASES, choose_text, text_moments
from .targets import too_small

ART = Path(__file__).parents[2] / "web/src/games"
WIDE: list[ViewportSize] = [{"width": 768, "height": 1024}, {"width": 1280, "height": 800}]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the games of the examples."""
    with Server(tmp_path_factory.mktemp("plain"), **environment(FOLDER, SMALL_FOLDER)) as server:
        yield server


def digits(page: Page) -> list[str]:
    """The keys that choose something now."""
    shortcuts = page.locator("[aria-keyshortcuts]")
    found: list[str] = shortcuts.evaluate_all("all => all.map((one) => one.getAttribute('aria-keyshortcuts'))")
    firsts = [keys.split(" ")[0] for keys in found]
    return [key for key in firsts if key.isdigit()]  # and not those of the bar


@each("game", spread([GAME, *PHASES, SMALL_NAME], 1))
def test_a_whole_game_in_words_is_played_by_keys_alone(people: People, game: str) -> None:
    """From the first page to the rematch, by Tab, Enter and digits, and the focus is never lost."""
    anna = people.come("Anna")
    fetched: list[str] = []
    choose_text(anna)
    anna.page.reload()
    anna.page.locator(f"[data-game={game}]").wait_for()
    keys, dice = Keyboard(anna), random.Random(1)
    keys.reach(f"[data-game={game}] .play .warm")
    anna.page.on("request", lambda request: fetched.append(urlsplit(request.url).path))
    anna.page.keyboard.press("Enter")
    anna.page.get_by_role("region", name="Text table").wait_for()
    keys.kept("the start")
    while keys.wait():
        keys.press(dice.choice(digits(anna.page) or ["Escape"]))
        anna.page.wait_for_timeout(200)  # a question that is new takes no key for a moment
        if anna.page.get_by_test_id("seen").is_visible() and dice.random() < 0.3:
            keys.choose("[data-testid=seen]")
    expect(anna.page.locator("#result")).to_be_focused(timeout=PAGE_TIMEOUT_MS)
    assert art_of(game, fetched) == []
    keys.choose("[aria-labelledby=result] .warm")
    expect(anna.page.locator("#result")).not_to_be_visible(timeout=PAGE_TIMEOUT_MS)
    keys.kept("the rematch")


def art_of(game: str, fetched: list[str]) -> list[str]:
    """Return the files fetched from a game's folder: its pictures, or its table."""
    pictures = {file.stem for file in (ART / game / "art").rglob("*.svg")}
    names = {path: re.sub(r"-[\w-]{8}\.\w+$", "", path.rsplit("/", 1)[-1]) for path in fetched}
    return [
        path for path, name in names.items()
        if (path.endswith(".svg") and name in pictures) or (path.endswith(".js") and name == game)
    ]  # fmt: skip


def test_a_plugin_is_played_from_the_first_page_to_the_replay(people: People, anna: Person) -> None:
    ben = people.come("Ben", PHONE)
    anna.goto("/")
    tile = anna.page.locator(f"[data-game={GAME}]")
    expect(tile.get_by_role("heading")).to_have_text("The Creaking Wardrobe", timeout=PAGE_TIMEOUT_MS)
    expect(tile.get_by_text("2–4 players")).to_be_visible()
    tile.get_by_role("button", name="Invite friends").click()
    anna.page.get_by_role("heading", name="Settings").click()
    cost = anna.page.get_by_role("spinbutton", name="Points that a ghost costs")
    anna.page.get_by_role("combobox", name="Players").select_option("3")
    cost.fill("3")
    cost.press("Tab")
    anna.page.locator("li[data-seat]").nth(2).wait_for()
    anna.page.get_by_label("A bot for seat 3").select_option("The ghost hunter")
    ben.goto(f"/t/{anna.code}")
    ben.page.get_by_role("button", name="Sit down").click()
    anna.page.locator("li[data-seat]").get_by_text("Ben", exact=True).wait_for()
    anna.page.locator("button.start").last.click()
    people.play_some(anna, ben, moves=3)
    anna.page.locator("header button:has-text('?')").click()
    expect(anna.page.get_by_role("dialog")).to_contain_text("wardrobe")
    anna.page.keyboard.press("Escape")
    people.finish(anna, ben)
    assert anna.device_state()["lobby"]["settings"]["options"]["cost"] == 3
    anna.sees("All hands are empty.")

    anna.more().get_by_role("button", name="fair").click()
    expect(anna.page.get_by_test_id("verdict")).to_have_attribute("data-verdict", FAIR, timeout=PAGE_TIMEOUT_MS)
    anna.page.keyboard.press("Escape")
    pictured(anna)
    drawn = re.compile(r"The Creaking Wardrobe 👑 \w.* -?\d+ · .* -?\d+")
    expect(anna.page.get_by_test_id("picture")).to_have_attribute("aria-label", drawn)
    anna.page.keyboard.press("Escape")
    code = anna.code
    replay = open_replay(anna, code, 0)
    last = len(replay["frames"]) - 1
    for move in (last, 2, 0):
        check_jump(anna, replay, "plain", move, ("slider", move))
    anna.goto(f"/t/{code}")
    for person in (ben, anna):
        person.page.get_by_role("button", name="Play again").click()
    for person in (anna, ben):
        expect(person.page.locator("#result")).not_to_be_visible(timeout=PAGE_TIMEOUT_MS)
        expect(person.page.get_by_role("region", name="Text table")).to_be_visible()
        assert person.device_state()["lobby"]["number"] == 2

    anna.goto(f"/replay/{code}/1")
    told = anna.page.get_by_test_id("told")
    expect(told).to_have_text("The game begins.", timeout=PAGE_TIMEOUT_MS)
    anna.page.keyboard.press("ArrowRight")
    expect(told).to_contain_text("slip", timeout=PAGE_TIMEOUT_MS)
    expect(anna.page.get_by_test_id("aid")).to_contain_text("Cards in the wardrobe: 1")
    anna.page.get_by_role("combobox").select_option("As seen by Ben")
    expect(anna.page.get_by_test_id("aid")).not_to_be_visible()

    speaks_four_languages(people)
    anna.goto(f"/rules/{GAME}")
    expect(anna.page.get_by_role("heading", level=1)).to_contain_text("Armoire", timeout=PAGE_TIMEOUT_MS)
    anna.page.goto(f"{people.url}/rules/{GAME}#A3")
    expect(anna.page.locator("#A3")).to_be_focused(timeout=PAGE_TIMEOUT_MS)


def speaks_four_languages(people: People) -> None:
    """The plugin's own catalogues are in the page: in each language its words, and none of English."""
    words = {language: in_catalogue(language) for language in LANGUAGES}
    zoe = people.come("Zoé")
    zoe.goto(f"/play/{GAME}")
    zoe.page.get_by_test_id("plain").wait_for()
    for language in LANGUAGES:
        zoe.page.evaluate(
            "(language) => localStorage.setItem('toctoc', JSON.stringify({ name: 'Zoé', language }))", language
        )
        zoe.page.reload()
        table = zoe.page.get_by_test_id("plain")
        expect(table).to_contain_text(re.compile("|".join(map(re.escape, words[language]))))
        text = table.inner_text()
        assert language == "en" or not [one for one in words["en"] - words[language] if one in text], language


def in_catalogue(language: str) -> set[str]:
    """Return the whole sentences of the plugin, without blanks."""
    catalogue = json.loads((FOLDER / f"armoire/lang/{language}.json").read_text(encoding="utf-8"))
    texts = [text for text in catalogue.values() if isinstance(text, str)]
    return {text for text in texts if len(text) > 8 and "{" not in text}


@pytest.mark.nightly
@each("game", [GAME, *PHASES])
def test_axe_finds_nothing_at_a_text_table_and_nothing_is_cut_off(people: People, game: str) -> None:
    person = people.come("Zoé with 20 letters.", PHONE)
    found: dict[str, list[str]] = {}
    for moment in text_moments(people, person, game):
        assert moment in AT_TEXT_TABLES
        found[moment] = findings(person)
        for size in WIDE:
            person.page.set_viewport_size(size)
            for letters in ("200%", ""):
                person.page.evaluate("(size) => { document.documentElement.style.fontSize = size }", letters)
                found[moment] += too_small(person, main=36, rest=36)  # a mouse moves the slider of a replay
                if not person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
                    found[moment].append(f"too wide: {size}, {letters}")
        person.page.set_viewport_size(PHONE)
    assert not any(found.values()), found
