"""Every screen in every language, and no word of another one left behind."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.examples.packages import FOLDER as FOURTH_GAME
from tests.scale import each, spread
from toctoc import lang
from toctoc.lang import bots

from . import televisions
from .person import DESKTOP, People, Person
from .screens import PHASES, SCREENS, about, home, in_phase, rules, settings, watch
from .test_sizes import renew

OTHERS = [
    *("profile", "join", "choose", "keep", "neighbour", "curtain", "talk", "leave", "watching", "waiting"),
    *("nowhere", "next-game"),
    *("mine", "mine-empty", "mine-asked", "picture", "daily", "daily-table-over", "daily-over"),
    *("groups", "group", "group-asked", "group-stranger"),
    "toctoctoc-lesson",
    *televisions.SCREENS,
]

# All that is shown or read out. What was already said to a screen reader is past.
TEXTS = """() => {
  const found = [document.title];
  for (const element of document.querySelectorAll("body *:not([aria-live], .toasts *)")) {
    if (!element.checkVisibility() && !element.closest("select")) continue;
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.push(node.data);
    for (const name of ["aria-label", "aria-valuetext", "title", "alt", "placeholder"]) {
      found.push(element.getAttribute(name) ?? "");
    }
  }
  return found.map((text) => text.trim()).filter((text) => /\\p{Letter}/u.test(text));
}"""

# What is the same in all languages: names, codes, addresses, clauses, the letters of places.
NAMES = re.compile(
    r"OK|Anna(:( \d+)?)?|Maximilian-Alexander|Bartholomäus|der|II\.|Bartholomäus der II\."
    r"|English|Français|Nederlands|Deutsch"
    r"|(· )?(Toctoc|Toc Toc Toc!|Toc Chocottes|L.Escalier hanté)( – Toctoc)?"
    r"|L.Escale à jeux|L.Escalier hanté, le jeu de cartes|Spokenspel, het kaartspel|OK|www\.\S+"
    r"|SIL Open Font License"
    r"|[a-zé]+-[a-zé]+-\d+|https?://\S+|[TCEH]\d+[a-z]?|\w"
)  # fmt: skip
BOTS_NAMES = {name for names in bots.NAMES.values() for name in names}
BOTS_COUNTS = re.compile(rf"({'|'.join(map(re.escape, BOTS_NAMES))})(:( \d+)?)?")
# Words that another language happens to share with English, and cards that keep their French names.
SHARED = {
    "fr": {
        *("brute", "caramel", "caramels", "h min", "Menu", "min", "minute", "minutes", "normal", "Pause"),
        *("point", "points", "Points", "Question", "Scores", "table", "tables", "vamp", "vampires", "Volume"),
        *("Faille", "Loup-Garou", "Morgueuse", "Vampire", "Père Fouettard", "Faucheuse"),
        *("Lookooky / Loup-Garou", "Morgane / Morgueuse", "Van Peer / Vampire", "Père Noël / Père Fouettard"),
    },
    "nl": {
        *("bot", "+ Bot", "Details", "Enter", "Esc", "Hand", "host", "· host", "Menu", "min", "monsters"),
        *("Scores", "vamp", "Volume", "wolf", "Online", "offline,", "is offline.", "In detail"),
    },
    "de": {"+ Bot", "Esc", "Hand", "Name", "normal", "Online", "offline,", "Pause", "Wow!"},
}
LANG = Path(lang.__file__).parent
CATALOGUES = [
    LANG / "common",
    LANG / "web",
    *(LANG.parent / "games" / game / "lang" for game in PHASES),
    FOURTH_GAME / "armoire/lang",
]


def texts(person: Person) -> set[str]:
    return set(person.page.evaluate(TEXTS))


def left(english: set[str], others: set[str], language: str) -> set[str]:
    """Return the texts that are still English, without the numbers in them."""
    same = {text for text in english & others if not NAMES.fullmatch(text) and not BOTS_COUNTS.fullmatch(text)}
    words = {re.sub(r"[\d\s–]+", " ", text).strip() for text in same}
    return {text for text in words if not NAMES.fullmatch(text)} - SHARED[language]


def in_catalogues(language: str) -> Iterator[str]:
    """Every text that a page may show, a number in each of its blanks."""
    for folder in CATALOGUES:
        for key, text in json.loads((folder / f"{language}.json").read_text(encoding="utf-8")).items():
            if key.rpartition(".")[2] != "called":
                for form in [text] if isinstance(text, str) else text.values():
                    yield lang.BLANK.sub("1", form)


def compare(person: Person, switch: Callable[[Person, str], None]) -> None:
    """The same screen in all four languages, one after the other."""
    switch(person, "en")
    english = texts(person)
    for language in SHARED:
        switch(person, language)
        expect(person.page.locator("html")).to_have_attribute("lang", language)
        patience = 600
        while (remains := left(english, texts(person), language)) and patience:
            patience -= 1
            person.page.wait_for_timeout(100)  # a rule book is fetched first
        assert remains == set(), language
    switch(person, "en")
    expect(person.page.locator("html")).to_have_attribute("lang", "en")


def in_the_bar(person: Person, language: str) -> None:
    person.page.locator("header select.language").select_option(language)


def in_the_menu(person: Person, language: str) -> None:
    """The menu stays open."""
    if not person.page.locator("dialog").is_visible():
        person.page.locator(".playing > header button").first.click()
    person.page.locator("dialog select", has=person.page.locator("option[value=fr]")).select_option(language)


def through_the_menu(person: Person, language: str) -> None:
    """And back to the table."""
    in_the_menu(person, language)
    expect(person.page.locator("html")).to_have_attribute("lang", language)
    person.page.keyboard.press("Escape")
    expect(person.page.locator("dialog")).to_have_count(0)


def before_asking_why(person: Person, language: str) -> None:
    if person.page.locator("dialog").is_visible():
        person.page.keyboard.press("Escape")
    through_the_menu(person, language)
    person.page.locator(".playing > header button:has-text('?')").click()
    person.page.locator("dialog p").first.wait_for()


def before_verifying(person: Person, language: str) -> None:
    if person.page.locator("dialog").is_visible():
        person.page.keyboard.press("Escape")
    through_the_menu(person, language)
    person.more().get_by_test_id("verify-deal").click()
    person.page.locator("dialog [data-verdict]").wait_for()


def on_an_earlier_visit(person: Person, language: str) -> None:
    """For pages without a choice of their own."""
    person.page.evaluate(
        "(language) => localStorage.setItem('toctoc', JSON.stringify({ name: 'Anna', language }))", language
    )
    person.page.reload()
    person.page.locator("main [data-seat]").first.wait_for()


@each("language", SHARED)
def test_all_that_a_language_shares_with_english_is_known(language: str) -> None:
    """For any deal, on any page."""
    english, others = (
        {text for text in in_catalogues(each) if re.search(r"[^\W\d]", text)} for each in ("en", language)
    )
    assert left(english, others, language) == set()


def test_the_pages_and_a_table_speak_four_languages(people: People, anna: Person) -> None:
    home(people, anna)
    compare(anna, in_the_bar)
    settings(people, anna)
    compare(anna, in_the_bar)
    for reach in (about, *spread([rules(book) for book in (*PHASES, "house")], 1)):
        reach(people, anna)
        compare(anna, in_the_bar)

    # At a table the switch keeps the picked card, the address and the connection.
    in_phase("toctoctoc", "offer")(people, anna)
    where, hellos = anna.page.url, said(anna, "hello")
    anna.tap(anna.page.locator(".hand .free").first)
    doors = anna.page.locator("[data-action^=offer]").count()
    through_the_menu(anna, "fr")
    anna.sees("à quelle porte frappes-tu")
    assert anna.page.locator("[data-action^=offer]").count() == doors > 0
    assert (anna.page.url, said(anna, "hello")) == (where, hellos)
    compare(anna, in_the_menu)
    authors = anna.page.locator("dialog a[href='/about']")
    expect(authors).to_have_attribute("target", "_blank")  # beside the game


@pytest.mark.nightly
@each("game", PHASES)
def test_a_game_speaks_four_languages_from_the_first_move_to_the_replay(
    people: People, anna: Person, game: str
) -> None:
    in_phase(game, None)(people, anna)
    for switch in (through_the_menu, in_the_menu, before_asking_why):
        compare(anna, switch)
    anna.page.keyboard.press("Escape")
    people.finish(anna)
    for switch in (through_the_menu, before_verifying):
        compare(anna, switch)
    watch(anna)
    compare(anna, on_an_earlier_visit)


@pytest.mark.nightly
def test_dialogs_and_lonely_pages_speak_four_languages(people: People) -> None:
    shown: dict[str, list[set[str]]] = {}
    for language in ("en", *SHARED):
        person = people.come("Anna", language=language)
        shown[language] = []
        for screen in OTHERS:
            renew(person, language)
            person.page.set_viewport_size(DESKTOP)
            (SCREENS | televisions.SCREENS)[screen](people, person)
            shown[language].append(texts(person))
    for language in SHARED:
        for screen, english, others in zip(OTHERS, shown["en"], shown[language], strict=True):
            assert left(english, others, language) == set(), (screen, language)


def said(person: Person, kind: str) -> int:
    return sum(message["type"] == kind for message in person.said)
