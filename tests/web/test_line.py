"""A line that dies in silence, and a device without a network: seen soon, said in words, and no move is lost."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.server.hosting import Server

from .person import PHONE, People, Person
from .screens import in_phase
from .silent_proxy import SilentProxy

SENDING = "Sending your move…"
WAITING = "Dein Zug wartet."
NO_LINE = "ERR_INTERNET_DISCONNECTED"

# Of each word in an element, on how many lines it stands.
BROKEN = """(element) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (walker.nextNode()) for (const { 0: word, index } of walker.currentNode.data.matchAll(/\\S+/g)) {
    const range = document.createRange();
    range.setStart(walker.currentNode, index);
    range.setEnd(walker.currentNode, index + word.length);
    if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) broken.push(word);
  }
  return broken;
}"""


@pytest.fixture
def line(server: Server) -> Iterator[SilentProxy]:
    port = urlsplit(server.url).port
    assert port is not None
    with SilentProxy(port) as line:
        yield line


@pytest.fixture
def people(chromium: Browser, line: SilentProxy, tmp_path: Path) -> Iterator[People]:
    people = People(chromium, line.url, tmp_path)
    yield people
    for person in people.all:
        person.forgive(NO_LINE)
    people.close()


def test_a_line_that_dies_in_silence_is_seen_and_its_move_counts_once(people: People, line: SilentProxy) -> None:
    anna = people.come("Anna", PHONE)
    anna.page.clock.install()
    in_phase("escalier", None)(people, anna)
    people.play_until(anna, "search", "move")
    expect(status(anna)).to_have_attribute("data-status", "open")

    line.die()
    move = tap(anna)
    expect(status(anna)).to_have_text("Connected")  # nobody wonders yet
    anna.page.clock.fast_forward(2_000)
    expect(status(anna)).to_contain_text(SENDING)
    anna.page.clock.fast_forward(3_000)  # asked, and no answer comes
    anna.page.clock.fast_forward(3_000)
    expect(status(anna)).to_have_attribute("data-status", "lost")
    expect(status(anna)).to_contain_text("Your move may have been sent; it counts once.")
    expect(anna.page.get_by_role("button", name="Cancel")).not_to_be_visible()  # it may have left

    line.revive()
    expect(status(anna)).to_have_text("Connected")
    ids = [message["id"] for message in anna.said if message.get("action") == move]
    assert len(ids) >= 2, "it was sent again"
    assert len(set(ids)) == 1, "and is the same move"
    assert ids[0] in answered(anna, "done")
    assert ids[0] not in answered(anna, "refused")


def test_without_a_network_the_move_waits_and_the_strip_can_be_read_in_german(people: People) -> None:
    anna = people.come("Anna", PHONE, "de")
    in_phase("escalier", None)(people, anna)
    people.play_until(anna, "search", "move")
    anna.page.context.set_offline(True)
    expect(status(anna)).to_have_text("Du bist offline.")
    readable(anna)
    move = tap(anna)
    expect(status(anna)).to_contain_text(WAITING)
    readable(anna)
    anna.page.locator(".strip button").click()
    expect(status(anna)).not_to_contain_text(WAITING)
    move = tap(anna)
    expect(status(anna)).to_contain_text(WAITING)
    assert move not in [message.get("action") for message in anna.said[-2:]]

    anna.page.context.set_offline(False)
    expect(status(anna)).to_have_text("Verbunden")
    [id] = {message["id"] for message in anna.said[-3:] if message.get("action") == move}
    expect(anna.page.locator(".strip.seen")).to_have_count(0)
    assert id in answered(anna, "done")


def status(person: Person) -> Locator:
    return person.page.get_by_test_id("line")


def tap(person: Person) -> str:
    """Make the first move that needs one tap."""
    target = person.page.locator("main [data-action]").first
    action = target.get_attribute("data-action")
    assert action is not None
    target.click()
    return action


def answered(person: Person, how: str) -> list[Any]:
    return [message.get("id") for message in person.heard if message["type"] == how]


def readable(person: Person) -> None:
    """Over the whole width, not too high, no word in pieces, and the table below it still fits."""
    strip = person.page.locator(".strip")
    box = strip.bounding_box()
    assert box is not None
    assert (box["x"], box["width"]) == (0, PHONE["width"])
    assert box["height"] < 64
    assert strip.evaluate(BROKEN) == []
