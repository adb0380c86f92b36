"""The end of a game: the winners, the replay, the link to it, and whether the deal was fair."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, ViewportSize, WebSocketRoute, expect

from tests.counts import count, one_of
from toctoc.core.registry import BUILT_IN

from .known_cards import pictured
from .page_watcher import SCREEN, PageWatcher
from .person import DESKTOP, PHONE, People, Person
from .screens import over

Record = dict[str, Any]


def finished(people: People, game: str, players: int, size: ViewportSize = DESKTOP) -> Person:
    """A person after a game against bots."""
    anna = people.come("Anna", size)
    people.meet(game, anna, players=players)
    people.finish(anna)
    return anna


def finished_with_her_part(people: People) -> Person:
    """A person that took part in the shuffle of her game: on a busy machine she may be too late for that."""
    while True:
        over("escalier")(people, anna := people.come("Anna"))
        record = anna.page.request.get(f"{people.url}/api/tables/{anna.code}/record").json()
        if "part" in record["fair"]["seats"][0]:
            return anna


def test_the_end_is_shared_and_verified_and_tampering_is_found_out(people: People) -> None:
    anna = finished_with_her_part(people)
    opens_elsewhere(people, shared(anna))
    verify(anna)
    expect(anna.page.get_by_test_id("verdict")).to_have_attribute("data-verdict", "good")
    found = anna.page.locator("[data-finding]").evaluate_all("all => all.map(one => one.dataset.finding)")
    assert found == ["seal.good", "parts.good", "announced.good", "own.good", "draws.good"]
    anna.page.keyboard.press("Escape")
    for reason, tamper in TAMPERED.items():
        anna.page.route("**/record?*", tampering(tamper))
        verify(anna)
        expect(anna.page.get_by_test_id("verdict")).to_have_attribute("data-verdict", "bad")
        expect(anna.page.locator(f"[data-finding='{reason}'].bad")).to_be_visible()
        anna.page.keyboard.press("Escape")
        anna.page.unroute("**/record?*")


def shared(anna: Person) -> str:
    """The link that the page gives to others."""
    anna.more().get_by_role("button", name="Share").click()
    toast = anna.page.locator(".toast span")
    expect(toast).to_contain_text("/replay/")
    link = re.search(r"http\S+/replay/\S+", toast.inner_text())
    assert link is not None
    return link[0]


def opens_elsewhere(people: People, link: str) -> None:
    cleo = people.come("Cleo")
    cleo.page.goto(link)
    expect(cleo.page.get_by_test_id("move")).to_have_text(re.compile(r"^0 / \d+$"))
    cleo.page.get_by_role("button", name="One move forward").click()
    expect(cleo.page.get_by_test_id("move")).to_have_text(re.compile(r"^1 / \d+$"))


def verify(person: Person) -> None:
    person.more().get_by_role("button", name="Was it fair?").click()
    person.page.get_by_test_id("verdict").wait_for()


def another_card(record: Record) -> None:
    """Chance gave a player another card than the record has."""
    flips = [step for step in record["steps"] if step[1].startswith("flip")]
    other = next(flip for flip in flips if flip[1] != flips[0][1])
    flips[0][1], other[1] = other[1], flips[0][1]


def another_secret(record: Record) -> None:
    record["fair"]["secret"] = "5e" * 32


def another_part(record: Record) -> None:
    record["fair"]["seats"][0]["part"] = "5e" * 32


def another_number(record: Record) -> None:
    record["fair"]["number"] = 2


def no_record(record: Record) -> None:
    del record["steps"]


TAMPERED: dict[str, Callable[[Record], None]] = {
    "draws.bad": another_card,
    "seal.bad": another_secret,
    "parts.bad": another_part,
    "number.bad": another_number,
    "unreadable": no_record,
}


def tampering(tamper: Callable[[Record], None]) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        record = route.fetch(max_retries=3).json()
        tamper(record)
        route.fulfill(body=json.dumps(record), content_type="application/json")

    return answer


@pytest.mark.long
@pytest.mark.parametrize("game", ["toctoctoc", "chocottes"])
def test_a_replay_from_a_seat_shows_what_that_seat_saw(people: People, game: str) -> None:
    """And with everything open, everything."""
    anna = finished(people, game, players=3)
    replay = anna.page.request.get(f"{people.url}/api/tables/{anna.code}/replay").json()
    anna.more().get_by_role("link", name="Replay").click()
    who = anna.page.get_by_role("combobox", name="Whose view?")
    on = anna.page.get_by_role("button", name="One move forward")
    expect(who).to_be_visible()
    anna.page.reload()  # what a screen reader was told last, at the end of the game itself, is not of the replay
    watcher = PageWatcher(anna, game, seat=0)
    who.select_option("0")
    opened: Any = []  # hands by seat, or rows
    shown_at: list[float] = []
    for number, frame in enumerate(replay["frames"][:MOVES]):
        told = {"events": frame.get("events", []), "view": frame.get("view", {})}
        shown_at.append(anna.page.evaluate("performance.now()"))
        watcher.knows.hear(shown_at[-1], {"version": number, "public": told, "own": frame.get("own", [])})
        if number:
            on.click()
        expect(anna.page.get_by_test_id("move")).to_have_text(f"{number} / {len(replay['frames']) - 1}")
        if watcher.knows.view["phase"] != "over":
            # What was told a few moves ago may still stand there, however long they took.
            watcher.check({**anna.page.evaluate(SCREEN), "now": shown_at[-4:][0]})
        opened = frame.get("open", opened)
        if number % 8 == 7:
            who.select_option("open")
            hidden = opened.values() if isinstance(opened, dict) else opened
            everything = [card for cards in hidden for card in cards]
            shown = pictured(anna.page.evaluate(SCREEN)["addresses"], game)
            missing = [card for card in set(everything) if shown[card] < everything.count(card)]
            assert not missing, f"move {number} hides {missing}"
            who.select_option("0")


# Doors that cover a score, and cards that leave their place.
CRAMPED = """() => {
  const found = [];
  const main = document.querySelector("main").getBoundingClientRect();
  const boxes = (root, what) => [...root.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  for (const house of document.querySelectorAll("[data-house]"))
    for (const moon of boxes(house, ".moon"))
      for (const over of boxes(house, ".door, .door svg, .door .card"))
        if (over.top < moon.bottom - 1 && over.left < moon.right && moon.left < over.right)
          found.push(`house ${house.dataset.house}: ${moon.bottom - over.top} px of the moon`);
  for (const card of boxes(document, ".hand [data-card]"))
    if (card.bottom > main.bottom - 3) found.push(`a card ends at ${card.bottom} of ${main.bottom}`);
  return found;
}"""


@pytest.mark.long
def test_a_replay_on_a_phone_covers_no_score_and_cuts_nothing(people: People) -> None:
    anna = finished(people, "toctoctoc", players=3, size=PHONE)
    anna.more().get_by_role("link", name="Replay").click()
    anna.page.get_by_role("combobox", name="Whose view?").select_option("open")
    for number in range(1, MOVES):
        anna.page.get_by_role("button", name="One move forward").click()
        expect(anna.page.get_by_test_id("move")).to_have_text(re.compile(rf"^{number} /"))
        for _ in range(100):
            if not (found := anna.page.evaluate(CRAMPED)):
                break
            anna.page.wait_for_timeout(50)  # what just moves may be anywhere: only what stays counts
        assert found == [], number


MOVES = 24  # of a replay, that are looked at one by one


# Each time that the result comes, true; that it goes, false.
RESULTS = """{
  window.results = [];
  new MutationObserver(() => {
    const isThere = document.querySelector("#result") !== null;
    if (isThere !== (results.at(-1) ?? false)) results.push(isThere);
  }).observe(document, { subtree: true, childList: true });
}"""


class MissedEnd:
    """A proxy of the connection: its welcome lists the last move of the game as missed."""

    def __init__(self, person: Person) -> None:
        over = next(message for message in reversed(person.heard) if _ends(message))
        self.missed = {"version": over["version"], "seat": None, "events": over["public"]["events"]}
        self.welcomes = 0
        self.connections: list[WebSocketRoute] = []
        person.page.route_web_socket(re.compile("/ws$"), self._open)

    def _open(self, connection: WebSocketRoute) -> None:
        self.connections.append(connection)
        server = connection.connect_to_server()
        server.on_message(lambda text: connection.send(self._with_missed(json.loads(text))))

    def _with_missed(self, message: dict[str, Any]) -> str:
        if message["type"] == "welcome":
            self.welcomes += 1
            message["missed"] = [self.missed]
        return json.dumps(message)


def _ends(message: dict[str, Any]) -> bool:
    public: dict[str, Any] = message.get("public", {})
    return bool(public.get("lobby", {}).get("stage") == "over")


@pytest.mark.parametrize("game", one_of(BUILT_IN))  # the result is the same component
def test_the_result_comes_once_and_stays_until_the_next_game(people: People, game: str) -> None:
    """It comes after the last move was shown, and a reconnection leaves it."""
    anna = people.come("Anna", pace="fast", motion="no-preference")
    people.meet(game, anna, players=3)
    people.finish(anna)
    proxy = MissedEnd(anna)
    anna.page.add_init_script(RESULTS)
    anna.page.reload()
    result, again = anna.page.locator("#result"), anna.page.get_by_role("button", name="Play again")
    anna.page.locator(".playing main [data-seat]").first.wait_for()
    expect(anna.page.locator(".playing main:not(.showing)")).to_be_visible()
    expect(result).to_be_visible()
    assert anna.page.evaluate("results") == [True]
    proxy.connections[-1].close()
    while proxy.welcomes < 2:
        anna.page.wait_for_timeout(20)
    anna.page.evaluate("() => new Promise(requestAnimationFrame)")
    assert anna.page.evaluate("results") == [True]
    again.click()
    expect(result).not_to_be_visible()
    assert anna.page.evaluate("results") == [True, False]


# Rows of the places that are cut, and those of the winner and of the viewer if they are hidden. The viewer's row
# may lie in place of another one.
SLICED_ROWS = """() => {
  const list = document.querySelector("[aria-labelledby=result] ol");
  const [inner, outer] = [list, list.parentElement].map((element) => element.getBoundingClientRect());
  const [top, bottom] = [Math.max(inner.top, outer.top) - 1, Math.min(inner.bottom, outer.bottom) + 1];
  const own = list.querySelector(".own");
  const { top: from, bottom: to } = own.getBoundingClientRect();
  const found = [];
  for (const row of list.children) {
    const box = row.getBoundingClientRect();
    const isWhole = box.top >= top && box.bottom <= bottom;
    const isCovered = row !== own && box.top < to - 1 && box.bottom > from + 1;
    const isGone = box.top >= bottom - 2 || (isCovered && box.top >= from - 1);
    if (row === own || row === list.firstElementChild ? !isWhole || isCovered : !isGone && (!isWhole || isCovered))
      found.push(`${row.dataset.place}: ${box.top} to ${box.bottom} in ${top} to ${bottom}`);
  }
  return found;
}"""
HIDDEN_ROWS = """() => {
  const list = document.querySelector("[aria-labelledby=result] ol");
  return list.scrollHeight - list.clientHeight;
}"""
PHONES: list[ViewportSize] = [{"width": 390, "height": 844}, PHONE]
LOW: ViewportSize = {"width": 360, "height": 500}
SPEAK = """(language) => localStorage.setItem(
  "toctoc", JSON.stringify({ ...JSON.parse(localStorage.getItem("toctoc")), language }))"""


def test_a_phone_shows_whole_rows_of_four_players(people: People) -> None:
    """With another person at the table, and details in each row; on a lower one the winner's and the own row."""
    anna, ben = people.come("Anna-Katharina"), people.come("Ben")
    people.meet("chocottes", anna, ben, players=4)
    people.finish(anna, ben)
    for language in count(("de",), ("de", "fr")):
        anna.page.evaluate(SPEAK, language)
        for size in [*PHONES, LOW]:
            anna.page.set_viewport_size(size)
            anna.page.reload()
            anna.page.locator("[aria-labelledby=result] .detail").first.wait_for(state="attached")
            found = eventually_none(anna, SLICED_ROWS)
            assert found == [], (language, size)
            if size != LOW:
                assert anna.page.evaluate(HIDDEN_ROWS) <= 1, (language, size)


def eventually_none(person: Person, script: str) -> list[str]:
    """Return the findings of a script once there are none, or after a while: the result arrives from below."""
    found: list[str] = []
    for _ in range(100):
        if not (found := person.page.evaluate(script)):
            break
        person.page.wait_for_timeout(50)
    return found
