"""Short messages on a phone cover no name, no score and no button."""

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import ViewportSize, expect

from tests.server.hosting import Server

from .person import People, Person
from .screens import PHASES, at_full_table, in_phase

TOKEN = "a-token-that-nobody-guesses"
PHONES: list[ViewportSize] = [{"width": 360, "height": 740}, {"width": 390, "height": 844}]
# The names, scores and buttons that lie below a message.
COVERED = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [...document.querySelectorAll(".tag, .moon, header button, main [data-action]")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1;
  }).map((one) => one.outerHTML.slice(0, 120));
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("messages"), TOCTOC_ADMIN_TOKEN=TOKEN) as server:
        yield server


@pytest.mark.parametrize("game", PHASES)
def test_a_message_lies_where_no_name_and_no_button_is(people: People, server: Server, game: str) -> None:
    anna = people.come("Maximilian-Alexander", PHONES[0])
    at_full_table(game)(people, anna)
    for size in PHONES:
        anna.page.set_viewport_size(size)
        admin = {"Authorization": f"Bearer {TOKEN}"}
        sent = httpx.post(f"{server.url}/api/admin/message", json={"text": "We restart at noon."}, headers=admin)
        assert sent.is_success
        expect(anna.page.locator(".toast")).to_have_count(1)
        assert anna.page.evaluate(COVERED, ".toasts") == [], size
        anna.page.locator(".toast").get_by_role("button", name="Close").click()
        expect(anna.page.locator(".toast")).to_have_count(0)


def test_the_hint_that_a_tap_goes_on_hides_no_button(people: People) -> None:
    anna = people.come("Anna", PHONES[0])
    in_phase("escalier", "search")(people, anna)
    choose_pace(anna, "slow")
    anna.tap(anna.page.locator("main [data-action^=turn]").first)
    anna.page.get_by_test_id("tap-hint").wait_for()
    assert anna.page.evaluate(COVERED, "[data-testid=tap-hint]") == []


def choose_pace(person: Person, pace: str) -> None:
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_test_id("pace-menu").select_option(pace)
    person.page.keyboard.press("Escape")
