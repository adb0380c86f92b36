"""The same person twice: in two tabs, with an old page, on another device; and finding a table by its code."""

import json

from playwright.sync_api import WebSocketRoute, expect

from .person import PHONE, People, Person
from .screens import in_phase, join, lobby

ASIDE = "This table is open in another tab."


def is_playing(person: Person) -> None:
    expect(person.page.get_by_role("main", name="The table")).to_be_visible()
    expect(person.page.locator("[data-action], [data-pick]").first).to_be_visible()
    person.wait_for_guard()
    assert person.act()


def test_the_newest_tab_and_then_the_newest_device_plays(people: People, anna: Person) -> None:
    in_phase("escalier", None)(people, anna)
    second = people.again(anna)
    second.goto(anna.path)
    anna.sees(ASIDE)
    is_playing(second)
    anna.page.get_by_role("button", name="Play here").click()
    second.sees(ASIDE)
    is_playing(anna)

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
    """One that stays old says so, instead of loading for ever."""
    old = OldPage(anna)
    in_phase("escalier", None)(people, anna)
    for _ in range(2):  # a server may be renewed more than once in a visit
        old.times = 1
        greet_again(anna)
        is_playing(anna)
    old.times = 2
    greet_again(anna)
    anna.sees("This page is out of date.")
    anna.page.get_by_role("button", name="Reload").click()
    is_playing(anna)


def test_a_table_is_found_by_its_code_however_it_is_typed(people: People, anna: Person) -> None:
    lobby(people, anna)
    code, link = anna.code, anna.page.url
    ben = people.come("Ben", PHONE)
    join(people, ben)
    field = ben.page.get_by_role("textbox")
    field.fill("Chouette lampe 99")
    field.press("Enter")
    expect(ben.page.get_by_role("alert")).to_have_text("There is no table with this code. Check it and try again.")
    expect(field).to_have_value("Chouette lampe 99")
    expect(field).to_be_focused()
    for written in (link, code.upper(), f" {code.replace('-', ' ').title()} "):
        field.fill(written)
        field.press("Enter")
        ben.page.get_by_role("button", name="Sit down").first.wait_for()
        assert ben.code == code, written
        join(people, ben)
