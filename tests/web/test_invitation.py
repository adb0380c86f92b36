"""An invitation is a card: the host, the game, a name, a face and one button; the host sees who has opened it."""

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from .person import PHONE, People, Person

SIZE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def code(anna: Person) -> str:
    """Of a table to which Anna invites; she sits at it."""
    anna.goto("/play/toctoctoc?friends")
    expect(anna.page.get_by_text("(you)")).to_be_visible()
    return anna.code


def new_device(people: People, code: str) -> Person:
    """A guest whose browser knows no name yet, at the invitation."""
    guest = people.come("", size=SIZE)
    guest.goto(f"/t/{code}")
    expect(guest.page.get_by_role("heading")).to_have_text("Anna invites you to Toc Toc Toc!")
    return guest


def name_of(guest: Person) -> Locator:
    return guest.page.get_by_label("Your name")


def test_a_guest_types_a_name_and_sits_down_with_one_tap(people: People, anna: Person, code: str) -> None:
    visitors = anna.page.get_by_test_id("visitors")
    expect(visitors).to_have_text("Nobody has opened the link yet.")
    room = visitors.bounding_box()
    guest = new_device(people, code)
    expect(visitors).to_have_text("1 person is looking at the invitation…")
    assert visitors.bounding_box() == room
    expect(guest.page.locator("main").get_by_role("button")).to_have_count(1)
    sit = guest.page.get_by_role("button", name="Sit down")
    expect(sit).to_be_in_viewport(ratio=1)
    place = sit.bounding_box()
    expect(name_of(guest)).to_have_value("")
    guest.page.locator("label:has([value=cat])").click()
    expect(guest.page.locator("[value=cat]")).to_be_checked()
    sit.click()
    expect(guest.page.get_by_role("status").filter(has_text="Tell us your name first.")).to_be_visible()
    expect(name_of(guest)).to_be_focused()
    name_of(guest).fill("anna")
    guest.sees("anna sits here already: you will be anna 2.")
    assert sit.bounding_box() == place  # nothing moves under the finger
    name_of(guest).fill("Zoé")
    sit.click()
    expect(anna.page.locator("li[data-seat='1']")).to_contain_text("Zoé")
    expect(guest.page.locator("li[data-seat='1']")).to_contain_text("(you) Zoé")
    expect(visitors).to_have_text("")
    guest.goto("/")
    expect(guest.page.get_by_role("button", name="You are Zoé")).to_be_visible()  # the device remembers it


def test_a_known_guest_is_named_at_the_door_and_never_has_the_name_of_another(
    people: People, anna: Person, code: str
) -> None:
    other = people.come("Anna", size=SIZE)
    other.goto(f"/t/{code}")
    expect(anna.page.get_by_test_id("visitors")).to_have_text("Anna is at the door.")
    expect(name_of(other)).to_have_value("Anna")
    name_of(other).press("Enter")
    for person in (anna, other):
        expect(person.page.locator("li[data-seat='1']")).to_contain_text("Anna 2")


def test_a_host_without_a_name_is_asked_for_one(people: People) -> None:
    host = people.come("", size=SIZE)
    host.goto("/play/toctoctoc?friends")
    name_of(host).fill("Biscuit")
    host.page.keyboard.press("Enter")
    expect(host.page.locator("li[data-seat='0']")).to_contain_text("Biscuit")
    expect(name_of(host)).to_have_count(0)


def test_two_who_agreed_find_and_invite_each_other_on_the_first_page(people: People, anna: Person) -> None:
    zoe = people.come("Zoé", size=SIZE)
    people.meet("escalier", anna, zoe, players=2)
    people.finish(anna, zoe)
    anna.more().get_by_role("button", name="Remember Zoé for next time").click()
    anna.sees("Once Zoé agrees too, you can invite each other.")
    zoe.page.reload()  # or some seconds later
    zoe.more().get_by_role("button", name="Anna wants to play with you again. You too?").click()
    zoe.sees("You’ll find Anna on the first page next time.")
    zoe.goto("/")
    known = zoe.page.get_by_test_id("known")
    expect(known).to_contain_text("Anna")
    expect(known).to_contain_text("today")
    room = known.bounding_box()
    anna.page.reload()  # or some seconds later
    anna.more()
    anna.sees("You’ll find Zoé on the first page next time.")
    anna.goto("/")
    anna.page.get_by_role("button", name="Invite Zoé").click()
    anna.sees("Zoé sees your invitation on Toctoc’s first page.")
    zoe.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # or some seconds later
    expect(known).to_contain_text("invites you!")
    assert known.bounding_box() == room
    known.get_by_role("link", name="Come in").click()
    expect(zoe.page.get_by_role("heading")).to_contain_text("Anna invites you to")
    assert zoe.code == anna.code
    zoe.goto("/")
    known.get_by_role("button", name="Forget Anna").click()
    zoe.page.get_by_role("dialog").get_by_role("button", name="Forget Anna").click()
    expect(known).to_have_count(0)


def test_the_button_says_how_many_bots_will_play(anna: Person, code: str) -> None:
    assert code
    start = anna.page.locator("button.start").last
    expect(start).to_contain_text("Start with 4 bots")
    anna.page.get_by_label("A bot for seat 2").select_option("The medium")
    expect(anna.page.locator("li[data-seat='1']")).not_to_contain_text("Free")
    expect(start).to_contain_text("Start with 4 bots")


def test_the_button_says_who_is_at_the_door(people: People, anna: Person, code: str) -> None:
    start = anna.page.locator("button.start")
    ben, cleo, dan = (people.come(name, PHONE) for name in ("Ben", "Cleo", "Maximilian"))
    ben.goto(f"/t/{code}")
    expect(start).to_contain_text("Start without Ben, with 4 bots")
    cleo.goto(f"/t/{code}")
    expect(start).to_contain_text("Start without Ben and Cleo, with 4 bots")
    dan.goto(f"/t/{code}")
    expect(start).to_contain_text("Start without the 3 at the door, with 4 bots")
    for guest in (cleo, dan):
        guest.goto("/about")
    ben.page.get_by_role("button", name="Sit down").first.click()
    expect(start).to_contain_text("Start with 3 bots")
