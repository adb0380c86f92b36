"""Keep a study in a journal (`toctoc.journal`): the file `batches.jsonl` of a folder.

A block has the sums of a batch of games at one table. The header does not say which tables are wanted: a study
with other tables continues the same journal.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from toctoc import bots, journal
from toctoc.bots import engine
from toctoc.bots.registry import file_digest
from toctoc.core.registry import find
from toctoc.study import cells, kernel, study_modules
from toctoc.study.plan import Arm, Study, Sums

FILE = "batches.jsonl"
BOT_SUFFIXES = (".py", ".toml", ".npz")


class StudyJournal:
    """Read batches from the journal in a folder, and append to it. Close it."""

    def __init__(self, folder: Path, study: Study) -> None:
        """Open a folder, or make it; an exception of `toctoc.journal` is raised before anything has changed."""
        folder.mkdir(exist_ok=True)
        self.batches: dict[tuple[str, int, int], Sums] = {}
        table = study.game, study.main, study.options
        program = _digest(study.game, bool(study.slow_bots))
        more = {"bots": study.bot, "file": file_digest(study.bot), "seed": study.seed, "program": program}
        self._journal = journal.Journal(folder / FILE, journal.header("study", *table, more), self._take)

    def write(self, arm: Arm, first: int, count: int, sums: Sums) -> None:
        """Append a batch, and flush."""
        self.batches[arm.key, first, count] = sums
        self._journal.append({"table": arm.key, "first": first, "games": count, "sums": sums})

    def close(self) -> None:
        """Close the file."""
        self._journal.close()

    def _take(self, line: Mapping[str, Any]) -> None:
        key = str(line["table"]), int(line["first"]), int(line["games"])
        if not all(len(row) == cells.SUMS and all(isinstance(n, int) for n in row) for row in line["sums"]):
            raise ValueError("not the sums of cells")
        self.batches[key] = line["sums"]


@cache
def _digest(game: str, is_slow: bool) -> str:
    """Return a hash of the source that plays and counts: sums of two versions must not be added up."""
    known = find(game)
    texts = [*engine.modules(known), study_modules.part(known, "questions"), cells, kernel]
    files = [Path(str(text.__file__)) for text in texts]
    if is_slow:  # bots without a compiled policy depend on more: their search, their levels, their networks
        files += sorted(path for path in Path(bots.__file__).parent.rglob("*") if path.suffix in BOT_SUFFIXES)
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
