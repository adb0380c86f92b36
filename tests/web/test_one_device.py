"""Several people hand one device to each other: a curtain falls between them."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.counts import one_of

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

    def play(self, *others: Person) -> None:
        for _ in range(20_000):
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


@pytest.mark.long
def test_two_at_one_device_and_a_bot_play_chocottes_behind_a_curtain(people: People) -> None:
    Device(gather(people, "chocottes"), "chocottes").play()


@pytest.mark.long
def test_two_at_one_device_and_somebody_far_away_play_toctoctoc(people: People) -> None:
    cleo = people.come("Cleo")
    Device(gather(people, "toctoctoc", remote=cleo), "toctoctoc").play(cleo)


@pytest.mark.parametrize("game", one_of(["chocottes", "toctoctoc"]))
def test_the_curtain_opens_for_whoever_it_names(people: People, game: str) -> None:
    anna = gather(people, game)
    curtain = anna.page.get_by_role("dialog", name="Pass the device to Anna")
    expect(curtain).to_be_visible()
    expect(anna.page.get_by_label("The table")).to_have_attribute("inert", "")
    anna.page.get_by_role("button", name="I am Anna").click()
    expect(curtain).not_to_be_visible()


@pytest.mark.long
def test_escalier_needs_no_curtain(people: People) -> None:
    anna = gather(people, "escalier")
    anna.page.evaluate(
        "new MutationObserver(() => document.querySelector('.curtain') && (document.body.dataset.fell = ''))"
        ".observe(document.body, { childList: true, subtree: true })"
    )
    people.play_to_the_end(anna)
    assert anna.page.evaluate("document.body.dataset.fell") is None
    assert {message["seat"] for message in anna.said if message["type"] == "move"} == {0, 1}
