"""Game g of tables has the chance of game g of `toctoc simulate --seed`: its recorded moves lead to its end."""

import pytest

from tests.scale import each
from toctoc.arena.plan import Simulation
from toctoc.arena.simulation import play_matches, play_recorded
from toctoc.core.game import Move
from toctoc.lab import Tables
from toctoc.record import read

from .side_by_side import COMPILED

pytestmark = pytest.mark.compiled
GAMES_PLAYED = {"apart": 2, "shared": 12}


@each("game, luck", [(game, luck) for game in COMPILED for luck in GAMES_PLAYED])
def test_tables_repeat_a_recorded_game(game: str, luck: str) -> None:
    """In games of bots, chance has its own generator; in games of random players, all share one."""
    games = GAMES_PLAYED[luck]
    simulation = Simulation.of(game, 3, games, 11, {}, ["voyante"] if luck == "apart" else [])
    batch = (0, games)
    _, lines = play_matches(simulation, True, batch) if luck == "apart" else play_recorded(simulation, batch)
    tables = Tables(game, 3, n=games, seed=11, luck=luck)
    records = [read(line) for line in lines]
    moves = [[step for step in record.steps if isinstance(step, Move)] for record in records]
    compared = 0
    for row in range(games):
        tables.reset()
        for number, move in enumerate(moves[row]):
            assert tables.seat[row] == move.seat
            actions = tables.sample()
            code = tables.codec.game.action_code(move.action)
            try:
                actions[row] = tables.codec.from_rules(move.seat, code)
            except ValueError:  # beyond the twelfth place of a row
                break
            tables.step(actions)
            assert tables.terminations[row] == (number == len(moves[row]) - 1)
        else:
            assert tuple(tables.scores[row].tolist()) == records[row].result.scores
            compared += 1
    assert compared > 0
