"""Events are presented before the next question, at the pace of each device."""

from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.counts import TAPPED_AWAY, one_of
from toctoc.core.registry import BUILT_IN

from .person import DESKTOP, LANDSCAPE, PHONE, People, Person
from .screens import knock

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


def at_table(people: People, game: str, pace: str) -> Person:
    anna = people.come("Anna", PHONE, pace=pace, is_shown=True)
    people.meet(game, anna, players=3)
    anna.page.evaluate(WATCH, SHOWN[game])
    return anna


def check(anna: Person, at_least: int) -> None:
    assert anna.page.evaluate("window.both") == []
    assert anna.page.evaluate("window.shows") >= at_least


def play(anna: Person, moves: int) -> None:
    """So many moves, or as many as the game has."""
    made = len(moved(anna)) + moves
    for _ in range(20_000):
        if len(moved(anna)) >= made or anna.device_state()["lobby"].get("stage") == "over":
            return
        if anna.is_asked():
            anna.act()
        anna.page.wait_for_timeout(15)
    raise AssertionError("the game did not go on")


def shown(person: Person) -> int:
    """The version up to which this person's device says that everything was shown."""
    return max((message["version"] for message in person.said if message["type"] == "shown"), default=0)


def moved(person: Person) -> list[str]:
    return [message["action"] for message in person.said if message["type"] == "move"]


@pytest.mark.parametrize("game", one_of(BUILT_IN))
def test_no_question_is_to_be_seen_while_something_is_shown(people: People, game: str) -> None:
    anna = at_table(people, game, "fast")
    play(anna, 4)
    check(anna, at_least=2)


@pytest.mark.long
@pytest.mark.parametrize("game", BUILT_IN)
def test_nor_in_a_whole_game_and_neither_is_the_result(people: People, game: str) -> None:
    anna = at_table(people, game, "fast")
    play(anna, 10_000)
    expect(anna.page.locator("#result")).to_be_visible()
    check(anna, at_least=5)
    assert anna.page.evaluate("window.results") == [True]


def test_step_by_step_everything_waits_for_a_key_or_a_tap(people: People) -> None:
    anna = at_table(people, "toctoctoc", "step")
    go_on = anna.page.get_by_test_id("go-on")
    seen = 0
    while seen < TAPPED_AWAY:
        anna.page.wait_for_timeout(15)
        if go_on.is_visible():
            steps = len(anna.heard)
            anna.page.wait_for_timeout(200)
            # Bots that pause for no time wait.
            assert [message for message in anna.heard[steps:] if message["type"] == "update"] == []
            seen += 1
            before = shown(anna)
            if seen % 2:
                anna.page.keyboard.press("Enter")
            else:
                box = anna.page.locator(".reveal, .visit").first.bounding_box()
                assert box is not None
                anna.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            # The reveal is gone; perhaps the next one is there by now.
            for _ in range(8_000):
                if shown(anna) > before:
                    break
                anna.page.wait_for_timeout(15)
            assert shown(anna) > before
        elif anna.is_asked():
            anna.act()


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


@pytest.mark.parametrize("players", [*(pytest.param(few, marks=pytest.mark.long) for few in (3, 4)), 5])
def test_a_card_that_is_revealed_and_what_goes_on_hide_no_house_and_no_hand(people: People, players: int) -> None:
    anna = people.come("Anna", PHONE, pace="step")
    people.meet("toctoctoc", anna, players=players)
    go_on = anna.page.get_by_test_id("go-on")
    while not go_on.is_visible():
        if anna.is_asked():
            anna.act()
        anna.page.wait_for_timeout(15)
    for size in (PHONE, LANDSCAPE, DESKTOP):
        anna.page.set_viewport_size(size)
        for _ in range(4_000):  # until it is turned, and nothing moves any more
            if not anna.page.evaluate(MOVES):
                break
            anna.page.wait_for_timeout(30)
        assert anna.page.evaluate(HIDES) == []
        assert anna.page.evaluate("document.querySelector('header').offsetWidth") == size["width"]


