"""Nothing is so long that it wants a second file: files, functions and classes."""

import ast
from collections.abc import Iterator

from tools import ROOT

LONGEST_FILE = 350  # lines
LONGEST_FUNCTION = 60  # lines
MOST_METHODS = 15  # of a class; Python's own, such as __init__, are not counted
FOLDERS = ("src", "tests", "benchmarks", "training", "examples")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def sources() -> Iterator[tuple[str, str]]:
    files = [*ROOT.glob("*.py"), *(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))]
    for file in files:
        yield str(file.relative_to(ROOT)), file.read_text(encoding="utf-8")


def nodes(folder: str = "") -> Iterator[tuple[str, ast.AST]]:
    for path, text in sources():
        if path.startswith(folder):
            for node in ast.walk(ast.parse(text)):
                yield path, node


def test_files_are_short() -> None:
    lengths = {path: len(text.splitlines()) for path, text in sources()}
    assert len(lengths) > 300
    assert {path: length for path, length in lengths.items() if length > LONGEST_FILE} == {}


def test_functions_are_short() -> None:
    lengths = {
        f"{path}: {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path, node in nodes()
        if isinstance(node, Function)
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION} == {}


def test_classes_have_few_methods() -> None:
    """Those of the product; a test's harness may offer as much as the tests need."""
    assert {
        f"{path}: {node.name}": count
        for path, node in nodes("src/")
        if isinstance(node, ast.ClassDef) and (count := methods(node)) > MOST_METHODS
    } == {}


def methods(node: ast.ClassDef) -> int:
    return sum(isinstance(each, Function) and not each.name.startswith("__") for each in node.body)
