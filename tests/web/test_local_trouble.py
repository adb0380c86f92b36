"""Tables on a device that is full, restarts, has a newer version, or cannot run them: nothing is lost unsaid."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from .browser import ARGUMENTS, executable
from .person import PHONE, People, Person
from .test_local_tables import HASTE, is_here, kept, tile
from .test_offline import KEEPING, NO_LINE
from .test_site import visitors as visitors  # a fixture

UNKEPT = "Your browser cannot save this game: it is gone when you close the page."
FAILED = "Toctoc cannot start on this device. Close other tabs, then try again."
# Stores nothing more once the page says so, as if the browser's share of the disk were used up.
FULL = """
  const filling = new BroadcastChannel('full');
  filling.onmessage = () => {
    IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError') };
    filling.postMessage('done');
  };
"""
FILL = """() => new Promise((done) => {
  window.filling = new BroadcastChannel('full');
  filling.onmessage = done;
  filling.postMessage('full');
})"""
# As on a device that is short of memory, while the page says so.
BROKEN = "${self.isBroken ? 'WebAssembly.instantiateStreaming = () => Promise.reject(RangeError())' : ''}"


@pytest.fixture
def anna(people: People) -> Iterator[Person]:
    """Anna has kept Toctoc on her phone, and is without a network."""
    anna = kept(people, f"{HASTE}; {FULL}; {BROKEN}")
    yield anna
    anna.forgive(NO_LINE)


def test_a_game_goes_on_when_the_device_is_full_and_says_that_it_is_not_kept(people: People, anna: Person) -> None:
    tile(anna.page, "escalier", "Play now")
    is_here(anna)
    people.play_some(anna, moves=1)
    anna.page.evaluate(FILL)
    people.play_some(anna, moves=anna.moves() + 1)
    expect(anna.page.get_by_test_id("local")).to_have_text("Not saved")
    anna.sees(UNKEPT)
    people.play_some(anna, moves=anna.moves() + 1)


@pytest.mark.long
def test_an_engine_that_fails_is_said_and_tried_again(anna: Person) -> None:
    anna.page.evaluate("self.isBroken = true")
    tile(anna.page, "escalier", "Play now")
    anna.sees(FAILED)
    anna.page.evaluate("self.isBroken = false")
    anna.page.get_by_role("button", name="Try again").click()
    is_here(anna)
    anna.forgive("wasm instantiation failed")
    anna.forgive("RangeError")


@pytest.mark.long
def test_a_phone_that_restarts_finds_its_table_again(visitors: People, tmp_path: Path) -> None:
    first = restarted(visitors, tmp_path)
    first.goto("/")
    first.page.wait_for_function(KEEPING)
    first.page.context.set_offline(True)
    first.goto("/play/escalier")
    is_here(first)
    code = first.code
    visitors.play_some(first, moves=1)
    view = first.device_state()["view"]
    first.page.context.close()

    second = restarted(visitors, tmp_path)
    second.page.context.set_offline(True)
    second.goto("/")
    second.page.get_by_role("navigation", name="Your tables").get_by_role("link").click()
    is_here(second)
    assert second.code == code
    assert second.device_state()["view"].keys() == view.keys()
    visitors.play_some(second, moves=1)
    for one in (first, second):
        one.forgive(NO_LINE)


def restarted(people: People, folder: Path) -> Person:
    """Anna with a browser that has just started on the profile in `folder`."""
    context: BrowserContext = people.browser.browser_type.launch_persistent_context(
        folder / "profile", executable_path=executable(), args=ARGUMENTS, viewport=PHONE, locale="en",
        has_touch=True, reduced_motion="reduce",
    )  # fmt: skip
    anna = people.enter(context, "Anna", pace="off")
    anna.hear_device()
    return anna


@pytest.mark.long
def test_a_new_version_leaves_the_open_game_alone_and_opens_its_log(visitors: People, tmp_path: Path) -> None:
    anna = visitors.come("Anna", PHONE, service_workers="allow")
    anna.hear_device()
    anna.goto("/")
    anna.page.wait_for_function(KEEPING)
    anna.goto("/play/escalier")
    is_here(anna)
    code = anna.code
    visitors.play_some(anna, moves=1)
    site = tmp_path / "host/games/play"
    old = renew_site(site)

    second = visitors.again(anna)
    second.goto("/")
    second.until("(name) => caches.keys().then((names) => !names.includes(name))", old)
    anna.page.context.set_offline(True)
    visitors.play_some(anna, moves=anna.moves() + 1)
    anna.page.reload()
    expect(anna.page.locator("html")).to_have_attribute("data-build", "new")
    is_here(anna)
    assert anna.code == code
    visitors.play_some(anna, moves=anna.moves() + 1)
    for one in (anna, second):
        one.forgive(NO_LINE)


def renew_site(site: Path) -> str:
    """Make another version of a site: another page, and another engine. Return the store of the old engine."""
    for name, old, new in (
        ("index.html", "<html ", '<html data-build="new" '),
        ("sw.js", '"name":"', '"name":"newer'),
    ):
        text = (site / name).read_text("utf-8")
        assert text.count(old) == 1
        (site / name).write_text(text.replace(old, new), "utf-8")
    file = site / "engine/engine.json"
    engine = json.loads(file.read_text("utf-8"))
    package = engine["files"]["toctoc"]
    old = site / package["path"]
    package["path"] = "engine/toctoc-newer.bin"
    old.rename(site / package["path"])
    file.write_text(json.dumps({**engine, "version": "newer"}), "utf-8")
    return f"toctoc-engine-{engine['version']}"


@pytest.mark.long
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
