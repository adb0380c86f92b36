"""A line that dies in silence, and a device without a network: seen soon, said in words, and no move is lost."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.server.hosting import Server
from toctoc.lang import LANGUAGES, load

from .browser import HOME_NETWORK
from .person import PHONE, People, Person
from .screens import PHASES, in_phase
from .silent_proxy import SilentProxy

ROOT = Path(__file__).parents[2]
ART = ROOT / "web/src/games"
BUILT = ROOT / "src/toctoc/server/client/assets"
FIRST, *OTHERS = PHASES
SENDING = "Sending your move…"
WAITING = "Dein Zug folgt gleich."
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

# Whether some files have all come.
FETCHED = """(files) => {
  const come = performance.getEntriesByType("resource").filter((entry) => entry.responseEnd > 0);
  const names = new Set(come.map(({ name }) => new URL(name).pathname));
  return files.every((file) => names.has(file));
}"""
# Those of some pictures that cannot be shown now.
SHOWN = """async (files) => {
  const isShown = (file) => new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = file;
  });
  const shown = await Promise.all(files.map(isShown));
  return files.filter((_, at) => !shown[at]);
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
    all_answered(anna)
    expect(status(anna)).to_have_attribute("data-status", "open")

    expect(anna.page.locator("main.showing")).to_have_count(0)
    anna.wait_for_guard()
    anna.page.clock.pause_at(anna.page.evaluate("Date.now()") + 1_000)  # however long the machine takes

    line.die()
    move = tap(anna)
    expect(status(anna)).to_have_text("Connected")  # nobody wonders yet
    anna.page.clock.fast_forward(2_000)
    expect(status(anna)).to_contain_text(SENDING)
    anna.page.clock.fast_forward(3_000)  # asked, and no answer comes
    anna.page.clock.fast_forward(3_000)
    expect(status(anna)).to_have_attribute("data-status", "lost")
    expect(status(anna)).to_contain_text("Your move may have been sent. It counts only once.")
    expect(anna.page.get_by_role("button", name="Cancel")).not_to_be_visible()  # it may have left

    line.revive()
    anna.page.clock.resume()
    expect(status(anna)).to_have_text("Connected")
    [id] = answered_in_the_end(anna, move)
    assert [message.get("id") for message in anna.said].count(id) >= 2, "it was sent again, as the same move"


def test_without_a_network_the_move_waits_and_the_strip_can_be_read_in_german(people: People) -> None:
    anna = people.come("Anna", PHONE, "de")
    in_phase("escalier", None)(people, anna)
    people.play_until(anna, "search", "move")
    all_answered(anna)
    anna.page.context.set_offline(True)
    expect(status(anna)).to_have_text("Du bist offline.")
    readable(anna)
    tap(anna)
    expect(status(anna)).to_contain_text(WAITING)
    readable(anna)
    readable_in_all_languages(anna)
    anna.page.locator(".strip button").click()
    expect(status(anna)).not_to_contain_text(WAITING)
    said = len(anna.said)
    move = tap(anna)
    expect(status(anna)).to_contain_text(WAITING)
    assert len(anna.said) == said

    anna.page.context.set_offline(False)
    expect(status(anna)).to_have_text("Verbunden")
    [id] = answered_in_the_end(anna, move)
    assert [message.get("id") for message in anna.said].count(id) == 1
    expect(anna.page.locator(".strip.seen")).to_have_count(0)


@pytest.mark.parametrize("game", [FIRST, *(pytest.param(game, marks=pytest.mark.long) for game in OTHERS)])
def test_all_pictures_of_a_game_are_there_once_its_table_is_open(people: People, game: str) -> None:
    """Over plain HTTP on a home network too, where browsers allow no service worker."""
    port = urlsplit(people.url).port
    anna = people.come("Anna", PHONE, url=f"http://{HOME_NETWORK}:{port}")
    in_phase(game, None)(people, anna)
    drawn = [file.read_bytes() for file in ART.glob(f"{game}/art/**/*.svg") if file.name != "cover.svg"]
    names = names_in_client(drawn)
    assert len(names) == len(set(drawn)) > 10
    anna.until(FETCHED, names)
    anna.page.context.set_offline(True)
    expect(status(anna)).to_have_attribute("data-status", "lost")
    assert anna.page.evaluate(SHOWN, names) == []


def test_pictures_that_a_lost_line_left_out_come_when_it_is_back(people: People, line: SilentProxy) -> None:
    anna = people.come("Anna", PHONE)
    in_phase("escalier", None)(people, anna)
    anna.page.context.set_offline(True)
    anna.page.evaluate(
        "document.querySelector('main').append(Object.assign(new Image(), {src: '/icon-180.png?new', id: 'new'}))"
    )
    anna.until("() => document.images.new.complete && document.images.new.naturalWidth === 0")
    anna.page.context.set_offline(False)
    anna.until("() => document.images.new.naturalWidth > 0")


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
    """Wait until the last move is done with: the table may go on before it says so."""
    for _ in range(3_000):
        answered = {message.get("id") for message in person.heard}
        if all(message["id"] in answered for message in person.said if message["type"] == "move"):
            return
        person.page.wait_for_timeout(20)
    raise AssertionError("nobody answered")


def answered_in_the_end(person: Person, move: str) -> set[str]:
    """The ids with which a move was sent since the last one; wait until it is done."""
    sent = [message for message in person.said if message["type"] == "move"]
    ids: set[str] = {message["id"] for message in sent if message["action"] == move} & {sent[-1]["id"]}
    for _ in range(3_000):
        answers = {message.get("id"): message["type"] for message in person.heard}
        if ids <= answers.keys():
            assert {answers[id] for id in ids} == {"done"}
            return ids
        person.page.wait_for_timeout(20)
    raise AssertionError("nobody answered")


def names_in_client(pictures: list[bytes]) -> list[str]:
    """By which paths the client has these pictures."""
    return [f"/assets/{file.name}" for file in BUILT.glob("*.svg") if file.read_bytes() in pictures]


def readable_in_all_languages(person: Person) -> None:
    """The strip beside its button, with the longest sentences of each language."""
    sentences = person.page.locator(".strip.seen p > span").all()
    for language in LANGUAGES:
        for sentence, key in zip(sentences, ("line.lost", "line.here"), strict=True):
            sentence.evaluate("(span, text) => (span.firstChild.data = text)", load(language)(key))
        readable(person)
    for sentence, text in zip(sentences, ("Du bist offline.", WAITING), strict=True):
        sentence.evaluate("(span, text) => (span.firstChild.data = text)", text)


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
