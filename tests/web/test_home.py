"""The first page: its offers to a first visit, and that everything can be reached on the smallest screens."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.counts import one_of
from toctoc.lang import LANGUAGES

from .person import PHONE, People, Person
from .screens import choose, home, profile

LOW: ViewportSize = {"width": 844, "height": 390}
WIDE: ViewportSize = {"width": 1366, "height": 768}
# Whether the chosen language is written out: the browser would cut it without a sign.
IS_WHOLE = """(select) => {
  const style = getComputedStyle(select);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16;
  return [...select.options].every((option) => pen.measureText(option.text).width <= room);
}"""


def test_a_first_visit_is_offered_the_lesson_and_later_ones_a_game(chromium: Browser, people: People) -> None:
    context = chromium.new_context(viewport=PHONE, locale="en")
    page = context.new_page()
    page.goto(people.url)
    yellow = page.locator("[data-game=escalier] .play .warm")
    expect(yellow).to_have_text("Learn in 3 minutes")
    # The gear chooses how to play: it stands beside that button, not beside the lesson.
    gear = page.locator("[data-game=escalier]").get_by_role("button", name="Choose")
    beside = gear.evaluate("(gear) => gear.previousElementSibling.textContent.trim()")
    assert beside == "Play now"
    page.reload()
    expect(yellow).to_have_text("Learn in 3 minutes")  # still the same visit
    expect(page.locator("[data-game=escalier]").get_by_role("button", name="Play now")).to_be_visible()
    again = context.new_page()
    again.goto(people.url)
    expect(again.locator("[data-game=escalier] .play .warm")).to_have_text("Play now")
    yellow.click()
    page.locator("main [data-seat]").first.wait_for()
    assert page.evaluate("JSON.parse(localStorage['toctoc:recent'])[0].lesson") is True
    context.close()


WON = {
    "id": "0" * 16, "at": 1, "server": "http://localhost", "code": "owl-lamp-42", "number": 1, "game": "escalier",
    "players": [{"name": "Anna"}, {"name": "medium", "bot": "medium"}], "scores": [9, 3], "places": [1, 2],
    "mine": [0],
}  # fmt: skip
DAILY = {"day": "2999-01-01", "ends": 4e13, "tried": {"escalier": {"worse": 71, "tries": 100}}}
STREAK = {"last": "2999-01-01", "streak": 3}
SHIFT = """() => new Promise((found) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value; })
    .observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => found(sum)));
})"""


def test_a_later_visit_shows_rung_daily_deal_and_own_table(people: People) -> None:
    anna = people.come("Anna", PHONE, is_shown=True)
    anna.goto("/play/chocottes")
    anna.page.locator("main [data-seat]").first.wait_for()
    for key, value in (("toctoc:game:1:" + "0" * 16, WON), ("toctoc:daily", DAILY | STREAK)):
        anna.page.evaluate("([key, value]) => localStorage.setItem(key, JSON.stringify(value))", [key, value])
    code = anna.code
    with anna.page.expect_response("**/turn"):
        anna.goto("/")
    expect(anna.page.get_by_test_id("my-rung").locator("[data-climbed='4']")).to_be_visible()
    expect(anna.page.get_by_test_id("my-rung")).to_contain_text("Rung 4 of 5")
    expect(anna.page.get_by_test_id("my-daily")).to_contain_text("Better than the bot 71 times in 100")
    expect(anna.page.get_by_test_id("my-daily")).to_contain_text("3 days in a row")
    own = anna.page.locator(f"a[href='/t/{code}']")
    expect(own.locator(".faces img")).to_have_count(1)
    expect(anna.page.get_by_role("button", name="A day a move").first).to_be_visible()
    assert anna.page.evaluate(SHIFT) < 0.02

    # A table whose game is over is not listed any more.
    note = (
        "(code) => localStorage.setItem('toctoc:recent', JSON.stringify([{code, game: 'chocottes', over: true}]))"
    )
    anna.page.evaluate(note, code)
    anna.goto("/")
    expect(anna.page.get_by_test_id("my-rung")).to_be_visible()
    expect(own).to_have_count(0)


def test_the_first_game_s_buttons_are_seen_without_scrolling(chromium: Browser, people: People) -> None:
    context = chromium.new_context(viewport=PHONE, locale="fr")  # the longest words
    page = context.new_page()
    page.goto(people.url)
    first = page.locator("article").first
    for size in (PHONE, WIDE):
        page.set_viewport_size(size)
        for name in ("Apprendre en 3 minutes", "Jouer"):
            expect(first.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_later_visit_with_an_open_table_plays_without_scrolling(people: People, language: str) -> None:
    anna = people.come("Anna", PHONE, language)
    anna.goto("/play/chocottes")
    anna.page.locator("main [data-seat]").first.wait_for()
    code = anna.code
    with anna.page.expect_response("**/turn"):
        anna.goto("/")
    expect(anna.page.locator(f"a[href='/t/{code}']")).to_be_visible()
    expect(anna.page.locator("article .play .warm").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    "size", [pytest.param(PHONE, id="phone", marks=pytest.mark.long), pytest.param(LOW, id="low")]
)
def test_what_is_chosen_is_confirmed_without_scrolling(people: People, size: ViewportSize) -> None:
    anna = people.come("Anna", size)
    home(people, anna)
    assert anna.page.locator("select.language").evaluate(IS_WHOLE)
    expect(anna.page.get_by_role("button", name="Join")).to_have_count(1)
    choose(people, anna)
    expect(anna.page.get_by_role("checkbox", name="Hints")).not_to_be_checked()
    expect(anna.page.locator("dialog").get_by_role("button", name="Play now")).to_be_in_viewport(ratio=1)
    profile(people, anna)
    confirm = anna.page.locator("dialog").get_by_role("button", name="OK")
    expect(confirm).to_be_in_viewport(ratio=1)
    confirm.click()
    expect(anna.page.locator("dialog")).to_have_count(0)


@pytest.mark.long
def test_who_was_promised_a_chair_sees_the_end_and_plays_the_next_game(people: People, anna: Person) -> None:
    people.meet("escalier", anna, players=2)
    dora = people.come("Dora")
    dora.goto(f"/t/{anna.code}")
    dora.page.get_by_role("button", name="Ask for a seat").click()
    anna.page.get_by_role("button", name="Dora asks for a seat").click()
    anna.page.get_by_role("button", name="Yes, for the next game").click()
    people.play_to_the_end(anna)
    for person in (anna, dora):
        person.page.reload()
        expect(person.page.locator("#result")).to_be_visible()
    for person in (dora, anna):
        person.page.get_by_role("button", name="Play again").click()
    for person, seat in ((anna, 0), (dora, 2)):
        expect(person.page.locator(f"main .mine[data-seat='{seat}']")).to_be_visible()


@pytest.mark.parametrize("path", one_of(["/no/such/page", "/rules/nonsense", "/about/nobody"]))
def test_an_address_where_nobody_lives_says_so_and_leads_home(people: People, anna: Person, path: str) -> None:
    answer = anna.page.goto(people.url + path)
    assert answer is not None
    assert answer.status == 404
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("Nobody lives at this address.")
    anna.page.get_by_role("link", name="Home", exact=True).click()
    expect(anna.page.locator("[data-game=escalier]")).to_be_visible()
    assert anna.path == "/"
