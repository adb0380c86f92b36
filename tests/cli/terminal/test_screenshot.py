"""The picture in the README."""

import re

from tests.cli.screenshot import FILE, taken


def test_it_shows_a_table_and_a_question() -> None:
    words = re.sub(r"<[^>]+>", " ", taken()).replace("&#160;", " ")
    for text in ("Toc Toc Toc!", "Monsters", "0 You", "Your hand", "Do you open?"):
        assert text in words


def test_nothing_in_it_has_to_be_fetched() -> None:
    for svg in (taken(), FILE.read_text(encoding="utf-8")):
        addresses = set(re.findall(r"\w+://[^\s\"')]+", svg))
        assert addresses == {"http://www.w3.org/2000/svg"}  # the name of the format
        assert "@font-face" not in svg
        assert len(svg) < 30_000
