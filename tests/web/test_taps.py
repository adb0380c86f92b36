"""A second tap answers no second question: at the table, in the lobby, on a phone."""

import pytest
from playwright.sync_api import expect

from .person import PHONE, People, Person
from .screens import in_phase

# Tap a thing in the very moment in which it is drawn, as a finger does that was already on its way.
TAP_AT_ONCE = """(selector) => {
  window.tapped = new Promise((done) => {
    const tap = () => {
      const found = document.querySelector(`main ${selector}`);
      if (!found) return;
      watcher.disconnect();
      const how = { bubbles: true, cancelable: true, detail: 1 };
      found.dispatchEvent(new PointerEvent("pointerdown", how));
      found.dispatchEvent(new PointerEvent("pointerup", how));
      found.dispatchEvent(new MouseEvent("click", how));
      done(true);
    };
    const watcher = new MutationObserver(tap);
    watcher.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}"""
# Count the answers of the prompt: it moves.
COUNT_ANSWERS = """() => {
  const { animate } = Element.prototype;
  window.answers = 0;
  Element.prototype.animate = function (...how) {
    if (this.closest(".prompt")) window.answers += 1;
    return animate.apply(this, how);
  };
}"""
RESTED = 600  # ms: longer than a question stays new


def moves(person: Person) -> list[str]:
    return [message["action"] for message in person.said if message["type"] == "move"]


@pytest.mark.parametrize(("first", "second"), [("replace 3", "snap 3"), ("discard", "pass")])
def test_a_second_tap_does_not_answer_the_next_question(
    people: People, anna: Person, first: str, second: str
) -> None:
    in_phase("chocottes", "place")(people, anna)
    anna.page.evaluate(TAP_AT_ONCE, f"[data-action='{second}']")
    before = len(moves(anna))
    anna.tap(anna.page.locator(f"main [data-action='{first}']").last)
    assert anna.page.evaluate("window.tapped")
    anna.wait_for_guard()
    assert moves(anna)[before:] == [first]
    expect(anna.page.locator(".toast")).to_have_count(0)


def test_two_cards_are_looked_at_as_quickly_as_a_mouse_clicks(people: People, anna: Person) -> None:
    in_phase("chocottes", "look")(people, anna)
    cards = [anna.page.locator(f"main .near [data-action='look {place}']") for place in (1, 2)]
    anna.tap(cards[0])
    expect(cards[0]).to_have_count(0)
    cards[1].click()  # it rises under the mouse
    expect(anna.page.locator("main [data-action^=look]")).to_have_count(0)
    assert moves(anna) == ["look 1", "look 2"]


def test_the_first_throw_of_a_race_that_another_player_opens_counts_at_once(people: People) -> None:
    anna, ben = people.come("Anna"), people.come("Ben")
    people.meet("chocottes", anna, ben, players=2)
    while not ben.is_asked("place"):
        for person in (anna, ben):
            if person.is_asked():
                person.act(until=("place",) if person is ben else None)
        ben.page.wait_for_timeout(10)
    anna.page.wait_for_timeout(RESTED)  # meanwhile nothing is asked of her
    anna.page.evaluate(TAP_AT_ONCE, "[data-action='snap 1']")
    before = len(moves(anna))
    ben.tap(ben.page.locator("main [data-action=discard]").last)
    assert anna.page.evaluate("window.tapped")
    anna.wait_for_guard()
    assert moves(anna)[before:] == ["snap 1"]


@pytest.mark.long
def test_a_throw_while_all_look_at_a_wrong_one_is_answered_and_the_next_one_counts(people: People) -> None:
    anna, ben = people.come("Anna"), people.come("Ben")
    people.meet("chocottes", anna, ben, players=2, options={"snap_seconds": 0})
    own = anna.page.locator("main .near [data-actor] button")
    while not wrong_throws(anna):
        play_to_a_race(anna, ben)
        look_slowly(anna)
        anna.tap(own.first)
        anna.until("() => !document.querySelector('main .thrown')")  # it is judged
    prompt = anna.page.locator("main .prompt span")
    expect(prompt).to_have_text("All look first: then you can throw")
    before = moves(anna)
    anna.page.evaluate(COUNT_ANSWERS)
    box = own.last.bounding_box()
    assert box is not None
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    anna.page.mouse.click(*at)
    anna.until("window.answers === 1")
    assert moves(anna) == before  # the tap has only ended the reveal here
    anna.wait_for_guard()
    anna.page.wait_for_timeout(RESTED)
    anna.page.mouse.click(*at)
    anna.until("document.querySelector('main .near [data-action^=snap]') === null")
    assert len(moves(anna)) == len(before) + 1


def wrong_throws(person: Person) -> int:
    """Return how many cards the first player has thrown in vain."""
    events = [event for message in person.heard for event in message.get("public", {}).get("events", [])]
    return sum((event["type"], event.get("seat"), event.get("right")) == ("Snapped", 0, False) for event in events)


def play_to_a_race(thrower: Person, other: Person) -> None:
    while not thrower.page.locator("main .near [data-action^=snap]").count():
        for person in (thrower, other):
            if person.is_asked():
                person.act(until=("window",) if person is thrower else None)
        thrower.page.wait_for_timeout(10)


def look_slowly(person: Person) -> None:
    person.page.locator("header button").first.click()
    person.page.get_by_test_id("pace-menu").select_option("slow")
    person.page.keyboard.press("Escape")


@pytest.mark.parametrize("how", ["two clicks at once", "a double click", "two touches"])
def test_start_tapped_twice_starts_once_and_says_nothing(people: People, how: str) -> None:
    anna = people.come("Anna", PHONE)
    made = anna.page.request.post(
        f"{people.url}/api/tables", data={"game": "escalier", "settings": {"players": 2}}
    )
    anna.goto(f"/t/{made.json()['code']}")
    anna.page.get_by_role("button", name="Sit down").first.click()
    start = anna.page.locator("button.start").last
    start.wait_for()
    box = start.bounding_box()
    assert box is not None
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if how == "two clicks at once":
        start.evaluate("(button) => { button.click(); button.click(); }")
    elif how == "a double click":
        anna.page.mouse.dblclick(*at)
    else:
        anna.page.touchscreen.tap(*at)
        anna.page.wait_for_timeout(80)
        anna.page.touchscreen.tap(*at)
    anna.page.locator(".playing main [data-seat]").first.wait_for()
    assert [message["type"] for message in anna.said].count("start") == 1
    assert anna.device_state()["lobby"]["number"] == 1
    assert not [message for message in anna.heard if message["type"] == "refused"]
    expect(anna.page.locator(".toast")).to_have_count(0)
    assert moves(anna) == []
