"""Play the games of a simulation, at random or by bots, and count them.

The same seed gives the same games, on any number of cores. In game g of a simulation by bots, chance is drawn as
in game g of every other simulation by bots with this seed; the decisions and the memory of bots have generators
of their own.
"""

from collections.abc import Callable
from contextlib import closing
from functools import cache, partial
from random import Random
from typing import Any

from toctoc.arena.bot_play import play_to_the_end, seat_of
from toctoc.arena.journal import SimulationJournal
from toctoc.arena.plan import Batch, Simulation
from toctoc.arena.pool import Workers, spread
from toctoc.arena.tally import BotTally, Tally, tally
from toctoc.bots import thinks_ahead, warm_up
from toctoc.bots.bulk_play import BulkTable, plays_by_policy
from toctoc.core import fields
from toctoc.core.compile import compiled
from toctoc.core.compile.playout import roll, seed_rng
from toctoc.core.compile.runtime import plain_playout
from toctoc.core.game import Game
from toctoc.core.match import Match
from toctoc.core.registry import find
from toctoc.record import Seat, record, write

COMPILED_BATCH, PLAIN_BATCH = 20_000, 200  # games, about a tenth of a second of work
POLICY_BATCH, MATCH_BATCH = 500, 4  # of bots

BatchResult = tuple[Tally, list[str]]  # with the records, if they are wanted


def simulate(
    simulation: Simulation,
    progress: Callable[[int], None] = lambda _: None,
    write_line: Callable[[str], None] | None = None,
    cores: Workers = None,
    journal: SimulationJournal | None = None,
) -> Tally:
    """Play the games of a simulation.

    Args:
        simulation: The games.
        progress: A function to call with the number of games played since its last call.
        write_line: A function to call with the record of each game, in order.
        cores: The number of processes, None for all cores, or an executor.
        journal: The journal of `toctoc simulate --save`, a `toctoc.arena.journal.SimulationJournal`. Its games
            are not played again; every other batch is appended to it.

    Returns:
        The tally of all games.

    Raises:
        BotFailed: If a bot fails.
    """
    play, size = _method(simulation, write_line is not None)
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


def _batch_size(games: int, least: int) -> int:
    """Return the number of games in a batch: `least`, and up to ten times that where `games` are many.

    It does not depend on the number of processes, so that the journal does not either.
    """
    return least * max(1, min(10, games // (64 * least)))


def _method(simulation: Simulation, keep_records: bool) -> tuple[Callable[[Batch], BatchResult], int]:
    """Return the function that plays a batch, and the size of a batch; compile before the processes start."""
    fast = compiled.available()
    if simulation.lineup:
        if slow := slow_bots(simulation):
            if any(thinks_ahead(name, simulation.game) for name in slow):
                warm_up(find(simulation.game))
            return partial(play_matches, simulation, keep_records), MATCH_BATCH
        compile_policies(simulation)
        size = POLICY_BATCH if fast and not keep_records else MATCH_BATCH
        return partial(play_policies, simulation, keep_records), _batch_size(simulation.games, size)
    if keep_records:
        return partial(play_recorded, simulation), PLAIN_BATCH  # takes ten times as long as without records
    if fast:
        play_compiled(simulation, (0, 1))
        return partial(play_compiled, simulation), _batch_size(simulation.games, COMPILED_BATCH)
    return partial(play_plain, simulation), _batch_size(simulation.games, PLAIN_BATCH)


def play_compiled(simulation: Simulation, batch: Batch) -> BatchResult:
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


def play_plain(simulation: Simulation, batch: Batch) -> BatchResult:
    """Play a batch by the plain rules."""
    game = find(simulation.game)
    first, count = batch
    decisions = [0] * count
    scores, wins = ([[0] * simulation.players for _ in range(count)] for _ in range(2))
    settings = game.settings(simulation.players, simulation.options)
    state = fields.blank(game.rules.State)
    plain_playout(game.rules).playouts(state, settings, simulation.seed, first, [0], decisions, scores, wins)
    return tally(simulation, first, decisions, scores, wins), []


def play_recorded(simulation: Simulation, batch: Batch) -> BatchResult:
    """Play a batch of random games through matches, which keep their steps for the records."""
    game = find(simulation.game)
    playout = plain_playout(game.rules)
    seats = random_seats(simulation.players)
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


# --- games of bots ------------------------------------------------------------------------------------------


def slow_bots(simulation: Simulation) -> list[str]:
    """Return the bots without a compiled policy; if there is one, all games are played through matches."""
    game = find(simulation.game)
    return [name for name in dict.fromkeys(simulation.lineup) if not plays_by_policy(name, game)]


def compile_policies(simulation: Simulation) -> None:
    """Compile all that `play_policies` needs, once, before the processes share it."""
    policy_table(simulation).play(simulation.seed, 0, 0)


def play_policies(simulation: Simulation, keep_records: bool, batch: Batch) -> BatchResult:
    """Play a batch by compiled policies; they run as plain Python where Numba is not installed."""
    first, count = batch
    played = policy_table(simulation).play(simulation.seed, first, count, keep_records)
    lines = []
    begin = 0
    for number, end in enumerate(played.ends if keep_records else (), first):
        match = Match(simulation.game, simulation.players, simulation.options)
        for seat, code in played.steps[begin:end]:
            repeat_step(match, int(seat), int(code))
        lines.append(record_line(simulation, number, match))
        begin = int(end)
    return tally(simulation, first, played.decisions, played.scores, played.wins), lines


def play_matches(simulation: Simulation, keep_records: bool, batch: Batch) -> BatchResult:
    """Play a batch through matches, which any bot can."""
    first, count = batch
    decisions, scores, wins, lines = [], [], [], []
    for number in range(first, first + count):
        luck = [0]
        seed_rng(luck, simulation.seed, number)
        match = Match(simulation.game, simulation.players, simulation.options, chance=partial(roll, luck))
        dice = Random(f"bots {simulation.seed} {number}")
        decisions.append(play_to_the_end(match, simulation.seats(number), dice, (simulation.seed, 0, number)))
        scores.append(match.scores)
        wins.append([int(seat in match.winners) for seat in range(match.players)])
        if keep_records:
            lines.append(record_line(simulation, number, match))
    return tally(simulation, first, decisions, scores, wins), lines


def policy_table(simulation: Simulation) -> BulkTable:
    """Return the table at which the bots of a simulation play by their policies, without search."""
    options = tuple(simulation.options.items())
    return _seated(find(simulation.game), simulation.lineup, options, compiled.available())


@cache
def _seated(game: Game, lineup: tuple[str, ...], options: tuple[Any, ...], wants_compiled: bool) -> BulkTable:
    return BulkTable(game, game.settings(len(lineup), dict(options)), lineup, wants_compiled)


def repeat_step(match: Match, seat: int, code: int) -> None:
    """Apply a step by its code; a step of chance has a negative seat."""
    if seat >= 0:
        match.play(seat, match.game.action(match.state, code))
    else:
        match.take_chance(match.game.outcome(match.state, code))


def record_line(simulation: Simulation, number: int, match: Match) -> str:
    """Return the record of the finished game `number`."""
    seats = map(seat_of, simulation.seats(number)) if simulation.lineup else random_seats(match.players)
    return write(record(match, tuple(seats)))


def random_seats(players: int) -> tuple[Seat, ...]:
    """Return seats of random players for a record."""
    return tuple(Seat(f"Random {seat}", "random") for seat in range(players))
