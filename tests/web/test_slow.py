"""A day a move: chosen in the lobby; the table, the first page and its title name the player to move."""

import re

from playwright.sync_api import expect

from tests.scale import spread

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


def test_a_table_of_a_day_a_move_says_whose_turn_it_is_wherever_one_looks(people: People, anna: Person) -> None:
    clara = people.come("Clara")
    clara.goto("/play/escalier?friends")
    clara.page.locator("summary").click()
    clock = clara.page.get_by_label("Clock")
    expect(clock.locator("option")).to_have_text(
        ["no clock", "relaxed: 60 seconds", "fast: 15 seconds", "slow: 8 hours a move", "slow: a day a move"]
    )
    clock.select_option("day")
    clara.sees("No hurry: you can close this page.")

    asked, other = meet_slowly(people, anna, people.come("Ben", PHONE))
    expect(asked.page.get_by_test_id("slow")).to_have_text("Your turn · 23 hours left")
    expect(other.page.get_by_test_id("slow")).to_contain_text(f"Waiting for {asked.name}")
    code = asked.code
    for person in (asked, other):
        person.goto("/")
    link = f"a[href^='/t/{code}-']"
    expect(asked.page.locator(link)).to_contain_text("Your turn · 23 hours left")
    expect(asked.page).to_have_title(re.compile("^● Your turn"))
    expect(other.page.locator(link)).to_contain_text(f"Waiting for {asked.name} · 23 hours left")
    expect(other.page).to_have_title("Toctoc: ghostly card games")
    other.goto("/mine")
    expect(other.page.locator(link)).to_be_visible()

    for language in spread(("de", "fr", "nl", "en"), 1):
        asked.page.evaluate(
            "(language) => localStorage.setItem('toctoc', JSON.stringify({ name: 'Zoé', language }))", language
        )
        for path in ("/", f"/t/{code}"):
            asked.goto(path)
            turn = asked.page.locator(link) if path == "/" else asked.page.get_by_test_id("slow")
            expect(turn).to_contain_text(TURN[language])
            assert findings(asked) == [], (language, path)
            for size in (PHONE, LANDSCAPE):
                asked.page.set_viewport_size(size)
                assert too_small(asked) == [], (language, path)
                assert asked.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (language, path)

    expect(asked.page).to_have_title(re.compile("^●"))
    while asked.is_asked():
        asked.act()
        asked.page.wait_for_timeout(20)
    other.goto("/")
    expect(other.page.locator(link)).to_contain_text("Your turn")
