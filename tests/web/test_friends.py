"""An evening with friends: chairs for all, one more while playing, and a seat that is given up and taken again."""

import re

from playwright.sync_api import expect

from .person import PHONE, People, Person


def sit_down(person: Person, code: str) -> None:
    person.goto(f"/t/{code}")
    person.page.get_by_role("button", name="Sit down").first.click()
    expect(person.page.get_by_text("(you)")).to_be_visible()


def test_friends_start_with_those_who_are_here_and_one_more_asks_for_a_chair(people: People, anna: Person) -> None:
    anna.goto("/")
    anna.page.locator("[data-game=toctoctoc]").get_by_role("button", name="Invite friends").click()
    expect(anna.page.locator("li[data-seat]")).to_have_count(5)  # the most chairs
    anna.sees("2 more players are needed, or bots.")
    ben, carla = people.come("Ben", PHONE), people.come("Carla")
    sit_down(ben, anna.code)
    carla.goto(f"/t/{anna.code}")
    carla.page.get_by_text("Choose another seat").click()
    carla.page.get_by_role("radio", name="Free seat 5").check()  # with a gap between
    carla.page.get_by_role("button", name="Sit down").click()
    expect(anna.page.locator("button.start.warm")).to_have_text(re.compile("Start with 3 players"))
    expect(anna.page.locator("button.start:not(.warm)")).to_contain_text("Start, with bots in the 2 free seats")
    anna.page.get_by_role("button", name="Start with 3 players").click()
    for person, seat in ((anna, 0), (ben, 1), (carla, 2)):
        expect(person.page.locator(f"main .mine[data-seat='{seat}']")).to_be_visible()
    assert len(anna.device_state()["view"]["scores"]) == 3

    dora = people.come("Dora", PHONE)
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
    asking.click()
    expect(asks).to_contain_text("Dora asks for a seat.")
    asks.get_by_role("button", name="Yes, for the next game").click()
    for gone in (asking, asks, anna.page.get_by_role("dialog")):
        expect(gone).to_have_count(0)
    expect(watching).to_contain_text("You play from the next game on.")
    dora.page.reload()
    expect(watching).to_contain_text("You play from the next game on.")
    expect(ben.page.get_by_test_id("asking")).to_have_count(0)  # he is not the host


def test_leaving_is_asked_once_and_can_be_taken_back(people: People, anna: Person) -> None:
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


def test_a_lost_cookie_is_not_silent(people: People, anna: Person) -> None:
    ben = people.come("Ben")
    people.meet("escalier", anna, ben, players=2)
    anna.page.context.clear_cookies()
    anna.page.reload()
    watching = anna.page.get_by_test_id("watching")
    expect(watching).to_contain_text("Your seat is no longer on this device.")
    expect(watching.get_by_role("button", name="Ask for a seat")).to_be_visible()
