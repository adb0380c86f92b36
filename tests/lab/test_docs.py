"""docs/reference/lab.md says what is true: its examples run, and its tables name every field."""

import doctest
import re

import pytest

from toctoc.core.registry import GAMES
from toctoc.lab import codec
from tools import ROOT

from .side_by_side import CODED

PAGE = (ROOT / "docs/reference/lab.md").read_text("utf-8")


@pytest.mark.compiled
def test_every_example_runs() -> None:
    text = re.sub(r"^```.*$", "", PAGE, flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, "lab.md", "lab.md", 0)
    told: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=told.append)
    assert result.failed == 0, "".join(told)
    assert result.attempted > 20


@pytest.mark.parametrize("game", CODED)
def test_the_page_has_every_field_of_a_game(game: str) -> None:
    part = PAGE.split(f"\n## {GAMES[game].title}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(.+?)` \| (\d+) \| (\d+) \|", part, re.MULTILINE)
    made = codec(game, GAMES[game].players[0])
    assert [(field.name, str(field.offset), str(field.length)) for field in made.fields] == rows
    assert re.search(rf"^{made.A:,} actions: ", part, re.MULTILINE)
