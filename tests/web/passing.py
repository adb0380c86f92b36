"""Screens that pass: a hint, a line that is gone, a wish that is granted. Each begins at another screen."""

from collections.abc import Callable

from playwright.sync_api import Locator

from .person import People, Person

Reach = Callable[[People, Person], None]

# A device without a network, as far as the page can know; nothing is tried, so that nothing fails.
OFFLINE = """() => {
  window.WebSocket = class extends EventTarget { static OPEN = 1; readyState = 0; send() {} close() {} };
  Object.defineProperty(navigator, "onLine", { get: () => false });
  dispatchEvent(new Event("offline"));
}"""
# Nothing leaves the device any more, and nobody says so.
SILENT = "() => { WebSocket.prototype.send = () => {}; }"


def offline(start: Reach) -> Reach:
    """The first page without a network."""

    def reach(people: People, person: Person) -> None:
        start(people, person)
        person.page.evaluate(OFFLINE)
        person.page.locator("[data-testid=offline] p").wait_for()

    return reach


def lost(start: Reach) -> Reach:
    """A table without a network, at which a move waits."""

    def reach(people: People, person: Person) -> None:
        start(people, person)
        person.page.evaluate(OFFLINE)
        person.page.locator("[data-testid=line][data-status=lost]").wait_for()
        tap(person)
        person.page.locator("[data-testid=delivery]").wait_for()

    return reach


def sending(start: Reach) -> Reach:
    """A move that is not answered."""

    def reach(people: People, person: Person) -> None:
        start(people, person)
        person.page.evaluate(SILENT)
        tap(person)
        person.page.locator("[data-testid=delivery]").wait_for()

    return reach


def tap(person: Person) -> None:
    person.wait_for_guard()
    person.page.locator("main [data-action]:not([aria-disabled=true])").first.evaluate(
        "(button) => button.click()"
    )


def hint(_: People, person: Person) -> None:
    """A hint: a sentence, and a mark at the table."""
    hosted(person, "toctoctoc", players=3, hints=True)
    person.page.locator("[data-testid=hint]:enabled").click()
    person.page.locator("[data-testid=hint-mark]").first.wait_for()


def hosted(person: Person, game: str, **settings: object) -> None:
    """A table of one's own with bots, in any language."""
    made = person.page.request.post(f"{person.url}/api/tables", data={"game": game, "settings": settings})
    person.goto(f"/t/{made.json()['code']}")
    person.page.locator("li.free button").first.click()
    person.page.locator("button.start").last.click()
    person.page.locator("main [data-seat]").first.wait_for()


def asked(start: Reach) -> Reach:
    """A request for a chair, as the host sees it."""

    def reach(people: People, person: Person) -> None:
        start(people, person)
        guest = people.come("Dora")
        guest.goto(f"/t/{person.code}")
        guest.page.get_by_role("button", name="Ask for a seat").click()
        requests(person).wait_for()

    return reach


def requests(host: Person) -> Locator:
    """Open the requests for a chair, while a game is played."""
    host.page.get_by_test_id("asking").click()
    return host.page.get_by_test_id("asks")


def granted(start: Reach) -> Reach:
    """A chair for the next game, as the person that requested it sees it."""

    def reach(people: People, person: Person) -> None:
        host = people.come("Anna")
        start(people, host)
        person.goto(f"/t/{host.code}")
        strip = person.page.get_by_test_id("watching")
        strip.locator("button").click()
        asks = requests(host)
        asks.locator("button").first.click()
        asks.wait_for(state="hidden")
        strip.locator("button").wait_for(state="hidden")

    return reach


def pace(menu: Reach) -> Reach:
    """Where one says how fast things are shown."""

    def reach(people: People, person: Person) -> None:
        menu(people, person)
        chooser = person.page.get_by_test_id("pace-menu")
        chooser.select_option("normal")
        chooser.evaluate("(select) => select.scrollIntoView({ block: 'center' })")

    return reach


def keys(start: Reach) -> Reach:
    """The list of keyboard shortcuts."""

    def reach(people: People, person: Person) -> None:
        start(people, person)
        person.page.keyboard.press("?")
        person.page.locator("dialog dl").wait_for()

    return reach


def rearranged(start: Reach) -> Reach:
    """C5: the own row, at the text table."""

    def reach(people: People, person: Person) -> None:
        start(people, person)
        person.page.get_by_test_id("aside").click()
        person.wait_for_guard()
        person.page.locator("[data-testid=choices] button").first.click()

    return reach


def waiting(_: People, person: Person) -> None:
    """Look for anybody, alone."""
    person.goto("/play/toctoctoc?anyone")
    person.page.get_by_test_id("waiting").locator("li:not(.free)").first.wait_for()
