"""Keep finished blocks of long work in a file of JSON lines, a journal, so that it goes on where it stopped.

| line | content |
|---|---|
| first | the header: kind of work and number of its format, game, rules, players, options, bots, seed |
| every other | one finished block |

The header does not say how many games are wanted, so the same work with more games continues the same journal. A
last line without its line end was interrupted: it is dropped, and its block is played again. A journal has one
writer at a time; nothing locks it.

Simulations, tournaments and studies keep a journal. A dataset has the same header in a file of its own, and a pair
of Parquet files for each block. `toctoc exploit` has the header in the .npz file of the training.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Literal

from toctoc.bots.registry import file_digest
from toctoc.core import options
from toctoc.core.registry import find

FORMAT = 1

Kind = Literal["simulation", "arena", "study", "dataset", "exploit"]
Header = Mapping[str, Any]
Take = Callable[[Mapping[str, Any]], None]


class AnotherWork(ValueError):
    """Raised for a journal of other work; `differing` has the names that differ, and is empty for no journal."""

    def __init__(self, differing: list[str]) -> None:
        super().__init__(f"the file is a journal of other work: {', '.join(differing) or 'it cannot be read'}")
        self.differing = differing


class ChangedBots(ValueError):
    """Raised for a journal that was written with other versions of `bots`, which are files."""

    def __init__(self, bots: list[str]) -> None:
        super().__init__(f"the file was played with another version of {', '.join(bots)}")
        self.bots = bots


class DamagedLine(ValueError):
    """Raised for a journal of which the line with the number `line` is not the next block."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} is damaged")
        self.line = line


def header(
    kind: Kind, game: str, players: int, chosen: Mapping[str, options.Value], more: Mapping[str, object]
) -> Header:
    """Return the header of work of `kind`; `more` is at least the bots and the seed."""
    rules = find(game).rules.VERSION
    table = {"game": game, "rules": rules, "players": players, "options": options.as_json(chosen)}
    return {kind: FORMAT, **table, **more}


def bot_files(bots: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return the entry `files` of a header, the hashes of those `bots` that are files; no entry if none is."""
    files = {name: digest for name in bots if (digest := file_digest(name))}
    return {"files": files} if files else {}


class Journal:
    """Read the blocks of a journal, and append to it. Close it."""

    def __init__(self, path: Path, header: Header, take: Take) -> None:
        """Open or create the journal at `path`, and call `take` with every block that it has.

        A LookupError, TypeError or ValueError of `take` becomes a `DamagedLine`. An `OSError` or an exception of
        this module is raised before anything has changed.
        """
        if path.exists() and not path.is_dir() and not path.is_file():
            raise AnotherWork([])  # a device or a pipe, which might never end
        self._file: BinaryIO = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        try:
            self._read(header, take)
        except BaseException:
            self._file.close()
            raise

    def append(self, block: Mapping[str, object]) -> None:
        """Append a line, and flush."""
        self._file.write(_line(block))
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _read(self, header: Header, take: Take) -> None:
        """Read the whole lines, drop a half one, and write the header of a new journal."""
        text = self._file.read()
        whole, half = text[: text.rfind(b"\n") + 1], text[text.rfind(b"\n") + 1 :]
        if not whole and not _line(header).startswith(half):
            raise AnotherWork([])
        first, *blocks = whole.split(b"\n")[:-1] or [_line(header)]
        compare(_parsed(first), header)
        for number, block in enumerate(blocks, 2):
            try:
                take(_parsed(block))
            except (LookupError, TypeError, ValueError):
                raise DamagedLine(number) from None
        if half:
            self._file.seek(len(whole))
            self._file.truncate()
        if not whole:
            self.append(header)


def read_header(path: Path) -> Header:
    """Read the header of a journal, or of a dataset, which has it on several lines; empty if there is none."""
    try:
        if not path.is_file():
            return {}
        with path.open("rb") as file:
            first = file.readline()
            return _parsed(first) or _parsed(first + file.read())
    except OSError:
        return {}


def seed_in(path: Path) -> int | None:
    """Return the seed in the header of a journal; None if there is none."""
    seed = read_header(path).get("seed")
    return seed if isinstance(seed, int) else None


def compare(found: Header, expected: Header) -> None:
    """Raise `AnotherWork` or `ChangedBots` unless the header `found` is of the work of the header `expected`.

    A header of another format differs in `format`. Options that `found` does not have are newer, and have their
    defaults.
    """
    kind = next(iter(expected))
    if kind not in found:
        raise AnotherWork([])
    if found[kind] != expected[kind]:
        raise AnotherWork(["format"])
    found = _with_defaults(found)
    names = [name for name in {**expected, **found} if name != "files"]
    if differing := [name for name in names if found.get(name) != expected.get(name)]:
        raise AnotherWork(differing)
    now, then = expected.get("files", {}), found.get("files")
    if changed := [name for name in now if not isinstance(then, dict) or then.get(name) != now[name]]:
        raise ChangedBots(changed)


def _with_defaults(header: Header) -> Header:
    """Add the options that the game has now and `header` has not, at their defaults."""
    try:
        offered = find(header["game"]).options
        return {**header, "options": options.as_json(options.complete(offered, header["options"]))}
    except (KeyError, TypeError, AttributeError, ValueError):  # of a game or an option that this version has not
        return header


def _line(content: Mapping[str, object]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _parsed(text: bytes) -> dict[str, Any]:
    """Parse an object of JSON; return an empty dictionary for anything else."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
