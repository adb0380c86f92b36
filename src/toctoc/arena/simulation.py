"""Play random games by the thousand, on all cores: the same seed gives the same games, on any number of cores."""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from toctoc.arena.pool import Workers, spread
from toctoc.arena.summary import SHARE, Tally
from toctoc.games import fields
from toctoc.games.compile import compiled
from toctoc.games.compile.playout import SEED_LIMIT
from toctoc.games.compile.runtime import plain_playout
from toctoc.games.match import Match
from toctoc.games.options import Value
from toctoc.games.registry import find
from toctoc.record import Seat, record, write

COMPILED_BATCH, PLAIN_BATCH = 20_000, 200  # games, about a tenth of a second of work


@dataclass(frozen=True, slots=True)
class Simulation:
    """Describe which games to play; every choice in them is uniformly random."""

    game: str
    players: int
    games: int
    seed: int
    options: Mapping[str, Value]

    @staticmethod
    def of(game: str, players: int, games: int, seed: int, chosen: Mapping[str, object]) -> "Simulation":
        """Make a simulation; raise `ValueError` if a number or an option is wrong."""
        if games < 1:
            raise ValueError(f"the number of games is at least 1, not {games}")
        if not 0 <= seed < SEED_LIMIT:
            raise ValueError(f"the seed is a number from 0 to {SEED_LIMIT - 1}, not {seed}")
        options = Match(game, players, chosen).options
        return Simulation(game, players, games, seed, options)


Batch = tuple[int, int]  # the first game, and how many
Played = tuple[Tally, list[str]]  # what was counted, and the records if they are wanted


def simulate(
    simulation: Simulation,
    progress: Callable[[int], None] = lambda _: None,
    write_line: Callable[[str], None] | None = None,
    cores: Workers = None,
) -> Tally:
    """Play the games and count.

    `progress` is called with the number of games done since the last call, `write_line` with each game's record,
    in order. `cores` is how many to use, or who else plays (`toctoc.arena.pool`).
    """
    play = play_plain
    if write_line is not None:
        play = play_recorded
    elif compiled.available():
        play = play_compiled
        play_compiled(simulation, (0, 1))  # compiles, once, before the cores share it
    size = COMPILED_BATCH if play is play_compiled else PLAIN_BATCH
    batches = [(first, min(size, simulation.games - first)) for first in range(0, simulation.games, size)]
    total = Tally(simulation.players)
    with closing(spread(partial(play, simulation), batches, cores)) as played:
        for tally, lines in played:
            total.add(tally)
            if write_line is not None:
                for line in lines:
                    write_line(line)
            progress(tally.games)
    return total


def play_compiled(simulation: Simulation, batch: Batch) -> Played:
    """Play a batch by the compiled rules."""
    import numpy

    game = find(simulation.game)
    fast = compiled.compile_rules(game.rules)
    first, count = batch
    decisions = numpy.zeros(count, numpy.int64)
    scores, wins = numpy.zeros((2, count, simulation.players), numpy.int64)
    settings = game.settings(simulation.players, simulation.options)
    rng = numpy.zeros(1, numpy.int64)
    fast.playout.playouts(fast.blank()[0], settings, simulation.seed, first, rng, decisions, scores, wins)
    shares = wins * (SHARE // wins.sum(axis=1, keepdims=True))
    tally = Tally(
        simulation.players,
        count,
        decisions=int(decisions.sum()),
        decisions_squared=int((decisions**2).sum()),
        shortest=int(decisions.min()),
        longest=int(decisions.max()),
        points=scores.sum(axis=0).tolist(),
        points_squared=(scores**2).sum(axis=0).tolist(),
        shares=shares.sum(axis=0).tolist(),
        shares_squared=(shares**2).sum(axis=0).tolist(),
    )
    return tally, []


def play_plain(simulation: Simulation, batch: Batch) -> Played:
    """Play a batch by the plain rules."""
    game = find(simulation.game)
    first, count = batch
    decisions = [0] * count
    scores, wins = ([[0] * simulation.players for _ in range(count)] for _ in range(2))
    settings = game.settings(simulation.players, simulation.options)
    state = fields.blank(game.rules.State)
    plain_playout(game.rules).playouts(state, settings, simulation.seed, first, [0], decisions, scores, wins)
    return _tallied(simulation.players, decisions, scores, wins), []


def play_recorded(simulation: Simulation, batch: Batch) -> Played:
    """Play the same games through matches, which keep their steps for the records."""
    game = find(simulation.game)
    playout = plain_playout(game.rules)
    seats = tuple(Seat(f"Random {seat}", "random") for seat in range(simulation.players))
    tally = Tally(simulation.players)
    lines = []
    first, count = batch
    for number in range(first, first + count):
        rng = [0]
        playout.seed_rng(rng, simulation.seed, number)
        match = Match(game, simulation.players, simulation.options, chance=partial(playout.roll, rng))
        decisions = 0
        while (seat := match.asked) is not None:
            legal = match.legal(seat)
            match.play(seat, legal[playout.roll(rng, len(legal))])
            decisions += 1
        tally.count(decisions, match.scores, [int(p in match.winners) for p in range(match.players)])
        lines.append(write(record(match, seats)))
    return tally, lines


def _tallied(players: int, decisions: list[int], scores: list[list[int]], wins: list[list[int]]) -> Tally:
    """Count the games of a batch."""
    tally = Tally(players)
    for game in zip(decisions, scores, wins, strict=True):
        tally.count(*game)
    return tally
