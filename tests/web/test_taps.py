"""A second tap answers no second question: in the lobby, and at a table on a phone."""

from playwright.sync_api import expect

from .person import PHONE, People, Person

# Tap an element in the very moment in which it is drawn, as a finger does that was already on its way.
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


def moves(person: Person) -> list[str]:
    return [message["action"] for message in person.said if message["type"] == "move"]


def test_quick_taps_count_once_each(people: People) -> None:
    """Start, two looks and a throw of Toc Chocottes; answer-guard.svelte.test.ts has all other pairs."""
    anna = people.come("Anna", PHONE)
    made = anna.page.request.post(
        f"{people.url}/api/tables", data={"game": "chocottes", "settings": {"players": 2}}
    )
    anna.goto(f"/t/{made.json()['code']}")
    anna.page.get_by_role("button", name="Sit down").first.click()
    start = anna.page.locator("button.start").last
    start.wait_for()
    box = start.bounding_box()
    assert box is not None
    for _ in range(2):
        anna.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        anna.page.wait_for_timeout(80)
    anna.page.locator(".playing main [data-seat]").first.wait_for()
    assert [message["type"] for message in anna.said].count("start") == 1
    assert anna.device_state()["lobby"]["number"] == 1
    assert not [message for message in anna.heard if message["type"] == "refused"]
    assert moves(anna) == [], "the second tap has reached the table"

    people.play_until(anna, "look")
    cards = [anna.page.locator(f"main .near [data-action='look {place}']") for place in (1, 2)]
    anna.tap(cards[0])
    expect(cards[0]).to_have_count(0)
    cards[1].click()  # it rises under the mouse
    expect(anna.page.locator("main [data-action^=look]")).to_have_count(0)
    assert moves(anna) == ["look 1", "look 2"]

    people.play_until(anna, "place")
    anna.page.evaluate(TAP_AT_ONCE, "[data-action='snap 3']")
    before = len(moves(anna))
    anna.tap(anna.page.locator("main [data-action='replace 3']").last)
    assert anna.page.evaluate("window.tapped")
    anna.wait_for_guard()
    assert moves(anna)[before:] == ["replace 3"]
    expect(anna.page.locator(".toast")).to_have_count(0)
