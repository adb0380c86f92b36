"""Note the batches of a study in a folder, so that it can go on where it stopped.

The first line of `batches.jsonl` says which study it is; every other line has the sums of a batch of games at one
table. How many games are wanted is not said, nor which tables: whoever wants more of either goes on in the same
folder. A last line that was not written to its end is dropped.
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from toctoc import bots
from toctoc.bots import engine
from toctoc.bots.registry import file_digest
from toctoc.games.registry import find
from toctoc.study import cells, kernel, layout
from toctoc.study.plan import Arm, Study, Sums, as_lists

FORMAT = 1
FILE = "batches.jsonl"
PLAYS_BY = (".py", ".toml", ".npz")


class AnotherStudy(ValueError):
    """Refuse a folder of another study; `differing` names what is not the same; empty if it is none."""

    def __init__(self, differing: list[str]) -> None:
        super().__init__(f"the folder has another study: {', '.join(differing) or 'it cannot be read'}")
        self.differing = differing


def heading(study: Study) -> dict[str, Any]:
    """Return, as JSON has it, what makes the batches of a study those of this one."""
    return {
        "study": FORMAT,
        "game": study.game,
        "rules": find(study.game).rules.VERSION,
        "players": study.main,
        "options": as_lists(study.options),
        "bots": study.bot,
        "file": file_digest(study.bot),
        "seed": study.seed,
        "program": _digest(study.game, bool(study.slow_bots)),
    }


@cache
def _digest(game: str, is_slow: bool) -> str:
    """Return a hash of the text by which games are played and counted: sums of two versions do not go together."""
    known = find(game)
    texts = [*engine.modules(known), layout.part(known, "questions"), cells, kernel]
    files = [Path(str(text.__file__)) for text in texts]
    if is_slow:  # more of a bot counts than its habits: how it searches, and its levels
        files += sorted(path for path in Path(bots.__file__).parent.rglob("*") if path.suffix in PLAYS_BY)
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


class Notebook:
    """Read batches from a folder, and write to it as they are played. Close it."""

    def __init__(self, folder: Path, study: Study) -> None:
        """Open a folder, or make it; an `OSError` or `AnotherStudy` comes before anything has changed."""
        folder.mkdir(exist_ok=True)
        self.batches: dict[tuple[str, int, int], Sums] = {}
        first = heading(study)
        path = folder / FILE
        text = path.read_bytes() if path.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        top, *lines = whole.split(b"\n")[:-1] or [_written(first)]
        _compare(top, first)
        for line in lines:
            self._take(line)
        self.file = path.open("ab")
        if len(text) > len(whole):
            self.file.truncate(len(whole))
        if not whole:
            self._line(first)

    def write(self, arm: Arm, first: int, count: int, sums: Sums) -> None:
        """Append a batch, and flush."""
        self.batches[arm.key, first, count] = sums
        self._line({"table": arm.key, "first": first, "games": count, "sums": sums})

    def close(self) -> None:
        """Close the file."""
        self.file.close()

    def _take(self, line: bytes) -> None:
        try:
            found = json.loads(line)
            key = str(found["table"]), int(found["first"]), int(found["games"])
            if not all(len(row) == cells.SUMS and all(isinstance(n, int) for n in row) for row in found["sums"]):
                raise AnotherStudy([])
            self.batches[key] = found["sums"]
        except (ValueError, KeyError, TypeError):
            raise AnotherStudy([]) from None

    def _line(self, content: dict[str, Any]) -> None:
        self.file.write(_written(content))
        self.file.flush()


def _compare(top: bytes, first: dict[str, Any]) -> None:
    try:
        found = json.loads(top)
        differing = [name for name in first if found.get(name) != first[name]]
    except (ValueError, AttributeError):
        raise AnotherStudy([]) from None
    if differing:
        raise AnotherStudy([] if "study" in differing else differing)


def _written(content: dict[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
