"""The television in the room: it opens from the menu, shows what everybody may see, and is read from three metres.

Nothing on it can be tapped, so that it is no page for the test of presses.
"""

from itertools import product

import pytest
from playwright.sync_api import Locator, expect

from tests.scale import each, scaled, spread
from toctoc.lang import LANGUAGES, load

from .axe import findings
from .page_watcher import EAR, PageWatcher
from .person import PHONE, People, Person
from .presses import RECORDER
from .televisions import LONGEST, SCREENS, SIZES, letters
from .test_layout_shift import check_shift

TELEVISION = SIZES["1080p"]
NOBODY = -1  # no seat
# Put a name into the news; return by how many pixels a line is too wide for them.
NAMED = """(news, name) => {
  news.querySelector(".player").textContent = name;
  const text = document.createRange();
  text.selectNodeContents(news);
  const [lines, room] = [[...text.getClientRects()], news.getBoundingClientRect()];
  return Math.max(...lines.map(({ left, right }) => Math.max(right - room.right, room.left - left)));
}"""
# Of the screen's height. On a television of 55 inches, 2.2 % are 1.5 cm: people with ordinary sight read them at
# three metres and more.
LEAST = 2.2  # for everything that is written, the smallest marks included
LEAST_OF_THE_QUESTION = 3.5
ROUNDING = 0.02


def faults(person: Person) -> list[str]:
    """Return all letters that are too small, or cut; what moves or grows may be anything."""
    for _ in range(40):
        found = []
        for one in letters(person):
            least = LEAST_OF_THE_QUESTION if one["isAsked"] else LEAST
            if one["cut"]:
                found.append(f"{one['text']!r} ({one['where']}) is cut by {one['cut']}")
            if one["share"] is not None and one["share"] < least - ROUNDING:
                found.append(f"{one['text']!r} ({one['where']}) has {one['share']:.2f} % of the height")
        if not found:
            break
        person.page.wait_for_timeout(300)
    return found


def open_from_menu(people: People, host: Person) -> Person:
    """Open the big screen in a second window of the host's own browser, as the menu offers it."""
    host.page.context.add_init_script(EAR)
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_role("button", name="Show on a big screen").click()
    dialog = host.page.get_by_role("dialog", name="Show on a big screen")
    expect(dialog.get_by_test_id("screen-address")).to_contain_text(host.screen_path())
    with host.page.expect_popup() as opened:
        dialog.get_by_role("link", name="Open here, in a new window").click()
    screen = Person(opened.value, "Screen", host.url, seed=9)
    screen.page.set_viewport_size(TELEVISION)
    people.all.append(screen)
    for name in ("Show on a big screen", "Menu"):
        host.page.get_by_role("dialog", name=name).get_by_role("button", name="Close").click()
    return screen


def test_the_hosts_own_screen_shows_each_game_by_itself_and_nothing_private(people: People) -> None:
    """The phones are the hands; an upright phone is no screen."""
    anna, ben = people.come("Anna", PHONE), people.come("Ben", PHONE)
    people.meet("toctoctoc", anna, ben, players=4, options={"start": "creator"})
    screen = open_from_menu(people, anna)
    watcher = PageWatcher(screen, "toctoctoc", seat=NOBODY)
    asked = screen.page.get_by_test_id("asked")
    expect(asked).to_have_text("Anna, on your phone: offer a card")
    expect(screen.page).to_have_title("Toc Toc Toc! – Toctoc")
    # Each says it once, for themselves. The table asks Anna something, so that her phone waits until she reloads.
    expect(anna.page.get_by_test_id("in-room")).to_have_count(0)
    ben.page.get_by_test_id("in-room").get_by_role("button", name="Yes, I see it").click()
    ben.sees("The table is on the big screen.")

    anna.page.reload()
    anna.page.get_by_role("button", name="Yes, I see it").click()
    anna.sees("The table is on the big screen.")
    anna.page.reload()
    anna.sees("The table is on the big screen.")
    anna.tap(anna.page.locator(".hand [data-card]").first)
    longest = load("fr")("toctoctoc.ask.Offer.to", card="Musicien monstre")
    anna.page.locator(".ask p > span").evaluate("(span, text) => (span.firstChild.data = text)", longest)
    assert is_within(anna.page.locator(".ask p"), anna.page.locator(".ask").first)
    anna.tap(anna.page.locator("[data-action$='1'][data-action^=offer]"))
    expect(asked).to_have_text("Anna knocks at your door, Ben: answer on your phone.")
    while not anna.device_state()["own"][0]["offered"]:
        anna.page.wait_for_timeout(10)  # the screen may have heard of it before her
    watcher.look()
    assert watcher.looks == 1
    assert not watcher.knows.own

    # The phone is the hand: it shows the door; the rest only if its player wants it here, too.
    expect(ben.page.get_by_test_id("news")).to_have_text("Knock, knock! Anna is at your door.")
    expect(ben.page.get_by_test_id("news")).to_be_visible()
    ben.page.get_by_role("button", name="Show it here").click()
    ben.page.reload()
    ben.page.locator("main .tag.mine").wait_for()
    expect(ben.page.get_by_test_id("hand-view")).to_have_count(0)

    the_longest_name_fits_the_news(anna, ben, screen)
    people.finish(anna, ben)
    expect(screen.page.get_by_test_id("result")).to_contain_text("Play again")
    anna.page.get_by_role("button", name="Play again").click()
    expect(screen.page.locator("[data-ready=true]")).to_have_count(3)  # the bots, too
    ben.page.get_by_role("button", name="Play again").click()
    expect(asked).to_be_visible()
    expect(screen.page.get_by_test_id("result")).to_have_count(0)

    ben.goto(f"/t/{anna.code}/screen")
    ben.sees("This page is for a big screen in the room.")
    ben.page.get_by_role("link", name="To the table").click()
    expect(ben.page.locator("main .tag.mine")).to_be_visible()


