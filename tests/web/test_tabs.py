"""The same person twice: in two tabs, with an old page, on another device; and finding a table by its code."""

import json

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.counts import one_of

from .person import PHONE, People, Person
from .screens import in_phase, join, lobby

ASIDE = "This table is open in another tab."


def is_playing(person: Person) -> None:
    expect(person.page.get_by_role("main", name="The table")).to_be_visible()
    expect(person.page.locator("[data-action], [data-pick]").first).to_be_visible()
    person.wait_for_guard()
    assert person.act()


def test_the_older_tab_steps_aside_and_can_come_back(people: People, anna: Person) -> None:
    in_phase("escalier", None)(people, anna)
    second = people.again(anna)
    second.goto(anna.path)
    anna.sees(ASIDE)
    is_playing(second)

    anna.page.get_by_role("button", name="Play here").click()
    second.sees(ASIDE)
    is_playing(anna)


class OldPage:
    """Says hello as a client did that the server no longer understands, the next so many times."""

    def __init__(self, person: Person) -> None:
        self.times = 0
        person.page.route_web_socket("**/ws", self.between)

    def between(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def say(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "hello" and self.times:
                self.times -= 1
                said["protocol"] = 0
            server.send(json.dumps(said))

        page.on_message(say)


def greet_again(person: Person) -> None:
    """As after a pause without a network."""
    with person.page.expect_event("load"):
        person.page.evaluate("() => { dispatchEvent(new Event('online')) }")


def test_an_old_page_is_loaded_anew_and_keeps_its_seat(people: People, anna: Person) -> None:
    old = OldPage(anna)
    in_phase("escalier", None)(people, anna)
    for _ in range(2):  # a server may be renewed more than once in a visit
        old.times = 1
        greet_again(anna)
        is_playing(anna)


def test_a_page_that_stays_old_says_so_instead_of_loading_for_ever(people: People, anna: Person) -> None:
    old = OldPage(anna)
    in_phase("escalier", None)(people, anna)
    old.times = 2
    greet_again(anna)
    anna.sees("This page is out of date.")
    anna.page.get_by_role("button", name="Reload").click()
    is_playing(anna)


def test_a_seat_moves_to_another_device(people: People, anna: Person) -> None:
    in_phase("escalier", None)(people, anna)
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="another device").click()
    link = anna.page.locator("dialog .link a").get_attribute("href")
    assert link is not None

    phone = people.come("Anna", PHONE)
    phone.page.goto(link)
    is_playing(phone)
    anna.sees("You play on another device now.")
    assert "#" not in phone.page.url, "the link works once, and is nobody else's business"

    thief = people.come("Zoé")
    thief.page.goto(link)
    thief.sees("This QR code is too old or was used already.")
    assert not thief.device_state()["own"]


def test_a_wrong_code_is_explained_and_stays_to_be_mended(people: People, anna: Person) -> None:
    join(people, anna)
    field = anna.page.get_by_role("textbox")
    field.fill("Chouette lampe 99")
    field.press("Enter")
    expect(anna.page.get_by_role("alert")).to_have_text(
        "There is no table with this code. Check it and try again."
    )
    expect(field).to_have_value("Chouette lampe 99")
    expect(field).to_be_focused()


@pytest.mark.parametrize("written", one_of(["{link}", "{capitals}", " {spaces} "]))
def test_a_code_may_be_typed_as_one_likes(people: People, anna: Person, written: str) -> None:
    lobby(people, anna)
    code, link = anna.code, anna.page.url
    ben = people.come("Ben", PHONE)
    join(people, ben)
    field = ben.page.get_by_role("textbox")
    field.fill(written.format(capitals=code.upper(), spaces=code.replace("-", " ").title(), link=link))
    field.press("Enter")
    ben.page.get_by_role("button", name="Sit down").first.click()
    expect(anna.page.locator("li[data-seat]").get_by_text("Ben", exact=True)).to_be_visible()
    assert ben.code == code
