"""Hypothesis plays: legal moves, nonsense and clones in any order; what must always hold, holds."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.conformance.test_conformance import CONSERVED
from toctoc import GAMES, Match, Refused, record
from toctoc.games import fields

numbers = st.integers(0, 10**6)


class Table(RuleBasedStateMachine):
    """A table of one game, a viewer's knowledge, and the record at the end."""

    name: str

    @initialize(data=st.data(), pick=numbers)
    def begin(self, data: Any, pick: int) -> None:
        game = GAMES[self.name]
        players = data.draw(st.sampled_from(list(game.players)))
        chosen: dict[str, object] = {"start": data.draw(st.sampled_from(["creator", "random"]))}
        if self.name == "escalier":
            chosen["risk"] = data.draw(st.booleans())
        if self.name == "chocottes":
            chosen["dreams"] = data.draw(st.integers(0, 4))
        self.match = Match(game, players, chosen)
        self.viewer = pick % players
        self.known = game.knowledge(players, self.match.options, self.viewer)
        self.match.listen(self.viewer, self.known.hear)

    @precondition(lambda self: not self.match.over)
    @rule(picks=st.lists(numbers, min_size=5, max_size=40))
    def play_on(self, picks: list[int]) -> None:
        """A handful of steps by whoever may act."""
        for pick in picks:
            if self.match.over:
                return
            rules, s = self.match.game.rules, self.match.state
            if self.match.chance_awaited:
                outcome = rules.chance_pick(s, pick % rules.chance_total(s))
                self.match.take_chance(str(self.match.game.outcome(s, outcome)))
            else:
                seat = self.match.actors[pick % len(self.match.actors)]
                legal = self.match.legal(seat)
                first_often = 0 if pick % 3 else pick
                self.match.play(seat, str(legal[first_often % len(legal)]))

    @rule(seat=st.integers(-2, 7), text=st.text(max_size=90), pick=numbers)
    def talk_nonsense(self, seat: int, text: str, pick: int) -> None:
        """H2: nothing but a refusal comes of it."""
        forms = [phrase.form for phrase in (*self.match.game.actions, *self.match.game.outcomes)]
        before = fields.numbers(self.match.state)
        for words in (text, forms[pick % len(forms)]):
            with suppress(Refused):
                self.match.play(seat, words)
                return  # by chance it was a legal move
            with suppress(Refused):
                self.match.take_chance(words)
                return
            assert fields.numbers(self.match.state) == before

    @rule()
    def clone_and_pack(self) -> None:
        s = self.match.state
        assert fields.same(fields.unpack(type(s), fields.pack(fields.clone(s))), s)

    @invariant()
    def cards_are_conserved(self) -> None:
        CONSERVED[self.name](self.match.state)

    @invariant()
    def the_viewer_knows_what_the_table_shows(self) -> None:
        assert self.known.view() == self.match.view(self.viewer)

    def teardown(self) -> None:
        if hasattr(self, "match") and self.match.over:
            seats = tuple(record.Seat("somebody") for _ in range(self.match.players))
            line = record.write(record.record(self.match, seats))
            assert record.verify(record.read(line)).scores == self.match.scores


@pytest.mark.parametrize("name", GAMES)
def test_whatever_happens_the_table_holds(name: str) -> None:
    machine = type(f"Table_{name}", (Table,), {"name": name})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=25,
            stateful_step_count=25,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
