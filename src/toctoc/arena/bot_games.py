"""Play the games of a simulation by bots: at full speed where all play by habit, else through matches.

In game g chance is drawn as in game g of every other simulation by bots with this seed, whoever sits there; what
bots choose and forget comes from dice of their own.
"""

from functools import cache, partial
from random import Random
from typing import Any

from toctoc.arena.counting import tally
from toctoc.arena.plan import Batch, Batched, Simulation
from toctoc.arena.playing import play_to_the_end, seat_of
from toctoc.bots.bulk_play import BulkTable, plays_by_policy
from toctoc.games.compile import compiled
from toctoc.games.compile.playout import roll, seed_rng
from toctoc.games.game import Game
from toctoc.games.match import Match
from toctoc.games.registry import find
from toctoc.record import Seat, record, write


def slow_bots(simulation: Simulation) -> list[str]:
    """Return the bots that can only play through matches, which takes all others with them."""
    game = find(simulation.game)
    return [name for name in dict.fromkeys(simulation.lineup) if not plays_by_policy(name, game)]


def warm_up(simulation: Simulation) -> None:
    """Compile all that `play_by_habit` needs; once, before the cores share it."""
    table(simulation).play(simulation.seed, 0, 0)


def play_by_habit(simulation: Simulation, keep_records: bool, batch: Batch) -> Batched:
    """Play a batch by habits, compiled where Numba is installed."""
    first, count = batch
    played = table(simulation).play(simulation.seed, first, count, keep_records)
    lines = []
    begin = 0
    for number, end in enumerate(played.ends if keep_records else (), first):
        match = Match(simulation.game, simulation.players, simulation.options)
        for seat, code in played.steps[begin:end]:
            repeat(match, int(seat), int(code))
        lines.append(line_of(simulation, number, match))
        begin = int(end)
    return tally(simulation, first, played.decisions, played.scores, played.wins), lines


def play_matches(simulation: Simulation, keep_records: bool, batch: Batch) -> Batched:
    """Play a batch through matches, by bots of any kind."""
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
            lines.append(line_of(simulation, number, match))
    return tally(simulation, first, decisions, scores, wins), lines


def table(simulation: Simulation) -> BulkTable:
    """Return the table at which the bots of a simulation play by habit."""
    options = tuple(simulation.options.items())
    return _seated(find(simulation.game), simulation.lineup, options, compiled.available())


@cache
def _seated(game: Game, lineup: tuple[str, ...], options: tuple[Any, ...], wants_compiled: bool) -> BulkTable:
    return BulkTable(game, game.settings(len(lineup), dict(options)), lineup, wants_compiled)


def repeat(match: Match, seat: int, code: int) -> None:
    """Take a step as the rules number it; that of chance has a negative seat."""
    if seat >= 0:
        match.play(seat, match.game.action(match.state, code))
    else:
        match.take_chance(match.game.outcome(match.state, code))


def line_of(simulation: Simulation, number: int, match: Match) -> str:
    """Return the record of a game that is over."""
    seats = map(seat_of, simulation.seats(number)) if simulation.lineup else random_seats(match.players)
    return write(record(match, tuple(seats)))


def random_seats(players: int) -> tuple[Seat, ...]:
    """Return the seats of those who play at random, as records have them."""
    return tuple(Seat(f"Random {seat}", "random") for seat in range(players))
