"""Every screen: axe finds nothing, a finger finds all, and nothing is cut on any size or with large letters.

A target is at least 44 px in both directions, 36 at the fullest table of the smallest screen; with very large
letters 40, or 24 with so much room around it that a finger's circle of 24 px touches no other target (WCAG 2.5.8).
"""

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.scale import each, scaled, spread
from toctoc.lang import LANGUAGES

from . import televisions
from .axe import findings
from .person import LANDSCAPE, People, Person, nothing
from .screens import AT_TABLES, PHASES, SCREENS, at_full_table, in_phase, moments
from .targets import too_small
from .televisions import LONGEST

SIZES: list[ViewportSize] = [
    {"width": width, "height": height}
    for width, height in [(360, 640), (640, 360), (768, 1024), (1280, 800), (1920, 1080)]
]
PHONE, TABLET = SIZES[0], SIZES[2]
WIDE: ViewportSize = {"width": 1366, "height": 768}
USUAL_NEWS_PX = 13.5
# Whether a text is large enough, once it has been fitted: it has that size, or would be cut if it were larger.
IS_LARGE = """async (news, least) => {
  for (let frames = 0; frames < 600; frames += 1) {
    const [written, size] = [news.style.fontSize, parseFloat(getComputedStyle(news).fontSize)];
    news.style.fontSize = `${size * 1.1}px`;
    const isCut = news.scrollHeight > news.clientHeight + 1;
    news.style.fontSize = written;
    if (size >= least || isCut) return true;
    await new Promise(requestAnimationFrame);
  }
  return false;
}"""
# The letters of cards that the caps of their keys lie on.
COVERED_SIGNS = """() => [...document.querySelectorAll(".hand [data-card]:has(kbd)")].filter((card) => {
  const [cap, sign] = ["kbd", "svg text"].map((what) => card.querySelector(what)?.getBoundingClientRect());
  return sign && cap.left < sign.right && cap.right > sign.left && cap.top < sign.bottom && cap.bottom > sign.top;
}).map((card) => card.dataset.card)"""
# The words, buttons and cards of some boxes that leave their box.
OUTSIDE = """(selector) => [...document.querySelectorAll(selector)].flatMap((box) => {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  return [...box.querySelectorAll("p, button, .chip, .name, .door .card")].filter((one) => {
    const inner = one.getBoundingClientRect();
    return inner.width && (inner.left < left - 1 || inner.right > right + 1
      || inner.top < top - 1 || inner.bottom > bottom + 1);
  }).map((one) => `${one.className}: ${one.textContent}`);
})"""
LONGEST_NAME = "Maximiliane von Burg"  # twenty letters, the most there are
# Pages that scroll, and dialogs over them; each is cut nowhere, however large the letters are.
SCROLLING = {
    *("home", "choose", "keep", "next-game", "profile", "join", "settings", "about", "lobby"),
    *("mine", "daily", "daily-over", "group", *(f"rules-{book}" for book in (*PHASES, "house"))),
}
# All but the moments of a game; the most different ones first.
FIRST = ["home", "lobby", "menu", "mine"]
ASIDE = FIRST + [name for name in SCREENS if name not in AT_TABLES and name not in FIRST]

