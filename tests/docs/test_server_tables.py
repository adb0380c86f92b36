"""The generated tables for hosts list every option, variable, limit, cost, metric and log message."""

import re
from dataclasses import fields
from pathlib import Path

import click
from prometheus_client.parser import text_string_to_metric_families

from tests.docs.server_tables import column, server_tables
from tests.scale import each
from tests.server.hosting import Server
from toctoc.cli.commands.serve import command
from toctoc.server.security.limits import PUBLIC, Limits
from toctoc.server.security.rate_budget import Cost
from tools import ROOT

PAGES = {
    "server-options": "server-options", "server-test-options": "server-options", "limits": "limits",
    "constants": "limits",
    "costs": "limits", "metrics": "metrics", "alerts": "metrics", "log-messages": "operations",
}  # fmt: skip
OPTIONS = [each for each in command.params if isinstance(each, click.Option) and each.name != "lang"]


@each("table", PAGES)
def test_a_page_has_the_table(table: str) -> None:
    page = (ROOT / f"docs/reference/{PAGES[table]}.md").read_text("utf-8")
    assert f"```{{generated}} {table}\n```" in page
    assert all(all(row[-1:]) for row in server_tables()[table]), "the last column is the meaning"


def test_there_is_a_page_for_every_table() -> None:
    assert server_tables().keys() == PAGES.keys()


@each("table, hidden", [("server-options", False), ("server-test-options", True)])
def test_every_option_is_listed_with_its_default(table: str, hidden: bool) -> None:
    expected = [each for each in OPTIONS if each.hidden == hidden]
    names = [cell.split("`")[0] for cell in column(table)]
    assert names == [option.opts[0] for option in expected]
    for option, default, values in zip(expected, column(table, 1), column(table, 2), strict=True):
        if default:
            assert default == str(option.default)
        if isinstance(option.type, click.Choice):
            assert re.findall(r"[\w-]+", values) == list(option.type.choices)
        if isinstance(option.type, click.IntRange):
            assert values == f"{option.type.min} to {option.type.max}"


def test_every_environment_variable_is_listed() -> None:
    sources = "".join(file.read_text("utf-8") for file in (ROOT / "src/toctoc").rglob("*.py"))
    page = (ROOT / "docs/reference/server-options.md").read_text("utf-8")
    listed = {name.rstrip("…") for name in re.findall(r"^\| `(TOCTOC_\w+…?)` \|", page, re.MULTILINE)}
    assert set(re.findall(r'"(TOCTOC_[A-Z_]+)"', sources)) == listed | set(column("server-options", 3)) - {""}


def test_every_limit_is_listed_with_its_default() -> None:
    listed = [(*row[:3], bool(row[3])) for row in server_tables()["limits"]]
    expected = [(f"`{name}`", f"{each.default:,}", each.metadata["about"], True) for name, each in PUBLIC.items()]
    assert listed == expected
    others = [each for each in fields(Limits) if each.name not in PUBLIC]
    assert server_tables()["constants"] == [(f"{each.default:,}", each.metadata["about"]) for each in others]


def test_every_cost_is_listed() -> None:
    costs = [value for name, value in vars(Cost).items() if name.isupper()]
    assert [float(cell.removesuffix(" more")) for cell in column("costs", 1)] == costs


def test_every_metric_of_a_server_is_listed(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.http() as http:
        server.make("escalier")
        families = list(text_string_to_metric_families(http.get("/metrics").text))
    exposed = {
        family.name + ("_total" if family.type == "counter" else ""): (
            family.type,
            {label for sample in family.samples for label in sample.labels} - {"le"},
            f"{family.documentation}.",
        )
        for family in families
    }
    listed = {
        name.strip("`"): (kind, set(re.findall(r"\w+", labels)), about)
        for name, kind, labels, about in server_tables()["metrics"]
        if not about.startswith("Several nodes")
    }
    assert listed == exposed


def test_every_message_of_the_log_is_listed() -> None:
    sources = "".join(file.read_text("utf-8") for file in (ROOT / "src/toctoc").rglob("*.py"))
    calls = re.findall(r'\blogger\.(\w+)\(\s*"([^"]+)"', sources)
    assert len(calls) > 20
    levels = {"exception": "error"}
    expected = {(levels.get(level, level), re.sub("%[a-z]", "…", message)) for level, message in calls}
    assert expected <= set(zip(column("log-messages"), column("log-messages", 2), strict=True))
