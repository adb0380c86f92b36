"""Compare a single table, compiled or in plain Python, with a match whose seats observe its events."""

import pickle
from random import Random

import numpy as np
import pytest

from tests.scale import each, spread
from toctoc.codec.coder import codec
from toctoc.core import fields, options
from toctoc.core.game import Move
from toctoc.core.registry import BUILT_IN
from toctoc.lab.single_table import SingleTable
from toctoc.lab.tracked_match import TrackedMatch, outcomes

from .side_by_side import CODED, COMPILED, OBSERVATIONS

GAMES = [(game, observation) for game in CODED for observation in OBSERVATIONS]
both_runtimes = pytest.mark.parametrize("wants_compiled", [False, pytest.param(True, marks=pytest.mark.compiled)])


class Beside:
    """A table and a tracked match in the same game, with the knowledge of every seat."""

    def __init__(self, game: str, players: int, observation: str, wants_compiled: bool) -> None:
        self.codec = codec(game, players, observation)
        self.chosen = options.complete(BUILT_IN[game].options, {})
        self.table = SingleTable(self.codec, self.chosen, wants_compiled)
        self.tracked = TrackedMatch(BUILT_IN[game], players, self.chosen)

    def compare(self) -> None:
        match, rules = self.tracked.match, self.codec.game.rules
        assert fields.same(self.table.state, match.state)
        assert self.table.asked == rules.asked(match.state)
        assert self.table.actors() == match.actors
        if match.chance_awaited:
            assert self.table.outcomes() == outcomes(self.codec.game, match.state)
        if any(isinstance(step, Move) for step in match.steps):  # while cards are dealt, a trace has no scores yet
            for seat in range(match.players):
                self.compare_seat(seat)

    def compare_seat(self, seat: int) -> None:
        known = self.codec.knowledge(seat, self.chosen)
        for event in self.tracked.heard(seat):
            known.observe(event)
        assert self.table.observe(seat).tobytes() == self.codec.observe(known).tobytes()
        assert self.table.mask(seat).astype(bool).tobytes() == self.codec.mask(known).tobytes()

    def step(self, rng: Random) -> None:
        match = self.tracked.match
        if match.asked is None:
            codes, weights = zip(*self.table.outcomes(), strict=True)
            outcome = rng.choices(codes, weights)[0]
            self.tracked.take_chance(outcome)
            assert self.table.take_chance(outcome)
        else:
            seat, action = match.asked, rng.choice(self.table.legal(match.asked))
            self.tracked.act(seat, self.codec.to_rules(seat, action))
            assert self.table.act(seat, action)

    def sampled(self, seat: int, rng: Random) -> "Beside":
        other = object.__new__(Beside)
        other.codec, other.chosen, other.table = self.codec, self.chosen, self.table.copy()
        other.tracked = self.tracked.resampled(seat, rng)
        other.table.put(other.tracked.match.state)
        return other


def play(game: str, observation: str, wants_compiled: bool, every: int) -> None:
    beside, rng, steps = Beside(game, 3, observation, wants_compiled), Random(5), 0
    while not beside.tracked.match.over and steps < 400:
        if steps % every == 0:
            beside.compare()
            if (seat := beside.tracked.match.asked) is not None:
                world = beside.sampled(seat, rng)
                for _ in range(4):
                    assert fields.same(world.table.state, world.tracked.match.state)
                    world.compare_seat(seat)
                    if not world.tracked.match.over:
                        world.step(rng)
        beside.step(rng)
        steps += 1
    beside.compare()


@pytest.mark.compiled
@each("game, observation", [case for case in GAMES if case[0] in COMPILED])
def test_a_compiled_table_shows_every_seat_its_knowledge(game: str, observation: str) -> None:
    """At decisions, before outcomes of chance, at the end, and in sampled worlds."""
    play(game, observation, True, 9)


@each("game, observation", spread(GAMES, 4))
def test_a_plain_table_shows_every_seat_its_knowledge(game: str, observation: str) -> None:
    play(game, observation, False, 9)


@both_runtimes
def test_an_illegal_action_changes_nothing(wants_compiled: bool) -> None:
    beside, rng = Beside("escalier", 3, "recall", wants_compiled), Random(2)
    table = beside.table
    assert [table.take_chance(wrong) for wrong in (-1, 99)] == [False, False]
    assert not table.act(0, 0)
    while beside.tracked.match.asked is None:
        beside.step(rng)
    before = fields.pack(table.state)
    wrong = set(range(-2, table.codec.A + 2)) - {*table.legal(table.asked)}
    assert not any(table.act(table.asked, action) or table.play(table.asked, action) for action in wrong)
    assert not any(table.take_chance(outcome) for outcome in range(15))
    assert fields.pack(table.state) == before
    with pytest.raises(ValueError, match="seats go from 0 to 2, there is no seat 3"):
        table.observe(3)


@both_runtimes
def test_copies_are_independent(wants_compiled: bool) -> None:
    beside, rng = Beside("escalier", 3, "recall", wants_compiled), Random(2)
    for _ in range(20):
        beside.step(rng)
    table = beside.table
    for twin in (table.copy(), pickle.loads(pickle.dumps(table))):
        assert (twin.asked, twin.state.__dict__) == (table.asked, table.state.__dict__)
        seen = [table.observe(seat).tobytes() for seat in range(3)]
        assert [twin.observe(seat).tobytes() for seat in range(3)] == seen
        while twin.asked >= 0:
            assert twin.play(twin.asked, int(np.flatnonzero(twin.mask(twin.asked))[0]))
        assert [table.observe(seat).tobytes() for seat in range(3)] == seen
