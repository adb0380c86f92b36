"""The analysis after a game: a headline, a curve, and moments; a tap leads to each."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.scale import spread
from toctoc.lang import LANGUAGES, load

from .axe import findings
from .person import LANDSCAPE, PHONE, People
from .targets import too_small
from .test_ending import finished

WIDE: ViewportSize = {"width": 1366, "height": 768}
LONG_ENOUGH = 600_000  # milliseconds: the server analyses at a low priority


def looked(page: Page) -> None:
    """Wait until the server knows, and open the details."""
    expect(page.get_by_test_id("headline")).to_be_visible(timeout=LONG_ENOUGH)
    page.locator("[data-testid=details]:not([open]) summary").click()
    expect(page.get_by_test_id("curve")).to_be_visible()


def test_after_a_game_its_course_is_shown_and_a_tap_leads_to_each_moment(people: People) -> None:
    """On every screen, in every language; a spectator of the end may ask for a seat."""
    anna = finished(people, "escalier", players=2)
    page = anna.page
    dora = people.come("Dora", PHONE)
    dora.goto(f"/t/{anna.code}")
    expect(dora.page.locator("#result")).to_be_visible()
    expect(dora.page.get_by_test_id("kind")).to_have_count(0)
    expect(dora.page.get_by_test_id("lanterns")).to_have_count(0)
    dora.page.get_by_role("button", name="Take a bot’s seat").click()  # nothing covers it
    expect(dora.page.get_by_role("button", name="Play again")).to_be_visible()

    page.get_by_role("link", name="How did it go?").click()
    looked(page)
    assert re.search(r"/replay/[\w-]+/1#how", page.url)
    expect(page.get_by_test_id("basis")).to_contain_text("Based only on what this player had seen")
    dialog = page.locator("dialog")
    expect(dialog.locator("[data-testid=curve] polyline")).to_have_count(2)
    expect(dialog.get_by_text(re.compile(r"Anna: \d+% at first, \d+% at the end"))).to_be_visible()
    costly = page.get_by_test_id("costly")
    expect(costly).to_contain_text(re.compile("You chose “|Well played!"))

    moments = page.get_by_test_id("turnings").or_(costly).locator(".moment")
    expect(moments.first).to_be_visible()
    position = moments.first.get_attribute("data-position")
    moments.first.click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_test_id("move")).to_have_text(re.compile(rf"^{position} / "))

    page.get_by_role("button", name="How did it go?").click()
    looked(page)  # at once: it is kept
    curve = page.get_by_test_id("curve")
    box = curve.bounding_box()
    assert box is not None
    curve.click(position={"x": box["width"] - 2, "y": box["height"] / 2})
    moved = page.get_by_test_id("move")
    expect(moved).to_have_text(re.compile(r"^(\d+) / \1$"))  # the end of the curve is the end of the game

    for language in spread(("de", *(one for one in LANGUAGES if one != "de")), 1):
        page.evaluate(
            "(language) => localStorage.setItem('toctoc', JSON.stringify({ name: 'Zoé', language }))", language
        )
        page.goto(re.sub("#.*", "#how", page.url))
        page.reload()
        looked(page)
        expect(page.locator("dialog h2")).to_have_text(load(language)("analysis.title"))
        for size in (PHONE, LANDSCAPE, WIDE):
            page.set_viewport_size(size)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (language, size)
            assert too_small(anna) == [], (language, size)
        assert findings(anna) == [], language


@pytest.mark.nightly
def test_an_analysis_with_everything_open_is_made_on_demand_and_shared(people: People) -> None:
    anna = finished(people, "escalier", players=2)
    page = anna.page
    page.goto(f"{people.url}/replay/{anna.code}/1#how.1")
    looked(page)
    expect(page.locator("dialog select")).to_have_value("1")
    page.get_by_label("Everything open").check()
    expect(page.get_by_test_id("basis")).to_contain_text("With everything open", timeout=LONG_ENOUGH)
    page.get_by_role("button", name="Share this analysis").click()
    toast = page.locator(".toast span")
    expect(toast).to_contain_text(re.compile(r"/replay/[\w-]+/1\?lang=en#how\.1\.open"))
    stranger = people.come("Zoe")
    link = re.search(r"http\S+#how\.1\.open", toast.inner_text())
    assert link
    stranger.page.goto(link[0])
    looked(stranger.page)
    expect(stranger.page.get_by_test_id("basis")).to_contain_text("With everything open")
