"""The import rules name every package, each dependency has its reason, and docstrings begin as they should."""

import ast
import json
import re
import subprocess
import tomllib
from typing import Any

from tools import ROOT


def test_rules_and_records_may_use_no_dependency() -> None:
    """The import contract that keeps packages out of the games names every package there is."""
    contracts = settings()["tool"]["importlinter"]["contracts"]
    [forbidden] = [
        contract["forbidden_modules"]
        for contract in contracts
        if contract["name"] == "The rules and the records need nothing but Python"
    ]
    project = settings()["project"]
    packages = names(project["dependencies"], *project["optional-dependencies"].values())
    assert set(forbidden) == {package.replace("-", "_") for package in packages}


def test_every_dependency_has_its_reason() -> None:
    project = settings()["project"]
    groups = [*project["optional-dependencies"].values(), *settings()["dependency-groups"].values()]
    text = (ROOT / "docs/reference/dependencies.md").read_text(encoding="utf-8")
    for name in names(project["dependencies"], *groups):
        assert f"\n| {name} | " in text


def test_every_package_of_the_client_has_its_reason() -> None:
    package = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))
    text = (ROOT / "docs/reference/dependencies.md").read_text(encoding="utf-8")
    for name in package.get("dependencies", {}) | package["devDependencies"]:
        assert f"\n| {name} | " in text


def test_a_module_s_docstring_begins_with_no_question_word() -> None:
    """It says what the module is responsible for, or which property it proves (CONTRIBUTING, Conventions)."""
    question = re.compile(r"(What|Who|Whom|Whose|Which|Where|How|When)(ever)?\b")
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    files = [ROOT / name for name in listed.stdout.splitlines()]
    wrong = [
        f"{file.relative_to(ROOT)}: {text.splitlines()[0]}"
        for file in files
        if file.is_file() and question.match(text := ast.get_docstring(ast.parse(file.read_bytes())) or "")
    ]
    assert len(files) > 500, listed
    assert not wrong, "\n".join(wrong)


def settings() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def names(*lists: list[Any]) -> set[str]:
    """The packages of some lists of requirements, without their versions."""
    return {line.split(">")[0].split("[")[0] for lines in lists for line in lines if isinstance(line, str)}
