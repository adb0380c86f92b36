"""An evening with friends: invited by a link, seated, asked for one more seat, and found again another time."""

import re

from playwright.sync_api import Locator, ViewportSize, expect

from .person import LANDSCAPE, PHONE, People, Person

SIZE: ViewportSize = {"width": 390, "height": 844}


def name_of(guest: Person) -> Locator:
    return guest.page.get_by_label("Your name")


def test_friends_come_by_a_link_and_start_and_one_more_asks_for_a_seat(people: People) -> None:
    anna = people.come("")
    anna.goto("/")
    anna.page.locator("[data-game=toctoctoc]").get_by_role("button", name="Invite friends").click()
    name_of(anna).fill("Anna")  # a host without a name is asked for one
    anna.page.keyboard.press("Enter")
    seats, start = anna.page.locator("li[data-seat]"), anna.page.locator("button.start").last
    expect(seats).to_have_count(5)  # the most there are
    expect(seats.nth(0)).to_contain_text("Anna")
    expect(name_of(anna)).to_have_count(0)
    anna.sees("2 more players are needed, or bots.")
    expect(start).to_contain_text("Start with 4 bots")
    visitors = anna.page.get_by_test_id("visitors")
    expect(visitors).to_have_text("Nobody has opened the link yet.")
    room = visitors.bounding_box()

    zoe = people.come("", size=SIZE)  # with a device that knows no name yet
    zoe.goto(f"/t/{anna.code}")
    expect(zoe.page.get_by_role("heading")).to_have_text("Anna invites you to Toc Toc Toc!")
    expect(visitors).to_have_text("1 person is looking at the invitation…")
    assert visitors.bounding_box() == room
    expect(zoe.page.locator("main").get_by_role("button")).to_have_count(1)
    sit = zoe.page.get_by_role("button", name="Sit down")
    expect(sit).to_be_in_viewport(ratio=1)
    place = sit.bounding_box()
    expect(name_of(zoe)).to_have_value("")
    free = zoe.page.locator("[name=avatar]:enabled:not(:checked)").first.get_attribute("value")  # Anna's is taken
    zoe.page.locator(f"label:has([value={free}])").click()
    expect(zoe.page.locator(f"[value={free}]")).to_be_checked()
    sit.click()
    expect(zoe.page.get_by_role("status").filter(has_text="Tell us your name first.")).to_be_visible()
    expect(name_of(zoe)).to_be_focused()
    name_of(zoe).fill("anna")
    zoe.sees("anna sits here already: you will be anna 2.")
    assert sit.bounding_box() == place  # nothing moves under the finger
    name_of(zoe).fill("Zoé")
    sit.click()
    expect(seats.nth(1)).to_contain_text("Zoé")
    expect(zoe.page.locator("li[data-seat='1']")).to_contain_text("(you) Zoé")
    expect(visitors).to_have_text("")

    other, dora = people.come("Anna", size=SIZE), people.come("Dora", PHONE)
    other.goto(f"/t/{anna.code}")
    expect(visitors).to_have_text("Anna is at the door.")
    expect(name_of(other)).to_have_value("Anna")
    expect(start).to_contain_text("Start without Anna, with 3 bots")
    dora.goto(f"/t/{anna.code}")
    expect(start).to_contain_text("Start without Anna and Dora, with 3 bots")
    dora.goto("/about")
    other.page.get_by_text("Choose another seat").click()
    other.page.get_by_role("radio", name="Free seat 5").check()  # with a gap between
    other.page.get_by_role("button", name="Sit down").click()
    for person in (anna, other):
        expect(person.page.locator("li[data-seat='4']")).to_contain_text("Anna 2")
    expect(anna.page.locator("button.start.warm")).to_have_text(re.compile("Start with 3 players"))
    expect(anna.page.locator("button.start:not(.warm)")).to_contain_text("Start, with bots in the 2 free seats")
    anna.page.get_by_role("button", name="Start with 3 players").click()
    for person, seat in ((anna, 0), (zoe, 1), (other, 2)):
        expect(person.page.locator(f"main .mine[data-seat='{seat}']")).to_be_visible()
    assert len(anna.device_state()["view"]["scores"]) == 3

    dora.goto(f"/t/{anna.code}")
    watching = dora.page.get_by_test_id("watching")
    expect(watching).to_contain_text("You are watching.")
    watching.get_by_role("button", name="Ask for a seat").click()
    expect(watching).to_contain_text("You asked for a seat. The table’s host can now answer.")
    asking, asks = anna.page.get_by_test_id("asking"), anna.page.get_by_test_id("asks")
    expect(asking).to_have_text("Dora asks for a seat.")
    request, table = asking.bounding_box(), anna.page.locator("main").bounding_box()
    assert request
    assert table
    assert request["y"] + request["height"] <= table["y"]  # it covers nobody
    expect(zoe.page.get_by_test_id("asking")).to_have_count(0)  # she is not the host
    asking.click()
    expect(asks).to_contain_text("Dora asks for a seat.")
    asks.get_by_role("button", name="Yes, for the next game").click()
    for gone in (asking, asks, anna.page.get_by_role("dialog")):
        expect(gone).to_have_count(0)
    expect(watching).to_contain_text("You play from the next game on.")
    dora.page.reload()
    expect(watching).to_contain_text("You play from the next game on.")
    zoe.goto("/")
    expect(zoe.page.get_by_role("button", name="You are Zoé")).to_be_visible()  # the device remembers it


