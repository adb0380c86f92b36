"""All players learn of a lost line and of its return; talk rises from the place of its speaker."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.server.hosting import Server

from .person import PHONE, People, Person


@pytest.fixture
def people(chromium: Browser, tmp_path: Path) -> Iterator[People]:
    """Before a server that waits long for a lost player: however slow the machine, no bot takes over."""
    with Server(tmp_path, "--grace", "600") as server:
        people = People(chromium, server.url, tmp_path)
        yield people
        people.close()


def test_a_lost_line_its_return_and_all_talk_appear_at_their_player(people: People) -> None:
    anna, zoe = people.come("Anna", PHONE), people.come("Zoé")
    anna.page.clock.install()
    settings = {"players": 3, "options": {"start": "creator", "creator": 1}}
    made = anna.page.request.post(f"{people.url}/api/tables", data={"game": "toctoctoc", "settings": settings})
    code = made.json()["code"]
    for person in (anna, zoe):
        person.goto(f"/t/{code}")
        person.page.get_by_role("button", name="Sit down").first.click()
        expect(person.page.get_by_text("(you)")).to_be_visible()
    expect(anna.page.locator("li[data-seat='1']")).to_contain_text("Zoé")
    say_well_played(zoe)
    is_beside(anna, 1)
    anna.page.locator("button.start").last.click()
    for person in (anna, zoe):
        person.page.locator(".playing main [data-seat]").first.wait_for()

    waiting, lost = anna.page.get_by_test_id("waiting-for"), house(anna, 1).get_by_test_id("lost")
    expect(waiting).to_have_text("Zoé is choosing…")
    zoe.goto("/healthz")  # which closes her line
    absent(anna, 1)
    anna.page.clock.fast_forward(4_000)
    expect(lost).to_have_text(re.compile(r"offline, \d+ s"))
    expect(waiting).to_have_text(re.compile(r"Zoé has been offline for \d+ s\. A bot plays in \d+ s\."))
    expect(anna.page.get_by_test_id("spoken")).to_have_text("Zoé is offline.")
    name, windows, sign = (
        box(house(anna, 1).locator(".tag .name")),
        box(house(anna, 1).locator(".walls")),
        box(lost),
    )
    assert sign["bottom"] <= name["top"] + 2, "the name is covered"
    assert sign["bottom"] <= windows["top"], "the signs of the windows are covered"
    zoe.goto(f"/t/{code}")
    absent(anna)
    expect(bubble(anna, 1).last).to_have_text("Zoé is back.")
    expect(anna.page.get_by_test_id("spoken")).to_have_text("Zoé is back.")
    expect(waiting).to_have_text("Zoé is choosing…")
    expect(lost).to_have_count(0)

    anna.page.clock.fast_forward(60_000)
    expect(bubble(anna, 1)).to_have_count(0)
    anna.stop_clock()  # nothing that was said fades
    for person in (zoe, anna):
        say_well_played(person)
    for seat in (0, 1):
        expect(bubble(anna, seat)).to_have_count(1)
        spoken, sign = box(bubble(anna, seat)), box(anna.page.locator(f".tag[data-speaker='{seat}']"))
        across = abs(middle(spoken, "x", "width") - middle(sign, "x", "width"))
        down = abs(middle(spoken, "y", "height") - middle(sign, "y", "height"))
        assert (across < spoken["width"] / 2, down < 1.5 * spoken["height"]) == (True, True), seat
        assert spoken["x"] >= 0
        assert spoken["x"] + spoken["width"] <= PHONE["width"]

    anna.page.clock.resume()
    people.finish(anna, zoe)
    say_well_played(zoe)
    is_beside(anna, 1)
    assert anna.page.locator("[role=dialog] [data-speaker='1']").is_visible()


def say_well_played(person: Person) -> None:
    person.page.get_by_role("button", name="Say something").click()
    person.page.get_by_role("button", name="Well played").click()


def is_beside(person: Person, seat: int) -> None:
    """A bubble of a player begins at their place on the page: the topmost one, which is the result's."""
    found: dict[str, float] = person.page.wait_for_function(BESIDE, arg=seat).json_value()
    assert abs(found["across"]) < 1.5 * found["width"]
    assert abs(found["down"]) < 2.5 * found["height"], found


BESIDE = """(seat) => {
  const bubble = document.querySelector(`[data-testid=bubbles] [data-by='${seat}']`);
  if (!bubble) return null;
  const places = [...document.querySelectorAll(`[data-speaker='${seat}']`)];
  const place = places.map((one) => one.getBoundingClientRect()).findLast(({ width }) => width > 0);
  const box = bubble.getBoundingClientRect();
  return {
    across: box.x + box.width / 2 - place.x - place.width / 2,
    down: box.y + box.height / 2 - place.y - place.height / 2,
    width: box.width,
    height: box.height,
  };
}"""


def house(person: Person, seat: int) -> Locator:
    return person.page.locator(f"[data-house='{seat}']")


def bubble(person: Person, seat: int) -> Locator:
    return person.page.locator(f"[data-testid=bubbles] [data-by='{seat}']")


def box(of: Locator) -> dict[str, float]:
    found: dict[str, float] = of.evaluate("(element) => element.getBoundingClientRect().toJSON()")
    return found


def middle(of: dict[str, float], start: str, size: str) -> float:
    return of[start] + of[size] / 2


def absent(person: Person, *seats: int) -> None:
    """Wait until the server has said that the players of exactly these seats are not there."""
    while True:
        told = [message["absent"] for message in person.heard if message["type"] == "absent"]
        if told and [one["seat"] for one in told[-1]] == list(seats):
            return
        person.page.wait_for_timeout(10)
