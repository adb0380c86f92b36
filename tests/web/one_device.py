"""Several players at one device: what each of them, and a curtain between them, may show."""

from itertools import pairwise
from typing import Any

from playwright.sync_api import expect

from .page_watcher import EAR, SCREEN, PageWatcher
from .person import People, Person

NOBODY = -1  # whoever looks at the device while it is handed over
NAMES = ("Anna", "Ben")  # by seat
# Notes in `hands` each seat to which the table is shown, and each curtain by its title.
HANDS = """() => {
  window.hands = [];
  const note = () => {
    const tags = [...document.querySelectorAll(".playing main [data-seat]")];
    const you = tags.find((tag) => tag.textContent.includes("(you)"))?.dataset.seat;
    const held = document.querySelector(".curtain")?.getAttribute("aria-label") ?? you;
    if (held !== undefined && held !== hands.at(-1)) hands.push(held);
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
  note();
}"""


def gather(people: People, game: str, remote: Person | None = None) -> Person:
    """Anna and Ben at one device, and in the third seat a person at another, or a bot."""
    anna = people.come("Anna")
    anna.page.add_init_script(EAR)
    options = {"start": "creator"}
    made = anna.page.request.post(
        f"{people.url}/api/tables", data={"game": game, "settings": {"players": 3, "options": options}}
    )
    anna.goto(f"/t/{made.json()['code']}")
    anna.page.get_by_role("button", name="Sit down").first.click()
    anna.page.get_by_role("button", name="Add a player on this device").first.click()
    anna.page.get_by_role("textbox", name="Name").fill("Ben")
    anna.page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    expect(anna.page.locator("li[data-seat]").get_by_text("Ben", exact=True)).to_be_visible()
    if remote:
        remote.goto(f"/t/{anna.code}")
        remote.page.get_by_role("button", name="Sit down").click()
    anna.page.locator("button.start").last.click()
    return anna


class Device:
    """Two players behind one screen, with a watcher for each of them and one for the handover."""

    def __init__(self, person: Person, game: str) -> None:
        self.person = person
        self.watchers = {seat: PageWatcher(person, game, seat) for seat in (0, 1, NOBODY)}
        person.page.evaluate(HANDS)

    def look(self) -> None:
        screen: dict[str, Any] = self.person.page.evaluate(SCREEN)
        for watcher in self.watchers.values():
            watcher.hear(screen)
        watcher = self.watchers[NOBODY if screen["seat"] is None else screen["seat"]]
        if watcher.knows.view and watcher.knows.view["phase"] != "over":
            watcher.check(screen)

    def play(self, *others: Person, moves: int = 20_000) -> None:
        """Play and look until the game is over, or this device has made so many moves and both have had it."""
        for _ in range(20_000):
            if self.person.moves() >= moves and len(self.person.page.evaluate("hands")) > 4:
                self.check_handovers()
                return
            if self.watchers[NOBODY].is_due() or self.person.is_asked():
                self.look()
            if self.person.device_state()["lobby"].get("stage") == "over":
                expect(self.person.page.locator("#result")).to_be_visible()
                self.check_handovers()
                return
            for person in (self.person, *others):
                if person.is_asked():
                    person.act()
            self.person.page.wait_for_timeout(10)
        raise AssertionError("the game did not end")

    def check_handovers(self) -> None:
        """Both players had the device, and before each change a curtain named the next one."""
        hands: list[str] = self.person.page.evaluate("hands")
        assert set(hands) == {"0", "1", *(f"Pass the device to {name}" for name in NAMES)}
        for before, seat in pairwise(["", *hands]):
            if seat.isdigit():
                assert before == f"Pass the device to {NAMES[int(seat)]}", hands
