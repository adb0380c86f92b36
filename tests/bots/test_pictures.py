"""The five characters: small drawings that stand on their own."""

import re
from importlib.resources import files
from xml.etree import ElementTree

import pytest

from toctoc import GAMES
from toctoc.bots import LEVELS
from tools import ROOT

SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 8_000  # bytes
OTHERS = range(2, max(max(game.players) for game in GAMES.values()) + 1)


def picture(name: str) -> str:
    return files("toctoc.bots").joinpath("pictures", f"{name}.svg").read_text("utf-8")


def test_there_is_one_for_every_level_and_no_other() -> None:
    found = {file.name for file in files("toctoc.bots").joinpath("pictures").iterdir()}
    assert found == {f"{name}.svg" for name in LEVELS}


@pytest.mark.parametrize("name", LEVELS)
class TestEveryPicture:
    def test_it_is_small(self, name: str) -> None:
        assert len(picture(name).encode()) < LARGEST

    def test_it_scales_and_has_a_title(self, name: str) -> None:
        root = ElementTree.fromstring(picture(name))
        assert root.tag == f"{SVG}svg"
        assert root.get("viewBox") == "0 0 200 200"
        assert "width" not in root.attrib
        assert root.get("role") == "img"
        title = root[0]
        assert title.tag == f"{SVG}title"
        assert title.text
        assert root.get("aria-labelledby") == title.get("id")

    def test_it_only_draws(self, name: str) -> None:
        """No scripts, no pictures or letters from elsewhere, nothing that moves or links."""
        drawn = {
            "svg", "title", "desc", "defs", "g", "path", "rect", "circle", "ellipse", "polyline", "polygon",
            "line", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "use", "style",
        }  # fmt: skip
        for element in ElementTree.fromstring(picture(name)).iter():
            assert element.tag.removeprefix(SVG) in drawn
            for key, value in element.attrib.items():
                assert not key.startswith("on"), key
                assert key not in ("style", "font-family"), key
                if "href" in key:
                    assert value.startswith("#")
                for address in re.findall(r"url\(([^)]*)\)", value):
                    assert address.startswith("#")
        assert picture(name).count("http") == 1  # the name of the format
        assert not re.search(r"url\((?!#)|@import|font|animation", picture(name))

    def test_further_ones_at_a_table_look_different(self, name: str) -> None:
        """The picture's fragment says which one is meant: each has other colours and something of its own."""
        style = ElementTree.fromstring(picture(name)).findtext(f"{SVG}style") or ""
        looks = {tuple(re.findall(rf"#{name}-{n}:target~(?:defs|g) (\S+?){{([^}}]*)}}", style)) for n in OTHERS}
        assert len(looks) == len(OTHERS)
        assert all(any("display:inline" in rule for _, rule in look) and len(look) > 3 for look in looks)
        for n in OTHERS:
            assert f'<g id="{name}-{n}"/>' in picture(name)

    def test_its_references_exist(self, name: str) -> None:
        ids = set(re.findall(r'\bid="([^"]*)"', picture(name)))
        assert set(re.findall(r"url\(#([^)]*)\)", picture(name))) <= ids
        assert all(found.startswith(f"{name}-") for found in ids)


def test_all_five_fit_on_one_page() -> None:
    """An id is there once in all of them."""
    ids = [found for name in LEVELS for found in re.findall(r'\bid="([^"]*)"', picture(name))]
    assert len(ids) == len(set(ids))


def test_the_documentation_shows_them_together() -> None:
    root = ElementTree.parse(ROOT / "docs/images/bots.svg").getroot()
    assert root.tag == f"{SVG}svg"
    text = (ROOT / "docs/images/bots.svg").read_text("utf-8")
    assert all(name in text for name in LEVELS)
