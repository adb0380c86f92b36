"""Test the invariants of every step of any game."""

from random import Random

from tests.scale import each
from toctoc.core import fields
from toctoc.core.game import Move
from toctoc.core.match import Match
from toctoc.games.chocottes.rules.state import QUEUE

from .table import shown, wander


@each("players", [2, 3, 4, 5])
def test_C1_no_card_is_ever_lost(players: int) -> None:
    match = Match("chocottes", players)
    deck = list(match.state.stock)
    for _ in wander(match, Random(players)):
        s = match.state
        cards = [pile + gone for pile, gone in zip(s.stock, s.discard, strict=True)]
        for row in s.row:
            for code in row:
                cards[code] += 1 if code else 0
        cards[s.drawn] += 1 if s.drawn else 0
        assert cards == deck
        assert (sum(s.stock), sum(s.discard)) == (s.stock_size, s.discard_size)


@each("players", [2, 3, 4, 5])
def test_C5_a_row_never_has_gaps(players: int) -> None:
    match = Match("chocottes", players)
    for _ in wander(match, Random(10 + players)):
        for row, size in zip(match.state.row, match.state.row_size, strict=True):
            assert all(row[:size])
            assert not any(row[size:])


@each("players", [2, 3, 4, 5])
def test_C12_nothing_waits_behind_the_end_of_the_queue(players: int) -> None:
    match = Match("chocottes", players)
    for _ in wander(match, Random(20 + players)):
        s = match.state
        assert all(s.effect[: s.effects])
        assert not any(s.effect[s.effects : QUEUE] + s.effect_seat[s.effects : QUEUE])


@each("players", [2, 3, 4, 5])
def test_H2_seats_that_may_act_have_different_choices_and_others_none(players: int) -> None:
    match = Match("chocottes", players)
    for _ in wander(match, Random(30 + players)):
        for seat in range(players):
            actions = match.legal(seat)
            assert bool(actions) == (seat in match.actors)
            assert len(set(actions)) == len(actions)
        if not match.over:
            assert bool(match.actors) != match.chance_awaited
            assert (match.asked in match.actors) != match.chance_awaited


@each("seed", range(3))
def test_H1_the_steps_of_a_game_replay_to_the_same_table(seed: int) -> None:
    chosen = {"start": "random", "dreams": seed, "tiles": [3, 5, 5]}
    match, again = Match("chocottes", 3, chosen), Match("chocottes", 3, chosen)
    for _ in wander(match, Random(seed)):
        pass
    for step in match.steps:
        if isinstance(step, Move):
            again.play(step.seat, str(step.action))
        else:
            again.take_chance(str(step.outcome))
    assert fields.numbers(again.state) == fields.numbers(match.state)
    assert shown(again) == shown(match)
