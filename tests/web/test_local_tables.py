"""Tables on the device itself: played without a network, kept there, found again, and private as any."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from toctoc.core.registry import BUILT_IN

from .page_watcher import EAR
from .person import PHONE, People, Person
from .test_offline import KEEPING, NO_LINE
from .test_one_device import Device

NOTE = "You are offline. You can still play against bots, or pass this device around."
ALONE = (
    "Everyone plays on this device: pass it around. To invite friends on other devices, you need a Toctoc server."
)
# Runs a script in the engine's worker before its own.
IN_WORKER = """
  window.Worker = class extends Worker {
    constructor(url, options) {
      const script = new Blob([`%s; await import("${url}");`], { type: "text/javascript" });
      super(URL.createObjectURL(script), options);
    }
  };
"""
# As in a private window of some browsers.
NO_DATABASE = "Object.defineProperty(self, 'indexedDB', { get() { throw new DOMException('', 'SecurityError') } })"
# Bots that do not pause.
HASTE = "const later = setTimeout; self.setTimeout = (call, ms, ...all) => later(call, ms / 50, ...all)"


@pytest.fixture
def anna(people: People) -> Iterator[Person]:
    """Anna has kept Toctoc on her phone, and is without a network."""
    anna = kept(people, HASTE)
    yield anna
    anna.forgive(NO_LINE)


def kept(people: People, script: str) -> Person:
    """Somebody who has kept Toctoc, without a network; their worker runs `script` first."""
    person = people.come("Anna", PHONE, service_workers="allow", bypass_csp=True)
    person.page.add_init_script(IN_WORKER % script)
    person.hear_device()
    person.goto("/")
    person.until(KEEPING)
    person.page.get_by_test_id("keep").click()
    person.page.get_by_role("button", name="Keep it").click()
    expect(person.page.get_by_test_id("keep-state")).to_contain_text("Toctoc is on this device.")
    person.page.keyboard.press("Escape")
    person.page.context.set_offline(True)
    return person


def tile(page: Page, game: str, button: str) -> None:
    page.locator(f"[data-game={game}]").get_by_role("button", name=button, exact=True).click()


def is_here(person: Person) -> None:
    expect(person.page.get_by_test_id("local")).to_have_text("On this device")
    assert person.code.startswith("local-")


def test_a_game_without_a_network_outlasts_its_page(people: People, anna: Person) -> None:
    begin_and_come_back(people, anna, "escalier")
    people.play_some(anna, moves=anna.moves() + 1)


@pytest.mark.long
@pytest.mark.parametrize("game", BUILT_IN)
def test_a_whole_game_without_a_network_is_kept(people: People, anna: Person, game: str) -> None:
    begin_and_come_back(people, anna, game)
    people.play_to_the_end(anna)
    code, more = anna.code, anna.more()
    expect(more.get_by_role("button", name="Share")).to_have_count(0)
    more.get_by_role("link", name="My games").click()
    anna.page.get_by_role("link", name="Replay").click()
    expect(anna.page).to_have_url(re.compile(f"/replay/{code}/1"))
    expect(anna.page.get_by_role("main", name="The table")).to_be_visible()
    anna.goto(f"/t/{code}")
    anna.more().get_by_role("button", name="Another game").click()
    anna.page.get_by_role("dialog", name="Another game").locator("[data-game]").first.click()
    expect(anna.page.locator("#result")).not_to_be_visible()
    people.play_some(anna, moves=anna.moves() + 1)
    lobby = anna.device_state()["lobby"]
    assert (lobby["code"], lobby["number"], lobby["game"] == game) == (code, 2, False)


def begin_and_come_back(people: People, anna: Person, game: str) -> None:
    """Make two moves, leave the page, and find the table again."""
    anna.page.reload()
    expect(anna.page.get_by_test_id("offline")).to_have_text(NOTE)
    tile(anna.page, game, "Play now")
    is_here(anna)
    code = anna.code
    people.play_some(anna, moves=2)
    view = anna.device_state()["view"]
    anna.goto("/")  # the table's page is gone, and with it the engine
    anna.page.get_by_role("navigation", name="Your tables").get_by_role("link").click()
    is_here(anna)
    assert anna.code == code
    assert anna.device_state()["view"].keys() == view.keys()


@pytest.mark.long
def test_a_device_teaches_and_is_passed_around_without_a_network(anna: Person) -> None:
    tile(anna.page, "escalier", "Play with anyone")
    expect(anna.page.get_by_text("This works only with a server.")).to_be_visible()
    tile(anna.page, "escalier", "Learn to play")
    is_here(anna)
    expect(anna.page.get_by_test_id("tip")).to_be_visible()
    anna.page.go_back()
    pass_around(anna, "chocottes")
    curtain = anna.page.get_by_role("dialog", name="Pass the device to")
    expect(curtain).to_be_visible()
    curtain.get_by_role("button").click()
    expect(curtain).not_to_be_visible()


def pass_around(anna: Person, game: str) -> None:
    """Anna and Ben at one device, with a bot."""
    tile(anna.page, game, "Pass this device around")
    is_here(anna)
    expect(anna.page.get_by_test_id("local-invite")).to_have_text(ALONE)
    expect(anna.page.locator(".invitation")).to_have_count(0)
    anna.page.get_by_role("button", name="Add a player on this device").first.click()
    anna.page.get_by_role("textbox", name="Name").fill("Ben")
    anna.page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    expect(anna.page.locator("li[data-seat]").get_by_text("Ben", exact=True)).to_be_visible()
    anna.page.locator("button.start").last.click()


@pytest.mark.long
def test_nobody_sees_the_cards_of_others_on_a_device_without_a_network(anna: Person) -> None:
    anna.page.add_init_script(EAR)
    anna.page.reload()
    pass_around(anna, "chocottes")
    Device(anna, "chocottes").play()


@pytest.mark.long
def test_a_browser_that_saves_nothing_plays_and_says_so(people: People) -> None:
    anna = kept(people, NO_DATABASE)
    tile(anna.page, "escalier", "Play now")
    expect(anna.page.get_by_test_id("local")).to_have_text("Not saved")
    anna.sees("Your browser cannot save this game: it is gone when you close the page.")
    people.play_some(anna, moves=1)
    anna.forgive(NO_LINE)


@pytest.mark.long
def test_the_newest_tab_has_the_table(people: People, anna: Person) -> None:
    tile(anna.page, "escalier", "Play now")
    is_here(anna)
    second = people.again(anna)
    second.goto(anna.path)
    is_here(second)
    anna.sees("This table is open in another tab.")
    anna.page.get_by_role("button", name="Play here").click()
    is_here(anna)
    second.sees("This table is open in another tab.")
    second.forgive(NO_LINE)
