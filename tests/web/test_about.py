"""The about page names the authors of the games, and is one tap from home and from the menu."""

from urllib.parse import urljoin

from playwright.sync_api import expect

import toctoc

from .person import People, Person
from .screens import home, menu


def test_it_is_one_tap_from_home_and_says_whose_games_these_are(people: People, anna: Person) -> None:
    home(people, anna)
    anna.page.locator("footer a").click()
    expect(anna.page).to_have_title("About Toctoc – Toctoc")
    for name in ("Bruno Faidutti", "Sandro Masin", "Paul Mafayon", "Rolf Vogt", "Asmodee", "MIT licence"):
        expect(anna.page.locator("main")).to_contain_text(name)
    expect(anna.page.get_by_test_id("version")).to_contain_text(toctoc.__version__)
    licence = anna.page.get_by_test_id("typeface").get_by_role("link").get_attribute("href")
    assert licence is not None
    assert "SIL OPEN FONT LICENSE" in anna.page.request.get(urljoin(people.url, licence)).text()
    thanks = anna.page.get_by_role("link", name="www.escaleajeux.fr")
    expect(thanks).to_have_attribute("href", "https://www.escaleajeux.fr")
    anna.page.go_back()
    expect(anna.page.locator("[data-game=escalier]")).to_be_visible()


def test_the_menu_opens_it_beside_the_game(people: People, anna: Person) -> None:
    menu(people, anna)
    link = anna.page.locator("dialog a[href='/about']")
    expect(link).to_have_attribute("target", "_blank")
