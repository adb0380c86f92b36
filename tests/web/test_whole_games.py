"""From the invitation to the rematch: people in browsers of their own, and bots."""

import re

import pytest
from playwright.sync_api import expect

from tests.counts import TAPS_OF_THE_SECOND
from toctoc.core.registry import BUILT_IN

from .person import DOUBLE_TAP_MS, PHONE, People, Person

SEATS = 3


@pytest.mark.parametrize("game", BUILT_IN)
def test_two_people_and_a_bot_play_from_invitation_to_rematch(people: People, game: str) -> None:
    anna = people.come("Anna")
    ben = people.come("Ben", PHONE)

    anna.goto("/")
    anna.page.locator(f"[data-game={game}]").get_by_role("button", name="Invite friends").click()
    link = anna.page.locator(".invitation a").get_attribute("href")
    assert link == f"{people.url}/t/{anna.code}?lang=en"
    if len(anna.page.locator("li[data-seat]").all()) < SEATS:
        anna.page.get_by_role("heading", name="Settings").click()
        anna.page.get_by_role("combobox", name="Players").select_option(str(SEATS))

    ben.goto(f"/t/{anna.code}?lang=nl")  # his browser speaks English: so does the page
    ben.page.get_by_role("button", name="Sit down").first.click()
    expect(anna.page.locator("li[data-seat]").get_by_text("Ben", exact=True)).to_be_visible()
    anna.page.wait_for_timeout(DOUBLE_TAP_MS)  # this tap is near the last one, and Ben may be quick

    anna.page.locator("button.start").last.click()
    if TAPS_OF_THE_SECOND:
        play_alone_in_the_end(people, anna, ben, TAPS_OF_THE_SECOND)
    else:
        people.play_to_the_end(anna, ben)
    for seat, person in enumerate((anna, ben)):
        says_who_won(person, seat)

    for person in (ben, anna):
        person.page.get_by_role("button", name="Play again").click()
    for person in (anna, ben):
        expect(person.page.locator("#result")).not_to_be_visible()
        assert person.device_state()["lobby"]["number"] == 2
        expect(person.page.get_by_label("The table")).to_be_visible()


def play_alone_in_the_end(people: People, anna: Person, ben: Person, taps: int) -> None:
    """Play on, Anna to the end; Ben puts his phone aside after a few taps, and looks again at the result."""
    people.play_some(anna, ben, moves=taps)
    code = ben.code
    ben.take_line(code)
    people.play_to_the_end(anna, on_lines=(ben,))
    ben.goto(f"/t/{code}")
    expect(ben.page.locator("#result")).to_be_visible()


def says_who_won(person: Person, seat: int) -> None:
    """The end shows the same winners and scores as the table has told."""
    view = person.device_state()["view"]
    expect(person.page.locator("#result")).to_contain_text(
        re.compile("^You (win!|share)" if seat in view["winners"] else "(wins!|share the victory.)$")
    )
    rows = person.page.get_by_role("list", name="Ranking").locator("> li")
    shown = rows.evaluate_all(
        """rows => rows.map((row) => ({
          place: Number(row.dataset.place),
          isMine: row.querySelector(".name").textContent.includes("(you)"),
          score: parseInt(row.querySelector(".score").textContent),
        }))"""
    )
    assert sorted(row["score"] for row in shown) == sorted(view["scores"])
    assert [row["score"] for row in shown if row["isMine"]] == [view["scores"][seat]]
    assert [row["place"] == 1 for row in shown if row["isMine"]] == [seat in view["winners"]]
    assert len([row for row in shown if row["place"] == 1]) == len(view["winners"])
