"""Test invariants with Hypothesis: legal moves, nonsense and clones in any order."""

from contextlib import suppress
from typing import Any

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

from toctoc import record
from toctoc.core import fields
from toctoc.core.errors import Refused
from toctoc.core.match import Match
from toctoc.core.options import Choice, Flag, Number, NumberList, Option, bounds

from .base import Suite
from .conformance import Conformance

numbers = st.integers(0, 10**6)


def value(option: Option, players: int) -> "st.SearchStrategy[object]":
    """Return a strategy for the values that an option takes at a table of so many players."""
    match option:
        case Choice():
            return st.sampled_from(option.choices)
        case Flag():
            return st.booleans()
        case Number():
            return st.integers(*bounds(option, players))
        case NumberList():
            length = len(option.default)
            return st.lists(st.integers(option.least, option.most), min_size=length, max_size=length)
    return st.just(option.default)


class GameMachine(RuleBasedStateMachine):
    """Play one game, with the knowledge of one viewer, and verify the record at the end."""

    conformance: Conformance

    @initialize(data=st.data(), pick=numbers)
    def begin(self, data: Any, pick: int) -> None:
        game = self.conformance.game
        players = data.draw(st.sampled_from(list(game.players)))
        chosen = {option.name: data.draw(value(option, players)) for option in game.options}
        self.match = Match(game, players, chosen)
        self.viewer = pick % players
        self.known = game.knowledge(players, self.match.options, self.viewer)
        self.match.listen(self.viewer, self.known.observe)

    @precondition(lambda self: not self.match.over)
    @rule(picks=st.lists(numbers, min_size=5, max_size=40))
    def play_on(self, picks: list[int]) -> None:
        """Make a handful of steps."""
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
        """Try nonsense: it is refused, and nothing changes (H2)."""
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
        self.conformance.conserved(self.match.state)

    @invariant()
    def the_viewer_knows_what_the_table_shows(self) -> None:
        assert self.known.view() == self.match.view(self.viewer)

    def teardown(self) -> None:
        if hasattr(self, "match") and self.match.over:
            seats = tuple(record.Seat("somebody") for _ in range(self.match.players))
            line = record.write(record.record(self.match, seats))
            assert record.verify(record.read(line)).scores == self.match.scores


class TableSuite(Suite):
    """Test every game by random steps of any kind."""

    def test_whatever_happens_the_table_holds(self, conformance: Conformance) -> None:
        machine = type(f"Machine_{conformance.name}", (GameMachine,), {"conformance": conformance})
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=self.counts.examples,
                stateful_step_count=25,
                deadline=None,
                derandomize=True,
                suppress_health_check=list(HealthCheck),
            ),
        )
