"""Games at a table in the browser: from the invitation to the rematch, with every card where it may be seen."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, ViewportSize, WebSocketRoute, expect

from tests.scale import each, scaled, spread
from toctoc import lang
from toctoc.core.registry import BUILT_IN

from .axe import FINDINGS, OPTIONS, SCRIPT
from .known_cards import CARDS, pictured, spoken_of, told_by_events, told_by_record
from .page_watcher import EAR, SCREEN, PageWatcher
from .person import DOUBLE_TAP_MS, PHONE, People, Person
from .screens import PHASES, at_full_table, in_phase, knock, with_pictures

ASSETS = Path(__file__).parents[2] / "src/toctoc/server/client/assets"
WORDS = lang.load("en").texts
PHONES: list[ViewportSize] = [PHONE, {"width": 390, "height": 844}]
HIGH: ViewportSize = {"width": 360, "height": 740}
LOW: ViewportSize = {"width": 360, "height": 500}
WIDE: ViewportSize = {"width": 1366, "height": 768}
SPEAK = """(language) => localStorage.setItem(
  "toctoc", JSON.stringify({ ...JSON.parse(localStorage.getItem("toctoc")), language }))"""


def moves(person: Person) -> list[str]:
    return [message["action"] for message in person.said if message["type"] == "move"]


def eventually_none(person: Person, script: str, arg: Any = None) -> list[Any]:
    """Return the findings of a script once there are none, or after a while: elements move to their places."""
    found: list[Any] = []
    for _ in range(400):
        if not (found := person.page.evaluate(script, arg)):
            break
        person.page.wait_for_timeout(50)
    return found


@pytest.mark.parametrize("game", BUILT_IN)
def test_two_friends_play_from_the_invitation_to_the_rematch(people: People, game: str) -> None:
    """With a bot, on a desktop and a phone. No card is in a browser that its player may not know."""
    anna, ben = people.come("Anna"), people.come("Ben", PHONE)
    for person in (anna, ben):
        person.page.add_init_script(EAR)
    anna.goto("/")
    anna.page.locator(f"[data-game={game}]").get_by_role("button", name="Invite friends").click()
    link = anna.page.locator(".invitation a").get_attribute("href")
    assert link == f"{people.url}/t/{anna.place}?lang=en"
    seats = 4 if game == "chocottes" else 3  # as many rows as a phone shows at the end
    if len(anna.page.locator("li[data-seat]").all()) != seats:
        anna.page.get_by_role("heading", name="Settings").click()
        anna.page.get_by_role("combobox", name="Players").select_option(str(seats))
    ben.goto(f"/t/{anna.code}?lang=nl")  # his browser speaks English: so does the page
    ben.page.get_by_role("button", name="Sit down").first.click()
    expect(anna.page.locator("li[data-seat]").get_by_text("Ben", exact=True)).to_be_visible()
    anna.page.wait_for_timeout(DOUBLE_TAP_MS)  # this tap is near the last one, and Ben may be quick
    anna.page.locator("button.start").last.click()

    if game == "escalier":
        title_names_the_turn(anna, ben)
    watchers = [PageWatcher(one, game, seat) for seat, one in enumerate((anna, ben))] if game in CARDS else []
    play_watched((anna, ben), watchers, scaled(5))
    assert all(watcher.looks >= 5 for watcher in watchers)
    code = anna.code
    if anna.device_state()["view"]["phase"] == "over":  # at night
        record = anna.page.request.get(f"{people.url}/api/tables/{code}/record").json()
        for watcher in watchers:
            heard = told_by_events(watcher.knows.events)
            assert heard == told_by_record(record, watcher.knows.seat), "told other cards than the record shows"
    else:
        for watcher in watchers[:1]:
            planted_cards_are_found(watcher)
        people.finish(anna, ben)  # as programs would; at night, all of it is tapped
    for seat, person in enumerate((anna, ben)):
        says_who_won(person, seat)
    if game == "chocottes":
        rows_are_whole(ben)

    for person in (ben, anna):
        person.page.locator("[aria-labelledby=result] .warm").click()
    for person in (anna, ben):
        expect(person.page.locator("#result")).not_to_be_visible()
        assert person.device_state()["lobby"]["number"] == 2
        expect(person.page.locator("main [data-seat]").first).to_be_visible()


def title_names_the_turn(*players: Person) -> None:
    while not any(person.is_asked() for person in players):  # a bot may begin
        players[0].page.wait_for_timeout(20)
    for person in players:
        expect(person.page).to_have_title("● Your turn – Toctoc" if person.is_asked() else "Toctoc")


def play_watched(players: tuple[Person, ...], watchers: list[PageWatcher], taps: int) -> None:
    """Play until each has made so many moves, or to the end; look into the pages at every change."""
    for _ in range(10_000):
        for watcher in watchers:
            if watcher.is_due():
                watcher.look()
        if all(person.device_state()["lobby"].get("stage") == "over" for person in players):
            return
        if all(person.moves() >= taps for person in players):
            return
        for person in players:
            if person.is_asked():
                person.act()
        players[0].page.wait_for_timeout(10)
    pytest.fail("the game did not go on")


PLANT = [
    "document.body.append(Object.assign(new Image(), { id: 'planted', hidden: true, src: URL }))",
    "document.body.insertAdjacentHTML('beforeend', `<i id=planted style='background: url(${URL})'></i>`)",
    "document.body.insertAdjacentHTML('beforeend', `<i id=planted aria-label='Card 1: ${NAME}'></i>`)",
    "document.body.insertAdjacentHTML('beforeend', `<i id=planted>It is ${A_NAME}.</i>`)",
    "document.body.insertAdjacentHTML('beforeend', `<i id=planted data-face='${CARD}'></i>`)",
    "sessionStorage.setItem('planted', JSON.stringify({ row: [CARD] }))",
]


def planted_cards_are_found(watcher: PageWatcher) -> None:
    """A card that its player may not know is put into the page, in every way: the watcher finds it."""
    page, game = watcher.person.page, watcher.game
    for plant in PLANT:
        watcher.look()
        now = page.evaluate("performance.now()")
        card = next(card for card in reversed(CARDS[game]) if card not in watcher.knows.names(now))
        words = {
            "CARD": card,
            "URL": next(f"/assets/{file.name}" for file in ASSETS.glob(f"{card}-????????.svg")),
            "NAME": WORDS[f"{game}.card.{card}"],
            "A_NAME": WORDS[f"{game}.a-card.{card}"],
        }
        page.evaluate(f"({{ CARD, URL, NAME, A_NAME }}) => {{ {plant} }}", words)
        with pytest.raises(AssertionError, match=re.escape(card)):
            watcher.look()
        page.evaluate("document.querySelector('#planted')?.remove(), sessionStorage.removeItem('planted')")
        watcher.look()


def says_who_won(person: Person, seat: int) -> None:
    """The end shows the same winners and scores as the table has sent."""
    view = person.device_state()["view"]
    expect(person.page.locator("#result")).to_contain_text(
        re.compile("^You (win!|share)" if seat in view["winners"] else "(wins!|share the victory.)$")
    )
    rows = person.page.get_by_role("list", name="Ranking").locator("> li")
    shown = rows.evaluate_all(
        """rows => rows.map((row) => ({
          place: Number(row.dataset.place),
          isMine: row.querySelector(".name").textContent.includes("(you)"),
          score: parseInt(row.querySelector(".score").textContent),
        }))"""
    )
    assert sorted(row["score"] for row in shown) == sorted(view["scores"])
    assert [row["score"] for row in shown if row["isMine"]] == [view["scores"][seat]]
    assert [row["place"] == 1 for row in shown if row["isMine"]] == [seat in view["winners"]]
    assert len([row for row in shown if row["place"] == 1]) == len(view["winners"])


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


def rows_are_whole(person: Person) -> None:
    """Four players with details in each row, in German; on a low phone those of the winner and of the viewer."""
    person.page.evaluate(SPEAK, "de")
    for size in [*PHONES, LOW]:
        person.page.set_viewport_size(size)
        person.page.reload()
        person.page.locator("[aria-labelledby=result] .detail").first.wait_for(state="attached")
        assert eventually_none(person, SLICED_ROWS) == [], size
        if size != LOW:
            assert person.page.evaluate(HIDDEN_ROWS) <= 1, size
    person.page.set_viewport_size(PHONE)
    person.page.locator("[aria-labelledby=result] .head button").click()
    person.page.locator(".folded button").wait_for()
    assert person.page.evaluate(COVERED, ".folded button") == []
    person.page.locator(".folded button").click()


def test_a_peek_lasts_until_it_was_seen_and_leaves_nothing_in_the_page(people: People) -> None:
    anna = people.come("Anna", pace="step")  # each peek lasts until it is tapped away
    anna.page.add_init_script(EAR)
    people.meet("chocottes", anna, players=2)
    watcher = PageWatcher(anna, "chocottes", seat=0)
    anna.tap(anna.page.locator("main .near [data-action^=look]").first)
    expect(opened(anna)).to_have_count(1)
    watcher.look()
    anna.page.reload()  # which interrupts it
    expect(opened(anna)).to_have_count(1)
    anna.page.get_by_test_id("go-on").click()
    expect(opened(anna)).to_have_count(0)
    while not any(message["type"] == "seen" for message in anna.said):
        anna.page.wait_for_timeout(20)
    anna.page.wait_for_timeout(600)  # longer than a peek may stay once it was seen
    watcher.look()
    [peeked] = {event["card"] for event in watcher.knows.events if event["type"] == "YouLookedAt"}
    if peeked != watcher.knows.view["top"]:
        screen = anna.page.evaluate(SCREEN)
        assert peeked not in pictured(screen["addresses"], "chocottes")
        assert peeked not in {card for text in screen["texts"] for card in spoken_of(text, "chocottes")}

    anna.page.reload()
    anna.page.locator("main .near [data-action]").first.wait_for()
    anna.page.wait_for_timeout(500)
    expect(opened(anna)).to_have_count(0)
    missed = [message["missed"] for message in anna.heard if message["type"] == "welcome" and "missed" in message]
    assert len([events for events in missed if "YouLookedAt" in str(events)]) == 1


def opened(person: Person) -> Locator:
    """The cards of the own row that lie face up."""
    return person.page.locator("main .near").get_by_role("button", name=re.compile(r"^Card \d: "))


RUNNING = """() => document.getAnimations()
  .filter((one) => one.effect.target?.closest(".visited") && one.playState === "running")
  .map((one) => one.animationName ?? one.transitionProperty)"""


def test_a_phone_explains_a_card_shows_the_aid_and_takes_a_knock(people: People) -> None:
    """To explain plays nothing; a knock at one's own door takes half of the screen, with two answers in reach."""
    anna = people.come("Anna", PHONE, is_shown=True)
    people.meet("toctoctoc", anna, players=3, options={"start": "creator"})
    people.play_until(anna, "offer")
    page, help = anna.page, anna.page.get_by_test_id("card-help")
    card = page.locator(".hand [data-card]").first
    page.mouse.move(1, 1)  # where it rests on no card, which would explain itself, too
    expect(help).to_be_hidden()
    expect(card).to_have_attribute("aria-disabled", "false")
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = page.context.new_cdp_session(page)  # a real touch, of which the browser makes a click
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(help).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(help).to_contain_text(".")
    page.evaluate(SCRIPT)
    assert page.evaluate(FINDINGS, OPTIONS) == []
    expect(help).to_be_visible()
    expect(card).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Escape")
    expect(help).to_be_hidden()

    page.get_by_test_id("aid-button").click()
    expect(page.get_by_test_id("aid").locator("li")).not_to_have_count(0)
    page.keyboard.press("a")  # means nothing in a dialog
    expect(page.locator("dialog")).to_have_count(1)
    page.locator("dialog button").first.click()
    expect(page.locator("dialog")).to_have_count(0)
    assert moves(anna) == []
    page.touchscreen.tap(x, y)  # a tap is still a tap
    expect(card).to_have_attribute("aria-pressed", "true")

    people.play_until(anna, "answer")
    page.locator(".visit.knocked").wait_for()
    for size in PHONES:
        page.set_viewport_size(size)
        door = page.locator(".visit .front").bounding_box()
        assert door is not None
        assert door["height"] >= size["height"] / 2
        for answer in ("refuse", "open"):
            button = page.locator(f"main [data-action={answer}]")
            expect(button).to_be_enabled()
            expect(button).to_be_in_viewport(ratio=1)
            box = button.bounding_box()
            assert box is not None
            assert box["y"] >= door["y"] + door["height"]
            assert box["height"] >= 60
    while page.evaluate(RUNNING):  # less motion: the door is simply there
        page.wait_for_timeout(10)
    anna.wait_for_guard()  # after the buttons can be used: before, there is no question yet to guard
    before = len(moves(anna))
    page.keyboard.press("o")
    while len(moves(anna)) == before:  # the next knock may come at once: the door need not be gone between
        page.wait_for_timeout(10)
    assert moves(anna)[before:] == ["open"]


