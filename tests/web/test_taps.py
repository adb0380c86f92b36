"""A second tap answers no second question: at the table, in the lobby, on a phone."""

import pytest
from playwright.sync_api import expect

from .person import PHONE, People, Person


def moves(person: Person) -> list[str]:
    return [message["action"] for message in person.said if message["type"] == "move"]


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
    assert anna.told()["lobby"]["number"] == 1
    assert not [message for message in anna.heard if message["type"] == "refused"]
    expect(anna.page.locator(".toast")).to_have_count(0)
    assert moves(anna) == []
