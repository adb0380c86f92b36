"""Without a network: the first page opens, games go on and are kept on the device; two builds are never mixed."""

import re
import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect

from .local import HASTE, KEEPING, KEPT, NO_LINE, is_here, keep, reload_offline, tile, visitor
from .person import PAGE_TIMEOUT_MS, People, Person
from .screens import in_phase

CLIENT = Path(__file__).parents[2] / "src/toctoc/server/client"
NEEDED = "You are offline. To play, you need a connection."
NOTE = "You are offline. You can still play against bots, or pass this device around."
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


def test_a_device_plays_without_a_network_and_finds_its_game_again(people: People) -> None:
    anna = visitor(people, f"{HASTE}; {FULL}; {BROKEN}")
    in_phase("escalier", None)(people, anna)
    anna.goto("/")
    anna.page.wait_for_load_state("networkidle")

    # The first page opens, whole, and says that it needs a network; nothing that changes is kept.
    anna.page.context.set_offline(True)
    note = anna.page.get_by_test_id("offline")
    expect(note).to_have_text(NEEDED)
    session = reload_offline(anna.page)
    expect(note).to_have_text(NEEDED)
    pictures = anna.page.locator("img")
    assert pictures.count() > 3
    assert pictures.evaluate_all("all => all.filter((one) => !one.naturalWidth).map((one) => one.src)") == []
    [kept] = anna.page.evaluate(KEPT).values()
    assert "/index.html" in kept
    assert [path for path in kept if re.match("/(api|healthz|metrics|t|play|sw.js)", path)] == []
    session.detach()
    anna.page.context.set_offline(False)
    expect(note).to_be_empty()

    # With Toctoc on the device, an engine that fails is said and tried again.
    keep(anna)
    reload_offline(anna.page)
    expect(note).to_have_text(NOTE)
    anna.page.evaluate("self.isBroken = true")
    tile(anna.page, "escalier", "Play now")
    anna.sees(FAILED)
    anna.page.evaluate("self.isBroken = false")
    anna.page.get_by_role("button", name="Try again").click()
    is_here(anna)

    # A game outlasts its page, and with it the engine.
    code = anna.code
    people.play_some(anna, moves=2)
    view = anna.device_state()["view"]
    anna.goto("/")
    anna.page.get_by_role("navigation", name="Your tables").locator(f"a[href='/t/{code}']").click()
    is_here(anna)
    assert anna.code == code
    assert anna.device_state()["view"].keys() == view.keys()

    # It goes on when the device is full, and says that it is not kept.
    anna.page.evaluate(FILL)
    people.play_some(anna, moves=anna.moves() + 1)
    expect(anna.page.get_by_test_id("local")).to_have_text("Not saved")
    anna.sees(UNKEPT)
    people.play_some(anna, moves=anna.moves() + 1)
    for complaint in (NO_LINE, "wasm instantiation failed", "RangeError"):
        anna.forgive(complaint)


class Pages(SimpleHTTPRequestHandler):
    """Serve a build's files as our server does; any other path is the client's."""

    def do_GET(self) -> None:
        if self.path.startswith("/api"):
            self.send_error(503)
            return
        if "." not in self.path:
            self.path = "/index.html"
        super().do_GET()

    def end_headers(self) -> None:
        forever = self.path.startswith("/assets/")
        self.send_header("Cache-Control", "max-age=31536000, immutable" if forever else "no-cache")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def build(tmp_path: Path) -> Path:
    folder = tmp_path / "client"
    shutil.copytree(CLIENT, folder)
    return folder


@pytest.fixture
def address(build: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Pages, directory=str(build)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def test_a_new_build_takes_the_place_of_the_old_one_whole(
    chromium: Browser, build: Path, address: str, tmp_path: Path
) -> None:
    people = People(chromium, address, tmp_path)
    anna = visitor(people)
    [old] = anna.page.evaluate(KEPT)
    renew(build)

    anna.page.reload()
    expect(anna.page.locator("html")).to_have_attribute("data-build", "new")
    until_gone(anna, old)
    anna.page.context.set_offline(True)
    anna.page.reload()
    expect(anna.page.locator("html")).to_have_attribute("data-build", "new")
    expect(anna.page.get_by_role("heading", name="Toctoc", exact=True)).to_be_visible()
    [(name, kept)] = anna.page.evaluate(KEPT).items()
    assert name != old
    there = {f"/{file.relative_to(build).as_posix()}" for file in build.rglob("*.*")}
    assert set(kept) <= there, "something of the old build is left"
    anna.page.context.close()


def until_gone(person: Person, build: str) -> None:
    """Wait until nothing of a build is kept any more, and another one is in charge.

    Only ask for its name: opening a store that was deleted meanwhile creates it anew, and it stays.
    """
    patience = PAGE_TIMEOUT_MS // 100
    while person.page.evaluate("(name) => caches.has(name)", build):
        assert (patience := patience - 1), f"{build} is still kept"
        person.page.wait_for_timeout(100)
    person.until(KEEPING)


def renew(build: Path) -> None:
    """Make another build of this one: the first script has another name and other content, as has the page."""
    [script] = (build / "assets").glob("first-*.js")
    new = script.with_name("first-newer.js")
    new.write_text("document.documentElement.dataset.build = 'new';\n" + script.read_text("utf-8"), "utf-8")
    for file in [*build.rglob("*.js"), build / "index.html"]:
        text = file.read_text("utf-8").replace(script.name, new.name)
        file.write_text(re.sub('(?<=^const BUILD={"name":")\\w+', "newer", text), "utf-8")
    script.unlink()