# How far the aid would have to be scrolled, and what of it is cut off.
ROOM = """() => {
  const dialog = document.querySelector("dialog[open]");
  const cut = [...dialog.querySelectorAll("li, button, .card")].filter((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  });
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = dialog;
  return [scrollHeight - clientHeight, scrollWidth - clientWidth, ...cut.map((element) => element.textContent)];
}"""
# The names of places as they are drawn, and the badges that lie upon another one or leave the screen.
NAMES = """() => {
  const badges = [...document.querySelectorAll(".place .badge")];
  const boxes = badges.map((badge) => badge.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return {
    names: badges.map((badge) => badge.innerText.trim()).filter(Boolean),
    cut: boxes.flatMap((box, at) =>
      box.left < 0 || box.right > innerWidth || boxes.some((other, nth) => nth < at && meet(box, other))
        ? [badges[at].innerText] : []),
  };
}"""
COLOURS = {
    "en": ["Red", "Green", "Blue", "Yellow", "White"],
    "fr": ["Rouge", "Verte", "Bleue", "Jaune", "Blanche"],
}


@each("game", spread(("escalier", "toctoctoc", "chocottes"), 1))
def test_the_aid_fits_a_phone_in_every_language_and_so_do_the_colours(people: People, game: str) -> None:
    """The names of the Haunted Staircase are whole wherever there is room; words in place of pictures are kept."""
    anna = people.come("Anna", PHONE)
    in_phase(game, None)(people, anna)
    for language in lang.LANGUAGES:
        anna.page.evaluate(SPEAK, language)
        anna.page.reload()
        anna.page.locator("main [data-seat]").first.wait_for()
        expect(anna.page.locator("html")).to_have_attribute("lang", language)
        anna.page.locator("main").focus()
        anna.page.keyboard.press("e")
        aid = anna.page.get_by_test_id("aid")
        expect(aid.locator("li")).not_to_have_count(0)
        expect(anna.page.locator("dialog h2")).to_have_text(str(lang.load(language)("aid.title")))
        assert anna.page.evaluate(ROOM) == [0, 0], (game, language)
        anna.page.keyboard.press("Escape")
        expect(aid).to_have_count(0)
        if game == "escalier" and language in COLOURS:
            colours_are_whole(anna, COLOURS[language])
    words_are_chosen_and_kept(anna)


