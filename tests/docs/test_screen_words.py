"""The pages for players quote the screen and the terminal: every text in bold is a text of the catalogues."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from tests.scale import each
from tools import ROOT

LANG = ROOT / "src/toctoc/lang"
GAMES = sorted((ROOT / "src/toctoc/games").glob("*/lang/en.json"))
SCREEN = (LANG / "web/en.json", LANG / "common/en.json", *GAMES)
TERMINAL = (LANG / "cli/en.json",)
TUTORIALS = ("play.md", "host.md")
GUIDES = (
    "change-*.md", "get-help-*.md", "install-*.md", "keep-*.md", "play-*.md", "verify-*.md",
)  # fmt: skip
PAGES = [
    *(ROOT / "docs/tutorials" / name for name in TUTORIALS),
    *(page for pattern in GUIDES for page in sorted((ROOT / "docs/how-to").glob(pattern))),
]
BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
SIGN = "?"  # the button that shows a rule
RESULT = "you see"  # in tutorials it marks the result of a step


def texts(catalogues: tuple[Path, ...]) -> Iterator[str]:
    """Yield the texts of some catalogues, each form of a plural; none that consists of blanks only."""
    for file in catalogues:
        for text in json.loads(file.read_text("utf-8")).values():
            forms = [text] if isinstance(text, str) else text.values()
            yield from (form for form in forms if re.search(r"[A-Za-z]", re.sub(r"{\w+}", "", form)))


def pattern(text: str) -> str:
    """Return a regular expression for a text of the screen: a blank may be filled, or be written as three dots."""
    begun = text[:1].upper() + text[1:]  # as the client begins a button
    numbered = re.sub(r"\\\{n\\\}", lambda _: r"(\d+|…)", f"{re.escape(text)}|{re.escape(begun)}")
    return re.sub(r"\\\{\w+\\\}", lambda _: ".+", numbered)


@each("page", PAGES)
def test_bold_texts_are_on_the_screen(page: Path) -> None:
    known = re.compile("|".join(pattern(text) for text in texts(SCREEN)))
    prose = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    named = {" ".join(text.split()) for text in BOLD.findall(prose)} - {SIGN}
    assert {text for text in named if not known.fullmatch(text) and text.lower() != RESULT} == set()


@each("name", TUTORIALS)
def test_the_terminal_prints_the_lines_of_a_tutorial(name: str) -> None:
    known = re.compile("|".join(pattern(text) for text in texts(TERMINAL)))
    page = (ROOT / "docs/tutorials" / name).read_text("utf-8")
    (shown,) = re.findall(r"^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    lines = [re.sub(r" ?http://\S+$", "", line).strip() for line in shown.splitlines()]
    said = [line for line in lines if line not in ("", "…") and not line.startswith("Toctoc: ")]  # of run.py
    assert len(said) >= 3
    assert [line for line in said if not known.fullmatch(line)] == []
