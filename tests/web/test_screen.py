"""The big screen in the room: it opens from the menu, shows what everybody may see; nobody touches it."""

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from toctoc.core.registry import GAMES
from toctoc.lang import load

from .page_watcher import EAR, PageWatcher
from .person import PHONE, People, Person
from .televisions import LONGEST

TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
NOBODY = -1  # no seat
# Put a name into the news; return by how many pixels a line is too wide for them.
NAMED = """(news, name) => {
  news.querySelector(".player").textContent = name;
  const text = document.createRange();
  text.selectNodeContents(news);
  const [lines, room] = [[...text.getClientRects()], news.getBoundingClientRect()];
  return Math.max(...lines.map(({ left, right }) => Math.max(right - room.right, room.left - left)));
}"""
MOVES = 15  # of one person, in a game that is watched


def open_from_menu(people: People, host: Person) -> Person:
    """Open the big screen in a second window of the host's own browser, as the menu offers it."""
    host.page.context.add_init_script(EAR)
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_role("button", name="Show on a big screen").click()
    dialog = host.page.get_by_role("dialog", name="Show on a big screen")
    expect(dialog.get_by_test_id("screen-address")).to_contain_text(f"/t/{host.code}/screen")
    with host.page.expect_popup() as opened:
        dialog.get_by_role("link", name="Open here, in a new window").click()
    screen = Person(opened.value, "Screen", host.url, seed=9)
    screen.page.set_viewport_size(TELEVISION)
    people.all.append(screen)
    for name in ("Show on a big screen", "Menu"):
        host.page.get_by_role("dialog", name=name).get_by_role("button", name="Close").click()
    return screen


def test_the_hosts_own_screen_shows_each_game_by_itself_and_nothing_private(people: People) -> None:
    anna, ben = people.come("Anna", PHONE), people.come("Ben", PHONE)
    people.meet("toctoctoc", anna, ben, players=3, options={"start": "creator"})
    screen = open_from_menu(people, anna)
    watcher = PageWatcher(screen, "toctoctoc", seat=NOBODY)
    asked = screen.page.get_by_test_id("asked")
    expect(asked).to_have_text("Anna, on your phone: offer a card")
    expect(screen.page).to_have_title("Toc Toc Toc! – Toctoc")
    ben.sees("The table is on the big screen.")

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
    expect(ben.page.get_by_test_id("news")).to_have_text("Knock, knock, knock! Anna is at your door.")
    expect(ben.page.get_by_test_id("news")).to_be_visible()
    ben.page.get_by_role("button", name="Show it here").click()
    ben.page.reload()
    ben.page.locator("main .tag.mine").wait_for()
    expect(ben.page.get_by_test_id("hand-view")).to_have_count(0)

    people.finish(anna, ben)
    expect(screen.page.get_by_test_id("result")).to_contain_text("Play again")
    anna.page.get_by_role("button", name="Play again").click()
    expect(screen.page.locator("[data-ready=true]")).to_have_count(2)  # the bot, too
    ben.page.get_by_role("button", name="Play again").click()
    expect(asked).to_be_visible()
    expect(screen.page.get_by_test_id("result")).to_have_count(0)


@pytest.mark.long
def test_a_lost_line_and_the_winners_cards_are_seen_as_a_whole(people: People) -> None:
    anna, screen = people.come("Anna", PHONE), people.come("Screen", TELEVISION)
    code = people.meet("chocottes", anna, players=2)
    screen.goto(f"/t/{code}/screen")
    screen.page.get_by_test_id("asked").wait_for()
    expect(anna.page.get_by_test_id("hand-view")).to_have_count(0)  # the whole table is on the phone
    anna.goto("/healthz")
    lost = screen.page.get_by_test_id("lost")
    lost.wait_for()
    assert is_within(lost, screen.page.locator("main"))
    anna.goto(f"/t/{code}")
    people.finish(anna)
    cards = screen.page.locator(".feast .card")
    cards.first.wait_for()
    for card in cards.all():
        assert card.evaluate("(card) => card.querySelector('.face').clientWidth === card.clientWidth")


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


@pytest.mark.long
def test_the_end_of_the_last_round_is_seen_before_the_result(people: People) -> None:
    anna, screen = people.come("Anna", PHONE), people.come("Screen", TELEVISION)
    code = people.meet("chocottes", anna, players=2)
    screen.goto(f"/t/{code}/screen")
    screen.page.get_by_test_id("asked").wait_for()
    screen.page.evaluate(APPEARED)
    anna.take_line(code)
    while anna.device_state()["lobby"].get("stage") != "over":
        if anna.is_asked():
            anna.move()
        anna.page.wait_for_timeout(25)
    screen.page.locator(".feast").first.wait_for()
    rounds = anna.device_state()["view"]["round"]
    assert screen.page.evaluate("window.appeared") == ["round"] * rounds + ["result"]


def test_the_longest_name_is_whole_in_the_news_of_four_players(people: People) -> None:
    anna, screen = people.come("Anna"), people.come("Screen", TELEVISION)
    screen.goto(f"/t/{people.meet('toctoctoc', anna, players=4)}/screen")
    while not screen.page.locator("[data-testid=news] .player").count():
        if anna.is_asked():
            anna.act()
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


def test_an_upright_phone_is_no_big_screen(people: People) -> None:
    ben = people.come("Ben", PHONE)
    made = ben.page.request.post(f"{people.url}/api/tables", data={"game": "escalier", "settings": {"players": 2}})
    code = made.json()["code"]
    ben.goto(f"/t/{code}/screen")
    ben.sees("This page is for a big screen in the room.")
    assert not ben.said
    ben.page.get_by_role("link", name="To the table").click()
    expect(ben.page.get_by_role("button", name="Sit down").first).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_screen_shows_nothing_private_in_a_whole_game(people: People, game: str) -> None:
    anna, screen = people.come("Anna", PHONE), people.come("Screen", TELEVISION)
    people.meet(game, anna, players=max(GAMES[game].players))
    screen.page.context.add_init_script(EAR)
    screen.goto(f"/t/{anna.code}/screen")
    watcher = PageWatcher(screen, game, seat=NOBODY)
    screen.page.get_by_test_id("asked").wait_for()
    while anna.device_state()["lobby"].get("stage") != "over" and anna.moves() < MOVES:
        if anna.is_asked():
            anna.act()
        if watcher.is_due():
            watcher.look()
        anna.page.wait_for_timeout(10)
    assert watcher.looks > MOVES
    assert not watcher.knows.own