def test_a_page_at_a_local_address_says_that_its_link_works_there_only(people: People, anna: Person) -> None:
    anna.goto("/play/toctoctoc?friends")
    sentence = anna.page.get_by_text("This link works on this computer only")
    expect(sentence).to_be_visible()
    for size in (PHONE, LANDSCAPE):
        anna.page.set_viewport_size(size)
        expect(sentence).to_be_hidden()


def test_a_seat_is_left_taken_again_and_lost_with_its_cookie(people: People, anna: Person) -> None:
    ben = people.come("Ben", PHONE)
    people.meet("escalier", anna, ben, players=2)
    ben.page.get_by_role("button", name="Menu").click()
    leave = ben.page.get_by_role("button", name="Leave my seat")
    leave.click()
    ben.page.get_by_role("button", name="Stay").click()
    leave.click()
    ben.page.get_by_role("dialog", name="Leave your seat?").get_by_role("button", name="Leave").click()
    watching = ben.page.get_by_test_id("watching")
    expect(watching).to_contain_text("You are watching.")
    expect(anna.page.locator("[data-seat='1'].tag")).to_contain_text("Ben a bot plays")
    ben.page.get_by_role("button", name="Take my seat again").click()  # there is one
    expect(watching).to_have_count(0)
    expect(anna.page.locator("[data-seat='1'].tag")).not_to_contain_text("a bot plays")

    anna.page.context.clear_cookies()
    anna.page.reload()
    watching = anna.page.get_by_test_id("watching")
    expect(watching).to_contain_text("Your seat is no longer on this device.")
    expect(watching.get_by_role("button", name="Ask for a seat")).to_be_visible()


def test_two_who_agreed_find_and_invite_each_other_on_the_first_page(people: People, anna: Person) -> None:
    zoe = people.come("Zoé", size=SIZE)
    people.meet("escalier", anna, zoe, players=2)
    people.finish(anna, zoe)
    anna.more().get_by_role("button", name="Remember Zoé for next time").click()
    anna.sees("Once Zoé agrees too, you can invite each other.")
    zoe.page.reload()  # or some seconds later
    zoe.more().get_by_role("button", name="Anna wants to play with you again. You too?").click()
    zoe.sees("You’ll find Anna on the Home page next time.")
    zoe.goto("/")
    known = zoe.page.get_by_test_id("known")
    expect(known).to_contain_text("Anna")
    expect(known).to_contain_text("today")
    room = known.bounding_box()
    anna.page.reload()  # or some seconds later
    anna.more()
    anna.sees("You’ll find Zoé on the Home page next time.")
    anna.goto("/")
    anna.page.get_by_role("button", name="Invite Zoé").click()
    anna.sees("Zoé sees your invitation on Toctoc’s Home page.")
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
