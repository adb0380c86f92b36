"""Play games by the thousand, at random or by bots: the same seed gives the same games, on any number of cores."""

import warnings
from collections.abc import Callable
from contextlib import closing
from functools import partial

from toctoc.arena import bot_games
from toctoc.arena.counting import tally
from toctoc.arena.journal import SimulationJournal
from toctoc.arena.plan import Batch, Batched, Simulation
from toctoc.arena.pool import Workers, spread
from toctoc.arena.summary import BotTally, Tally
from toctoc.bots import thinks_ahead, warm_up
from toctoc.games import fields
from toctoc.games.compile import compiled
from toctoc.games.compile.runtime import plain_playout
from toctoc.games.match import Match
from toctoc.games.registry import find
from toctoc.record import record, write

COMPILED_BATCH, PLAIN_BATCH = 20_000, 200  # games, about a tenth of a second of work
HABIT_BATCH, MATCH_BATCH = 500, 4  # of bots


def simulate(
    simulation: Simulation,
    progress: Callable[[int], None] = lambda _: None,
    write_line: Callable[[str], None] | None = None,
    cores: Workers = None,
    journal: SimulationJournal | None = None,
    *,
    ledger: SimulationJournal | None = None,
) -> Tally:
    """Play the games and count.

    `progress` is called with the number of games done since the last call, `write_line` with each game's record,
    in order. `cores` is a number of processes or another executor (`toctoc.arena.pool`). Games in `journal` are
    not played again; every other batch is appended to it, after its records. `ledger` is the old name of it.
    """
    if ledger is not None:
        warnings.warn("simulate(ledger=...) is now simulate(journal=...)", DeprecationWarning, stacklevel=2)
        journal = ledger
    play, size = _way(simulation, write_line is not None)
    total = Tally(simulation.players)
    if simulation.lineup:
        total.bots = BotTally.of(simulation.lineup)
    for known in journal.fitting() if journal else ():
        total.add(known)
    if total.games:
        progress(total.games)
    games = range(total.games, simulation.games, size)
    batches = [(first, min(size, simulation.games - first)) for first in games]
    with closing(spread(play, batches, cores)) as played:
        for batch, (counted, lines) in zip(batches, played, strict=False):
            total.add(counted)
            if write_line is not None:
                for line in lines:
                    write_line(line)
            if journal is not None:
                journal.write(batch, counted)
            progress(counted.games)
    return total


def _piece(games: int, least: int) -> int:
    """Return how many games go at once: a tenth of a second's, and up to ten times that where there are many.

    It does not depend on who plays, so that neither does what is written.
    """
    return least * max(1, min(10, games // (64 * least)))


def _way(simulation: Simulation, keep_records: bool) -> tuple[Callable[[Batch], Batched], int]:
    """Return how to play a batch, and how many games that is; compile now what else each core would compile."""
    fast = compiled.available()
    if simulation.lineup:
        if slow := bot_games.slow_bots(simulation):
            if any(thinks_ahead(name, simulation.game) for name in slow):
                warm_up(find(simulation.game))
            return partial(bot_games.play_matches, simulation, keep_records), MATCH_BATCH
        bot_games.warm_up(simulation)
        size = HABIT_BATCH if fast and not keep_records else MATCH_BATCH
        return partial(bot_games.play_by_habit, simulation, keep_records), _piece(simulation.games, size)
    if keep_records:
        return partial(play_recorded, simulation), PLAIN_BATCH  # takes ten times as long as without records
    if fast:
        play_compiled(simulation, (0, 1))
        return partial(play_compiled, simulation), _piece(simulation.games, COMPILED_BATCH)
    return partial(play_plain, simulation), _piece(simulation.games, PLAIN_BATCH)


def play_compiled(simulation: Simulation, batch: Batch) -> Batched:
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
    return tally(simulation, first, decisions, scores, wins), []


def play_plain(simulation: Simulation, batch: Batch) -> Batched:
    """Play a batch by the plain rules."""
    game = find(simulation.game)
    first, count = batch
    decisions = [0] * count
    scores, wins = ([[0] * simulation.players for _ in range(count)] for _ in range(2))
    settings = game.settings(simulation.players, simulation.options)
    state = fields.blank(game.rules.State)
    plain_playout(game.rules).playouts(state, settings, simulation.seed, first, [0], decisions, scores, wins)
    return tally(simulation, first, decisions, scores, wins), []


def play_recorded(simulation: Simulation, batch: Batch) -> Batched:
    """Play the same games through matches, which keep their steps for the records."""
    game = find(simulation.game)
    playout = plain_playout(game.rules)
    seats = bot_games.random_seats(simulation.players)
    total = Tally(simulation.players)
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
        total.count(decisions, match.scores, [int(p in match.winners) for p in range(match.players)])
        lines.append(write(record(match, seats)))
    return total, lines
