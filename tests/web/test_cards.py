"""Cards explain themselves, to fingers and keys, and explaining plays nothing."""

from playwright.sync_api import expect

from .axe import FINDINGS, OPTIONS, SCRIPT
from .person import PHONE, People


def test_a_long_press_on_a_phone_shows_help_and_plays_nothing(people: People) -> None:
    anna = people.come("Anna", PHONE, is_shown=True)
    people.meet("toctoctoc", anna, players=3, options={"start": "creator"})
    people.play_until(anna, "offer")
    card, help = anna.page.locator(".hand [data-card]").first, anna.page.get_by_test_id("card-help")
    anna.page.mouse.move(1, 1)  # where it rests on no card, which would explain itself, too
    expect(help).to_be_hidden()
    expect(card).to_have_attribute("aria-disabled", "false")
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = anna.page.context.new_cdp_session(anna.page)  # a real touch, of which the browser makes a click
    said = len(anna.said)

    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(help).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(help).to_contain_text(".")
    anna.page.evaluate(SCRIPT)
    assert anna.page.evaluate(FINDINGS, OPTIONS) == []
    expect(help).to_be_visible()
    expect(card).to_have_attribute("aria-pressed", "false")
    card.focus()
    anna.page.keyboard.press("i")
    expect(help).to_be_visible()
    expect(card).to_have_attribute("aria-describedby", "card-help")
    anna.page.keyboard.press("Escape")
    expect(help).to_be_hidden()
    assert [message for message in anna.said[said:] if message["type"] == "move"] == []

    anna.page.touchscreen.tap(x, y)  # a tap is still a tap
    expect(card).to_have_attribute("aria-pressed", "true")
