"""Any game in words: our three at the text table, and a game that the page has never heard of."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.counts import SCREEN_SIZES, TAPS_OF_THE_SECOND
from tests.examples.packages import FOLDER, SMALL_FOLDER, SMALL_NAME, environment
from tests.examples.packages import NAME as GAME
from tests.server.hosting import Server

from .axe import findings
from .jumps import check_jumps, open_replay
from .keys import Keyboard
from .own_games import pictured
from .person import FAIR, PAGE_TIMEOUT_MS, PHONE, People, Person
from .screens import AT_TEXT_TABLES, PHASES, choose_text, text_moments
from .test_languages import compare, through_the_menu
from .test_sizes import CUT, SIZES, write

GAMES = [*(pytest.param(game, marks=pytest.mark.long) for game in PHASES), GAME]
ART = Path(__file__).parents[2] / "web/src/games"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the example's game."""
    with Server(tmp_path_factory.mktemp("plain"), **environment(FOLDER, SMALL_FOLDER)) as server:
        yield server


def digits(page: Page) -> list[str]:
    """The keys that choose something now."""
    shortcuts = page.locator("[aria-keyshortcuts]")
    found: list[str] = shortcuts.evaluate_all("all => all.map((one) => one.getAttribute('aria-keyshortcuts'))")
    firsts = [keys.split(" ")[0] for keys in found]
    return [key for key in firsts if key.isdigit()]  # and not those of the bar


@pytest.mark.parametrize("game", [*GAMES, pytest.param(SMALL_NAME, marks=pytest.mark.long)])
def test_a_whole_game_is_played_by_keys_alone(people: People, anna: Person, game: str) -> None:
    """From the first page to the rematch, by Tab, Enter and digits, and the focus is never lost."""
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


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_in_any_phase_and_nothing_is_cut_off(people: People, game: str) -> None:
    person = people.come("Zoé with 20 letters.", PHONE)
    found = {}
    for moment in text_moments(people, person, game):
        assert moment in AT_TEXT_TABLES
        found[moment] = findings(person)
        for size in SIZES[-SCREEN_SIZES:]:
            person.page.set_viewport_size(size)
            for letters in ("", "200%") if size["width"] >= 700 else ("",):
                write(person, letters)
                found[moment] += person.page.evaluate(CUT)
            write(person, "")
        person.page.set_viewport_size(PHONE)
    assert not any(found.values()), found


def test_the_text_table_is_chosen_in_the_menu_and_remembered(people: People, anna: Person) -> None:
    table = anna.page.get_by_role("region", name="Text table")
    people.meet("escalier", anna, players=2)
    expect(table).not_to_be_visible()
    anna.page.get_by_role("button", name="Menu").click()
    box = anna.page.get_by_role("checkbox", name="Text table")
    box.click()  # the menu is done with, and goes
    expect(table).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    anna.page.reload()
    expect(table).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    anna.page.get_by_role("button", name="Menu").click()
    box.click()
    expect(table).not_to_be_visible()
    expect(anna.page.get_by_role("region", name="The disc")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_it_speaks_four_languages(people: People, anna: Person, game: str) -> None:
    choose_text(anna)
    anna.goto(f"/play/{game}")
    anna.page.get_by_role("region", name="Text table").wait_for()
    expect(anna.page).to_have_title(re.compile("^●"), timeout=PAGE_TIMEOUT_MS)
    compare(anna, through_the_menu)


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
    if TAPS_OF_THE_SECOND:  # by keys a whole game is played above
        people.play_some(anna, ben, moves=TAPS_OF_THE_SECOND)
        people.finish(anna, ben)
    else:
        people.play_to_the_end(anna, ben)
    assert anna.device_state()["lobby"]["settings"]["options"]["cost"] == 3
    anna.sees("All hands are empty.")

    anna.more().get_by_role("button", name="fair").click()
    expect(anna.page.get_by_test_id("verdict")).to_have_attribute("data-verdict", FAIR, timeout=PAGE_TIMEOUT_MS)
    anna.page.keyboard.press("Escape")
    pictured(anna)
    drawn = re.compile(r"The Creaking Wardrobe 👑 \w.* -?\d+ · .* -?\d+")
    expect(anna.page.get_by_test_id("picture")).to_have_attribute("aria-label", drawn)
    anna.page.keyboard.press("Escape")
    for person in (ben, anna):
        person.page.get_by_role("button", name="Play again").click()
    for person in (anna, ben):
        expect(person.page.locator("#result")).not_to_be_visible(timeout=PAGE_TIMEOUT_MS)
        expect(person.page.get_by_role("region", name="Text table")).to_be_visible()
        assert person.device_state()["lobby"]["number"] == 2

    anna.goto(f"/replay/{anna.code}/1")
    told = anna.page.get_by_test_id("told")
    expect(told).to_have_text("The game begins.", timeout=PAGE_TIMEOUT_MS)
    anna.page.keyboard.press("ArrowRight")
    expect(told).to_contain_text("slip", timeout=PAGE_TIMEOUT_MS)
    expect(anna.page.get_by_test_id("aid")).to_contain_text("Cards in the wardrobe: 1")
    anna.page.get_by_role("combobox").select_option("As seen by Ben")
    expect(anna.page.get_by_test_id("aid")).not_to_be_visible()


def test_a_plugin_s_rules_are_read_and_explain_what_is_asked(people: People, anna: Person) -> None:
    anna.goto(f"/play/{GAME}")
    anna.page.get_by_role("region", name="Text table").wait_for()
    people.play_until(anna, "slip")
    anna.page.locator("header button:has-text('?')").click()
    expect(anna.page.get_by_role("dialog")).to_contain_text("wardrobe", timeout=PAGE_TIMEOUT_MS)
    anna.page.keyboard.press("Escape")
    anna.goto(f"/rules/{GAME}")
    expect(anna.page.get_by_role("heading", level=1)).to_contain_text("Armoire", timeout=PAGE_TIMEOUT_MS)
    anna.page.goto(f"{people.url}/rules/{GAME}#A3")
    expect(anna.page.locator("#A3")).to_be_focused(timeout=PAGE_TIMEOUT_MS)


def test_a_jump_in_a_replay_shows_the_scores_of_its_move_in_the_first_frame(people: People) -> None:
    anna = people.come("Anna", motion="no-preference")
    code = people.meet(GAME, anna, players=3)
    people.finish(anna)
    check_jumps(anna, open_replay(anna, code, 0), "plain")