def colours_are_whole(person: Person, names: list[str]) -> None:
    for width, height in [(1920, 1080), (390, 844), (360, 740)]:
        person.page.set_viewport_size({"width": width, "height": height})
        assert person.page.evaluate(NAMES) == {"names": names, "cut": []}, (width, height)
    person.page.set_viewport_size({"width": 360, "height": 560})  # too little room for the disc
    short = person.page.evaluate(NAMES)
    assert short["cut"] == []
    assert all(name.startswith(begin) for name, begin in zip(names, short["names"], strict=True))
    assert len(short["names"][4]) < len("White")
    person.page.set_viewport_size(PHONE)


def words_are_chosen_and_kept(person: Person) -> None:
    """The text table, by the menu."""
    table = person.page.get_by_role("region", name="Text table")
    person.page.evaluate(SPEAK, "en")
    person.page.reload()
    expect(table).not_to_be_visible()
    person.page.get_by_role("button", name="Menu").click()
    box = person.page.get_by_role("checkbox", name="Text table")
    box.click()  # the menu is done with, and goes
    expect(table).to_be_visible()
    person.page.reload()
    expect(table).to_be_visible()
    person.page.get_by_role("button", name="Menu").click()
    box.click()
    expect(table).not_to_be_visible()
    expect(person.page.get_by_label("The table")).to_be_visible()


