"""The end of a game: news for the winner, kind words for the others, a link to it, and a fair deal."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, ViewportSize, expect

from toctoc.lang import LANGUAGES

from . import screens
from .person import DESKTOP, FAIR, PHONE, People, Person

Record = dict[str, Any]
LOW: ViewportSize = {"width": 360, "height": 540}
# Whether the winner's picture is whole above the news, or not there at all.
IS_APART = """() => {
  const face = document.querySelector(".celebration .face > :last-child");
  const news = document.querySelector("[data-headline]").getBoundingClientRect();
  return getComputedStyle(face).visibility === "hidden" || face.getBoundingClientRect().bottom <= news.top + 1;
}"""


def known(person: Person) -> dict[str, str]:
    """The children under the ghosts, by place, as the memory aid of this person says."""
    aids = [own["aid"] for message in person.heard for own in message.get("own", []) if own.get("aid")]
    return dict(aids[-1])


def answer(person: Person, is_right: bool) -> None:
    """Send the move that finds the sought child, or one that does not."""
    told: dict[str, Any] = person.device_state()
    seat = next(seat for seat in told["legal"] if seat in told["view"]["to_act"])
    under, view = known(person), told["view"]
    right = {f"turn {place}" for place in under if under[place] == view["sought"]}
    if view["phase"] == "riddle":
        right = {f"name {under.get('white')}"}
    legal: list[str] = told["legal"][seat]
    liked = [action for action in legal if (action in right) == is_right]
    person.play(seat, (liked or legal)[0])


def play(anna: Person, bert: Person) -> None:
    """Anna remembers everything, and Bert nothing."""
    code = anna.code
    for person in (anna, bert):
        person.take_line(code)
    while any(person.device_state()["lobby"].get("stage") != "over" for person in (anna, bert)):
        for person in (anna, bert):
            if person.is_asked():
                answer(person, is_right=person is anna)
        anna.page.wait_for_timeout(5)
    for person in (anna, bert):
        person.goto(f"/t/{code}")


def finished(people: People, game: str, players: int, size: ViewportSize = DESKTOP) -> Person:
    """A person after a game against bots."""
    anna = people.come("Anna", size)
    people.meet(game, anna, players=players)
    people.finish(anna)
    return anna


def test_the_end_of_a_game_praises_consoles_and_is_shared_and_verified(people: People) -> None:
    """Lanterns, news and an achievement; a link that opens elsewhere; a tampered record is found out."""
    anna, bert = people.come("Anna", PHONE), people.come("Bert")
    people.meet("escalier", anna, bert, players=2, options={"memory_aid": True})
    play(anna, bert)

    expect(anna.page.locator("#result")).to_have_text("You win!")
    expect(anna.page.get_by_test_id("lanterns")).to_have_count(1)
    expect(anna.page.get_by_test_id("kind")).to_have_count(0)
    news = anna.page.locator("[data-headline]")
    expect(news.filter(has_text="Perfect memory")).to_be_visible()
    expect(news.filter(has_text="First win against Bert")).to_be_visible()

    anna.page.set_viewport_size(LOW)
    anna.until(IS_APART)
    anna.page.set_viewport_size(PHONE)

    expect(bert.page.locator("#result")).to_have_text("Anna wins!")
    expect(bert.page.get_by_test_id("kind")).not_to_be_empty()
    expect(bert.page.get_by_test_id("lanterns")).to_have_count(0)
    expect(bert.page.locator("[data-headline=first-win]")).to_have_count(0)

    # The further buttons open above the two large ones, which stay where they are.
    again = anna.page.get_by_role("button", name="Play again")
    before = again.bounding_box()
    anna.page.get_by_role("button", name="More").press("Enter")
    anna.page.get_by_role("link", name="My games").wait_for()
    assert again.bounding_box() == before
    anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_role("link", name="My games")).to_have_count(0)
    expect(anna.page.get_by_role("button", name="More")).to_be_focused()

    anna.more().get_by_role("link", name="My games").click()
    earned = anna.page.locator("[data-shelf=escalier] [data-achievement=perfect-memory]")
    expect(earned).to_have_attribute("data-earned", "true")
    expect(earned).to_contain_text("Earned on")
    open_still = anna.page.locator("[data-shelf=toctoctoc] [data-achievement=closed-door]")
    expect(open_still).to_have_attribute("data-earned", "false")
    expect(open_still).to_contain_text("Win without opening your door once.")

    anna.goto(f"/t/{bert.code}")
    opens_elsewhere(people, shared(anna))
    verify(anna)
    expect(anna.page.get_by_test_id("verdict")).to_have_attribute("data-verdict", FAIR)
    found = anna.page.locator("[data-finding]").evaluate_all("all => all.map(one => one.dataset.finding)")
    assert {"seal.good", "announced.good", "draws.good"} <= set(found)  # on a busy machine no part was in time
    anna.page.keyboard.press("Escape")
    anna.page.route("**/record?*", tampering(another_card))  # check.test.ts finds all other kinds
    verify(anna)
    expect(anna.page.get_by_test_id("verdict")).to_have_attribute("data-verdict", "bad")
    expect(anna.page.locator("[data-finding='draws.bad'].bad")).to_be_visible()


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


def tampering(tamper: Callable[[Record], None]) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        record = route.fetch(max_retries=3).json()
        tamper(record)
        route.fulfill(body=json.dumps(record), content_type="application/json")

    return answer


# Four pieces of news, as many as a winner has seen at once, in place of those that this game has.
NEWS = """(news) => {
  news.replaceChildren(...Array.from({ length: 4 }, () => {
    const pill = document.createElement("p");
    pill.textContent = "A new achievement: three doors in one night";
    return pill;
  }));
}"""
# The words of the buttons below a result that stand on more than one line.
BROKEN = """() => [...document.querySelectorAll(".actions > .button")].flatMap((button) => {
  const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (walker.nextNode()) {
    for (const { 0: word, index } of walker.currentNode.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
    }
  }
  return button.scrollWidth > button.clientWidth + 1 ? [...broken, button.textContent] : broken;
})"""


def test_a_phone_shows_the_winners_house_and_whole_words_below_it(people: People) -> None:
    person = people.come("Anna", {"width": 390, "height": 844})
    screens.at_full_table("toctoctoc")(people, person)
    people.finish(person)
    person.page.locator(".stage .news").evaluate(NEWS)
    person.unveil()
    for width, height in ((390, 844), (360, 640)):
        person.page.set_viewport_size({"width": width, "height": height})
        feast = person.page.locator(".celebration .feast .walls").first.bounding_box()
        stage = person.page.locator(".stage").bounding_box()
        assert feast is not None
        assert stage is not None
        assert feast["height"] >= 24, (width, feast)
        assert stage["y"] <= feast["y"] <= stage["y"] + stage["height"] - feast["height"], (width, feast, stage)
    for language in LANGUAGES:
        person.page.evaluate(
            "(language) => localStorage.setItem('toctoc', JSON.stringify({name: 'Anna', pace: 'off', language}))",
            language,
        )
        person.page.reload()
        person.page.locator("#result").wait_for()
        for width, height in ((390, 844), (360, 640)):
            person.page.set_viewport_size({"width": width, "height": height})
            person.page.locator(".actions > button.large").wait_for()
            assert person.page.evaluate(BROKEN) == [], (language, width)
