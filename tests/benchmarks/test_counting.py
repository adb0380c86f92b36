"""The figures of compiled games count the decisions of players, and nothing else."""

from functools import partial

import pytest

from benchmarks.lab import ours
from benchmarks.measure import SEED
from tests.scale import each, spread
from toctoc.arena.plan import Simulation
from toctoc.arena.simulation import play_plain
from toctoc.core.compile.runtime import plain_playout
from toctoc.core.match import Match
from toctoc.core.registry import GAMES

GAMES_COUNTED = spread(reversed(GAMES), 1)
BY_HAND = 20


def decisions_by_hand(name: str, players: int, number: int) -> int:
    """One of the games that the benchmarks play, move by move through a match."""
    game = GAMES[name]
    playout = plain_playout(game.rules)
    rng = [0]
    playout.seed_rng(rng, SEED, number)
    match = Match(game, players, chance=partial(playout.roll, rng))
    decisions = 0
    while (seat := match.asked) is not None:
        legal = match.legal(seat)
        match.play(seat, legal[playout.roll(rng, len(legal))])
        decisions += 1
    return decisions


@each("name", GAMES_COUNTED)
def test_plain_games_count_decisions(name: str) -> None:
    for players in GAMES[name].players:
        by_hand = sum(decisions_by_hand(name, players, number) for number in range(BY_HAND))
        counted, _ = play_plain(Simulation.of(name, players, 1, SEED, {}), (0, BY_HAND))
        assert counted.decisions == by_hand


@pytest.mark.compiled
@each("name", GAMES_COUNTED)
def test_compiled_games_count_the_same_decisions(name: str) -> None:
    count = ours.playouts(GAMES[name], 3).count(1)
    counted, _ = play_plain(Simulation.of(name, 3, 1, SEED, {}), (0, ours.PLAYOUT_BATCH))
    assert (count.games, count.decisions) == (ours.PLAYOUT_BATCH, counted.decisions)