# What does not fit on a screen that never scrolls.
MISFITS = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const misfits = [];
  for (const element of document.querySelectorAll(":root, .playing, main, main > *")) {
    const across = element.scrollWidth - element.clientWidth;
    const down = element.scrollHeight - element.clientHeight;
    if (across > 0 || down > 0) misfits.push(`${element.tagName} scrolls: ${across}, ${down}`);
  }
  const taps = "main :is([data-action], [data-pick], .hand [data-card]), .playing > header button";
  const targets = [...document.querySelectorAll(taps)]
    .filter((element) => element.checkVisibility())
    .filter((element) => !element.matches(":disabled, [aria-disabled=true], [inert] *"))
    .map((element) => ({ element, box: element.getBoundingClientRect() }));
  for (const { element, box } of targets) {
    const name = element.dataset.action ?? element.dataset.pick ?? element.dataset.card ?? element.title;
    const side = Math.min(box.width, box.height);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const distance = ({ box: other }) => Math.hypot(
      Math.max(other.left - x, 0, x - other.right), Math.max(other.top - y, 0, y - other.bottom));
    const isAlone = side >= 24 && targets.every((other) => other.element === element || distance(other) >= 12);
    if (side < 39.5 && !isAlone) misfits.push(`${name} is too small: ${box.width}x${box.height}`);
    let hits = 0;
    for (let row = 0.5; row < 8; row += 1) for (let column = 0.5; column < 8; column += 1) {
      const top = document.elementFromPoint(box.x + box.width * column / 8, box.y + box.height * row / 8);
      if (top && element.contains(top)) hits += 1;
    }
    if (hits / 64 * box.width * box.height < 24 * 24) misfits.push(`${name} is covered: ${hits}/64 is free`);
  }
  return misfits;
}"""

# On pages that scroll: what is too wide, and what is cut off.
CUT = """async () => {
  await new Promise((done) => setTimeout(done, 100)); // even without motion a change takes a frame or two
  const cut = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) cut.push(`the page is ${scrollWidth} wide on ${clientWidth}`);
  for (const element of document.querySelectorAll("button, a, select, input, summary")) {
    if (!element.checkVisibility() || element.matches(".unseen")) continue;
    const { left, right } = element.getBoundingClientRect();
    const isCut = element.matches("button, .button") && element.scrollWidth > element.clientWidth + 1;
    if (left < 0 || right > clientWidth || isCut) cut.push(`${element.outerHTML.slice(0, 160)} ${left}-${right}`);
  }
  return cut;
}"""

NAMES = """async () => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame); // they are fitted in one
  return [...document.querySelectorAll(".tag")].map((tag) => {
  const name = tag.querySelector(".name");
  return {
    said: name.innerText,
    isCut: name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2,
    face: tag.querySelector("img").src,
  };
  });
}"""

RENEWED = """(chosen) => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem("toctoc", JSON.stringify(chosen));
}"""


def renew(person: Person, language: str) -> None:
    """Let the browser of `person` forget everything but a name and a language: cheaper than a new one."""
    person.page.context.clear_cookies()
    person.goto("/healthz")
    person.page.evaluate(RENEWED, {"name": person.name, "pace": "off", "volume": 0, "language": language})
    person.page.set_viewport_size(PHONE)
    person.known = nothing()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_is_accessible_and_whole(people: People, language: str) -> None:
    """A quarter of the screens in each language; at night all of them."""
    person = people.come("Zoé with 20 letters.", PHONE, language)
    found: dict[str, list[str]] = {}
    for screen in spread(ASIDE[list(LANGUAGES).index(language) :: len(LANGUAGES)], 2):
        renew(person, language)
        SCREENS[screen](people, person)
        found[screen] = too_small(person) + findings(person)
        person.page.set_viewport_size(LANDSCAPE)
        found[screen] += too_small(person)
        if screen in SCROLLING:
            found[screen] += cut(person)
    assert not any(found.values()), found


def cut(person: Person) -> list[str]:
    """Return what is cut off, also with letters twice as large."""
    found = []
    for size, letters in (
        *((size, "100%") for size in (PHONE, LANDSCAPE, TABLET, WIDE)), (PHONE, "200%"), (TABLET, "200%")
    ):  # fmt: skip
        person.page.set_viewport_size(size)
        write(person, letters)
        found += [f"{letters} on {size}: {each}" for each in person.page.evaluate(CUT)]
    write(person, "")
    return found


def test_a_full_table_fits_the_smallest_screens_and_shows_every_name(people: People) -> None:
    for game in spread(sorted(PHASES), 1):  # Toc Chocottes is the fullest
        person = people.come(LONGEST_NAME, PHONE)
        at_full_table(game)(people, person)
        for size in (PHONE, WIDE):
            person.page.set_viewport_size(size)
            tags = person.page.evaluate(NAMES)
            assert [tag["said"] for tag in tags if tag["isCut"]] == [], game
            names, faces = {tag["said"] for tag in tags}, {tag["face"] for tag in tags}
            assert len(names) == len(faces) == len(tags) == len(person.device_state()["view"]["scores"]), game
        person.page.set_viewport_size(PHONE)
        for _ in range(scaled(2, most=6)):
            people.play_until(person)
            assert misfits_by_size(person, *SIZES[:2]) == [], game
            assert too_small(person, main=36) == [], game
            person.page.set_viewport_size(LANDSCAPE)
            assert too_small(person, main=36) == [], game
            assert misfits(person.page) == [], game
            person.page.set_viewport_size(PHONE)
            person.act()


def test_no_words_of_a_table_are_cut_or_small_at_any_width(people: People) -> None:
    """The longest names, in German: the question with a risk, the names of colours, a lost line, the news."""
    widths = (360, 640), (390, 844), (1440, 900)
    anna, ben = (people.come(name, PHONE) for name in LONGEST)
    people.meet("escalier", anna, ben, players=4, options={"risk": True})
    in_german(anna)
    for _ in range(2_000):
        if anna.is_asked("ask"):
            break
        for person in (anna, ben):
            if person.is_asked():
                person.act()
        anna.page.wait_for_timeout(20)
    anna.tap(anna.page.locator("main [data-pick]").first)
    ben.goto("/healthz")
    anna.page.get_by_test_id("lost").wait_for()
    for width, height in widths:
        anna.page.set_viewport_size({"width": width, "height": height})
        assert cut_words(anna) == [], width
        names = anna.page.locator("[data-place] .name .whole")
        assert all(name.is_visible() for name in names.all()), width
        assert anna.page.evaluate(OUTSIDE, ".prompt") == [], width
    zoe = people.come("Zoé", PHONE)
    people.meet("toctoctoc", zoe, players=3)
    people.play_some(zoe, moves=1)
    in_german(zoe)
    for width, height in widths:
        zoe.page.set_viewport_size({"width": width, "height": height})
        assert cut_words(zoe) == [], width
        assert zoe.page.get_by_test_id("news").evaluate(IS_LARGE, USUAL_NEWS_PX), width


def test_answers_of_a_riddle_are_whole_words_on_a_phone(people: People) -> None:
    zoe = people.come("Zoé", PHONE)
    in_phase("escalier", "riddle")(people, zoe)
    in_german(zoe)
    for width, height in ((360, 640), (390, 844)):
        zoe.page.set_viewport_size({"width": width, "height": height})
        assert zoe.page.locator(".choices .chip").all_inner_texts() == ["Rot", "Grün", "Blau", "Gelb"]
        assert zoe.page.evaluate(OUTSIDE, ".choices .choice") == [], width


def test_keys_cover_no_sign_of_a_card_and_the_last_door_is_whole(people: People) -> None:
    anna, ben = (people.come(name, WIDE) for name in ("Anna", "Ben"))
    people.meet("toctoctoc", anna, ben, players=4)
    while not ben.is_asked("offer"):
        for person in (anna, ben):
            if person.is_asked() and not ben.is_asked("offer"):
                person.act()
        ben.page.wait_for_timeout(20)
    ben.page.locator(".hand kbd").first.wait_for()
    assert ben.page.evaluate(COVERED_SIGNS) == []
    ben.tap(ben.page.locator(".hand [data-card]").first)
    ben.tap(ben.page.locator("main [data-action^=offer]").last)  # Anna’s door is the last one
    ben.page.locator("[data-house] .door .card").wait_for()
    assert ben.page.evaluate(OUTSIDE, ".table") == []


def in_german(person: Person) -> None:
    person.page.evaluate(
        "() => (localStorage.toctoc = JSON.stringify({ ...JSON.parse(localStorage.toctoc), language: 'de' }))"
    )
    person.page.reload()
    person.page.locator(".playing main [data-seat]").first.wait_for()


def cut_words(person: Person) -> list[str]:
    """Return the words that something cuts; what still moves may be anywhere."""
    found: list[str] = []
    for _ in range(20):
        cut = [one for one in televisions.letters(person) if one["cut"]]
        found = [f"{one['text']!r} ({one['where']}) is cut by {one['cut']}" for one in cut]
        if not found:
            break
        person.page.wait_for_timeout(200)
    return found


@pytest.mark.nightly
@each("game", PHASES)
def test_every_moment_of_a_table_fits_every_screen_and_axe_finds_nothing(people: People, game: str) -> None:
    person = people.come("Zoé", PHONE)
    found = {}
    for moment in moments(people, person, game):
        assert moment in AT_TABLES
        found[moment] = findings(person)
        if moment.removeprefix(f"{game}-") in PHASES[game]:
            found[moment] += misfits_by_size(person, *SIZES)
    assert not any(found.values()), found


def misfits(page: Page) -> list[str]:
    """Gliding elements may be anywhere: only resting ones count."""
    found: list[str] = page.evaluate(MISFITS)
    for _ in range(40):
        if not found:
            break
        page.wait_for_timeout(300)
        found = page.evaluate(MISFITS)
    return found


def misfits_by_size(person: Person, *sizes: ViewportSize) -> list[str]:
    """At these sizes, and with letters twice as large on a tablet."""
    found = []
    for size in sizes:
        person.page.set_viewport_size(size)
        found += [f"{size}: {misfit}" for misfit in misfits(person.page)]
    person.page.set_viewport_size(TABLET)
    write(person, "200%")
    found += [f"large letters: {misfit}" for misfit in misfits(person.page)]
    write(person, "")
    person.page.set_viewport_size(PHONE)
    return found


def write(person: Person, letters: str) -> None:
    person.page.evaluate("(size) => { document.documentElement.style.fontSize = size }", letters)
