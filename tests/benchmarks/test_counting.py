"""The figures of playouts count the decisions of players, and nothing else."""

from functools import partial

import pytest

from benchmarks import playouts
from benchmarks.playouts import SEED
from tests.scale import each, spread
from toctoc.core.compile.runtime import plain_playout
from toctoc.core.match import Match
from toctoc.core.registry import GAMES

GAMES_COUNTED = spread(reversed(GAMES), 1)


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
def test_plain_playouts_count_decisions(name: str) -> None:
    games = playouts.PLAIN_BATCH
    for players in GAMES[name].players:
        by_hand = sum(decisions_by_hand(name, players, number) for number in range(games))
        plain = playouts.contestants(GAMES[name], players)[0]
        assert plain.way == playouts.PLAIN
        count = plain.count(1)
        assert (count.games, count.decisions) == (games, by_hand)


@pytest.mark.compiled
@each("name", GAMES_COUNTED)
def test_compiled_playouts_count_the_same_decisions(name: str) -> None:
    [_, compiled] = playouts.contestants(GAMES[name], 3)
    assert compiled.way == playouts.COMPILED
    count = compiled.count(1)
    assert count.games == playouts.COMPILED_BATCH
    assert count.decisions == playouts.plain_batch(GAMES[name], 3)(0, count.games)
