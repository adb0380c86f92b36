"""docs/reference/lab.md, codec.md and tasks.md are correct: examples run, every field and action is listed."""

import doctest
import importlib
import re

import pytest

from tests.scale import each
from toctoc.core.registry import GAMES
from toctoc.lab import codec
from tools import ROOT

from .side_by_side import CODED

PAGES = {name: (ROOT / f"docs/reference/{name}.md").read_text("utf-8") for name in ("lab", "codec", "tasks")}


def table(head: list[str], rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    assert all(len(row) == len(head) for row in rows)
    return rows


@pytest.fixture
def generated(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[tuple[str, ...]]]:
    """The rows of the tables that the site generates, by name."""
    monkeypatch.syspath_prepend(str(ROOT / "docs/_ext"))
    found = importlib.import_module("generated_codec").tables(table)
    return {name: make() for name, make in found.items()}


@pytest.mark.parametrize(
    ("page", "examples"),
    [
        pytest.param("lab", 10, marks=[pytest.mark.nightly, pytest.mark.compiled]),  # tables of a second game
        ("codec", 10),
        ("tasks", 10),
    ],
)
def test_every_example_runs(page: str, examples: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if page == "tasks":  # its few games are played before they would be compiled
        monkeypatch.setattr("toctoc.core.compile.compiled.available", lambda: False)
    text = re.sub(r"^```.*$", "", PAGES[page], flags=re.MULTILINE)
    found = doctest.DocTestParser().get_doctest(text, {}, page, f"{page}.md", 0)
    output: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(found, out=output.append)
    assert result.failed == 0, "".join(output)
    assert result.attempted >= examples


@each("game", CODED)
def test_the_page_has_every_field_and_action_of_a_game(
    game: str, generated: dict[str, list[tuple[str, ...]]]
) -> None:
    part = PAGES["codec"].split(f"\n## {GAMES[game].title}\n")[1].split("\n## ")[0]
    assert f"```{{generated}} codec-fields-{game}\n" in part
    assert f"```{{generated}} codec-actions-{game}\n" in part
    made = codec(game, GAMES[game].players[0])
    expected = [(f"`{field.name}`", str(field.offset), str(field.length)) for field in made.fields]
    rows = generated[f"codec-fields-{game}"]
    assert [row[:3] for row in rows] == expected
    assert all(row[3] for row in rows), "a field has no comment in coding.py"
    numbers = [[int(n) for n in row[0].split(" to ")] for row in generated[f"codec-actions-{game}"]]
    assert [n for row in numbers for n in range(row[0], row[-1] + 1)] == list(range(made.A))


@each("game, last", [("toctoctoc", "taxi"), ("escalier", "yellow-child")])
def test_the_page_has_the_numbers_of_the_cards(
    game: str, last: str, generated: dict[str, list[tuple[str, ...]]]
) -> None:
    assert f"```{{generated}} codec-kinds-{game}\n" in PAGES["codec"]
    rows = generated[f"codec-kinds-{game}"]
    fields = {field.name: field.length for field in codec(game, GAMES[game].players[0]).fields}
    assert len(rows) == fields["hand" if game == "toctoctoc" else "turned"]
    assert rows[-1] == (str(len(rows) - 1), f"`{last}`")


@pytest.mark.parametrize(
    ("game", "formula", "values", "words"),
    [
        ("toctoctoc", "8 + 4 × kind + steps − 1", {"kind": 13, "steps": 2}, "offer child to 2"),
        ("chocottes", "58 + 66 × (steps − 1) + pair", {"steps": 3, "pair": 0}, "shuffle 1 2 of 3"),
        (
            "chocottes",
            "322 + 144 × (steps − 1) + 12 × place in the other row + place in the own row",
            {"steps": 2, "place in the other row": 4, "place in the own row": 6},
            "exchange 7 with 5 of 2",
        ),
        ("escalier", "25 + 3 × place + steps − 1", {"place": 2, "steps": 1}, "ask 1 about blue"),
    ],
)
def test_its_formulas_are_right(game: str, formula: str, values: dict[str, int], words: str) -> None:
    from toctoc import Match

    assert formula in " ".join(PAGES["codec"].split())
    expression = formula.replace("×", "*").replace("−", "-")
    for name in sorted(values, key=len, reverse=True):
        expression = expression.replace(name, str(values[name]))
    made = codec(game, GAMES[game].players[-1])
    state = Match(game, made.players).state
    assert str(made.game.action(state, made.to_rules(0, eval(expression)))) == words
