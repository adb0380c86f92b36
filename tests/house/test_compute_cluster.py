"""The guide to compute clusters: its manifests are valid, and the program accepts its commands."""

import re
import shlex
import textwrap

import pytest
import yaml  # type: ignore[import-untyped]

from tests.cli import invoke
from tools import ROOT

PAGE = (ROOT / "docs/how-to/compute-cluster.md").read_text(encoding="utf-8")
MANIFESTS = [
    part
    for text in re.findall(r"^ *```yaml\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)
    for part in yaml.safe_load_all(textwrap.dedent(text))
]


def containers() -> list[dict[str, list[str]]]:
    found = [part["spec"]["template"]["spec"]["containers"] for part in MANIFESTS if "template" in part["spec"]]
    return [container for some in found for container in some]


def test_the_manifests_fit_each_other() -> None:
    kinds = [(part["kind"], part["apiVersion"]) for part in MANIFESTS]
    assert kinds == [("Deployment", "apps/v1"), ("Service", "v1"), ("Deployment", "apps/v1"), ("Job", "batch/v1")]
    scheduler, service, worker, _ = MANIFESTS
    for deployment in (scheduler, worker):
        spec = deployment["spec"]
        assert spec["selector"]["matchLabels"] == spec["template"]["metadata"]["labels"]
    assert service["spec"]["selector"] == scheduler["spec"]["template"]["metadata"]["labels"]
    [port] = service["spec"]["ports"]
    address = f"tcp://{service['metadata']['name']}:{port['port']}"
    assert [address in container["args"] for container in containers()] == [False, True, True]
    assert all(isinstance(part, str) for container in containers() for part in container["args"])
    assert len({container["image"] for container in containers()} & {"registry.example.org/toctoc-compute:1"}) == 1


def commands() -> list[list[str]]:
    typed = [shlex.split(line)[1:] for line in re.findall(r"^ *~/toctoc/bin/(toctoc .*)$", PAGE, re.MULTILINE)]
    return typed + [args[1:] for args in (part["args"] for part in containers()) if args[0] == "toctoc"]


@pytest.mark.parametrize("arguments", commands(), ids=" ".join)
def test_its_commands_are_understood(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toctoc.arena.cluster.find_spec", lambda _: None)
    result = invoke.run(*arguments)
    assert "needs distributed" in result.stderr
