"""A picture of the end, made in the browser: shared where the device can, saved elsewhere, and a line of text."""

import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from toctoc.lang import LANGUAGES

from .axe import findings
from .own_games import pictured
from .person import LANDSCAPE, PHONE, People, Person
from .targets import too_small
from .test_ending import finished

WIDE: ViewportSize = {"width": 1366, "height": 768}
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


def test_the_end_is_drawn_saved_shared_and_said_in_a_line(people: People, tmp_path: Path) -> None:
    anna = finished(people, "escalier", players=2)
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
    expect(anna.page.locator(".toast span")).to_contain_text(f"{line} http")

    anna.page.keyboard.press("Escape")
    anna.page.evaluate(SHARES)
    pictured(anna)
    anna.page.get_by_role("button", name="Share the picture").click()
    anna.until("window.shared")
    name, kind, size, text = anna.page.evaluate("window.shared")
    assert (name, kind, text) == ("toctoc-escalier.png", "image/png", line)
    assert size > 10_000


@pytest.mark.long
@pytest.mark.parametrize("game", ["toctoctoc", "chocottes"])
def test_every_game_has_its_picture(people: People, game: str) -> None:
    anna = finished(people, game, players=3)
    pictured(anna)
    assert anna.page.locator("[data-testid=picture] canvas").evaluate(COLOURS) > 100


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dialog_fits_every_screen_in_every_language(people: People, language: str) -> None:
    host: Person = people.come("Zoé with 20 letters.", PHONE, language=language)
    host.goto("/play/escalier")
    host.page.locator("main [data-seat]").first.wait_for()
    people.finish(host)
    pictured(host)
    for size in (PHONE, LANDSCAPE, WIDE):
        host.page.set_viewport_size(size)
        assert too_small(host) == [], size
    assert findings(host) == []
