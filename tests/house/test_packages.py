"""Packages are audited and listed, builds are reproducible, threats in docs/explanation/security.md have tests."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import run
from tests.scale import each
from tools import ROOT, audit, build_client, environment
from tools.build_client import BUNDLE

SECURITY = (ROOT / "docs/explanation/security.md").read_text(encoding="utf-8")
THREATS = re.findall(r"^\| ([^|]+) \| [^|]+ \| `(\S+\.py)` `(test_\w+)` \|$", SECURITY, re.MULTILINE)


def test_every_threat_has_a_line_with_its_test() -> None:
    [table] = re.findall(r"^\| threat: an attacker… \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", SECURITY, re.MULTILINE)
    assert len(THREATS) == len(table.splitlines()) > 25


@each("threat, file, name", THREATS)
def test_the_test_of_a_threat_is_there(threat: str, file: str, name: str) -> None:
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, functions)}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Collect the programs that are run, instead of running them; nothing is installed."""
    commands: list[list[str]] = []

    def note(command: list[str]) -> int:
        commands.append(command)
        return 0

    monkeypatch.setattr(audit, "run", note)
    monkeypatch.setattr(environment, "prepare", lambda level: None)
    monkeypatch.setattr(audit, "node", lambda: "")
    return commands


def answers(monkeypatch: pytest.MonkeyPatch, stdout: str, code: int = 0) -> None:
    """Let npm print `stdout` and exit with `code`."""
    done = subprocess.CompletedProcess[str]([], code, stdout)
    monkeypatch.setattr(build_client, "npm", lambda *arguments, **more: done)


def test_every_lock_is_audited_and_accepted_vulnerabilities_are_left_out(
    asked: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "is_reachable", lambda url: True)
    monkeypatch.setitem(audit.ACCEPTED, "GHSA-1", "for the test")
    answers(monkeypatch, '{"auditReportVersion": 2}')
    assert run.main(["audit"]) == 0
    runs = [
        [each.rpartition("/")[2] for each in command if each.startswith("--requirement=")] for command in asked
    ]
    assert {name for names in runs for name in names} == {
        path.name for path in environment.REQUIREMENTS.glob("*.lock")
    }
    assert not any({"cuda.lock", "training.lock"} <= {*names} for names in runs)  # pip-audit refuses two versions
    for command in asked:
        assert Path(command[0]).name == "pip-audit"
        assert "--ignore-vuln=GHSA-1" in command


@pytest.mark.parametrize(("python", "npm"), [(1, 0), (0, 1)])
def test_a_vulnerable_package_fails_the_audit(
    asked: list[list[str]], monkeypatch: pytest.MonkeyPatch, python: int, npm: int
) -> None:
    monkeypatch.setattr(audit, "is_reachable", lambda url: True)
    monkeypatch.setattr(audit, "run", lambda command: python)
    answers(monkeypatch, '{"auditReportVersion": 2}', npm)
    assert run.main(["audit"]) == 1


@pytest.mark.parametrize("answer", ["", "{}", '{"message": "405 Method Not Allowed"}'])
def test_without_the_internet_the_audit_is_skipped_and_says_so(
    asked: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answer: str
) -> None:
    monkeypatch.setattr(audit, "SERVICE", "http://127.0.0.1:9")
    answers(monkeypatch, answer, 1)
    assert run.main(["audit"]) == 0
    assert asked == []
    said = capsys.readouterr().err
    assert "the audit of the Python packages is skipped: http://127.0.0.1:9 cannot be reached" in said
    assert "the audit of the client's packages is skipped: " in said


def test_the_client_has_the_version_of_the_server() -> None:
    """The bill of materials of the client names it."""
    client = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))
    server = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert client["version"] == server["project"]["version"]


def test_benchmarks_find_the_packages_of_the_tests_that_they_import() -> None:
    assert locked("test") <= locked("bench")


@pytest.mark.nightly
def test_the_bill_of_materials_lists_every_package_of_its_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "BILL", tmp_path / "sbom")
    assert run.main(["sbom"]) == 0
    for name in audit.BILLED_LOCKS:
        assert names(tmp_path / f"sbom/{name}.cdx.json") == locked(name)
    client = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))
    assert names(tmp_path / "sbom/client.cdx.json") >= set(client["dependencies"])


def locked(name: str) -> set[str]:
    """Return the names of the packages of a lock."""
    lock = (ROOT / f"requirements/{name}.lock").read_text(encoding="utf-8")
    return set(re.findall(r"^([\w.-]+)==", lock, re.MULTILINE))


def names(file: Path) -> set[str]:
    """Return the names of the components of a bill of materials."""
    bill = json.loads(file.read_text(encoding="utf-8"))
    assert bill["bomFormat"] == "CycloneDX"
    return {component["name"] for component in bill["components"]}


@pytest.mark.nightly
def test_wheel_and_sdist_can_be_built_again_byte_for_byte(tmp_path: Path) -> None:
    """In another folder, with other times and another mask for new files."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    built = []
    for number, mask in enumerate((0o022, 0o077)):
        copy = tmp_path / f"copy {number}"
        for name in filter(None, listed.split("\0")):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
            os.utime(copy / name, (1_000_000_000 + number, 1_000_000_000 + number))
        shutil.copytree(BUNDLE, copy / BUNDLE.relative_to(ROOT), dirs_exist_ok=True)
        build = [sys.executable, "-m", "hatchling", "build", "--directory", str(tmp_path / f"out {number}")]
        subprocess.run(build, cwd=copy, check=True, capture_output=True, umask=mask)
        built.append({file.name: file.read_bytes() for file in (tmp_path / f"out {number}").iterdir()})
    assert len(built[0]) == 2
    assert built[0] == built[1]
