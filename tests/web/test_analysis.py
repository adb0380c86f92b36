"""The analysis after a game and in its replay: a curve, turning points, costly decisions; a tap leads there."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from toctoc.lang import LANGUAGES, load

from .axe import findings
from .person import LANDSCAPE, PHONE, People, Person
from .targets import too_small
from .test_ending import finished

WIDE: ViewportSize = {"width": 1366, "height": 768}
LONG_ENOUGH = 600_000  # milliseconds: the server analyses at a low priority


def looked(page: Page) -> None:
    """Wait until the server knows."""
    expect(page.get_by_test_id("curve")).to_be_visible(timeout=LONG_ENOUGH)


def test_after_a_game_one_sees_how_it_went_and_a_tap_leads_there(people: People) -> None:
    anna = finished(people, "escalier", players=2)
    page = anna.page
    page.get_by_role("link", name="How did it go?").click()
    looked(page)
    assert re.search(r"/replay/[\w-]+/1#how", page.url)
    expect(page.get_by_test_id("basis")).to_contain_text("Based only on what this player had seen")
    dialog = page.locator("dialog")
    expect(dialog.locator("polyline")).to_have_count(2)
    expect(dialog.get_by_text(re.compile(r"Anna: \d+% at first, \d+% at the end"))).to_be_visible()
    costly = page.get_by_test_id("costly")
    expect(costly).to_contain_text(re.compile("You chose “|Well played!"))
    assert findings(anna) == []
    assert too_small(anna) == []

    moments = dialog.locator(".moment")
    expect(moments.first).to_be_visible()
    position = moments.first.get_attribute("data-position")
    moments.first.click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_test_id("move")).to_have_text(re.compile(rf"^{position} / "))

    page.get_by_role("button", name="How did it go?").click()
    looked(page)  # at once: it is kept
    box = page.get_by_test_id("curve").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    moved = page.get_by_test_id("move")
    expect(moved).to_have_text(re.compile(r"^(\d+) / \1$"))  # the end of the curve is the end of the game


@pytest.mark.long
def test_with_everything_open_only_if_one_wants_it_and_it_can_be_shared(people: People) -> None:
    anna = finished(people, "escalier", players=2)
    page = anna.page
    page.goto(f"{people.url}/replay/{anna.code}/1#how.1")
    looked(page)
    expect(page.locator("dialog select")).to_have_value("1")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/analysis" in request.url else None)
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


@pytest.mark.long
def test_a_server_without_analyses_offers_none(people: People) -> None:
    anna = finished(people, "escalier", players=2)
    page = anna.page

    def without(route: object) -> None:
        told = route.fetch().json()  # type: ignore[attr-defined]
        route.fulfill(json={**told, "without": ["analysis"]})  # type: ignore[attr-defined]

    page.route("**/api/games", without)
    page.goto(f"{people.url}/replay/{anna.code}/1#how")
    page.reload()
    expect(page.get_by_test_id("move")).to_be_visible()
    expect(page.get_by_role("button", name="How did it go?")).to_have_count(0)
    expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_every_screen_in_every_language(people: People, language: str) -> None:
    host: Person = people.come("Zoé with 20 letters.", PHONE, language=language)
    host.goto("/play/chocottes")
    host.page.locator("main [data-seat]").first.wait_for()
    people.finish(host)
    host.page.goto(f"{people.url}/replay/{host.code}/1#how")
    looked(host.page)
    expect(host.page.locator("dialog h2")).to_have_text(load(language)("analysis.title"))
    for size in (PHONE, LANDSCAPE, WIDE):
        host.page.set_viewport_size(size)
        assert host.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert findings(host) == []
        assert too_small(host) == []
