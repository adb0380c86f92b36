"""The analysis after a game and in its replay: a headline, a picture, and details; a tap leads to the moment."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from toctoc.lang import LANGUAGES, load

from .axe import findings
from .jumps import Replay, check_jump
from .person import LANDSCAPE, PHONE, People, Person
from .targets import too_small
from .test_ending import finished
from .test_lines import BROKEN

WIDE: ViewportSize = {"width": 1366, "height": 768}
LONG_ENOUGH = 600_000  # milliseconds: the server analyses at a low priority


def looked(page: Page) -> None:
    """Wait until the server knows, and open the details."""
    expect(page.get_by_test_id("headline")).to_be_visible(timeout=LONG_ENOUGH)
    page.locator("[data-testid=details]:not([open]) summary").click()
    expect(page.get_by_test_id("curve")).to_be_visible()


def answered(replay: Replay, seat: int) -> int:
    """The first move at which a player opened or refused."""
    frames = enumerate(replay["frames"])
    return next(at for at, one in frames if one.get("seat") == seat and one["action"] in ("open", "refuse"))


def analysis_of(replay: Replay, move: int) -> dict[str, Any]:
    """An analysis in which one answer of the first player turned the game."""
    done = replay["frames"][move]["action"]
    return analysis_with(replay, move, done, "open" if done == "refuse" else "refuse")


def analysis_with(replay: Replay, move: int, done: str, better: str) -> dict[str, Any]:
    """An analysis of a game for three in which one move of the first player turned the game."""
    last, step = replay["frames"][-1]["step"], replay["frames"][move]["step"]
    steps = [step - 3, step - 2, step - 1, step, step + 1]
    points = [
        {"step": at, "chances": chances, "margins": [0.05] * 3}
        for at, chances in zip(steps, [[0.6, 0.2, 0.2]] * 3 + [[0.1, 0.7, 0.2]] * 2, strict=True)
    ]
    points.append({"step": last, "chances": [0, 1, 0], "margins": [0] * 3})
    costly = {
        "step": step,
        "done": done,
        "better": better,
        "chance": 0.1,
        "best": 0.6,
        "margin": 0.1,
        "reason": None,
    }
    return {
        "format": 1, "game": replay["game"], "seat": 0, "open": False,
        "level": "medium", "worlds": 9, "playouts": 27,
        "points": points, "turnings": [{"step": step, "before": 0.6, "after": 0.1, "margin": 0.1}],
        "decisions": 9, "costly": [costly], "tracks": False, "lapses": [],
    }  # fmt: skip


def test_a_headline_and_a_picture_of_the_moment_come_before_the_details(people: People) -> None:
    anna = finished(people, "toctoctoc", players=3, size=PHONE)
    page, code = anna.page, anna.code
    replay = page.request.get(f"{people.url}/api/tables/{code}/replay").json()
    move = answered(replay, 0)
    found: dict[str, Any] = {"state": "done", "percent": 100, "analysis": analysis_of(replay, move)}
    page.context.route("**/analysis?*", lambda route: route.fulfill(json=found))
    page.goto(f"{people.url}/replay/{code}/1#how")
    expect(page.get_by_test_id("headline")).to_have_text(f"You led until move {move}. That one move turned it.")
    picture = page.get_by_test_id("picture")
    costly = found["analysis"]["costly"][0]
    expect(picture.locator(f"[data-action={costly['done']}]").get_by_test_id("cross-mark")).to_be_visible()
    expect(picture.locator(f"[data-action={costly['better']}]").get_by_test_id("hint-mark")).to_be_visible()
    expect(page.get_by_test_id("pictured")).to_contain_text("That wins about 50 more games in 100.")
    expect(page.get_by_test_id("curve")).not_to_be_visible()
    assert findings(anna) == []
    assert too_small(anna) == []

    stranger = people.come("Zoe")
    stranger.page.route("**/analysis?*", lambda route: route.fulfill(json=found))
    stranger.page.goto(page.url)
    expect(stranger.page.get_by_test_id("headline")).to_contain_text("was behind until move")
    expect(stranger.page.get_by_test_id("headline")).not_to_contain_text(re.compile("[Yy]ou"))

    check_jump(anna, replay, "toctoctoc", move - 1, ("moment", 0))
    expect(page.locator("dialog")).to_have_count(0)


def test_after_a_game_one_sees_how_it_went_and_a_tap_leads_there(people: People) -> None:
    anna = finished(people, "escalier", players=2)
    page = anna.page
    page.get_by_role("link", name="How did it go?").click()
    looked(page)
    assert re.search(r"/replay/[\w-]+/1#how", page.url)
    expect(page.get_by_test_id("basis")).to_contain_text("Based only on what this player had seen")
    dialog = page.locator("dialog")
    expect(dialog.locator("[data-testid=curve] polyline")).to_have_count(2)
    expect(dialog.get_by_text(re.compile(r"Anna: \d+% at first, \d+% at the end"))).to_be_visible()
    costly = page.get_by_test_id("costly")
    expect(costly).to_contain_text(re.compile("You chose “|Well played!"))
    assert findings(anna) == []
    assert too_small(anna) == []

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
        told = route.fetch(max_retries=3).json()  # type: ignore[attr-defined]
        route.fulfill(json={**told, "without": ["analysis"]})  # type: ignore[attr-defined]

    page.route("**/api/games", without)
    page.goto(f"{people.url}/replay/{anna.code}/1#how")
    page.reload()
    expect(page.get_by_test_id("move")).to_be_visible()
    expect(page.get_by_role("button", name="How did it go?")).to_have_count(0)
    expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.long
def test_no_word_of_the_picture_is_broken(people: People) -> None:
    zoe = people.come("Zoé", PHONE, "de")
    code = people.meet("chocottes", zoe, players=3)
    people.finish(zoe)
    replay = zoe.page.request.get(f"{people.url}/api/tables/{code}/replay").json()
    moves = enumerate(replay["frames"])
    move = next(at for at, one in moves if one.get("seat") == 0 and one["action"] in ("draw", "knock"))
    found = {"state": "done", "percent": 100, "analysis": analysis_with(replay, move, "knock", "draw")}
    zoe.page.context.route("**/analysis?*", lambda route: route.fulfill(json=found))
    zoe.goto(f"/replay/{code}/1#how")
    picture = zoe.page.get_by_test_id("picture")
    expect(picture.get_by_test_id("knock")).to_contain_text("Klopfen")
    assert picture.evaluate(BROKEN) == []


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
