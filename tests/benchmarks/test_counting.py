"""Only what players decide is counted, on both sides."""

from functools import partial
from types import SimpleNamespace

import pytest

from benchmarks import openspiel, playouts
from benchmarks.playouts import SEED
from toctoc.core.compile.runtime import plain_playout
from toctoc.core.match import Match
from toctoc.core.registry import GAMES


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


@pytest.mark.parametrize("name", GAMES)
def test_plain_decisions(name: str) -> None:
    games = 3 * playouts.PLAIN_BATCH
    for players in GAMES[name].players:
        by_hand = sum(decisions_by_hand(name, players, number) for number in range(games))
        plain = playouts.contestants(GAMES[name], players)[0]
        assert plain.way == playouts.PLAIN
        count = plain.count(3)
        assert (count.games, count.decisions) == (games, by_hand)


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_compiled_decisions(name: str) -> None:
    [_, compiled] = playouts.contestants(GAMES[name], 3)
    assert compiled.way == playouts.COMPILED
    count = compiled.count(2)
    plain = playouts.plain_batch(GAMES[name], 3)
    assert count.games == 2 * playouts.COMPILED_BATCH
    assert count.decisions == plain(0, count.games)


def test_without_numba_there_is_only_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toctoc.core.compile.compiled.available", lambda: False)
    assert [c.way for c in playouts.contestants(GAMES["escalier"], 2)] == [playouts.PLAIN]


def test_openspiel_chance_is_no_decision() -> None:
    """Its histories give chance the player -1."""
    history = [SimpleNamespace(player=player) for player in [-1, -1, 0, 1, -1, 3, 0]]
    assert openspiel.decisions_in(history) == 4


def test_openspiel_rollouts_from_two_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search rolls out from the hand as it is, and as often from the hand after one move."""
    monkeypatch.setattr(openspiel, "moves_left", int)
    count = openspiel.count_rollouts([10] * openspiel.HANDS, 3)
    assert count.games == 3 * 2 * openspiel.ROLLOUTS
    assert count.decisions == 3 * openspiel.ROLLOUTS * (10 + 9)
