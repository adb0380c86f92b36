"""Play now: from the tap to the hand one picture, one request and one websocket, and all pictures follow."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Request, ViewportSize, WebSocket, expect

from tests.scale import each, spread

from .browser import HOME_NETWORK
from .person import PHONE, People, Person
from .screens import PHASES

ROOT = Path(__file__).parents[2]
ART = ROOT / "web/src/games"
BUILT = ROOT / "src/toctoc/server/client/assets"
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
CASES = [(game, size) for size in (PHONE, LAPTOP) for game in PHASES]
MOST_SHIFT = 0.05
FILES = 13  # scripts and styles from the address to the hand
SCRIPTS = 153_000  # bytes, as they travel
NO_NETWORK = "ERR_INTERNET_DISCONNECTED"
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
# Changes how a button looks: what of that glides there, instead of being so at once.
GLIDES = """(button) => {
  getComputedStyle(button).color;
  Object.assign(button.style, { filter: "brightness(1.15)", color: "red" });
  const gliding = button.getAnimations().map((one) => one.transitionProperty);
  button.removeAttribute("style");
  return gliding;
}"""
# Whether some files have all come.
FETCHED = """(files) => {
  const come = performance.getEntriesByType("resource").filter((entry) => entry.responseEnd > 0);
  const names = new Set(come.map(({ name }) => new URL(name).pathname));
  return files.every((file) => names.has(file));
}"""
# Those of some pictures that cannot be shown now.
MISSING = """async (files) => {
  const isShown = (file) => new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = file;
  });
  const shown = await Promise.all(files.map(isShown));
  return files.filter((_, at) => !shown[at]);
}"""


@each("game, size", spread(CASES, 1))
def test_from_the_tap_to_the_hand_it_is_one_picture(people: People, game: str, size: ViewportSize) -> None:
    """Later, the sound is switched off by one tap, and stays off."""
    anna = people.come("Anna", size, motion="no-preference", is_shown=True)  # else no shift would count
    anna.goto("/")
    play = anna.page.locator(f"[data-game={game}]").get_by_role("button", name="Play now")
    play.wait_for()
    sockets: list[WebSocket] = []
    anna.page.on("websocket", lambda socket: sockets.append(socket))
    anna.page.evaluate(WATCH)
    anna.page.evaluate(LOOK)
    play.click()
    expect(anna.page.locator("main [data-seat]").first).to_be_visible()
    anna.until("document.title.startsWith('●')")  # the cards lie there, and it is our turn
    shifts: list[dict[str, Any]] = anna.page.evaluate("window.shifts")
    assert sum(shift["value"] for shift in shifts) < MOST_SHIFT, shifts
    assert anna.page.evaluate("[...window.pictures]") == ["home", "dealing", "table"]
    asked = anna.page.evaluate(ASKED)
    assert [url.removeprefix(people.url) for url in asked] == ["/api/tables"]
    assert len(sockets) == 1
    code = anna.code

    anna.goto("/")
    glides_unless_less_motion_is_wanted(anna)
    sound = anna.page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    anna.page.set_viewport_size(LAPTOP)  # on a phone, it is in the menu
    anna.goto(f"/t/{code}")
    expect(sound).to_have_attribute("aria-pressed", "false")
    anna.page.get_by_role("button", name="Menu").click()
    expect(anna.page.get_by_role("slider", name="Volume")).to_have_value("0")


def glides_unless_less_motion_is_wanted(person: Person) -> None:
    button = person.page.locator("[data-game] .button").first
    assert button.evaluate(GLIDES) == ["filter"]
    person.page.emulate_media(reduced_motion="reduce")
    assert button.evaluate(GLIDES) == []


@each("game", spread(("escalier", "toctoctoc", "chocottes"), 1))
def test_a_table_comes_in_few_small_files_is_dealt_fairly_and_has_all_its_pictures(
    people: People, game: str
) -> None:
    """By its address, over plain HTTP on a home network, where browsers allow no service worker."""
    anna = people.come("Anna", PHONE, url=f"http://{HOME_NETWORK}:{urlsplit(people.url).port}")
    asked: list[Request] = []
    anna.page.on("request", lambda request: asked.append(request))
    anna.goto(f"/play/{game}")
    anna.page.locator("main [data-seat]").first.wait_for()
    needs_few_small_files(asked)
    is_dealt_fairly(anna)

    drawn = [file.read_bytes() for file in ART.glob(f"{game}/art/**/*.svg") if file.name != "cover.svg"]
    names = [f"/assets/{file.name}" for file in BUILT.glob("*.svg") if file.read_bytes() in drawn]
    assert len(names) == len(set(drawn)) > 10
    anna.until(FETCHED, names)
    anna.page.context.set_offline(True)
    expect(anna.page.get_by_test_id("line")).to_have_attribute("data-status", "lost")
    assert anna.page.evaluate(MISSING, names) == []
    anna.forgive(NO_NETWORK)


def needs_few_small_files(asked: list[Request]) -> None:
    """All that a table needs is named in the page, so that it comes at once."""
    files = [request for request in asked if "/assets/" in request.url and request.url.endswith((".js", ".css"))]
    page = asked[0].response()
    assert page is not None
    written = page.text()
    late = [request.url for request in files if f'"{urlsplit(request.url).path}"' not in written]
    assert late == [], "found only in what was fetched before"
    assert len(files) == len({request.url for request in files}) <= FILES
    scripts = [request for request in files if request.url.endswith(".js")]
    assert sum(request.sizes()["responseBodySize"] for request in scripts) <= SCRIPTS


def is_dealt_fairly(person: Person) -> None:
    """The device's part was sealed with the first request, and is in the seed."""
    kept = person.page.evaluate("(code) => JSON.parse(localStorage[`toctoc:deal:${code}:1`])", person.code)
    shown = person.heard[0]["lobby"]
    assert shown["stage"] == "dealing"  # the commitment and the seals, before the part is opened
    assert kept["commitment"] == shown["commitment"]
    assert kept["hashes"][0] == shown["seats"][0]["hash"]
    assert [said["part"] for said in person.said if said["type"] == "part"] == [kept["part"]]
