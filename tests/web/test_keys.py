"""Whole games with the fewest keys, and the announcements of the screen reader meanwhile."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.conftest import Report
from toctoc.core.registry import BUILT_IN

from .listener import heard, listen, words_in_the_worst_minute
from .person import WEIGHTS, People, Person
from .screens import home, in_phase

PRESSES = 2  # of a move
WORDS = 180  # in the worst minute; shows last no time here, so that at any pace there are fewer
PAUSE = 1_500  # ms: as long as somebody takes who listens, and plays as fast as that allows
ON_SCREEN = """() => [...document.querySelectorAll("main [aria-keyshortcuts]")]
  .filter((one) => !one.matches(":disabled, [aria-disabled=true], [inert] *") && one.checkVisibility())
  .map((one) => ({
    key: one.getAttribute("aria-keyshortcuts").split(" ")[0], action: one.dataset.action ?? "",
    isShown: getComputedStyle(one.querySelector("kbd") ?? one).display !== "none",
  }))"""


def keys_of(person: Person) -> list[dict[str, Any]]:
    """Return the choices that have a key now."""
    found: list[dict[str, Any]] = person.page.evaluate(ON_SCREEN)
    return found


def play(person: Person, dice: random.Random) -> list[int]:
    """Play to the end by the keys that the table shows; return how many each move took."""
    counts: list[int] = []
    presses, moves, question, last = 0, 0, "", ""
    while person.device_state()["lobby"].get("stage") != "over":
        now = str([person.device_state()["legal"], person.device_state()["view"].get("phase")])
        if now != question:
            presses, question = 0, now
        keys = keys_of(person) if person.is_asked() else []
        if not keys:
            person.page.wait_for_timeout(50)
            continue
        assert all(one["isShown"] for one in keys), keys
        if presses == 0:
            person.page.wait_for_timeout(PAUSE)
            if keys_of(person) != keys:
                continue
        # Nobody takes back at once the card that was just picked.
        if presses > 0 and last.isdigit():
            keys = [one for one in keys if one["key"] != last] or keys
        weights = [WEIGHTS.get(one["action"].split(" ")[0], 1.0) for one in keys]
        last = dice.choices(keys, weights)[0]["key"]
        person.page.keyboard.press(last.lower())
        presses += 1
        person.page.wait_for_timeout(50)
        if person.moves() > moves:
            moves = person.moves()
            counts.append(presses)
            presses = 0
    return counts


@pytest.mark.long
@pytest.mark.parametrize("game", BUILT_IN)
def test_a_whole_game_takes_two_keys_a_move_and_can_be_followed_by_ear(
    people: People, game: str, report: Report
) -> None:
    person = people.come("Anna")
    listen(person)
    person.goto(f"/play/{game}")
    person.page.locator("main [data-seat]").first.wait_for()
    counts = play(person, random.Random(game))
    assert counts
    assert max(counts) <= PRESSES, counts
    expect(person.page.locator("#result")).to_be_visible()
    texts = heard(person)
    assert not [one for one in texts if one["isUrgent"]]
    assert words_in_the_worst_minute(texts) <= WORDS, texts
    report(f"words a screen reader says in the worst minute of {game}", words_in_the_worst_minute(texts))


def test_the_list_of_keys_names_what_the_table_has(people: People) -> None:
    person = people.come("Anna")
    in_phase("chocottes", None)(people, person)
    person.page.keyboard.press("?")
    dialog = person.page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    for key in ("1 – 9", "D", "K", "P", "0", "M", "?"):
        expect(dialog.locator("kbd").get_by_text(key, exact=True)).to_be_visible()
    before = len(person.said)
    person.page.keyboard.press("1")
    person.page.keyboard.press("m")
    expect(dialog).to_be_visible()
    assert [message for message in person.said[before:] if message["type"] == "move"] == []
    person.page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    person.page.keyboard.press("m")
    expect(person.page.get_by_role("dialog", name="Menu")).to_be_visible()


def test_the_first_page_is_left_by_a_key_and_lists_its_keys(people: People) -> None:
    person = people.come("Anna")
    home(people, person)
    person.page.keyboard.press("?")
    dialog = person.page.get_by_role("dialog", name="Keys")
    for key in ("1 – 3", "J", "P", "L", "S", "?"):
        expect(dialog.locator("kbd").get_by_text(key, exact=True)).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    joining = person.page.get_by_role("dialog", name="Join a table")
    person.page.keyboard.press("j")
    expect(joining).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(joining).to_be_hidden()
    person.page.keyboard.press("l")
    expect(person.page.get_by_role("combobox", name="Language")).to_be_focused()
    person.page.keyboard.press("Tab")
    person.page.keyboard.press("3")
    expect(person.page.locator("main [data-seat]").first).to_be_visible()
    assert person.device_state()["lobby"]["game"] == "escalier"
