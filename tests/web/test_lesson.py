"""The first game of each: the little ghost helps, and gets out of the way when its player wants that."""

import re
from itertools import product

from playwright.sync_api import Locator, ViewportSize, expect

from tests.scale import spread
from toctoc.core.registry import BUILT_IN
from toctoc.lang import LANGUAGES
from tools import ROOT

from .person import People, Person

TUTORIAL = ROOT / "docs/tutorials/play.md"


def begin(people: People, game: str) -> Person:
    anna = people.come("Anna")
    anna.goto("/")
    anna.page.locator(f"[data-game={game}]").get_by_role("button", name="Learn to play").click()
    expect(shown(anna)).to_be_visible()
    return anna


def shown(person: Person) -> Locator:
    return person.page.get_by_test_id("tip")


# Together: tips come and go with the table.
ANSWER = """() => {
  const tip = document.querySelector("[data-testid=tip]");
  tip?.querySelector("button").click();
  return tip?.querySelector("p").textContent;
}"""


def learn(person: Person, moves: int) -> list[str]:
    """Make so many moves as one likes, and answer every tip; the tips, each as often as it was shown."""
    told: list[str] = []
    made = person.moves() + moves
    for _ in range(6_000):
        if person.moves() >= made:
            return told
        while tip := person.page.evaluate(ANSWER):  # else bots wait
            told.append(tip)
        if person.is_asked():
            person.act()
        person.page.wait_for_timeout(20)
    raise AssertionError(f"stuck after {told}")


# What a tip hides of what it speaks of, and of what can be tapped.
HIDDEN = """() => {
  const tip = document.querySelector("[data-testid=tip]")?.getBoundingClientRect();
  const taps = "main :is([data-action], [data-pick], [data-card], [data-tipped])";
  if (!tip) return [];
  return [...document.querySelectorAll(taps)].filter((one) => {
    const box = one.getBoundingClientRect();
    const [width, height] = [
      Math.min(tip.right, box.right) - Math.max(tip.left, box.left),
      Math.min(tip.bottom, box.bottom) - Math.max(tip.top, box.top),
    ];
    return box.width > 0 && width > 1 && height > 1;
  }).map((one) => one.outerHTML.slice(0, 120));
}"""
SIZES: list[ViewportSize] = [
    {"width": 360, "height": 640},
    {"width": 844, "height": 390},
    {"width": 1366, "height": 768},
]


def is_free(person: Person) -> None:
    """Once the table has made room."""
    for _ in range(600):
        hidden = person.page.evaluate(HIDDEN)
        if hidden == []:
            return
        person.page.wait_for_timeout(100)
    raise AssertionError(hidden)


def test_a_lesson_from_the_first_tip_to_the_replay(people: People) -> None:
    """Tips come with the moves and never twice, hide nothing, and can be left; the game stays marked a lesson."""
    first_tips_are_small(people)
    for game in spread(("escalier", "toctoctoc", "chocottes"), 1):
        lesson_to_the_replay(people, game)


def lesson_to_the_replay(people: People, game: str) -> None:
    anna = begin(people, game)
    first = shown(anna).locator("p").inner_text()
    for size in SIZES:
        anna.page.set_viewport_size(size)
        is_free(anna)
        for tip in shown(anna).all():
            expect(tip).to_be_in_viewport(ratio=1)
    anna.page.get_by_role("button", name="Turn off the tips").click()
    expect(shown(anna)).not_to_be_visible()
    anna.page.reload()
    anna.page.locator("main [data-seat]").first.wait_for()
    expect(shown(anna)).not_to_be_visible()
    anna.goto("/")
    anna.page.get_by_role("navigation", name="Your tables").get_by_role("link", name="lesson").click()
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Show the tips again").click()
    anna.page.keyboard.press("Escape")
    expect(shown(anna)).to_contain_text(first)

    told = learn(anna, moves=2)
    anna.page.reload()
    anna.page.locator("main [data-seat]").first.wait_for()
    told += learn(anna, moves=2)
    assert len(told) >= 3, game
    assert len(told) == len(set(told)), "a tip came twice"
    assert anna.device_state()["lobby"]["lesson"]

    people.finish(anna)
    further = anna.page.get_by_role("link", name="Now against")  # the same bot after a defeat, else the next
    expect(further).to_have_attribute("href", re.compile(rf"^/play/{game}\?bot=(petit-fantome|apprenti)$"))
    assert buttons_at_the_end(anna) == re.findall(r"^\| \*\*(.+?)\*\*", TUTORIAL.read_text("utf-8"), re.MULTILINE)
    anna.more().get_by_role("button", name="Was it fair?").click()
    expect(anna.page.locator("[data-finding=lesson]")).to_contain_text("This was a lesson")
    expect(anna.page.get_by_test_id("verdict")).to_have_attribute("data-verdict", "open")
    anna.page.keyboard.press("Escape")
    record = anna.page.request.get(f"{people.url}/api/tables/{anna.code}/record").json()
    assert record["lesson"] is True
    assert "fair" not in record
    anna.more().get_by_role("link", name="Replay").click()
    expect(anna.page.get_by_text("(lesson)")).to_be_visible()


def buttons_at_the_end(person: Person) -> list[str]:
    """Return the buttons of the result as the tutorial lists them, with those under *More*."""
    person.more()
    said = [button.inner_text().split("\n")[0].strip() for button in person.page.locator(".actions .button").all()]
    return [re.sub("^Now against Boo$", "Now against Pip", text) for text in said]  # after a defeat


def first_tips_are_small(people: People) -> None:
    """They leave three quarters of a phone to the table."""
    german_first = sorted(LANGUAGES, key=lambda language: language != "de")
    for language, game in spread(product(german_first, BUILT_IN), 2):
        anna = people.come("Anna", SIZES[0], language)
        anna.goto(f"/play/{game}?lesson")
        expect(shown(anna)).to_be_visible()
        height = shown(anna).evaluate("(tip) => tip.offsetHeight")  # at once: a tip may be placed anew
        assert height <= SIZES[0]["height"] / 4, (language, game)
        anna.page.context.close()
