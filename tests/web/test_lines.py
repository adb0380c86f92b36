"""A lost network, a line that dies in silence, a killed server: no move is lost or counted twice."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.ports import free_port
from tests.server.hosting import Server
from toctoc.lang import LANGUAGES, load

from .person import PHONE, People, Person
from .screens import in_phase
from .silent_proxy import SilentProxy

# The browser's own complaints about a network that the test takes away.
NO_NETWORK = (
    "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_SOCKET_NOT_CONNECTED",
    "ERR_EMPTY_RESPONSE",
)  # fmt: skip
GERMAN = load("de")

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


def closing(people: People) -> Iterator[People]:
    """Pass people on to a test whose network breaks."""
    yield people
    for person in people.all:
        for complaint in NO_NETWORK:
            person.forgive(complaint)
    people.close()


@pytest.fixture
def people_behind(chromium: Browser, line: SilentProxy, tmp_path: Path) -> Iterator[People]:
    yield from closing(People(chromium, line.url, tmp_path))


def test_a_move_survives_a_lost_network_and_a_silent_line(people_behind: People, line: SilentProxy) -> None:
    """A phone in German: the strip over the table can be read, and the move counts once."""
    anna = people_behind.come("Anna", PHONE, "de")
    anna.page.clock.install()
    in_phase("escalier", "search")(people_behind, anna)
    all_answered(anna)
    expect(status(anna)).to_have_attribute("data-status", "open")

    anna.page.context.set_offline(True)
    expect(status(anna)).to_have_text(GERMAN("line.offline"))
    readable(anna)
    tap(anna)
    expect(status(anna)).to_contain_text(GERMAN("line.here"))
    readable_in_all_languages(anna)
    anna.page.locator(".strip button").click()
    expect(status(anna)).not_to_contain_text(GERMAN("line.here"))
    said = len(anna.said)
    move = tap(anna)
    expect(status(anna)).to_contain_text(GERMAN("line.here"))
    assert len(anna.said) == said, "nothing leaves a device without a network"
    anna.page.context.set_offline(False)
    expect(status(anna)).to_have_text(GERMAN("line.open"))
    [id] = answered_in_the_end(anna, move)
    assert [message.get("id") for message in anna.said].count(id) == 1
    expect(anna.page.locator(".strip.seen")).to_have_count(0)

    people_behind.play_until(anna, "search", "move")
    all_answered(anna)
    expect(anna.page.locator("main.showing")).to_have_count(0)
    anna.wait_for_guard()
    anna.stop_clock()  # however long the machine takes
    line.die()
    move = tap(anna)
    expect(status(anna)).to_have_text(GERMAN("line.open"))  # too early for a sign
    anna.page.clock.fast_forward(2_000)
    expect(status(anna)).to_contain_text(GERMAN("line.late"))
    anna.page.clock.fast_forward(3_000)  # the page pings, and no answer comes
    anna.page.clock.fast_forward(3_000)
    expect(status(anna)).to_have_attribute("data-status", "lost")
    expect(status(anna)).to_contain_text(GERMAN("line.unsure"))
    expect(anna.page.locator(".strip button")).not_to_be_visible()  # it may have left
    line.revive()
    anna.page.clock.resume()
    expect(status(anna)).to_have_text(GERMAN("line.open"))
    [id] = answered_in_the_end(anna, move)
    assert [message.get("id") for message in anna.said].count(id) >= 2, "it was sent again, as the same move"


def status(person: Person) -> Locator:
    return person.page.get_by_test_id("line")


def tap(person: Person) -> str:
    """Make the first move that needs one tap, after all reveals."""
    sent = person.moves()
    expect(person.page.locator("main.showing")).to_have_count(0)
    target = person.page.locator("main [data-action]").first
    action = target.get_attribute("data-action")
    assert action is not None
    person.tap(target)
    for _ in range(3_000):
        if person.moves() > sent or person.page.get_by_test_id("delivery").count():
            return action
        person.page.wait_for_timeout(20)
    raise AssertionError("the tap is no move")


def all_answered(person: Person) -> None:
    """Wait until the server has answered the last move: the table may go on before."""
    for _ in range(3_000):
        answered = {message.get("id") for message in person.heard}
        if all(message["id"] in answered for message in person.said if message["type"] == "move"):
            return
        person.page.wait_for_timeout(20)
    raise AssertionError("the server has not answered")


def answered_in_the_end(person: Person, move: str) -> set[str]:
    """Return the ids with which a move was sent since the last one; wait until it is done."""
    sent = [message for message in person.said if message["type"] == "move"]
    ids: set[str] = {message["id"] for message in sent if message["action"] == move} & {sent[-1]["id"]}
    for _ in range(3_000):
        answers = {message.get("id"): message["type"] for message in person.heard}
        if ids <= answers.keys():
            assert {answers[id] for id in ids} == {"done"}
            return ids
        person.page.wait_for_timeout(20)
    raise AssertionError("the server has not answered")


def readable_in_all_languages(person: Person) -> None:
    """The strip beside its button, with the longest sentences of each language."""
    sentences = person.page.locator(".strip.seen p > span").all()
    for language in (*(one for one in LANGUAGES if one != "de"), "de"):
        for sentence, key in zip(sentences, ("line.lost", "line.here"), strict=True):
            sentence.evaluate("(span, text) => (span.firstChild.data = text)", load(language)(key))
        readable(person)
    sentences[0].evaluate("(span, text) => (span.firstChild.data = text)", GERMAN("line.offline"))


def readable(person: Person) -> None:
    """Over the bar beside the menu, no word in pieces; it covers nothing of the table, which stays where it is."""
    strip = person.page.locator(".strip.seen")
    box = strip.bounding_box()
    assert box is not None
    table = person.page.locator("main").bounding_box()
    assert table is not None
    assert box["y"] + box["height"] <= table["y"] + 1
    assert box["x"] >= 44
    assert strip.evaluate(BROKEN) == []
    text = strip.locator("p").bounding_box()
    assert text is not None
    assert box["y"] <= text["y"]
    assert text["y"] + text["height"] <= box["y"] + box["height"]


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
def people_of_fragile(chromium: Browser, fragile: Fragile, tmp_path: Path) -> Iterator[People]:
    yield from closing(People(chromium, fragile.server.url, tmp_path))


def test_a_killed_server_costs_two_people_nothing(people_of_fragile: People, fragile: Fragile) -> None:
    """No page is loaded anew; a move made meanwhile, and one on its way, count once."""
    anna, ben = people_of_fragile.come("Anna"), people_of_fragile.come("Ben", PHONE)
    code = people_of_fragile.meet("escalier", anna, ben, players=2)
    for person in (anna, ben):
        person.page.evaluate("document.body.dataset.page = 'the same'")

    mover = next_mover(anna, ben)
    fragile.kill()
    for person in (anna, ben):
        expect(status(person)).to_contain_text("Connection lost")
    before = moves_of(mover)
    kept = tap(mover)
    expect(mover.page.get_by_text("Your move will be sent.")).to_be_visible()
    assert moves_of(mover) == before
    fragile.start()
    connected(anna, ben)
    expect(mover.page.get_by_text("Your move will be sent.")).not_to_be_visible()
    assert moves_of(mover) == [*before, kept]

    tap(next_mover(anna, ben))  # and killed while this one is on its way, or has just arrived
    fragile.kill()
    fragile.start()
    connected(anna, ben)
    next_mover(anna, ben)
    for person in (anna, ben):
        assert person.page.evaluate("document.body.dataset.page") == "the same", "the page was loaded anew"
        # A picture that a kill has cut short is fetched again (web/src/lib/prefetch.test.ts).
        person.errors[:] = [error for error in person.errors if "ERR_CONTENT_LENGTH_MISMATCH" not in error]
    people_of_fragile.finish(anna, ben)
    record = fragile.record(code)
    for seat, person in enumerate((anna, ben)):
        counted = [step[1] for step in record["steps"] if step[0] == seat and len(step) == 2]
        assert counted == moves_of(person), "moves were lost, or counted twice"


def connected(*players: Person) -> None:
    for person in players:
        expect(status(person)).to_contain_text("Connected")


def next_mover(*players: Person) -> Person:
    """Play on until a person has moves to choose from that need one tap each."""
    for _ in range(3_000):
        for person in players:
            if not person.is_asked():
                continue
            if person.is_asked("search", "move") and person.page.locator("main [data-action]").count():
                return person
            person.act()
        players[0].page.wait_for_timeout(20)
    raise AssertionError("the table asks for no move of one tap")


def moves_of(person: Person) -> list[str]:
    """Return the commands that this device has sent, each once, without refused ones."""
    refused = {message.get("id") for message in person.heard if message["type"] == "refused"}
    sent = {message["id"]: message["action"] for message in person.said if message["type"] == "move"}
    return [action for id, action in sent.items() if id not in refused]
