"""A knock at one's own door is large on a phone: the visitor, the card, and two answers within reach."""

from playwright.sync_api import ViewportSize, expect

from .person import People, Person
from .screens import in_phase

PHONES: list[ViewportSize] = [{"width": 390, "height": 844}, {"width": 360, "height": 640}]

RUNNING = """() => document.getAnimations()
  .filter((one) => one.effect.target?.closest(".visited") && one.playState === "running")
  .map((one) => one.animationName ?? one.transitionProperty)"""


def moves(person: Person) -> list[str]:
    return [message["action"] for message in person.said if message["type"] == "move"]


def test_a_knock_takes_half_of_a_phone_and_its_answer_arrives(people: People) -> None:
    zoe = people.come("Zoé", PHONES[0], is_shown=True)
    in_phase("toctoctoc", "answer")(people, zoe)
    page = zoe.page
    page.locator(".visit.knocked").wait_for()
    for size in PHONES:
        page.set_viewport_size(size)
        door = page.locator(".visit .front").bounding_box()
        assert door is not None
        assert door["height"] >= size["height"] / 2
        for answer in ("refuse", "open"):
            button = page.locator(f"main [data-action={answer}]")
            expect(button).to_be_enabled()
            expect(button).to_be_in_viewport(ratio=1)
            box = button.bounding_box()
            assert box is not None
            assert box["y"] >= door["y"] + door["height"]
            assert box["height"] >= 60
    while page.evaluate(RUNNING):  # less motion: the door is simply there
        page.wait_for_timeout(10)
    zoe.wait_for_guard()  # after the buttons can be used: before, there is no question yet to guard
    before = len(moves(zoe))
    page.keyboard.press("o")
    while len(moves(zoe)) == before:  # the next knock may come at once: the door need not be gone between
        page.wait_for_timeout(10)
    assert moves(zoe)[before:] == ["open"]