WAITED = """() => {
  window.waited = new Set();
  new MutationObserver(() => {
    const text = document.querySelector("[data-testid=waiting-for]")?.textContent;
    const sign = document.querySelector("[data-seat='1'] [data-testid=looking]")?.title;
    if (text) window.waited.add(text).add(sign);
  }).observe(document.body, { subtree: true, childList: true });
}"""


def end_round(people: People) -> tuple[Person, Person]:
    """Let Ben end a round, whose device then goes on only by a tap; Anna's is through with it at once."""
    anna, ben = people.come("Anna"), people.come("Ben", PHONE)
    people.meet("chocottes", anna, ben, players=2)
    anna.page.evaluate(WAITED)
    while not ben.page.get_by_test_id("knock").is_visible():
        for person in (anna, ben):
            if not any(one["action"] == "draw" for one in ben.tappable()):
                person.act()
        ben.page.wait_for_timeout(50)
    knock(people, ben)
    is_over = ben.device_state()["lobby"]["stage"] == "over"  # the highest cards and a tile are 50 points
    return end_round(people) if is_over else (anna, ben)


def test_a_round_that_is_over_stays_for_everybody_until_all_have_gone_on(people: People) -> None:
    anna, ben = end_round(people)
    expect(anna.page.get_by_test_id("waiting-for")).to_have_text("Waiting for Ben…")
    ben.page.get_by_test_id("next").click()
    for person in (anna, ben):
        expect(person.page.get_by_test_id("round-end")).to_have_count(0)
    assert anna.page.evaluate("[...window.waited]") == ["Waiting for Ben…", "is still looking"]


def test_the_pace_is_chosen_in_the_menu_and_the_bar_kept_and_sent_to_the_bots(people: People) -> None:
    anna = people.come("Anna", pace="normal")
    people.meet("escalier", anna, players=3)
    pace = anna.page.get_by_test_id("pace")
    expect(pace).to_have_attribute("aria-label", "Pace: normal")
    pace.click()
    expect(pace).to_have_attribute("aria-label", "Pace: fast")
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_test_id("pace-menu").select_option("slow")
    anna.page.reload()
    expect(pace).to_have_attribute("aria-label", "Pace: slow")
    for _ in range(8_000):
        sent = [message["pace"] for message in anna.said if message["type"] == "pace"]
        if len(sent) == 3:
            break
        anna.page.wait_for_timeout(15)
    assert sent == ["fast", "slow", "slow"]  # the last one after the reload


@pytest.mark.long
def test_who_is_in_no_hurry_has_no_countdown_and_the_others_see_why(people: People) -> None:
    anna, ben = people.come("Anna"), people.come("Ben", PHONE)
    people.meet("chocottes", anna, ben, players=2)
    ben.page.get_by_role("button", name="Menu").click()
    ben.page.get_by_test_id("unhurried").check()
    expect(anna.page.locator("[data-seat='1'] [data-testid=calm]")).to_be_visible()
    ben.page.keyboard.press("Escape")
    for _ in range(2_000):
        if ben.is_asked("window"):
            break
        for person in (anna, ben):
            person.act()
        ben.page.wait_for_timeout(20)
    windows = [told["public"]["window"] for told in ben.heard if "window" in told.get("public", {})]
    assert windows[-1] == 0


# Changes how a button looks: what of that glides there, instead of being so at once.
GLIDES = """(button) => {
  getComputedStyle(button).color;
  Object.assign(button.style, { filter: "brightness(1.15)", color: "red" });
  return button.getAnimations().map((one) => one.transitionProperty);
}"""


@pytest.mark.parametrize(("motion", "glides"), [("no-preference", ["filter"]), ("reduce", [])])
def test_nothing_glides_where_the_system_asks_for_less_motion(
    people: People, motion: Literal["no-preference", "reduce"], glides: list[str]
) -> None:
    anna = people.come("Anna", motion=motion)
    anna.goto("/")
    assert anna.page.locator("[data-game] .button").first.evaluate(GLIDES) == glides
