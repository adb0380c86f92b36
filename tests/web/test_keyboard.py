"""Everything can be done with a keyboard alone, and one always sees where one is."""

import random

import pytest
from playwright.sync_api import expect

from .keys import Keyboard
from .person import People, Person


def begin(people: People, game: str) -> Keyboard:
    """From the first page to the first decision."""
    anna = people.come("Anna")
    anna.goto("/")
    keys = Keyboard(anna)
    keys.reach(f"[data-game={game}] .play .warm")
    anna.page.keyboard.press("Enter")
    anna.page.get_by_label("The table").wait_for()
    keys.kept("the start")
    return keys


@pytest.mark.long
def test_a_whole_game_of_escalier_is_played_by_keys(people: People) -> None:
    keys = begin(people, "escalier")
    dice, has_cancelled = random.Random(1), False
    while keys.wait():
        keys.choose(dice.choice(keys.actions()), key=dice.choice(["Enter", "Space"]))
        if not has_cancelled and keys.page.get_by_role("button", name="Cancel").is_visible():
            keys.press("Escape")
            expect(keys.page.get_by_role("button", name="Cancel")).not_to_be_visible()
            has_cancelled = True
    assert has_cancelled
    expect(keys.page.locator("#result")).to_be_focused()
    keys.choose("[aria-labelledby=result] .warm")
    expect(keys.page.locator("#result")).not_to_be_visible()
    keys.kept("the rematch")


def test_sitting_down_keeps_the_place(people: People, anna: Person) -> None:
    made = anna.page.request.post(f"{people.url}/api/tables", data={"game": "escalier"})
    anna.goto(f"/t/{made.json()['code']}")
    anna.page.get_by_role("button", name="Sit down").first.focus()
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_role("button", name="Name and face")).to_be_focused()


@pytest.mark.long
def test_toctoctoc_is_played_by_keys(people: People) -> None:
    keys = begin(people, "toctoctoc")
    done: set[str] = set()
    while not {"offer", "cancel", "open", "refuse"} <= done:
        assert keys.wait(), f"only {done} happened in a whole game"
        phase = keys.person.device_state()["view"]["phase"]
        if phase != "offer":
            wanted = [action for action in keys.actions() if action.split('"')[1].split(" ")[0] not in done]
            chosen = (wanted or keys.actions())[0]
            keys.choose(chosen, key="Space")
            done.add(chosen.split('"')[1].split(" ")[0])
            continue
        card = keys.actions()[0]
        keys.choose(card)
        assert keys.focus("[data-action^=offer]")["isThere"], "a door is next"
        if "cancel" not in done:
            keys.press("Escape")
            assert keys.focus(card)["isThere"], "back to the card"
            keys.press("Enter")
            done.add("cancel")
        keys.reach("[data-action^=offer]", key="Shift+Tab")
        keys.press("Enter")
        done.add("offer")


@pytest.mark.long
def test_chocottes_is_played_by_keys(people: People) -> None:
    keys = begin(people, "chocottes")
    done: set[str] = set()
    knock = "[data-testid=knock]"
    while not {"look", "draw", "discard", "replace", "snap", "pass", "knock", "arrange"} <= done:
        assert keys.wait(), f"only {done} happened in a whole game"
        phase = keys.person.device_state()["view"]["phase"]
        if phase == "turn" and "arrange" not in done:
            arrange(keys)
            done.add("arrange")
        verbs = {action.split('"')[1].split(" ")[0]: action for action in keys.actions() if '"' in action}
        if phase == "turn" and {"discard", "replace", "snap", "pass"} <= done:
            keys.choose(knock)
            expect(keys.page.locator(knock)).to_have_attribute("data-action", "knock")
            keys.press("Enter")
            done.add("knock")
            continue
        if not verbs:
            continue  # the window has just closed
        fresh = [verb for verb in verbs if verb not in done]
        verb = (fresh or [verb for verb in ("decline", "pass", *verbs) if verb in verbs])[0]
        keys.choose(verbs[verb])
        done.add(verb)


def arrange(keys: Keyboard) -> None:
    """C5: the second card of the own row becomes the first, and the focus goes with it."""
    row = keys.page.locator("main .near [role=group] button")
    keys.reach("main .near [role=group] button")
    for key in ["ArrowLeft"] * 3 + ["ArrowRight"]:
        keys.press(key)
    expect(row.nth(1)).to_be_focused()
    said = len(keys.person.said)
    keys.press("Shift+ArrowLeft")
    expect(row.nth(0)).to_be_focused()
    assert [message["action"] for message in keys.person.said[said:]] == ["arrange 2 to 1"]
