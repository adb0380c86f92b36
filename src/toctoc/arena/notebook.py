"""Note the blocks of an arena in a file, so that it can go on where it stopped.

The first line says which tournament it is; every other line is a block of a contest of its programme: 0 is the
mixed field, then come the steps of the ladder, then the nemeses, with the same numbers whichever are wanted. How
many games are wanted is not said: whoever wants more goes on in the same file. A last line that was not written to
its end is dropped. Of bots in files it has the hashes: games of two versions of a bot are not added up.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from toctoc.arena.playing import Block, Played
from toctoc.arena.tournament import Tournament
from toctoc.bots.registry import file_digest
from toctoc.games.registry import find

FORMAT = 1


class AnotherTournament(ValueError):
    """Refuse a file of another tournament; `differing` names what is not the same; empty if it is none."""

    def __init__(self, differing: list[str]) -> None:
        super().__init__(f"the file is of another tournament: {', '.join(differing)}")
        self.differing = differing


class ChangedBots(ValueError):
    """Refuse a file that was played with other versions of some bots."""

    def __init__(self, bots: list[str]) -> None:
        super().__init__(f"the file was played with another version of {', '.join(bots)}")
        self.bots = bots


class Damaged(ValueError):
    """Refuse a file with a line that is not a block, or not the next one."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} is damaged")
        self.line = line


def heading(tournament: Tournament) -> dict[str, object]:
    """Return, as JSON has it, what makes a tournament this one and no other."""
    files = {name: digest for name in tournament.field if (digest := file_digest(name))}
    heading: dict[str, object] = {
        "arena": FORMAT,
        "game": tournament.game,
        "rules": find(tournament.game).rules.VERSION,
        "players": tournament.players,
        "options": {
            name: list(value) if isinstance(value, tuple) else value for name, value in tournament.options.items()
        },
        "field": list(tournament.field),
        "seed": tournament.seed,
    }
    return {**heading, "files": files} if files else heading


def seed_in(path: Path) -> int | None:
    """Read the seed of the tournament in a file; None if there is none."""
    try:
        with path.open("rb") as file:
            seed = _mapping(file.readline()).get("seed")
    except OSError:
        return None
    return seed if isinstance(seed, int) else None


class Notebook:
    """Read blocks from a file, and write to it as they are played. Close it."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        """Open a file; an `OSError` or a `ValueError` of this module comes before anything has changed."""
        if path.exists() and not path.is_dir() and not path.is_file():
            raise AnotherTournament([])  # a device or a pipe, which might never end
        self.contests = tournament.programme()
        self.file: BinaryIO = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        try:
            self.blocks = self._opened()
        except BaseException:
            self.file.close()
            raise

    def write(self, contest: int, block: int, played: Block) -> None:
        """Append a block, and flush."""
        games = [{"seats": game.seats, "scores": game.scores, "winners": game.winners} for game in played]
        self._line({"contest": contest, "block": block, "games": games})

    def close(self) -> None:
        """Close the file."""
        self.file.close()

    def _opened(self) -> list[list[Block]]:
        """Read what was played so far, contest by contest, and make the file ready for the next line."""
        first = heading(self.contests[0])
        text = self.file.read()
        whole, half = text[: text.rfind(b"\n") + 1], text[text.rfind(b"\n") + 1 :]
        if not whole and not _written(first).startswith(half):
            raise AnotherTournament([])
        top, *lines = whole.split(b"\n")[:-1] or [_written(first)]
        _compare(_mapping(top), first)
        blocks: list[list[Block]] = [[] for _ in self.contests]
        for number, line in enumerate(lines, 2):
            self._take(_mapping(line), number, blocks)
        if half:
            self.file.seek(len(whole))
            self.file.truncate()
        if not whole:
            self._line(first)
        return blocks

    def _take(self, line: Mapping[str, Any], number: int, blocks: list[list[Block]]) -> None:
        """Add a line's block to those of its contest, if it is the next one there."""
        try:
            contest, block = line["contest"], line["block"]
            played = tuple(
                Played(tuple(game["seats"]), tuple(game["scores"]), tuple(game["winners"]))
                for game in line["games"]
            )
            if block != len(blocks[contest]) or not _sound(self.contests[contest], block, played):
                raise Damaged(number)
        except (KeyError, IndexError, TypeError):
            raise Damaged(number) from None
        blocks[contest].append(played)

    def _line(self, content: Mapping[str, object]) -> None:
        self.file.write(_written(content))
        self.file.flush()


def _compare(found: Mapping[str, Any], first: Mapping[str, Any]) -> None:
    """Refuse a first line that is not `first`; one of before files were hashed has no hashes to compare."""
    if {**found, "files": None} != {**first, "files": None}:
        raise AnotherTournament(
            [name for name in first if name != "files" and found.get(name) != first[name]] if found else []
        )
    now, then = first.get("files", {}), found.get("files")
    if changed := [name for name in now if isinstance(then, dict) and then.get(name, now[name]) != now[name]]:
        raise ChangedBots(changed)


def _sound(tournament: Tournament, block: int, played: Block) -> bool:
    """Tell whether these can be the games of a block: those who sat there, with a score each, and who won."""
    everybody = set(range(tournament.players))
    return [game.seats for game in played] == [
        tournament.seats(block, n) for n in range(tournament.players)
    ] and all(
        len(game.scores) == tournament.players
        and all(isinstance(score, int) for score in game.scores)
        and game.winners
        and everybody.issuperset(game.winners)
        for game in played
    )


def _written(content: Mapping[str, object]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _mapping(line: bytes) -> dict[str, Any]:
    """Read a line of JSON; an empty dictionary if it is no object."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
