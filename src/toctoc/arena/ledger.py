"""Keep the counts of a simulation in a file, so that it can go on where it stopped.

Every line after the first is what a range of games came to. Ranges follow each other without a gap.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from toctoc.arena.kept import Damaged, KeptLines
from toctoc.arena.plan import Batch, Simulation
from toctoc.arena.summary import BotTally, Tally
from toctoc.bots.registry import file_digest
from toctoc.games import options
from toctoc.games.registry import find

FORMAT = 1
SUMS = ("points", "points_squared", "shares", "shares_squared")


def heading(simulation: Simulation) -> dict[str, object]:
    """Return, as JSON has it, what makes a simulation this one; how many games it has is not part of that."""
    files = {name: digest for name in simulation.lineup if (digest := file_digest(name))}
    heading: dict[str, object] = {
        "simulation": FORMAT,
        "game": simulation.game,
        "rules": find(simulation.game).rules.VERSION,
        "players": simulation.players,
        "options": options.as_json(simulation.options),
        "bots": list(simulation.lineup),
        "seed": simulation.seed,
    }
    return {**heading, "files": files} if files else heading


class Ledger:
    """Read counts from a file, and write to it as games are played. Close it."""

    def __init__(self, path: Path, simulation: Simulation) -> None:
        """Open a file; an `OSError` or a `ValueError` of `kept` comes before anything has changed."""
        self.simulation = simulation
        self.before: Callable[[], None] = lambda: None  # called before anything is written
        self.counted: list[tuple[Batch, Tally]] = []
        self.lines = KeptLines(path, heading(simulation), self._take)

    @property
    def games(self) -> int:
        """Return how many games are kept, which are the first ones."""
        return sum(count for (_, count), _ in self.counted)

    def fitting(self) -> Iterator[Tally]:
        """Yield the counts of those that are wanted now: if fewer are than are kept, a few are played again."""
        for (first, count), tally in self.counted:
            if first + count <= self.simulation.games:
                yield tally

    def write(self, batch: Batch, tally: Tally) -> None:
        """Append what the next games came to, and flush; nothing where they are kept already."""
        self.before()
        if batch[0] == self.games:
            self.lines.append({"first": batch[0], **asdict(tally)})
            self.counted.append((batch, tally))

    def close(self) -> None:
        """Close the file."""
        self.lines.close()

    def _take(self, line: Mapping[str, Any], number: int) -> None:
        """Add what a line holds, if it is of the games that come next."""
        try:
            values = dict(line)
            first, bots = values.pop("first"), values.pop("bots")
            tally = Tally(**values, bots=BotTally(**bots) if bots else None)
        except (KeyError, TypeError):
            raise Damaged(number) from None
        if first != self.games or not self._is_sound(tally):
            raise Damaged(number)
        self.counted.append(((first, tally.games), tally))

    def _is_sound(self, tally: Tally) -> bool:
        """Tell whether these can be the counts of some games of this simulation."""
        by_seat = [getattr(tally, name) for name in SUMS]
        lineup, bots = self.simulation.lineup, tally.bots
        by_bot = [getattr(bots, name) for name in SUMS] if bots else []
        numbers = [tally.games, tally.decisions, tally.decisions_squared, tally.shortest, tally.longest]
        rows_fit = all(
            isinstance(row, list) and len(row) == length
            for rows, length in ((by_seat, self.simulation.players), (by_bot, len(set(lineup))))
            for row in rows
        )
        return (
            tally.players == self.simulation.players
            and rows_fit
            and all(isinstance(n, int) for row in (numbers, *by_seat, *by_bot) for n in row)
            and tally.games > 0
            and bool(lineup) == (bots is not None)
            and (bots is None or (bots.games == tally.games and bots.seats == BotTally.of(lineup).seats))
        )
