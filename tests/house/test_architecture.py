"""The trees in docs/architecture.md name every module of the folders that they open, and no others."""

import re
from pathlib import Path

import pytest

from tools import ROOT

PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")
TREES = dict(
    zip(("src/toctoc", "web/src"), re.findall(r"^```\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE), strict=True)
)
OPEN = (
    "src/toctoc/games",
    "src/toctoc/bots",
    "src/toctoc/codec",
    "src/toctoc/lab",
    "src/toctoc/storage",
    "src/toctoc/table",
    "src/toctoc/server",
    "web/src/live",
)


def shown_tree(folder: str) -> str:
    """Return the part of the tree that belongs to `folder`."""
    tree, _, name = folder.rpartition("/")
    return re.split(r"^  (?=\w)", TREES[tree].split(f"\n  {name}/ ")[-1], flags=re.MULTILINE)[0]


def modules(folder: Path) -> set[str]:
    files = {file.name for kind in ("*.py", "*.ts") for file in folder.glob(kind)}
    return {name for name in files if name != "__init__.py" and ".test." not in name}


@pytest.mark.parametrize("folder", OPEN)
def test_a_folder_has_all_its_modules(folder: str) -> None:
    assert modules(ROOT / folder) - set(re.findall(r"[\w.-]+\.(?:py|ts)\b", shown_tree(folder))) == set()


@pytest.mark.parametrize("tree", TREES)
def test_the_tree_names_only_files_that_there_are(tree: str) -> None:
    there = {file.name for file in (ROOT / tree).rglob("*.*")}
    assert set(re.findall(r"\w[\w.-]+\.(?:py|ts|svelte|svg|toml)\b", TREES[tree])) - there == set()
