"""Everything can be done with a keyboard alone, and one always sees where one is."""

import random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.conftest import Report
from tests.scale import each
from toctoc.core.registry import BUILT_IN

from .keys import Keyboard
from .listener import heard, listen, words_in_the_worst_minute
from .person import WEIGHTS, People, Person
from .screens import home

MAX_PRESSES = 2  # of a move
MAX_WORDS = 180  # in the worst minute; shows last no time here, so that at any pace there are fewer
PAUSE_MS = 1_500  # as long as somebody takes who listens, and plays as fast as that allows
ON_SCREEN = """() => [...document.querySelectorAll("main [aria-keyshortcuts]")]
  .filter((one) => !one.matches(":disabled, [aria-disabled=true], [inert] *") && one.checkVisibility())
  .map((one) => ({
    key: one.getAttribute("aria-keyshortcuts").split(" ")[0], action: one.dataset.action ?? "",
    isShown: getComputedStyle(one.querySelector("kbd") ?? one).display !== "none",
  }))"""


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


def listed(person: Person, *names: str) -> Locator:
    """Open the list of keys, and check that it has those names."""
    person.page.keyboard.press("?")
    dialog = person.page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    for name in names:
        expect(dialog.locator("kbd").get_by_text(name, exact=True)).to_be_visible()
    return dialog


def test_a_game_is_played_from_the_first_page_by_keys_alone(people: People, anna: Person) -> None:
    home(people, anna)
    dialog = listed(anna, "1 – 3", "J", "P", "L", "S", "?")
    anna.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    joining = anna.page.get_by_role("dialog", name="Join a table")
    anna.page.keyboard.press("j")
    expect(joining).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(joining).to_be_hidden()
    anna.page.keyboard.press("l")
    expect(anna.page.get_by_role("combobox", name="Language")).to_be_focused()
    anna.page.keyboard.press("Tab")
    anna.page.keyboard.press("2")
    expect(anna.page.locator("main [data-seat]").first).to_be_visible()
    assert anna.device_state()["lobby"]["game"] == "chocottes"
    dialog = listed(anna, "1 – 9", "D", "K", "P", "0", "M", "?")
    before = len(anna.said)
    anna.page.keyboard.press("1")
    anna.page.keyboard.press("m")
    expect(dialog).to_be_visible()
    assert [message for message in anna.said[before:] if message["type"] == "move"] == []
    anna.page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    anna.page.keyboard.press("m")
    expect(anna.page.get_by_role("dialog", name="Menu")).to_be_visible()

    made = anna.page.request.post(f"{people.url}/api/tables", data={"game": "escalier"})
    anna.goto(f"/t/{made.json()['code']}")
    anna.page.get_by_role("button", name="Sit down").first.focus()
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_role("button", name="Name and face")).to_be_focused()  # it keeps the place

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


@pytest.mark.nightly
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


@pytest.mark.nightly
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


@pytest.mark.nightly
@each("game", BUILT_IN)
def test_a_whole_game_takes_two_keys_a_move_and_can_be_followed_by_ear(
    people: People, game: str, report: Report
) -> None:
    person = people.come("Anna")
    listen(person)
    person.goto(f"/play/{game}")
    person.page.locator("main [data-seat]").first.wait_for()
    counts = play(person, random.Random(game))
    assert counts
    assert max(counts) <= MAX_PRESSES, counts
    expect(person.page.locator("#result")).to_be_visible()
    texts = heard(person)
    assert not [one for one in texts if one["isUrgent"]]
    assert words_in_the_worst_minute(texts) <= MAX_WORDS, texts
    report(f"words a screen reader says in the worst minute of {game}", words_in_the_worst_minute(texts))


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
            person.page.wait_for_timeout(PAUSE_MS)
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
