"""What docs/reference/hosting.md says of options, limits and figures is so."""

import re
from dataclasses import fields

import click

from toctoc.cli.commands.serve import command
from toctoc.server.security.limits import Limits
from tools import ROOT

TEXT = (ROOT / "docs/reference/hosting.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[tuple[str, ...]]:
    """The table whose first column has this heading."""
    [table] = re.findall(rf"^\| {heading} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
    return [tuple(cell.strip(" `") for cell in row.strip("|").split("|")) for row in table.splitlines()]


def test_every_limit_is_there_with_its_default() -> None:
    expected = [(each.name, f"{each.default:,}", each.metadata["about"]) for each in fields(Limits)]
    assert rows("limit") == expected


def test_every_option_is_there() -> None:
    options = [each for each in command.params if isinstance(each, click.Option) and not each.hidden]
    assert [row[0] for row in rows("option")] == [option.opts[0] for option in options]


def test_every_environment_variable_is_there() -> None:
    sources = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "src/toctoc").rglob("*.py"))
    listed = {row[0].rstrip("…") for row in rows("environment variable")}
    assert set(re.findall(r'"(TOCTOC_[A-Z_]+)"', sources)) == listed


def test_every_figure_is_there() -> None:
    source = (ROOT / "src/toctoc/server/metrics.py").read_text(encoding="utf-8")
    kinds = re.findall(r'(Gauge|Counter|Histogram)MetricFamily\("(\w+)"', source)
    names = [name + ("_total" if kind == "Counter" else "") for kind, name in kinds]
    assert [row[0] for row in rows("figure")] == names
