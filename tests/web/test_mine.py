"""My games: those of this device are stored there, listed, saved to a file, deleted and read again."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, ViewportSize, expect

from toctoc.lang import LANGUAGES

from .axe import findings
from .own_games import mine, remember, some
from .person import DESKTOP, LANDSCAPE, PHONE, People, Person
from .targets import too_small
from .test_sizes import CUT

WIDE: ViewportSize = {"width": 1366, "height": 768}


def chooses(person: Person, file: Path) -> None:
    with person.page.expect_file_chooser() as chooser:
        person.page.get_by_role("button", name="Add from a file").click()
    chooser.value.set_files(file)


def test_a_game_is_listed_saved_deleted_and_read_again(people: People, tmp_path: Path) -> None:
    anna = people.come("Anna", DESKTOP)
    people.meet("escalier", anna, players=2)
    people.finish(anna)
    code, told = anna.code, anna.page.get_by_test_id("told")
    anna.page.reload()  # whose end is seen twice, and is one game
    anna.more().get_by_role("link", name="My games").click()
    game = anna.page.locator("[data-id]")
    expect(game).to_have_count(1)
    anna.page.reload()
    expect(game).to_have_count(1)
    expect(game.locator("ol li.mine")).to_contain_text("Anna")
    expect(game.get_by_role("link", name="Replay")).to_have_attribute("href", f"/replay/{code}/1")

    with anna.page.expect_download() as saved:
        anna.page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "games.json"
    saved.value.save_as(file)
    assert re.fullmatch(r"toctoc-\d{4}-\d\d-\d\d\.json", saved.value.suggested_filename)

    game.get_by_role("button", name=re.compile("^Delete")).click()
    anna.page.locator("dialog").get_by_role("button", name="Delete").click()
    expect(anna.page.get_by_test_id("empty")).to_be_visible()
    chooses(anna, file)
    expect(told).to_have_text("1 game added.")
    expect(game).to_have_count(1)
    chooses(anna, file)
    expect(told).to_have_text("0 games added. 1 was here already.")
    expect(game).to_have_count(1)
    file.write_text('{"kind": "toctoc-games", "format": 1, "games": [{"id": "?"}]}')
    chooses(anna, file)
    expect(told).to_have_text("Game 1 in this file is damaged. Nothing was added.")

    anna.page.route("**/api/games", switched_off)
    anna.page.reload()
    anna.sees("has switched this page off")
    anna.page.get_by_role("link", name="Toctoc").click()
    expect(anna.page.get_by_role("link", name="My games")).to_have_count(0)


def switched_off(route: Route) -> None:
    told = route.fetch(max_retries=3).json()
    route.fulfill(body=json.dumps({**told, "without": ["my-games"]}), content_type="application/json")


@pytest.mark.long
def test_a_replay_that_is_gone_is_not_offered_twice(people: People, anna: Person) -> None:
    mine(people, anna)
    first = anna.page.locator("[data-id]").first
    first.get_by_role("link", name="Replay").click()
    expect(anna.page.get_by_role("alert")).to_be_visible()
    anna.page.go_back()
    expect(first).to_contain_text("Replay no longer available")


@pytest.mark.long
def test_the_ladder_leads_to_a_game_against_the_next_bot_without_hints(people: People, anna: Person) -> None:
    mine(people, anna)
    stairs = anna.page.locator("[data-ladder=toctoctoc]")
    expect(stairs).to_have_attribute("data-climbed", "4")
    stairs.get_by_role("link", name="Next: The count").click()
    anna.page.locator("main [data-seat]").first.wait_for()
    lobby = anna.device_state()["lobby"]
    assert {seat["bot"] for seat in lobby["seats"] if "bot" in seat} == {"comte"}
    assert lobby["settings"]["hints"] is False


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_fits_every_screen_in_every_language(people: People, language: str) -> None:
    person = people.come("Zoé with 20 letters.", PHONE, language=language)
    mine(people, person)
    remember(person, [{**some()[0], "id": f"{n:016x}", "number": n} for n in range(20, 50)])
    person.page.reload()
    for size in (PHONE, LANDSCAPE, WIDE):
        person.page.set_viewport_size(size)
        assert person.page.evaluate(CUT) == [], size
        assert too_small(person) == [], size
    assert findings(person) == []
    expect(person.page.locator("[data-id]")).to_have_count(20)
    person.page.locator("main section:has([data-id]) > button").click()
    expect(person.page.locator("[data-id]")).to_have_count(38)
