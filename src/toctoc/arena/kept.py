"""Keep what was played in a file of lines, so that it can go on where it stopped.

The first line says what is played; every other line holds a piece of it. How much is wanted is not said: whoever
wants more goes on in the same file. A last line that was not written to its end is dropped. Of bots in files it
has the hashes: games of two versions of a bot are not added up.
"""

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from toctoc.games import options
from toctoc.games.registry import find


class AnotherTournament(ValueError):
    """Refuse a file in which something else is kept; `differing` names what differs, nothing if it is none."""

    def __init__(self, differing: list[str]) -> None:
        super().__init__(f"the file is of another tournament: {', '.join(differing)}")
        self.differing = differing


class ChangedBots(ValueError):
    """Refuse a file that was played with other versions of some bots."""

    def __init__(self, bots: list[str]) -> None:
        super().__init__(f"the file was played with another version of {', '.join(bots)}")
        self.bots = bots


class Damaged(ValueError):
    """Refuse a file with a line that is not a piece, or not the next one."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} is damaged")
        self.line = line


Take = Callable[[Mapping[str, Any], int], None]  # a line, and its number


class KeptLines:
    """Read lines from a file, and append to it. Close it."""

    def __init__(self, path: Path, heading: Mapping[str, Any], take: Take) -> None:
        """Open a file, and call `take` with each line after the first, which raises `Damaged` if it does not fit.

        An `OSError` or a `ValueError` of this module comes before anything has changed.
        """
        if path.exists() and not path.is_dir() and not path.is_file():
            raise AnotherTournament([])  # a device or a pipe, which might never end
        self.file: BinaryIO = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        try:
            self._open(heading, take)
        except BaseException:
            self.file.close()
            raise

    def append(self, content: Mapping[str, object]) -> None:
        """Append a line, and flush."""
        self.file.write(_written(content))
        self.file.flush()

    def close(self) -> None:
        """Close the file."""
        self.file.close()

    def _open(self, first: Mapping[str, Any], take: Take) -> None:
        """Read what was kept so far, and make the file ready for the next line."""
        text = self.file.read()
        whole, half = text[: text.rfind(b"\n") + 1], text[text.rfind(b"\n") + 1 :]
        if not whole and not _written(first).startswith(half):
            raise AnotherTournament([])
        top, *lines = whole.split(b"\n")[:-1] or [_written(first)]
        _compare(_mapping(top), first)
        for number, line in enumerate(lines, 2):
            take(_mapping(line), number)
        if half:
            self.file.seek(len(whole))
            self.file.truncate()
        if not whole:
            self.append(first)


def seed_in(path: Path) -> int | None:
    """Read the seed of what is kept in a file; None if there is none."""
    try:
        with path.open("rb") as file:
            seed = _mapping(file.readline()).get("seed")
    except OSError:
        return None
    return seed if isinstance(seed, int) else None


def with_defaults(heading: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the heading of a file with every option of its game: those added since are at their defaults."""
    try:
        offered = find(heading["game"]).options
        return {**heading, "options": options.as_json(options.complete(offered, heading["options"]))}
    except (KeyError, TypeError, AttributeError, ValueError):  # no heading that this version knows
        return heading


def _compare(found: Mapping[str, Any], first: Mapping[str, Any]) -> None:
    """Refuse a first line that is not `first`; one of before files were hashed has no hashes to compare."""
    found = with_defaults(found)
    if {**found, "files": None} != {**first, "files": None}:
        raise AnotherTournament(
            [name for name in first if name != "files" and found.get(name) != first[name]] if found else []
        )
    now, then = first.get("files", {}), found.get("files")
    if changed := [name for name in now if isinstance(then, dict) and then.get(name, now[name]) != now[name]]:
        raise ChangedBots(changed)


def _written(content: Mapping[str, object]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _mapping(line: bytes) -> dict[str, Any]:
    """Read a line of JSON; an empty dictionary if it is no object."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
