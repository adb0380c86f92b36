"""The server is killed in the middle of a game: no reload is needed, and nothing is lost or counted twice."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.ports import free_port
from tests.server.hosting import Server

from .person import PHONE, People, Person

LOST = "Connection lost"
WAITING = "Your move will be sent."
NO_LINE = "ERR_CONNECTION_REFUSED"
CUT_OFF = ("ERR_CONNECTION_RESET", "ERR_SOCKET_NOT_CONNECTED")  # a picture was on its way


class Fragile:
    """A server that can be killed and started again, at the same address and with the same store."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.start()

    def start(self) -> None:
        self.server = Server(self.folder, "--port", str(self.port)).__enter__()

    def kill(self) -> None:
        self.server.__exit__(None, None, None)

    def record(self, code: str) -> dict[str, Any]:
        with self.server.http() as http:
            found: dict[str, Any] = http.get(f"/api/tables/{code}/record").json()
        return found


@pytest.fixture
def fragile(tmp_path: Path) -> Iterator[Fragile]:
    fragile = Fragile(tmp_path)
    yield fragile
    fragile.kill()


@pytest.fixture
def people(chromium: Browser, fragile: Fragile, tmp_path: Path) -> Iterator[People]:
    people = People(chromium, fragile.server.url, tmp_path)
    yield people
    for person in people.all:
        for complaint in (NO_LINE, *CUT_OFF):
            person.forgive(complaint)
    people.close()


@pytest.mark.long
def test_a_killed_server_costs_two_people_nothing(people: People, fragile: Fragile) -> None:
    anna, ben = people.come("Anna"), people.come("Ben", PHONE)
    code = people.meet("escalier", anna, ben, players=2)
    for person in (anna, ben):
        person.page.evaluate("document.body.dataset.page = 'the same'")

    mover = whoever_may_tap_twice(anna, ben)
    fragile.kill()
    for person in (anna, ben):
        expect(line(person)).to_contain_text(LOST)
    before = moves_of(mover)
    tap(mover, 0)
    expect(mover.page.get_by_text(WAITING)).to_be_visible()
    mover.page.get_by_role("button", name="Cancel").click()
    expect(mover.page.get_by_text(WAITING)).not_to_be_visible()
    kept = tap(mover, 1)
    expect(mover.page.get_by_text(WAITING)).to_be_visible()
    assert moves_of(mover) == before

    fragile.start()
    back(anna, ben)
    expect(mover.page.get_by_text(WAITING)).not_to_be_visible()
    assert moves_of(mover) == [*before, kept]
    mover = whoever_may_tap_twice(anna, ben)
    tap(mover, 0)  # and killed while this one is on its way, or has just arrived
    fragile.kill()
    fragile.start()
    back(anna, ben)

    whoever_may_tap_twice(anna, ben)
    for person in (anna, ben):
        assert person.page.evaluate("document.body.dataset.page") == "the same", "the page was loaded anew"
    people.finish(anna, ben)
    record = fragile.record(code)
    for seat, person in enumerate((anna, ben)):
        counted = [step[1] for step in record["steps"] if step[0] == seat and len(step) == 2]
        assert counted == moves_of(person), "moves were lost, or counted twice"


def line(person: Person) -> Any:
    return person.page.get_by_test_id("line")


def back(*players: Person) -> None:
    for person in players:
        expect(line(person)).to_contain_text("Connected")


def whoever_may_tap_twice(*players: Person) -> Person:
    """Play on until a person has two moves to choose from that need one tap each."""
    for _ in range(3_000):
        for person in players:
            if not person.is_asked():
                continue
            if person.is_asked("search", "move") and len(actions(person)) >= 2:
                return person
            person.act()
        players[0].page.wait_for_timeout(20)
    raise AssertionError("nobody ever could")


def actions(person: Person) -> list[str]:
    found: list[str] = person.page.locator("main [data-action]").evaluate_all(
        "all => all.map(one => one.dataset.action)"
    )
    return found


def tap(person: Person, which: int) -> str:
    action = actions(person)[which]
    person.tap(person.page.locator(f"main [data-action='{action}']"))
    return action


def moves_of(person: Person) -> list[str]:
    """Return the commands that this device has sent, each once, without refused ones."""
    refused = {message.get("id") for message in person.heard if message["type"] == "refused"}
    sent = {message["id"]: message["action"] for message in person.said if message["type"] == "move"}
    return [action for id, action in sent.items() if id not in refused]
