"""After a game: its fairness, its link and its picture, on plain HTTP too, and the list of one's own games."""

import json
import re
import struct
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Route, expect

from tests.scale import spread

from .browser import HOME_NETWORK
from .own_games import mine, pictured
from .person import DESKTOP, FAIR, PHONE, People, Person
from .screens import over

# A device that shares files: what it was given.
SHARES = """() => {
  navigator.canShare = ({ files }) => files.length === 1;
  navigator.share = async ({ files: [{ name, type, size }], text }) => {
    window.shared = [name, type, size, text];
  };
}"""
# How many colours there are, along some lines across: with nothing drawn it would be one or two.
COLOURS = """(canvas) => {
  const { width, height } = canvas;
  const all = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, width, height).data.buffer);
  return new Set(all.filter((_, at) => Math.floor(at / width) % 50 === 25)).size;
}"""


def test_a_game_is_checked_shared_and_drawn_on_plain_http(people: People, tmp_path: Path) -> None:
    """On a home network browsers hide some of their abilities: hashing, sharing, the clipboard."""
    address = f"http://{HOME_NETWORK}:{urlsplit(people.url).port}"
    anna = people.come("Anna", PHONE, url=address)
    over("escalier")(people, anna)
    assert anna.page.evaluate("[isSecureContext, 'share' in navigator, 'clipboard' in navigator]") == [False] * 3
    code, place = anna.code, anna.place
    assert place.startswith(f"{code}-"), "the address that people copy has the key"

    anna.more().get_by_role("button", name="fair").click()
    expect(anna.page.get_by_test_id("verdict")).to_have_attribute("data-verdict", FAIR)
    anna.page.keyboard.press("Escape")
    anna.more().get_by_role("button", name="Share").click()
    link = f"{address}/replay/{place}/1?lang=en"
    anna.sees(f"Copied: {link}")
    assert pasted(anna) == link

    anna.goto(f"/t/{code}")
    pictured(anna)
    drawn = anna.page.get_by_test_id("picture")
    assert drawn.locator("canvas").evaluate(COLOURS) > 100
    line = drawn.get_attribute("aria-label") or ""
    assert re.fullmatch(r".+ 👑 .+ \d+ · .+ \d+", line)
    assert "Anna" in line
    with anna.page.expect_download() as saved:
        anna.page.get_by_role("button", name="Save the picture").click()
    saved.value.save_as(file := tmp_path / "end.png")
    assert saved.value.suggested_filename == "toctoc-escalier.png"
    assert file.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", file.read_bytes()[16:24]) == (1080, 1350)
    anna.page.get_by_role("button", name="Copy as text").click()
    expect(anna.page.locator(".toast span").last).to_contain_text(f"{line} http")
    anna.page.keyboard.press("Escape")

    anna.page.evaluate(SHARES)
    pictured(anna)
    anna.page.get_by_role("button", name="Share the picture").click()
    anna.until("window.shared")
    name, kind, size, text = anna.page.evaluate("window.shared")
    assert (name, kind, text) == ("toctoc-escalier.png", "image/png", line)
    assert size > 10_000
    anna.page.keyboard.press("Escape")

    for game in spread(["escalier", "toctoctoc", "chocottes"], 1)[1:]:  # the others at night
        over(game)(people, anna)
        pictured(anna)
        assert anna.page.locator("[data-testid=picture] canvas").evaluate(COLOURS) > 100, game


def pasted(person: Person) -> str:
    """Return the contents of the clipboard."""
    person.goto("/join")
    field = person.page.get_by_role("textbox")
    field.press("Control+V")
    return field.input_value()


def test_a_game_is_listed_saved_deleted_and_read_again(people: People, tmp_path: Path) -> None:
    anna = people.come("Anna", DESKTOP)
    people.meet("escalier", anna, players=2)
    people.finish(anna)
    place, told = anna.place, anna.page.get_by_test_id("told")
    anna.page.reload()  # whose end is seen twice, and is one game
    anna.more().get_by_role("link", name="My games").click()
    game = anna.page.locator("[data-id]")
    expect(game).to_have_count(1)
    anna.page.reload()
    expect(game).to_have_count(1)
    expect(game.locator("ol li.mine")).to_contain_text("Anna")
    expect(game.get_by_role("link", name="Replay")).to_have_attribute("href", f"/replay/{place}/1")

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

    # The ladder leads to the next bot, without hints; a replay that is gone is not offered twice.
    mine(people, anna)
    first = anna.page.locator("[data-id]").filter(has_text="Zoé").first
    first.get_by_role("link", name="Replay").click()
    expect(anna.page.get_by_role("alert")).to_be_visible()
    anna.page.go_back()
    expect(first).to_contain_text("Replay no longer available")
    stairs = anna.page.locator("[data-ladder=toctoctoc]")
    expect(stairs).to_have_attribute("data-climbed", "4")
    stairs.get_by_role("link", name="Next: The count").click()
    anna.page.locator("main [data-seat]").first.wait_for()
    lobby = anna.device_state()["lobby"]
    assert {seat["bot"] for seat in lobby["seats"] if "bot" in seat} == {"comte"}
    assert lobby["settings"]["hints"] is False

    anna.page.route("**/api/games", switch_off)
    anna.goto("/mine")
    anna.sees("has switched this page off")
    anna.page.get_by_role("link", name="Toctoc").click()
    expect(anna.page.locator("[data-game=escalier]")).to_be_visible()
    expect(anna.page.get_by_role("link", name="My games")).to_have_count(0)


def chooses(person: Person, file: Path) -> None:
    with person.page.expect_file_chooser() as chooser:
        person.page.get_by_role("button", name="Add from a file").click()
    chooser.value.set_files(file)


def switch_off(route: Route) -> None:
    told = route.fetch(max_retries=3).json()
    route.fulfill(body=json.dumps({**told, "without": ["my-games"]}), content_type="application/json")