# The names, scores and buttons that lie below a message.
COVERED = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [...document.querySelectorAll(".tag, .moon, header button, main [data-action]")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1;
  }).map((one) => one.outerHTML.slice(0, 120));
}"""


class Notices:
    """The line of a page, over which messages of the server's host come."""

    def __init__(self, person: Person) -> None:
        person.page.route_web_socket(re.compile("/ws$"), self._open)

    def _open(self, connection: WebSocketRoute) -> None:
        connection.connect_to_server()
        self.connection = connection

    def send(self) -> None:
        self.connection.send('{"type": "notice", "text": "We restart at noon."}')


def test_a_message_on_a_phone_covers_no_name_and_no_button(people: People) -> None:
    """One of the server's host, at the fullest tables; and the hint that a tap goes on."""
    for game in spread(PHASES, 1):
        anna = people.come("Maximilian-Alexander", PHONE)
        notices = Notices(anna)
        at_full_table(game)(people, anna)
        for size in (HIGH, PHONES[1]):
            anna.page.set_viewport_size(size)
            notices.send()
            expect(anna.page.locator(".toast")).to_have_count(1)
            assert anna.page.evaluate(COVERED, ".toasts") == [], (game, size)
            anna.page.locator(".toast").get_by_role("button", name="Close").click()
            expect(anna.page.locator(".toast")).to_have_count(0)
    anna.page.set_viewport_size(HIGH)
    in_phase("escalier", "search")(people, anna)
    choose_pace(anna, "slow")
    anna.tap(anna.page.locator("main [data-action^=turn]").first)
    anna.page.get_by_test_id("tap-hint").wait_for()
    assert anna.page.evaluate(COVERED, "[data-testid=tap-hint]") == []


