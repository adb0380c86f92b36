"""Keep simulations and tournaments in journals (`toctoc.journal`)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from toctoc import journal
from toctoc.arena.bot_play import Block, Played
from toctoc.arena.plan import Batch, Simulation, Tournament
from toctoc.arena.tally import SUM_FIELDS, BotTally, Tally


class SimulationJournal:
    """Read the counts of a simulation from its journal, and append to it. Close it.

    A block is the tally of a batch; batches follow each other without a gap.
    """

    def __init__(self, path: Path, simulation: Simulation) -> None:
        """Open a file; an `OSError` or an exception of `toctoc.journal` is raised before anything has changed."""
        self.simulation = simulation
        self.before: Callable[[], None] = lambda: None  # called before a line is written
        self.counted: list[tuple[Batch, Tally]] = []
        table = simulation.game, simulation.players, simulation.options
        bots = {"bots": list(simulation.lineup), "seed": simulation.seed, **journal.bot_files(simulation.lineup)}
        header = journal.header("simulation", *table, bots)
        self._journal = journal.Journal(path, header, self._take)

    @property
    def games(self) -> int:
        """Return the number of games in the journal, which are the first ones of the simulation."""
        return sum(count for (_, count), _ in self.counted)

    def fitting(self) -> Iterator[Tally]:
        """Yield the tallies of batches that lie within the games of the simulation, which may be fewer."""
        for (first, count), tally in self.counted:
            if first + count <= self.simulation.games:
                yield tally

    def write(self, batch: Batch, tally: Tally) -> None:
        """Append the tally of `batch`, and flush; do nothing if the journal has these games."""
        self.before()
        if batch[0] == self.games:
            self._journal.append({"first": batch[0], **asdict(tally)})
            self.counted.append((batch, tally))

    def close(self) -> None:
        """Close the file."""
        self._journal.close()

    def _take(self, line: Mapping[str, Any]) -> None:
        """Add the tally of a line, which has to begin with the next game."""
        values = dict(line)
        first, bots = values.pop("first"), values.pop("bots")
        tally = Tally(**values, bots=BotTally(**bots) if bots else None)
        if first != self.games or not self._is_sound(tally):
            raise ValueError("not the next games")
        self.counted.append(((first, tally.games), tally))

    def _is_sound(self, tally: Tally) -> bool:
        """Return whether `tally` can be one of games of this simulation."""
        by_seat = [getattr(tally, name) for name in SUM_FIELDS]
        lineup, bots = self.simulation.lineup, tally.bots
        by_bot = [getattr(bots, name) for name in SUM_FIELDS] if bots else []
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


class TournamentJournal:
    """Read the blocks of a tournament's programme from its journal, and append to it. Close it.

    Contest 0 is the mixed field. The steps of the ladder follow, then the nemeses; their numbers do not depend on
    which of them are played.
    """

    def __init__(self, path: Path, tournament: Tournament) -> None:
        """Open a file; an `OSError` or an exception of `toctoc.journal` is raised before anything has changed."""
        self.contests = tournament.programme()
        self.blocks: list[list[Block]] = [[] for _ in self.contests]
        table = tournament.game, tournament.players, tournament.options
        bots = {"field": list(tournament.field), "seed": tournament.seed, **journal.bot_files(tournament.field)}
        header = journal.header("arena", *table, bots)
        self._journal = journal.Journal(path, header, self._take)

    def write(self, contest: int, block: int, played: Block) -> None:
        """Append a block, and flush."""
        games = [{"seats": game.seats, "scores": game.scores, "winners": game.winners} for game in played]
        self._journal.append({"contest": contest, "block": block, "games": games})

    def close(self) -> None:
        """Close the file."""
        self._journal.close()

    def _take(self, line: Mapping[str, Any]) -> None:
        """Add the block of a line, which has to be the next one of its contest."""
        contest, block = line["contest"], line["block"]
        played = tuple(
            Played(tuple(game["seats"]), tuple(game["scores"]), tuple(game["winners"])) for game in line["games"]
        )
        if block != len(self.blocks[contest]) or not _is_sound(self.contests[contest], block, played):
            raise ValueError("not the next block")
        self.blocks[contest].append(played)


def _is_sound(tournament: Tournament, block: int, played: Block) -> bool:
    """Return whether `played` can be the games of a block: its seats, a score for each, and winners among them."""
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
