"""Events are presented before the next question, at the pace of each device, and cover nothing."""

from typing import Any

from playwright.sync_api import expect

from tests.scale import each, scaled, spread
from toctoc.core.registry import BUILT_IN

from .person import DESKTOP, LANDSCAPE, PHONE, People, Person

# What covers the table or moves on it, and what can be tapped to answer a question: never both.
SHOWN = {"toctoctoc": ".reveal", "chocottes": "main.showing, .wrong", "escalier": ".child, .spoils, .way"}
WATCH = """(shown) => {
  const asks = "main [data-action]:not(:disabled, [inert] *), .hand [data-card]:not([aria-disabled=true])";
  const isSeen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  window.both = [];
  window.shows = 0;
  window.results = []; // each time that the result comes, true; that it goes, false
  let was = false;
  const look = () => {
    const is = document.querySelector(shown) !== null;
    window.shows += is && !was;
    was = is;
    const isOver = document.querySelector("#result") !== null;
    if (isOver !== (window.results.at(-1) ?? false)) window.results.push(isOver);
    if (!is) return;
    const asked = [...document.querySelectorAll(asks)].filter(isSeen);
    const result = document.querySelector("#result");
    if (asked.length > 0 || result) window.both.push((asked[0] ?? result).outerHTML.slice(0, 200));
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def play(anna: Person, moves: int) -> None:
    """Make so many moves, or as many as the game has."""
    made = anna.moves() + moves
    for _ in range(20_000):
        if anna.moves() >= made or anna.device_state()["lobby"].get("stage") == "over":
            return
        if anna.is_asked():
            anna.act()
        anna.page.wait_for_timeout(15)
    raise AssertionError("the game did not go on")


def shown(person: Person) -> int:
    """The version up to which this person's device says that everything was shown."""
    return max((message["version"] for message in person.said if message["type"] == "shown"), default=0)


def paces(person: Person) -> list[str]:
    return [message["pace"] for message in person.said if message["type"] == "pace"]


@each("game", spread(BUILT_IN, 1))
def test_the_pace_is_chosen_and_kept_and_no_question_is_seen_while_something_is_shown(
    people: People, game: str
) -> None:
    """It is chosen in the menu and in the bar, and sent to the bots; the result waits, too."""
    anna = people.come("Anna", DESKTOP, pace="normal", is_shown=True)
    people.meet(game, anna, players=3)
    pace = anna.page.get_by_test_id("pace")
    expect(pace).to_have_attribute("aria-label", "Pace: normal")
    pace.click()
    expect(pace).to_have_attribute("aria-label", "Pace: fast")
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_test_id("pace-menu").select_option("slow")
    anna.page.reload()
    expect(pace).to_have_attribute("aria-label", "Pace: slow")
    while len(paces(anna)) < 3:
        anna.page.wait_for_timeout(15)
    assert paces(anna) == ["fast", "slow", "slow"]  # the last one after the reload
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_test_id("pace-menu").select_option("fast")
    anna.page.keyboard.press("Escape")

    anna.page.set_viewport_size(PHONE)
    anna.page.evaluate(WATCH, SHOWN[game])
    play(anna, scaled(4))  # at night to the end
    while anna.page.evaluate("window.shows") < 2:  # some moves show nothing
        play(anna, 1)
    is_over = anna.device_state()["lobby"].get("stage") == "over"
    if is_over:
        expect(anna.page.locator("#result")).to_be_visible()
    assert anna.page.evaluate("window.both") == [], game
    assert anna.page.evaluate("window.shows") >= 2, game
    assert anna.page.evaluate("window.results") == [True] * is_over, game


MOVES = """() => document.getAnimations().some((one) =>
  one.playState !== "finished" && one.effect.getComputedTiming().endTime < Infinity)"""
# What lies over something that is to be seen meanwhile: pairs of what is shown and what it hides.
HIDES = """() => {
  const boxes = (of) => [...document.querySelectorAll(of)].map((one) => [one, one.getBoundingClientRect()]);
  const isOver = (one, two) =>
    Math.min(one.right, two.right) - Math.max(one.left, two.left) > 3 &&
    Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 3;
  const name = (one) => one.getAttribute("aria-label") ?? one.className;
  const hides = (over, under) => boxes(over).flatMap(([one, box]) =>
    boxes(under).filter(([, other]) => isOver(box, other)).map(([other]) => `${name(one)} over ${name(other)}`));
  const table = "main .house, main [data-testid=news], header :is(button, h1)";
  const [shown, goesOn] = [".reveal img, .reveal .card", "[data-testid=go-on]"];
  return [...hides(shown, table), ...hides(goesOn, `${table}, main [data-card]`)];
}"""


# The houses that the hint hides some of; without the own one, beside which it stands on a phone.
HIDDEN = """() => {
  const hint = document.querySelector("[data-testid=hinted]").getBoundingClientRect();
  return [...document.querySelectorAll("main section[data-house]:not([data-house='0'])")].flatMap((house) => {
    const box = house.getBoundingClientRect();
    const width = Math.min(box.right, hint.right) - Math.max(box.left, hint.left);
    const height = Math.min(box.bottom, hint.bottom) - Math.max(box.top, hint.top);
    return width > 1 && height > 1 ? [house.dataset.house] : [];
  });
}"""


def test_step_by_step_everything_waits_for_a_tap_and_covers_no_house(people: People) -> None:
    """The fullest table: a hint, a revealed card, and what goes on, at three sizes of a screen."""
    anna = people.come("Anna", PHONE, pace="step")
    people.meet("toctoctoc", anna, players=5, hints=True, options={"start": "creator"})
    anna.page.locator("[data-testid=hint]:enabled").click()
    anna.page.locator("[data-testid=hint-mark]").first.wait_for()
    nothing_stays(anna, HIDDEN)

    go_on = anna.page.get_by_test_id("go-on")
    for how in ("key", "tap"):
        while not go_on.is_visible():
            if anna.is_asked():
                anna.act()
            anna.page.wait_for_timeout(15)
        if how == "key":
            nothing_stays(anna, HIDES)
        heard = len(anna.heard)
        anna.page.wait_for_timeout(200)
        assert not [one for one in anna.heard[heard:] if one["type"] == "update"], "the bots have not waited"
        before = shown(anna)
        if how == "key":
            anna.page.keyboard.press("Enter")
        else:
            box = anna.page.locator(".reveal, .visit").first.bounding_box()
            assert box is not None
            anna.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for _ in range(8_000):  # the reveal is gone; perhaps the next one is there by now
            if shown(anna) > before:
                break
            anna.page.wait_for_timeout(15)
        assert shown(anna) > before, how


def nothing_stays(person: Person, script: str) -> None:
    """At each size of a screen, once nothing moves any more, a script finds nothing."""
    for size in (LANDSCAPE, DESKTOP, PHONE):
        person.page.set_viewport_size(size)
        found: list[Any] = []
        for _ in range(400):
            if not person.page.evaluate(MOVES) and not (found := person.page.evaluate(script)):
                break
            person.page.wait_for_timeout(30)
        assert found == [], size
        assert person.page.evaluate("document.querySelector('header').offsetWidth") == size["width"]
