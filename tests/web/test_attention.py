"""Sounds, title and announcements for a person that looks elsewhere, and events that wait for their look."""

import re

from playwright.sync_api import Locator, expect

from .person import People, Person


def test_the_title_says_whose_turn_it_is(people: People) -> None:
    anna, ben = people.come("Anna"), people.come("Ben")
    people.meet("escalier", anna, ben, players=2)
    while (
        not anna.is_asked() and not ben.is_asked()
    ):  # a riddle with nobody on white is soon over: either may be first
        anna.page.wait_for_timeout(20)
    first, second = (anna, ben) if anna.is_asked() else (ben, anna)
    expect(first.page).to_have_title("● Your turn – Toctoc")
    expect(second.page).to_have_title("Toctoc")
    while not second.is_asked():
        first.act()
        first.page.wait_for_timeout(20)
    expect(second.page).to_have_title("● Your turn – Toctoc")
    expect(first.page).to_have_title("Toctoc")


def test_sound_is_switched_off_by_one_tap_and_stays_off(people: People) -> None:
    anna = people.come("Anna", is_shown=True)
    anna.goto("/")
    sound = anna.page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    anna.page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")
    anna.goto("/play/escalier")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    sound.click()
    anna.page.get_by_role("button", name="Menu").click()
    expect(anna.page.get_by_role("slider", name="Volume")).to_have_value("0")


def test_a_peek_that_was_interrupted_comes_again_and_a_seen_one_does_not(people: People) -> None:
    anna = people.come("Anna", pace="step")  # each peek lasts until it is tapped away
    people.meet("chocottes", anna, players=2)
    peek(anna)
    anna.page.reload()
    expect(opened(anna)).to_have_count(1)
    anna.page.get_by_test_id("go-on").click()
    expect(opened(anna)).to_have_count(0)  # it was seen
    while not any(message["type"] == "seen" for message in anna.said):
        anna.page.wait_for_timeout(20)

    anna.page.reload()
    anna.page.locator("main .near [data-action]").first.wait_for()
    anna.page.wait_for_timeout(500)
    expect(opened(anna)).to_have_count(0)
    missed = [message["missed"] for message in anna.heard if message["type"] == "welcome" and "missed" in message]
    assert len([events for events in missed if "YouLookedAt" in str(events)]) == 1


def peek(person: Person) -> None:
    person.tap(person.page.locator("main .near [data-action^=look]").first)
    expect(opened(person)).to_have_count(1)


def opened(person: Person) -> Locator:
    """The cards of the own row that lie face up."""
    return person.page.locator("main .near").get_by_role("button", name=re.compile(r"^Card \d: "))
