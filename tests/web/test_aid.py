"""The player aid: one tap or one key away at every table, and on one screen of a small phone in every language."""

import pytest
from playwright.sync_api import ViewportSize, expect

from toctoc import lang
from toctoc.core.registry import BUILT_IN

from .person import People, Person
from .screens import in_phase

PHONE: ViewportSize = {"width": 360, "height": 640}
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


def speak(person: Person, language: str) -> None:
    person.page.evaluate(
        "(language) => localStorage.setItem('toctoc', JSON.stringify({ name: 'Anna', language }))", language
    )
    person.page.reload()
    person.page.locator("main [data-seat]").first.wait_for()
    expect(person.page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.long
@pytest.mark.parametrize("game", BUILT_IN)
def test_the_aid_fits_one_screen_of_a_phone_in_every_language(people: People, game: str) -> None:
    anna = people.come("Anna", PHONE)
    in_phase(game, None)(people, anna)
    for language in lang.LANGUAGES:
        speak(anna, language)
        anna.page.locator("main").focus()
        anna.page.keyboard.press("e")
        aid = anna.page.get_by_test_id("aid")
        expect(aid.locator("li")).not_to_have_count(0)
        expect(anna.page.locator("dialog h2")).to_have_text(str(lang.load(language)("aid.title")))
        assert anna.page.evaluate(ROOM) == [0, 0], language
        anna.page.keyboard.press("Escape")
        expect(aid).to_have_count(0)


def test_the_aid_opens_by_one_tap_and_plays_nothing(people: People) -> None:
    anna = people.come("Anna", PHONE)
    in_phase("escalier", None)(people, anna)
    said = len(anna.said)
    anna.page.get_by_test_id("aid-button").click()
    expect(anna.page.get_by_test_id("aid").locator("li b")).to_have_count(4)
    anna.page.keyboard.press("a")  # means nothing in a dialog
    expect(anna.page.locator("dialog")).to_have_count(1)
    anna.page.locator("dialog button").first.click()
    expect(anna.page.locator("dialog")).to_have_count(0)
    assert [message for message in anna.said[said:] if message["type"] == "move"] == []
