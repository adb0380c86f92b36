"""docs/reference/command-line.md has every command, and its tables have every option."""

import sys
from typing import Any

import click
import pytest

from toctoc.cli import failures
from toctoc.cli.main import COMMAND_NAMES, cli
from tools import ROOT

TEXT = (ROOT / "docs/reference/command-line.md").read_text("utf-8")


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the tables that the site inserts."""
    pytest.importorskip("sphinx")
    monkeypatch.setattr(sys, "path", [str(ROOT / "docs/_ext"), *sys.path])
    monkeypatch.setenv("TOCTOC_ROOT", str(ROOT))
    from generated_cli import tables  # type: ignore[import-not-found]  # of the site

    return tables()


def test_every_command_has_a_section() -> None:
    assert [line.removeprefix("## ") for line in TEXT.splitlines() if line.startswith("## ")] == [
        *COMMAND_NAMES,
        "Table options",
    ]
    for name in COMMAND_NAMES:
        assert f"\n## {name}\n\n```{{generated}} toctoc-{name}\n```\n" in TEXT


def test_the_exit_codes_are_those_of_the_program() -> None:
    for code in (0, failures.BAD, failures.UNUSABLE, failures.INTERRUPTED):
        assert f"\n| {code} | " in TEXT


@pytest.mark.parametrize("name", COMMAND_NAMES)
def test_a_table_has_every_option_with_default_and_variable(name: str, tables: Any) -> None:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    text = tables[f"toctoc-{name}"]()
    for option in found.params:
        if isinstance(option, click.Option) and not option.hidden:
            [row] = [
                line for line in text.splitlines() if line.startswith("| `") and option.opts[0] in words(line)
            ]
            if option.show_default and isinstance(option.default, int | str):
                assert f" | {option.default} | " in row
            if option.envvar:
                assert f"`{option.envvar}`" in row
    assert "[default" not in text


def words(row: str) -> list[str]:
    """Return the names in the first cell of a row."""
    return row.split("`")[1].replace(",", " ").split()
