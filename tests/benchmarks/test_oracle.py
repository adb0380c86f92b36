"""A player that sees the true state, to bound what others can win."""

from random import Random

import pytest

from benchmarks.oracle import ORACLE, Oracle, play_block
from toctoc import GAMES, Match
from toctoc.arena.results import win_share
from toctoc.bots import SeatInfo, warm_up
from toctoc.core import fields


@pytest.mark.compiled
def test_an_oracle_sits_once_at_every_seat_and_beats_forgetful_players() -> None:
    warm_up(GAMES["escalier"])
    blocks = [play_block("escalier", 2, "petit-fantome", 8, 1, block) for block in range(3)]
    assert [game.seats.index(ORACLE) for block in blocks for game in block] == [0, 1] * 3
    assert win_share(ORACLE, blocks).value > 0.6


@pytest.mark.compiled
def test_an_oracle_knows_the_child_under_every_ghost() -> None:
    """Its memory is empty, as it has observed no event; a player would have to guess."""
    warm_up(GAMES["escalier"])
    match = Match("escalier", 2, chance=Random(3).randrange)
    while (seat := match.asked) is None or not str(match.legal(seat)[0]).startswith("turn"):
        match.play(int(seat or 0), match.legal(int(seat or 0))[-1])
    oracle = Oracle(match, SeatInfo(match.game, 2, match.options, seat, 1), 40)
    found = match.game.action_code(oracle.act(None, match.legal(seat)))
    after = fields.clone(match.state)
    match.game.rules.act(after, seat, found)
    assert after.cards_won[seat] > match.state.cards_won[seat]


def test_in_the_staircase_perfect_memory_sees_all_that_is_in_the_state() -> None:
    """So an oracle knows no more than `comte` and the searcher."""
    match, rng = Match("escalier", 4, chance=Random(5).randrange), Random(6)
    known = match.game.knowledge(4, match.options, 2)
    match.follow(2, known.observe)
    while (seat := match.asked) is not None:
        assert fields.pack(known.determinize(rng)) == fields.pack(match.state)
        match.play(seat, rng.choice(match.legal(seat)))
