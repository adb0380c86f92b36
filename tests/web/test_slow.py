"""A day a move: chosen in the lobby; the table, the first page and its title name the player to move."""

import re

import pytest
from playwright.sync_api import expect

from toctoc.lang import LANGUAGES

from .axe import findings
from .person import LANDSCAPE, PHONE, People, Person
from .targets import too_small

TURN = {"en": "Your turn", "fr": "À toi", "de": "Du bist dran", "nl": "Jouw beurt"}


def meet_slowly(people: People, *persons: Person) -> tuple[Person, Person]:
    """A slow table; the person to move, and the other one."""
    people.meet("escalier", *persons, players=2, clock="day")
    one, other = persons
    for person in persons:
        expect(person.page.get_by_test_id("slow")).to_be_visible()
    return (one, other) if one.is_asked() else (other, one)


def test_the_clock_is_chosen_in_the_lobby_and_says_that_there_is_no_hurry(people: People, anna: Person) -> None:
    anna.goto("/play/escalier?friends")
    anna.page.locator("summary").click()
    clock = anna.page.get_by_label("Clock")
    expect(clock.locator("option")).to_have_text(
        ["no clock", "relaxed: 60 seconds", "fast: 15 seconds", "slow: 8 hours a move", "slow: a day a move"]
    )
    clock.select_option("day")
    anna.sees("No hurry: you can close this page.")


def test_the_first_page_and_its_title_tell_whose_turn_it_is(people: People, anna: Person) -> None:
    asked, other = meet_slowly(people, anna, people.come("Ben", PHONE))
    expect(asked.page.get_by_test_id("slow")).to_have_text("Your turn · 23 hours left")
    expect(other.page.get_by_test_id("slow")).to_contain_text(f"Waiting for {asked.name}")
    code = asked.code
    for person in (asked, other):
        person.goto("/")
    link = f"a[href='/t/{code}']"
    expect(asked.page.locator(link)).to_contain_text("Your turn · 23 hours left")
    expect(asked.page).to_have_title(re.compile("^● Your turn"))
    expect(other.page.locator(link)).to_contain_text(f"Waiting for {asked.name} · 23 hours left")
    expect(other.page).to_have_title("Toctoc: ghostly card games")
    other.goto("/mine")
    expect(other.page.locator(link)).to_be_visible()
    asked.page.locator(link).click()
    expect(asked.page).to_have_title(re.compile("^●"))
    while asked.is_asked():
        asked.act()
        asked.page.wait_for_timeout(20)
    other.goto("/")
    expect(other.page.locator(link)).to_contain_text("Your turn")


@pytest.mark.long
@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_phone_says_it_in_every_language(people: People, language: str) -> None:
    person = people.come("Zoé with 20 letters.", PHONE, language)
    body = {"game": "escalier", "settings": {"players": 2, "clock": "hours"},
            "host": {"name": "Zoé with 20 letters.", "start": True, "fill": "petit-fantome"}}  # fmt: skip
    code = person.page.request.post(f"{people.url}/api/tables", data=body).json()["code"]
    person.goto(f"/t/{code}")
    expect(person.page.get_by_test_id("slow")).to_contain_text(TURN[language])
    assert findings(person) == []
    person.goto("/")
    expect(person.page.locator(f"a[href='/t/{code}']")).to_contain_text(TURN[language])
    assert findings(person) == []
    for size in (PHONE, LANDSCAPE):
        person.page.set_viewport_size(size)
        assert too_small(person) == []
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
