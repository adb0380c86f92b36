"""The trees in docs/explanation/architecture.md name every folder, and no file or folder that is not there."""

import re
from pathlib import Path

import pytest

from tools import ROOT

PAGE = (ROOT / "docs/explanation/architecture.md").read_text("utf-8")
TREES = dict(
    zip(("src/toctoc", "web/src"), re.findall(r"^```\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE), strict=True)
)


def folders(tree: Path, depth: int) -> set[str]:
    """Return the names of the folders with sources, `depth` levels deep."""
    found = {
        part for file in tree.rglob("*.*") if file.suffix in (".py", ".ts", ".svelte")
        for part in file.relative_to(tree).parts[:-1][:depth]
    }  # fmt: skip
    return found - {"client"}  # which is built


@pytest.mark.parametrize(("tree", "depth"), [("src/toctoc", 2), ("web/src", 1)])
def test_a_tree_names_every_folder(tree: str, depth: int) -> None:
    assert folders(ROOT / tree, depth) - set(re.findall(r"([\w-]+)/", TREES[tree])) == set()


@pytest.mark.parametrize("tree", TREES)
def test_the_tree_names_only_files_that_there_are(tree: str) -> None:
    there = {file.name for file in (ROOT / tree).rglob("*.*")} | {"run.py"}
    assert set(re.findall(r"\w[\w.-]+\.(?:py|ts|svelte|svg|toml)\b", TREES[tree])) - there == set()
