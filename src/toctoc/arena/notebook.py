"""Note the blocks of an arena in a file, so that it can go on where it stopped.

Every line after the first is a block of a contest of the tournament's programme: 0 is the mixed field, then come
the steps of the ladder, then the nemeses, with the same numbers whichever are wanted.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from toctoc.arena.kept import AnotherTournament, ChangedBots, Damaged, KeptLines, seed_in
from toctoc.arena.playing import Block, Played
from toctoc.arena.tournament import Tournament
from toctoc.bots.registry import file_digest
from toctoc.games import options
from toctoc.games.registry import find

__all__ = ["AnotherTournament", "ChangedBots", "Damaged", "Notebook", "heading", "seed_in"]

FORMAT = 1


def heading(tournament: Tournament) -> dict[str, object]:
    """Return, as JSON has it, what makes a tournament this one and no other."""
    files = {name: digest for name in tournament.field if (digest := file_digest(name))}
    heading: dict[str, object] = {
        "arena": FORMAT,
        "game": tournament.game,
        "rules": find(tournament.game).rules.VERSION,
        "players": tournament.players,
        "options": options.as_json(tournament.options),
        "field": list(tournament.field),
        "seed": tournament.seed,
    }
    return {**heading, "files": files} if files else heading


class Notebook:
    """Read blocks from a file, and write to it as they are played. Close it."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        """Open a file; an `OSError` or a `ValueError` of `kept` comes before anything has changed."""
        self.contests = tournament.programme()
        self.blocks: list[list[Block]] = [[] for _ in self.contests]
        self.lines = KeptLines(path, heading(self.contests[0]), self._take)

    def write(self, contest: int, block: int, played: Block) -> None:
        """Append a block, and flush."""
        games = [{"seats": game.seats, "scores": game.scores, "winners": game.winners} for game in played]
        self.lines.append({"contest": contest, "block": block, "games": games})

    def close(self) -> None:
        """Close the file."""
        self.lines.close()

    def _take(self, line: Mapping[str, Any], number: int) -> None:
        """Add a line's block to those of its contest, if it is the next one there."""
        try:
            contest, block = line["contest"], line["block"]
            played = tuple(
                Played(tuple(game["seats"]), tuple(game["scores"]), tuple(game["winners"]))
                for game in line["games"]
            )
            if block != len(self.blocks[contest]) or not _sound(self.contests[contest], block, played):
                raise Damaged(number)
        except (KeyError, IndexError, TypeError):
            raise Damaged(number) from None
        self.blocks[contest].append(played)


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
