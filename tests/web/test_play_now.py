"""Play now: from the tap to the hand one picture, one request and one websocket."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Request, ViewportSize, WebSocket, expect

from tests.counts import one_of

from .person import PHONE, People, Person
from .screens import PHASES

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
SIZES = [pytest.param(PHONE, id="phone"), pytest.param(LAPTOP, id="laptop", marks=pytest.mark.long)]
MOST_SHIFT = 0.05
FILES = 13  # scripts and styles from the address to the hand
SCRIPTS = 152_000  # bytes, as they travel
# What moves without being asked, from the tap on; what follows a tap within half a second counts here, too.
WATCH = """() => {
  window.shifts = [];
  addEventListener("click", () => (window.tapped ??= performance.now()), { capture: true });
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.shifts.push({
    value: entry.value,
    moved: entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 160) ?? String(node?.nodeName)),
  }))).observe({ type: "layout-shift" });
}"""
# What was asked for since the tap; the first page reads the list of open tables by itself until then.
ASKED = """() => performance.getEntriesByType("resource")
  .filter(({ name, startTime }) => name.includes("/api") && startTime >= window.tapped).map(({ name }) => name)"""
# Every picture in between: the table's frame or the table, but no lobby, and never nothing.
LOOK = """() => {
  window.pictures = new Set();
  const look = () => {
    const of = (it) => document.querySelector(it) !== null;
    const seen = of("main [data-seat]") ? "table" : of(".playing, [data-testid=dealing]") ? "dealing"
      : of(".home") ? "home" : of(".lobby") ? "lobby" : "nothing";
    window.pictures.add(seen);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", one_of(PHASES))
def test_from_the_tap_to_the_hand_it_is_one_picture(people: People, game: str, size: ViewportSize) -> None:
    anna = people.come("Anna", size, motion="no-preference", is_shown=True)  # else no shift would count
    anna.goto("/")
    anna.page.locator(f"[data-game={game}]").wait_for()
    sockets: list[WebSocket] = []
    anna.page.on("websocket", lambda socket: sockets.append(socket))
    anna.page.evaluate(WATCH)
    anna.page.evaluate(LOOK)
    anna.page.locator(f"[data-game={game}]").get_by_role("button", name="Play now").click()
    expect(anna.page.locator("main [data-seat]").first).to_be_visible()
    anna.until("document.title.startsWith('●')")  # the cards lie there, and it is our turn
    shifts: list[dict[str, Any]] = anna.page.evaluate("window.shifts")
    assert sum(shift["value"] for shift in shifts) < MOST_SHIFT, shifts
    assert anna.page.evaluate("[...window.pictures]") == ["home", "dealing", "table"]
    asked = anna.page.evaluate(ASKED)
    assert [url.removeprefix(people.url) for url in asked] == ["/api/tables"]
    assert len(sockets) == 1


@pytest.mark.parametrize("game", one_of(PHASES))
def test_what_a_table_needs_comes_at_once_in_few_small_files(people: People, anna: Person, game: str) -> None:
    asked: list[Request] = []
    anna.page.on("request", lambda request: asked.append(request))
    anna.goto(f"/play/{game}")
    anna.page.locator("main [data-seat]").first.wait_for()
    files = [request for request in asked if "/assets/" in request.url and request.url.endswith((".js", ".css"))]
    page = asked[0].response()
    assert page is not None
    written = page.text()
    late = [request.url for request in files if f'"{urlsplit(request.url).path}"' not in written]
    assert late == [], "found only in what was fetched before"
    assert len(files) == len({request.url for request in files}) <= FILES
    scripts = [request for request in files if request.url.endswith(".js")]
    assert sum(request.sizes()["responseBodySize"] for request in scripts) <= SCRIPTS


def test_the_deal_is_as_fair_as_any(people: People, anna: Person) -> None:
    """The device's part was sealed with the first request, and is in the seed."""
    anna.goto("/play/escalier")
    anna.page.locator("main [data-seat]").first.wait_for()
    kept = anna.page.evaluate("(code) => JSON.parse(localStorage[`toctoc:deal:${code}:1`])", anna.code)
    shown = anna.heard[0]["lobby"]
    assert shown["stage"] == "dealing"  # the commitment and the seals, before the part is opened
    assert kept["commitment"] == shown["commitment"]
    assert kept["hashes"][0] == shown["seats"][0]["hash"]
    assert [said["part"] for said in anna.said if said["type"] == "part"] == [kept["part"]]
