"""The lobby offers everything that the server has: each option of a game, and each bot, a host's own too."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.server.hosting import Server

from .person import DESKTOP, PHONE, People, Person

MAMIE = """
like = "petit-fantome"
title = {"" = "Granny", fr = "Mamie"}
face = "witch"
"""


@pytest.fixture
def people(chromium: Browser, tmp_path: Path) -> Iterator[People]:
    """People at a server whose host has a bot of their own."""
    file = tmp_path / "mamie.toml"
    file.write_text(MAMIE, encoding="utf-8")
    with Server(tmp_path, "--bot", str(file)) as server:
        people = People(chromium, server.url, tmp_path)
        yield people
        people.close()


def lobby(people: People, person: Person, game: str, **settings: object) -> Locator:
    """A table with its host, before its first game; and its seats."""
    made = person.page.request.post(f"{people.url}/api/tables", data={"game": game, "settings": settings})
    person.goto(f"/t/{made.json()['code']}")
    person.page.get_by_role("button", name="Sit down").first.click()
    expect(person.page.get_by_text("(you)")).to_be_visible()
    return person.page.locator("li[data-seat]")


def test_a_lobby_offers_every_option_and_bot_and_sends_a_guest_away(people: People) -> None:
    anna = people.come("Anna", language="fr")
    anna.goto("/")
    anna.page.locator("[data-game=chocottes] .words > .row").first.locator("button").first.click()
    chairs, start = anna.page.locator("li.free"), anna.page.locator("button.start")
    for size, language in ((DESKTOP, "fr"), (DESKTOP, "nl"), (PHONE, "de"), (DESKTOP, "en")):
        anna.page.set_viewport_size(size)
        anna.page.locator("header select.language").select_option(language)
        expect(anna.page.locator("html")).to_have_attribute("lang", language)
        expect(chairs).to_have_count(4)
        expect(start).to_be_in_viewport(ratio=1)
        assert all(height < 60 for height in chairs.evaluate_all("(all) => all.map((one) => one.offsetHeight)"))
    expect(start).to_contain_text("Start with 4 bots")
    anna.page.get_by_label("A bot for seat 2").select_option("The fortune-teller")
    expect(anna.page.locator("li[data-seat='1']")).not_to_contain_text("Free")
    expect(start.last).to_contain_text("Start, with bots in the 3 free seats")

    # A guest is sent away after a question only: the button appears where the one for a bot was.
    seats = lobby(people, anna, "chocottes", players=3)
    ben = people.come("Ben", PHONE)
    ben.goto(f"/t/{anna.code}")
    ben.page.get_by_role("button", name="Sit down").first.click()
    seats.nth(1).get_by_role("button", name="Send away").click()
    question = anna.page.get_by_role("dialog", name="Send Ben away?")
    question.get_by_role("button", name="Cancel").click()
    expect(seats.nth(1)).to_contain_text("Ben")
    seats.nth(1).get_by_role("button", name="Send away").click()
    question.get_by_role("button", name="Send away").click()
    expect(seats.nth(1)).to_contain_text("Free seat 2")
    expect(ben.page.get_by_text("has sent you away. Play at another table.")).to_be_visible()

    chooser = seats.nth(2).get_by_label("A bot for seat 3")
    names = ["The little ghost", "The apprentice", "The ghost hunter", "The fortune-teller", "The count", "Granny"]
    assert chooser.locator("option").all_inner_texts()[1:] == names
    chooser.select_option("Granny")
    expect(seats.nth(2)).to_contain_text("Granny")
    assert "witch" in (seats.nth(2).locator("img").get_attribute("src") or "")
    anna.page.locator("summary").click()
    tiles = anna.page.get_by_role("group", name="Penalties of the three inspector tiles").get_by_role("spinbutton")
    wanted = [6, 8, 10]
    assert [int(tile.input_value()) for tile in tiles.all()] == wanted
    for at, penalty in enumerate((1, 2, 49)):
        tiles.nth(at).fill(str(penalty))
        tiles.nth(at).press("Tab")
        wanted[at] = penalty
        wait_for(anna, tiles=wanted)
    begins = anna.page.get_by_label("Who begins? The last player to have had a nightmare begins")
    assert begins.locator("option").all_inner_texts() == ["chance decides", "Anna", "Seat 2", "Granny"]
    begins.select_option("Granny")
    wait_for(anna, tiles=[1, 2, 49], start="creator", creator=2)
    anna.page.locator("button.start").last.click()
    anna.page.get_by_role("region", name="The piles").wait_for()
    assert anna.device_state()["view"]["starter"] == 2
    assert options(anna)["tiles"] == [1, 2, 49]


def test_a_bot_of_the_host_plays_from_the_first_page_to_the_ranking_in_any_language(people: People) -> None:
    zoe = people.come("Zoé", language="fr")
    zoe.goto("/")
    zoe.page.locator("[data-game=toctoctoc] .play .round").click()
    zoe.page.get_by_role("radio", name="Mamie").check()
    zoe.page.get_by_role("checkbox", name="Conseils").check()
    zoe.page.locator("dialog .warm").click()
    zoe.page.locator("main [data-seat]").first.wait_for()
    zoe.sees("Granny 1")  # at a table all languages have one name
    expect(zoe.page.get_by_test_id("hint")).to_be_visible()
    zoe.goto("/")
    zoe.page.locator("[data-game=escalier] .play .round").click()
    expect(zoe.page.get_by_role("radio", name="Mamie")).to_be_visible()
    expect(zoe.page.get_by_role("checkbox", name="Conseils")).not_to_be_visible()  # one remembers by oneself
    zoe.page.keyboard.press("Escape")
    zoe.page.locator("[data-game=escalier] .play .warm").click()  # it is remembered
    zoe.page.locator("main [data-seat]").first.wait_for()
    zoe.sees("Granny")
    people.finish(zoe)
    expect(zoe.page.locator("[aria-labelledby=result]")).to_contain_text("Granny")


def options(person: Person) -> dict[str, object]:
    """How the table is set up, as the server says."""
    found: dict[str, object] = person.device_state()["lobby"]["settings"]["options"]
    return found


def wait_for(person: Person, **wanted: object) -> None:
    """Until the server has set the table up so."""
    for _ in range(1_000):
        if options(person).items() >= wanted.items():
            return
        person.page.wait_for_timeout(20)
    raise AssertionError(f"{options(person)} is not {wanted}")
