"""The dashboard and the alerts use metrics that exist, and each alert has a remedy."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from prometheus_client.parser import text_string_to_metric_families

from tests.docs.server_tables import server_tables
from tests.server.hosting import Server
from tools import ROOT

DASHBOARD = json.loads((ROOT / "deploy/grafana.json").read_text(encoding="utf-8"))
PANELS: list[dict[str, Any]] = DASHBOARD["panels"]
ALERTS: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((ROOT / "deploy/alerts.yml").read_text(encoding="utf-8"))["groups"]
    for rule in group["rules"]
]


def asked() -> dict[str, str]:
    """Every expression, by where it stands."""
    targets = {f"{panel['title']} {target['refId']}": target["expr"] for panel in PANELS
               for target in panel.get("targets", [])}  # fmt: skip
    [labels] = [each["query"]["query"] for each in DASHBOARD["templating"]["list"] if each["name"] == "instance"]
    return targets | {rule["alert"]: rule["expr"] for rule in ALERTS} | {"instance": labels}


def test_every_figure_that_is_asked_for_is_there(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.http() as http:
        server.make("escalier")
        families = list(text_string_to_metric_families(http.get("/metrics").text))
    samples = {sample.name for family in families for sample in family.samples}
    pools = {sample.labels["pool"] for family in families for sample in family.samples if "pool" in sample.labels}
    assert len(samples) > 25
    for where, expression in asked().items():
        names = set(re.findall(r"\btoctoc_\w+", expression))
        assert names <= samples, where
        assert names or "up{" in expression, where
        for named in re.findall(r'pool=~?"([^"]+)"', expression):
            assert set(named.split("|")) <= pools, where
    values = {sample.name: sample.value for family in families for sample in family.samples}
    assert [values[f"toctoc_{name}"] for name in ("ready", "store_writable", "store_there", "lease_held")] == [
        1
    ] * 4
    assert values["toctoc_store_free_bytes"] > 0 < values["toctoc_commit_seconds_count"]


@pytest.mark.parametrize("where", asked())
def test_every_expression_is_closed(where: str) -> None:
    opened: list[str] = []
    for sign in re.sub(r'"[^"]*"', "", asked()[where]):
        if sign in "([{":
            opened.append(sign)
        elif sign in ")]}":
            assert opened.pop() + sign in ("()", "[]", "{}")
    assert not opened


def test_every_alert_has_a_remedy_and_the_page_lists_it() -> None:
    listed = [(f"`{rule['alert']}`", rule["labels"]["severity"], rule["annotations"]["todo"]) for rule in ALERTS]
    assert server_tables()["alerts"] == listed
    for rule in ALERTS:
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"]
        assert re.fullmatch(r"[A-Z].*\.", rule["annotations"]["todo"])
    assert len({rule["alert"] for rule in ALERTS}) == len(ALERTS) > 8


def test_no_panel_lies_on_another() -> None:
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
    taken: set[tuple[int, int]] = set()
    for panel in PANELS:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert at["x"] + at["w"] <= 24
        assert not cells & taken, panel["title"]
        taken |= cells
        assert panel["type"] == "row" or panel["description"]
