"""A device that has kept Toctoc and is without a network."""

from playwright.sync_api import CDPSession, Page, expect

from .person import PHONE, People, Person

NO_LINE = "ERR_INTERNET_DISCONNECTED"
# Opens all there is: only while no store is being deleted.
KEPT = """async () => {
  const names = await caches.keys();
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return Object.fromEntries(names.map((name, at) => [name, requests[at].map(({ url }) => new URL(url).pathname)]));
}"""
KEEPING = "() => navigator.serviceWorker.controller?.state === 'activated'"
# Runs a script in the engine's worker before its own.
IN_WORKER = """
  window.Worker = class extends Worker {
    constructor(url, options) {
      const script = new Blob([`%s; await import("${url}");`], { type: "text/javascript" });
      super(URL.createObjectURL(script), options);
    }
  };
"""
# Bots that do not pause.
HASTE = "const later = setTimeout; self.setTimeout = (call, ms, ...all) => later(call, ms / 50, ...all)"


def visitor(people: People, script: str = HASTE) -> Person:
    """Somebody whose first page is kept; their worker runs `script` first."""
    person = people.come("Anna", PHONE, service_workers="allow", bypass_csp=True)
    person.page.add_init_script(IN_WORKER % script)
    person.hear_device()
    person.goto("/")
    person.until(KEEPING)
    return person


def keep(person: Person) -> None:
    """Keep Toctoc on the device, and take the network away."""
    person.page.get_by_test_id("keep").click()
    person.page.get_by_role("button", name="Keep it").click()
    expect(person.page.get_by_test_id("keep-state")).to_contain_text("Toctoc is on this device.")
    person.page.keyboard.press("Escape")
    person.page.context.set_offline(True)


def reload_offline(page: Page) -> CDPSession:
    """Load the page again without a network. Detach the session to end that.

    Chromium 150 tells every new page that there is a network, also after `set_offline`.
    """
    page.reload()
    nothing = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    session = page.context.new_cdp_session(page)
    session.send("Network.emulateNetworkConditions", nothing)
    return session


def tile(page: Page, game: str, button: str) -> None:
    page.locator(f"[data-game={game}]").get_by_role("button", name=button, exact=True).click()


def is_here(person: Person) -> None:
    expect(person.page.get_by_test_id("local")).to_have_text("On this device")
    assert person.code.startswith("local-")