def the_longest_name_fits_the_news(anna: Person, ben: Person, screen: Person) -> None:
    while not screen.page.locator("[data-testid=news] .player").count():
        for person in (anna, ben):
            if person.is_asked():
                person.act()
        screen.page.wait_for_timeout(20)
    news = screen.page.get_by_test_id("news")
    for _ in range(500):  # the news move while they come
        if (too_wide := news.evaluate(NAMED, LONGEST[0])) <= 0:
            break
        screen.page.wait_for_timeout(20)
    assert too_wide <= 0


def is_within(part: Locator, whole: Locator) -> bool:
    """Whether an element lies within another one, from top to bottom."""
    inner, outer = part.bounding_box(), whole.bounding_box()
    assert inner is not None
    assert outer is not None
    return outer["y"] <= inner["y"] and inner["y"] + inner["height"] <= outer["y"] + outer["height"]


# Notes each end of a round, and the result, as they appear: in tests they are there for a moment only.
APPEARED = """() => {
  const before = new Map([["round", false], ["result", false]]);
  window.appeared = [];
  new MutationObserver(() => {
    for (const [name, sign] of [["round", "[data-testid=round-end]"], ["result", ".feast"]]) {
      const there = document.querySelector(sign) !== null;
      if (there && !before.get(name)) window.appeared.push(name);
      before.set(name, there);
    }
  }).observe(document.body, { childList: true, subtree: true });
}"""


@pytest.mark.parametrize("game", ["chocottes", pytest.param("toctoctoc", marks=pytest.mark.nightly)])
def test_a_television_shows_a_whole_game_and_nothing_private(people: People, game: str) -> None:
    """The ends of rounds before the result, a lost line, the winner's cards; all can be read."""
    anna, screen = people.come("Anna", PHONE), people.come("Screen", TELEVISION)
    screen.page.context.add_init_script(EAR)
    screen.page.add_init_script(RECORDER)
    code = people.meet(game, anna, players=4)
    screen.goto(anna.screen_path())
    watcher = PageWatcher(screen, game, seat=NOBODY)
    screen.page.get_by_test_id("asked").wait_for()
    screen.page.evaluate(APPEARED)
    moves = scaled(4, most=30)
    while anna.device_state()["lobby"].get("stage") != "over" and anna.moves() < moves:
        if anna.is_asked():
            anna.act()
        if watcher.is_due():
            watcher.look()
        anna.page.wait_for_timeout(10)
    assert watcher.looks > moves
    assert not watcher.knows.own
    expect(anna.page.get_by_test_id("in-room")).to_have_count(0 if game == "chocottes" else 1)
    assert faults(screen) == []
    assert findings(screen, TELEVISION) == []
    assert screen.page.evaluate("presses.acting().map(presses.nameOf)") == []

    anna.goto("/healthz")
    lost = screen.page.get_by_test_id("lost")
    lost.wait_for()
    assert is_within(lost, screen.page.locator("main"))
    anna.goto(f"/t/{code}")
    anna.page.locator("main [data-seat]").first.wait_for()
    anna.take_line(code)
    while anna.device_state()["lobby"].get("stage") != "over":
        if anna.is_asked():
            anna.move()
        anna.page.wait_for_timeout(25)
    screen.page.locator(".feast").first.wait_for()
    if game == "chocottes":
        cards = screen.page.locator(".feast .card")
        cards.first.wait_for()
        for card in cards.all():
            assert card.evaluate("(card) => card.querySelector('.face').clientWidth === card.clientWidth")
        rounds = anna.device_state()["view"]["round"]
        assert screen.page.evaluate("window.appeared") == ["round"] * rounds + ["result"]
    assert faults(screen) == []


@pytest.mark.nightly
@each("name, language", spread(product(SCREENS, LANGUAGES), 1))
def test_a_room_reads_each_screen_of_a_television_from_three_metres(
    people: People, name: str, language: str
) -> None:
    screen = people.come("Screen", SIZES["1080p"], language, is_shown=True)
    screen.page.add_init_script(RECORDER)
    SCREENS[name](people, screen)
    check_shift(screen)
    for size in SIZES.values():
        screen.page.set_viewport_size(size)
        assert faults(screen) == [], (name, language, size)
    assert screen.page.evaluate("presses.acting().map(presses.nameOf)") == [], (name, language)
    assert findings(screen, *SIZES.values()) == [], (name, language)
