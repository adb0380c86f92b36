"""The table of features and their sizes: lines of source, client and tests, by the prefixes in features.toml."""

import os
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

Table = Callable[[Sequence[str], Iterable[Sequence[str]]], str]
Sizes = dict[str, int]  # of source, client and tests

FEATURES = Path(__file__).with_name("features.toml")
FOLDERS = {"source": "src/toctoc", "client": "web/src", "tests": "tests"}
NOT_OURS = ("__pycache__/", "server/client/")  # what Python and `make play` write there
CODE = {".py", ".ts", ".svelte", ".css", ".js", ".html", ".sql"}


def tables(table: Table, root: Path) -> dict[str, Callable[[], str]]:
    """Return the table by its name, `features`."""
    return {"features": partial(features, table, root)}


def features(table: Table, root: Path) -> str:
    """List each feature with its lines, the largest first, and the sums."""
    sizes = sorted(measured(root).items(), key=lambda item: -sum(item[1].values()))
    total = {column: sum(size[column] for _, size in sizes) for column in FOLDERS}
    return table(("feature", *FOLDERS), [_row(name, size) for name, size in [*sizes, ("all", total)]])


def measured(root: Path) -> dict[str, Sizes]:
    """Return the lines of code of each feature; unit tests of the client are tests."""
    names = tomllib.loads(FEATURES.read_text("utf-8"))
    found: dict[str, Sizes] = {name: dict.fromkeys(FOLDERS, 0) for name in names}
    owners = prefixes()
    for column, path in files(root):
        if Path(path).suffix in CODE:
            [owner] = features_of(owners[column], path)
            lines = len((root / FOLDERS[column] / path).read_text("utf-8").splitlines())
            found[owner]["tests" if ".test." in path else column] += lines
    return found


def files(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the column and the path of every file, below the folder of its column."""
    for column, folder in FOLDERS.items():
        for parent, _, names in os.walk(root / folder):
            for name in names:
                path = (Path(parent) / name).relative_to(root / folder).as_posix()
                if not any(part in path for part in NOT_OURS):
                    yield column, path


def prefixes() -> dict[str, dict[str, list[str]]]:
    """Return the features of each prefix, by column."""
    found: dict[str, dict[str, list[str]]] = {column: defaultdict(list) for column in FOLDERS}
    for name, columns in tomllib.loads(FEATURES.read_text("utf-8")).items():
        for column, paths in columns.items():
            for path in paths:
                found[column][path].append(name)
    return found


def features_of(owners: dict[str, list[str]], path: str) -> list[str]:
    """Return the features of the longest prefix of `path`: exactly one, if the file is in order."""
    longest = max(filter(path.startswith, owners), key=len, default=None)
    return [] if longest is None else owners[longest]


def _row(name: str, size: Sizes) -> list[str]:
    return [name, *map(_rounded, size.values())]


def _rounded(lines: int) -> str:
    return f"{round(lines, -2):,}" if lines >= 50 else "< 50" if lines else "–"