def choose_pace(person: Person, pace: str) -> None:
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_test_id("pace-menu").select_option(pace)
    person.page.keyboard.press("Escape")


# Once the table has its new size, no sum lies on a card.
COVERING_SUMS = """() => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  return boxes("[data-sum]").filter((sum) => boxes(".place").some((card) =>
    sum.top < card.bottom - 1 && card.top < sum.bottom && sum.left < card.right && card.left < sum.right))
    .map(({ x, y }) => `a sum at ${x}, ${y}`);
}"""
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
    anna, ben = people.come("Anna"), people.come("Ben", WIDE)
    people.meet("chocottes", anna, ben, players=4, options={"tiles": [1, 2, 3]})
    anna.page.evaluate(WAITED)
    while not ben.page.get_by_test_id("knock").is_visible():
        for person in (anna, ben):
            if not any(one["action"] == "draw" for one in ben.tappable()):
                person.act()
        ben.page.wait_for_timeout(50)
    knock(people, ben)
    is_over = ben.device_state()["lobby"]["stage"] == "over"  # the highest cards and a tile are 50 points
    return end_round(people) if is_over else (anna, ben)


def test_a_round_that_is_over_lies_open_until_all_have_gone_on(people: People) -> None:
    anna, ben = end_round(people)
    page = ben.page
    expect(page.get_by_test_id("round-end")).to_contain_text("You end the round")
    expect(page.locator("[data-sum]")).to_have_count(4)
    expect(page.locator("main [role=group] button:not([aria-label^='Card'])")).to_have_count(0)  # all lie open
    assert not [one for one in ben.tappable() if one["action"].startswith("look")]
    expect(page.get_by_test_id("history-list")).to_contain_text("The round is over")  # beside a wide table
    page.set_viewport_size(PHONE)
    expect(page.get_by_test_id("history-list")).not_to_be_visible()
    assert eventually_none(ben, COVERING_SUMS) == []
    for cards in page.locator(".others .place").all():  # a long sum widens no row
        expect(cards).to_be_in_viewport(ratio=0.99)
    expect(anna.page.get_by_test_id("waiting-for")).to_have_text("Waiting for Ben…")

    page.get_by_test_id("next").click()
    for person in (anna, ben):
        expect(person.page.get_by_test_id("round-end")).to_have_count(0)
    assert anna.page.evaluate("[...window.waited]") == ["Waiting for Ben…", "is still looking"]
    expect(page.locator(".near [data-action^=look]")).to_have_count(4)
    page.get_by_test_id("history").click()
    expect(page.locator("dialog").get_by_test_id("history-list")).to_contain_text("The round is over")


def test_the_question_in_pictures_holds_the_name_of_the_child(people: People) -> None:
    person = people.come("Zoé", PHONE)
    with_pictures(people, person)
    people.play_until(person, "search")
    chip = person.page.locator(".prompt .who .chip")
    chip.wait_for()
    assert chip.evaluate("(chip) => chip.scrollWidth <= chip.clientWidth + 1")
