"""Tables on the device itself, at night: whole games, lessons, one device for several, and their analysis."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from toctoc.core.registry import BUILT_IN

from .local import NO_LINE, is_here, keep, tile, visitor
from .one_device import Device
from .page_watcher import EAR
from .person import People, Person

pytestmark = pytest.mark.nightly
ALONE = (
    "Everyone plays on this device: pass it around. To invite friends on other devices, you need a Toctoc server."
)


@pytest.fixture
def anna(people: People) -> Iterator[Person]:
    """Anna has kept Toctoc on her phone, and is without a network."""
    anna = visitor(people)
    keep(anna)
    yield anna
    anna.forgive(NO_LINE)


def test_whole_games_are_kept_replayed_and_followed_by_another(people: People, anna: Person) -> None:
    for game in BUILT_IN:
        anna.goto("/")
        tile(anna.page, game, "Play now")
        is_here(anna)
        people.play_to_the_end(anna)
        code, more = anna.code, anna.more()
        expect(more.get_by_role("button", name="Share")).to_have_count(0)
        more.get_by_role("link", name="My games").click()
        anna.page.get_by_role("link", name="Replay").first.click()
        expect(anna.page).to_have_url(re.compile(f"/replay/{code}/1"))
        expect(anna.page.get_by_role("main", name="The table")).to_be_visible()
        anna.goto(f"/t/{code}")
        anna.page.get_by_role("button", name="Another game").click()
        anna.page.get_by_role("dialog", name="Another game").locator("[data-game]").first.click()
        expect(anna.page.locator("#result")).not_to_be_visible()
        people.play_some(anna, moves=anna.moves() + 1)
        lobby = anna.device_state()["lobby"]
        assert (lobby["code"], lobby["number"], lobby["game"] == game) == (code, 2, False)


def test_a_device_teaches_and_is_passed_around_and_shows_no_card_of_others(anna: Person) -> None:
    tile(anna.page, "escalier", "Play with anyone")
    expect(anna.page.get_by_text("This works only with a server.")).to_be_visible()
    tile(anna.page, "escalier", "Learn to play")
    is_here(anna)
    expect(anna.page.get_by_test_id("tip")).to_be_visible()
    anna.page.add_init_script(EAR)
    anna.goto("/")  # a new page, which has heard of no other table
    tile(anna.page, "chocottes", "Pass this device around")
    is_here(anna)
    expect(anna.page.get_by_test_id("local-invite")).to_have_text(ALONE)
    expect(anna.page.locator(".invitation")).to_have_count(0)
    anna.page.get_by_role("button", name="Add a player on this device").first.click()
    anna.page.get_by_role("textbox", name="Name").fill("Ben")
    anna.page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    expect(anna.page.locator("li[data-seat]").get_by_text("Ben", exact=True)).to_be_visible()
    anna.page.locator("button.start").last.click()
    Device(anna, "chocottes").play()


def test_an_analysis_on_the_device_says_how_far_it_is_and_goes_on_after_a_reload(
    people: People, anna: Person
) -> None:
    tile(anna.page, "chocottes", "Play now")
    is_here(anna)
    people.play_to_the_end(anna)
    anna.page.get_by_role("link", name="How did it go?").click()
    working = anna.page.get_by_text("Analysing the game")
    expect(working).to_be_visible()
    anna.page.reload()
    expect(working).to_be_visible()
    expect(anna.page.get_by_test_id("headline")).to_be_visible(timeout=600_000)
    anna.page.reload()
    expect(anna.page.get_by_test_id("headline")).to_be_visible()  # it is kept
