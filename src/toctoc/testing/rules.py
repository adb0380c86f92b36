"""Test the rules: legal actions are accepted, cards are conserved, games end, records replay."""

from collections import Counter
from random import Random

import pytest

from toctoc import record
from toctoc.core import fields
from toctoc.core.errors import Refused
from toctoc.core.game import seats_in
from toctoc.core.match import Match

from .base import Suite
from .conformance import Conformance, Variant
from .players import make, walk, walks


class RulesSuite(Suite):
    """Test the rules of every variant by random games."""

    def test_legal_actions_are_exactly_those_accepted(self, variant: Variant) -> None:
        """And a seat has legal actions exactly if it is among the actors; the one asked is among them."""
        game = variant.game
        rules = game.rules
        for rng, s, _ in walks(variant, min(2, self.counts.walks)):
            asked = rules.asked(s)
            assert (asked == rules.CHANCE) == (rules.chance_total(s) > 0)
            assert (asked == rules.NONE) == rules.over(s)
            assert asked < 0 or asked in seats_in(rules.actors(s))
            for seat in range(s.players):
                codes = [rules.legal_nth(s, seat, n) for n in range(rules.legal_count(s, seat))]
                assert len(codes) == len(set(codes))
                assert bool(codes) == (seat in seats_in(rules.actors(s)))
                some = range(rules.ACTIONS) if rules.ACTIONS < 100 else rng.sample(range(rules.ACTIONS), 40)
                for code in some:
                    assert game.accepts(s, seat, code) == (code in codes)
                for code in rng.sample(codes, min(5, len(codes))):
                    assert game.action_code(game.action(s, code)) == code

    def test_a_refused_action_changes_nothing(self, variant: Variant) -> None:
        """H2: any action of any seat is legal, or refused with code and clause."""
        game = variant.game
        rules = game.rules
        match = Match(game, variant.players, variant.chosen)
        tried = refused = 0
        for rng, s, step in walks(variant, min(4, self.counts.walks)):
            match.state = s
            seat = rng.randrange(-1, s.players + 1)
            wanted = game.action(s, rng.randrange(rules.ACTIONS))
            code = game.action_code(wanted)
            tried += 1
            if rules.chance_total(s) or seat not in range(s.players) or not game.accepts(s, seat, code):
                before = fields.numbers(s)
                with pytest.raises(Refused) as error:
                    match.play(seat, wanted)
                assert error.value.code
                assert error.value.clause
                assert fields.numbers(s) == before
                assert match.steps == []
                refused += 1
            if step and step[0] == -1:
                assert rules.chance_weight(s, step[1]) > 0
                assert game.outcome_code(s, game.outcome(s, step[1])) is not None
        assert refused > tried / 4, f"only {refused} of {tried} random actions were refused"

    def test_chance_adds_up(self, variant: Variant) -> None:
        """H1: the weights of all outcomes are the tickets; every ticket stands for an outcome of that weight."""
        rules = variant.game.rules
        for _, s, _ in walks(variant, min(2, self.counts.walks)):
            total = rules.chance_total(s)
            weights = [rules.chance_weight(s, outcome) for outcome in range(rules.OUTCOMES)]
            if total:
                assert sum(weights) == total
                picked = Counter(rules.chance_pick(s, ticket) for ticket in range(total))
                assert picked == {outcome: weight for outcome, weight in enumerate(weights) if weight}

    def test_cards_are_conserved_and_games_end_with_a_winner(self, variant: Variant) -> None:
        rules = variant.game.rules
        for _, s, step in walks(variant, self.counts.walks):
            variant.conformance.conserved(s)
            if step is None:
                assert rules.over(s)
                assert any(rules.won(s, p) for p in range(s.players))
                assert variant.game.ending(s) in variant.conformance.endings
                assert rules.actors(s) == 0
                assert rules.chance_total(s) == 0

    def test_clones_and_bytes_are_the_same_state(self, variant: Variant) -> None:
        """A clone goes its own way; bytes come back as they were."""
        rules = variant.game.rules
        for _, s, step in walks(variant, min(3, self.counts.walks)):
            other = fields.clone(s)
            assert fields.same(s, other)
            assert fields.same(fields.unpack(rules.State, fields.pack(s)), s)
            if step is not None:
                before = fields.numbers(s)
                make(rules, other, step)
                assert fields.numbers(s) == before

    def test_a_record_replays_to_the_same_result(self, variant: Variant) -> None:
        """H1: written, read and replayed, in words throughout; the text comes back letter for letter."""
        game = variant.game
        for seed in range(min(3, self.counts.walks)):
            match = Match(game, variant.players, variant.chosen)
            s = fields.blank(game.rules.State)
            for seat, code in walk(variant, Random(f"{variant} {seed}"), s):
                if seat < 0:
                    match.take_chance(str(game.outcome(s, code)))
                else:
                    match.play(seat, str(game.action(s, code)), by=("player", "clock", "stand-in")[seed % 3])
            seats = tuple(record.Seat(f"seat {p}", "random" if p else None) for p in range(variant.players))
            line = record.write(record.record(match, seats))
            again = record.verify(record.read(line))
            assert fields.same(again.state, s)
            assert record.write(record.record(again, seats)) == line

    def test_the_clock_makes_a_legal_move(self, variant: Variant) -> None:
        """H3."""
        rules = variant.game.rules
        for rng, s, _ in walks(variant, 1):
            for seat in seats_in(rules.actors(s)):
                code = variant.game.action_code(variant.game.gentle(s, seat, rng.randrange))
                assert variant.game.accepts(s, seat, code)

    def test_every_clause_is_hit(self, conformance: Conformance) -> None:
        """Random players reach every clause: no test of these suites is vacuous."""
        hits = Counter(dict.fromkeys(conformance.signs, 0))
        games = [(variant, seed) for seed in range(self.counts.hits) for variant in conformance.variants]
        for variant, seed in games:
            if all(hits.values()):
                break
            s = fields.blank(variant.game.rules.State)
            for step in walk(variant, Random(f"hits {variant} {seed}"), s):
                make(variant.game.rules, after := fields.clone(s), step)
                for clause, sign in conformance.signs.items():
                    hits[clause] += bool(sign(s, *step, after))
        assert [clause for clause, number in hits.items() if number == 0] == []
