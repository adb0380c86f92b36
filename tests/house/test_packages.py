"""What we build on is audited, listed and built the same again; threats in docs/security.md have their tests."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.error
from email.message import Message
from pathlib import Path

import pytest

import packages
import run
from client import BUNDLE

SECURITY = (run.ROOT / "docs/security.md").read_text(encoding="utf-8")
THREATS = re.findall(r"^\| ([^|]+) \| [^|]+ \| `(\S+\.py)` `(test_\w+)` \|$", SECURITY, re.MULTILINE)


def test_every_threat_has_a_line_with_its_test() -> None:
    [table] = re.findall(r"^\| somebody \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", SECURITY, re.MULTILINE)
    assert len(THREATS) == len(table.splitlines()) > 25


@pytest.mark.parametrize(("threat", "file", "name"), THREATS)
def test_the_test_of_a_threat_is_there(threat: str, file: str, name: str) -> None:
    tree = ast.parse((run.ROOT / "tests" / file).read_text(encoding="utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, functions)}


def test_every_locked_package_is_listed_with_its_hashes() -> None:
    found = {package.purl: package for package in packages.locked()}
    assert len(found) == len(packages.locked()) > 100
    assert all(package.hashes for package in found.values())
    scopes = {package.name: package.scope for package in found.values()}
    assert (scopes["uvicorn"], scopes["numba"], scopes["pytest"]) == ("required", "optional", "excluded")
    assert scopes["svelte"]


def test_the_bill_of_materials_is_the_same_of_the_same_locks(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["sbom"]) == 0
    written = capsys.readouterr().out
    assert run.main(["sbom"]) == 0
    assert capsys.readouterr().out == written
    bill = json.loads(written)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert {component["purl"] for component in bill["components"]} == {each.purl for each in packages.locked()}
    assert len({component["bom-ref"] for component in bill["components"]}) == len(bill["components"])


def answering(*vulnerable: str) -> packages.Ask:
    def ask(question: bytes) -> bytes:
        queries = json.loads(question)["queries"]
        assert len(queries) <= packages.MOST
        assert {key for query in queries for key in query} == {"package", "version"}
        named = [query["package"]["name"] for query in queries]
        return json.dumps(
            {"results": [{"vulns": [{"id": f"GHSA-{name}"}]} if name in vulnerable else {} for name in named]}
        ).encode()

    return ask


def test_a_vulnerable_package_fails_the_audit_unless_it_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(packages, "MOST", 50)
    assert packages.audit(said.append, answering()) == 0
    assert said.pop().endswith("0 known vulnerabilities, 0 accepted")
    assert packages.audit(said.append, answering("uvicorn")) == 1
    assert re.fullmatch(r"PyPI uvicorn \S+: https://osv.dev/GHSA-uvicorn", said[0])
    monkeypatch.setitem(packages.ACCEPTED, "GHSA-uvicorn", "for the test")
    assert packages.audit(said.append, answering("uvicorn")) == 0


@pytest.mark.parametrize("error", [urllib.error.URLError("no network"), TimeoutError(), ConnectionResetError()])
def test_without_the_internet_the_audit_is_skipped_and_says_so(error: Exception) -> None:
    said: list[str] = []

    def ask(_: bytes) -> bytes:
        raise error

    assert packages.audit(said.append, ask) == 0
    assert "is skipped" in said[0]


@pytest.mark.parametrize("answer", [b"<html>", b"{}", b'{"results": []}', b"[]"])
def test_an_answer_that_is_none_fails_the_audit(answer: bytes) -> None:
    said: list[str] = []
    assert packages.audit(said.append, lambda _: answer) == 1
    assert "failed" in said[0]


def test_a_question_that_is_not_understood_fails_the_audit() -> None:
    def ask(_: bytes) -> bytes:
        raise urllib.error.HTTPError(packages.OSV, 400, "Bad Request", Message(), None)

    assert packages.audit(lambda _: None, ask) == 1


@pytest.mark.long
def test_wheel_and_sdist_can_be_built_again_byte_for_byte(tmp_path: Path) -> None:
    """In another folder, with other times and another mask for new files."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=run.ROOT, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    built = []
    for number, mask in enumerate((0o022, 0o077)):
        copy = tmp_path / f"copy {number}"
        for name in filter(None, listed.split("\0")):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(run.ROOT / name, copy / name)
            os.utime(copy / name, (1_000_000_000 + number, 1_000_000_000 + number))
        shutil.copytree(BUNDLE, copy / BUNDLE.relative_to(run.ROOT), dirs_exist_ok=True)
        build = [sys.executable, "-m", "hatchling", "build", "--directory", str(tmp_path / f"out {number}")]
        subprocess.run(build, cwd=copy, check=True, capture_output=True, umask=mask)
        built.append({file.name: file.read_bytes() for file in (tmp_path / f"out {number}").iterdir()})
    assert len(built[0]) == 2
    assert built[0] == built[1]
