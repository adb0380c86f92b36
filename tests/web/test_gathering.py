"""Playing again is a gathering: a player who reads something else is called, and no bot plays for them."""

import re

import pytest
from playwright.sync_api import expect

from .person import PHONE, People, Person
from .presses import DRAWN, Presses


def finished(people: People, *players: Person) -> None:
    people.meet("escalier", players[0], *players[1:], players=max(2, len(players)))
    people.finish(*players)


def again(person: Person) -> None:
    person.page.get_by_role("button", name="Play again").click()


def is_waiting(person: Person) -> None:
    """The result is still there, with the person's own face on the row."""
    expect(person.page.locator("#result")).to_be_visible()
    expect(person.page.locator("[aria-label='Ready for another game'] [data-ready=true]")).to_have_count(1)
    assert person.device_state()["lobby"]["stage"] == "over"


def play_on(number: int, *people: Person) -> None:
    """Check that the people play the game of that number, and that no bot plays for them."""
    for person in people:
        person.page.locator(".playing main [data-seat]").first.wait_for()
        expect(person.page.locator("#result")).not_to_be_visible()
        lobby = person.device_state()["lobby"]
        assert (lobby["number"], [seat["name"] for seat in lobby["seats"]]) == (number, ["Anna", "Ben"])


def test_a_reader_is_called_from_the_analysis_and_from_home_and_the_television_follows(people: People) -> None:
    anna, ben, screen = people.come("Anna", PHONE), people.come("Ben"), people.come("Screen")
    finished(people, anna, ben)
    code = anna.code
    screen.goto(f"/t/{code}/screen")
    anna.page.get_by_role("link", name="How did it go?").click()
    anna.page.locator("dialog[open]").wait_for()
    again(ben)
    call = anna.page.locator("dialog[open]").get_by_test_id("call")
    expect(call).to_contain_text("Ben wants to play again.")
    expect(anna.page).to_have_title("▶ Ben wants to play again")
    is_waiting(ben)
    ben.page.get_by_role("button", name="Not yet").click()
    expect(call).to_have_count(0)
    expect(anna.page).to_have_title("The Haunted Staircase, the card game – Replay – Toctoc")

    anna.goto("/")
    table = anna.page.get_by_role("navigation", name="Your tables").get_by_role("link")
    expect(table).to_contain_text("finished")
    again(ben)
    expect(table).to_contain_text("The others want to play again!")
    call = anna.page.get_by_test_id("call")
    expect(call).to_contain_text("Ben wants to play again.")
    call.get_by_role("button", name="Join").click()
    play_on(2, anna, ben)

    people.finish(anna, ben)
    ben.page.get_by_role("button", name="Another game").click()
    choice = ben.page.get_by_role("dialog", name="Another game")
    expect(choice.get_by_role("button", name="The Haunted Staircase")).to_have_count(0)
    choice.get_by_role("button", name="Toc Chocottes").click()
    expect(screen.page.get_by_test_id("result")).to_contain_text("Ben suggests: Toc Chocottes")
    is_waiting(ben)
    anna.sees("Ben suggests: Toc Chocottes")
    anna.page.get_by_role("button", name="Play Toc Chocottes").click()
    for person in (anna, ben):
        expect(person.page.locator(".playing h1")).to_have_text("Toc Chocottes")  # once it is dealt
    play_on(3, anna, ben)
    for person in (anna, ben):
        lobby = person.device_state()["lobby"]
        assert (lobby["code"], lobby["game"]) == (code, "chocottes")
    expect(screen.page.get_by_test_id("asked")).to_be_visible()
    expect(screen.page).to_have_title("Toc Chocottes – Toctoc")


@pytest.mark.nightly
def test_my_games_and_the_rules_call_and_nothing_moves(people: People) -> None:
    anna, ben = people.come("Anna", PHONE), people.come("Ben")
    presses = Presses(anna)
    finished(people, anna, ben)
    anna.more().get_by_role("link", name="My games").click()
    anna.page.get_by_role("heading", name="The ladder").wait_for()
    anna.page.evaluate(DRAWN)
    presses.note()
    again(ben)
    call = anna.page.get_by_test_id("call")
    expect(call).to_contain_text("Ben wants to play again.")
    expect(call.locator("[data-ready=true]")).to_have_attribute("title", "Ben")
    assert presses.moved() == []
    is_waiting(ben)
    anna.page.get_by_role("link", name="Toctoc: Home").click()
    anna.page.get_by_role("link", name="About").click()
    anna.page.get_by_role("heading", level=1).wait_for()
    expect(call).to_contain_text("Ben wants to play again.")
    expect(anna.page).to_have_title("▶ Ben wants to play again")
    # The end of the page can be read beside the call.
    anna.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last, bar = anna.page.get_by_test_id("version").bounding_box(), call.bounding_box()
    assert last is not None
    assert bar is not None
    assert last["y"] + last["height"] <= bar["y"]
    call.get_by_role("button", name="Join").click()
    play_on(2, anna, ben)


@pytest.mark.nightly
def test_a_reader_s_seat_is_kept_for_the_next_game(people: People) -> None:
    anna, ben, cleo = people.come("Anna"), people.come("Ben"), people.come("Cleo", PHONE)
    finished(people, anna, ben, cleo)
    code = cleo.code
    cleo.page.get_by_role("button", name="More").click()
    cleo.page.get_by_role("link", name="Replay").click()
    cleo.page.locator("input[type=range]").wait_for()
    again(anna)
    again(ben)
    expect(cleo.page.get_by_test_id("call")).to_contain_text("Anna and Ben want to play again.")
    without = anna.page.get_by_role("button", name=re.compile("^Start without waiting$"))
    expect(without).to_be_enabled(timeout=40_000)
    assert cleo.device_state()["lobby"]["stage"] == "over"  # nobody who reads is left behind by a clock
    without.click()
    cleo.sees("Your seat is kept for the next game.")
    expect(anna.page.locator("#result")).not_to_be_visible()
    assert [seat["name"] for seat in anna.device_state()["lobby"]["seats"]] == ["Anna", "Ben"]
    cleo.goto(f"/t/{code}")
    cleo.page.get_by_role("button", name="Join next game").click()
    cleo.sees("You play from the next game on.")
    people.finish(anna, ben)
    expect(anna.page.locator("[data-ready=true]")).to_have_count(1)
    for person in (anna, ben):
        again(person)
    expect(cleo.page.locator("main .mine[data-seat='2']")).to_be_visible()
