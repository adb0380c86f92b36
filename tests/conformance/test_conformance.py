"""One suite for all games, all numbers of players, all options."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.conformance.players import walk
from tests.conformance.variants import VARIANTS, Variant
from toctoc import Match, Refused, record
from toctoc.games import fields
from toctoc.games.chocottes.rules import state as c
from toctoc.games.escalier import rules as e
from toctoc.games.game import seats_in
from toctoc.games.toctoctoc import rules as t

GAMES_EACH = 10
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def walks(variant: Variant, games: int = GAMES_EACH) -> Any:
    for seed in range(games):
        s = fields.blank(variant.game.rules.State)
        rng = Random(f"{variant} {seed}")
        for step in walk(variant, rng, s):
            yield rng, s, step
        yield rng, s, None


@every_variant
def test_legal_actions_are_exactly_those_accepted(variant: Variant) -> None:
    """And a seat has legal actions exactly if it is among the actors; the one asked is among them."""
    game = variant.game
    rules = game.rules
    for rng, s, _ in walks(variant, 2):
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


@every_variant
def test_a_refused_action_changes_nothing(variant: Variant) -> None:
    """H2: whoever tries whatever: either it is legal, or it is refused with code and clause."""
    game = variant.game
    rules = game.rules
    match = Match(game, variant.players, variant.chosen)
    refused = 0
    for rng, s, step in walks(variant, 4):
        match.state = s
        seat = rng.randrange(-1, s.players + 1)
        wanted = game.action(s, rng.randrange(rules.ACTIONS))
        code = game.action_code(wanted)
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
            wrong = game.outcome(s, step[1])
            rules_weight = rules.chance_weight(s, step[1])
            assert rules_weight > 0
            assert game.outcome_code(s, wrong) is not None
    assert refused > 100


@every_variant
def test_chance_adds_up(variant: Variant) -> None:
    """The weights of all outcomes are the tickets, and every ticket stands for an outcome of that weight."""
    rules = variant.game.rules
    for _, s, _ in walks(variant, 2):
        total = rules.chance_total(s)
        weights = [rules.chance_weight(s, outcome) for outcome in range(rules.OUTCOMES)]
        if total:
            assert sum(weights) == total
            picked = Counter(rules.chance_pick(s, ticket) for ticket in range(total))
            assert picked == {outcome: weight for outcome, weight in enumerate(weights) if weight}


@every_variant
def test_cards_are_conserved_at_every_step(variant: Variant) -> None:
    for _, s, _ in walks(variant):
        CONSERVED[variant.name](s)


def conserved_toctoctoc(s: t.State) -> None:
    counts = [sum(column) for column in zip(*(row[:15] for row in s.hand), strict=True)]
    for p in range(s.players):
        assert sum(s.hand[p]) == s.hand_size[p]
        assert sorted(s.held[p][: s.held_size[p]]) == [kind for kind in range(16) if s.hand[p][kind]]
        for kind in range(t.GUESTS):
            counts[kind] += s.party[p][kind]
    for kind in (s.top, s.offered, s.revealed):
        if kind != t.NONE:
            counts[kind] += 1
    total = [a + b + stock for a, b, stock in zip(counts, s.out, s.stock[:15], strict=True)]
    if s.phase > t.DEAL_GUEST:
        brutes = 1 if s.players == 3 else 2
        assert total == [7, 7, 7, brutes, brutes, brutes, 1, 1, 1, 2, 5, 5, 5, 5, 3]
    else:
        assert total == [4, 4, 4] + [0] * 12
    assert sum(s.stock) == s.stock_size


def conserved_chocottes(s: c.State) -> None:
    counts = Counter({kind: count for kind, count in enumerate(s.stock) if count})
    assert counts.total() == s.stock_size
    discards = Counter({kind: count for kind, count in enumerate(s.discard) if count})
    assert discards.total() == s.discard_size
    counts += discards
    for p in range(c.SEATS):
        assert all(s.row[p][: s.row_size[p]])
        assert not any(s.row[p][s.row_size[p] :])
        counts += Counter(s.row[p][: s.row_size[p]])
    if s.drawn:
        counts[s.drawn] += 1
    deck = Counter(dict.fromkeys(range(1, 15), 4))
    for value in range(10, 14):
        deck[value] -= s.dreams
        deck[value + 5] += s.dreams
    assert counts == +deck


def conserved_escalier(s: e.State) -> None:
    assert sum(s.stock) == s.stock_size
    assert s.stock_size + s.discard_size + sum(s.cards_won) == 56
    assert sorted(s.disc) == [e.EMPTY, 0, 1, 2, 3]
    assert s.disc[s.free] == e.EMPTY


CONSERVED: dict[str, Any] = {
    "toctoctoc": conserved_toctoctoc,
    "chocottes": conserved_chocottes,
    "escalier": conserved_escalier,
}


@every_variant
def test_every_game_ends_with_a_winner(variant: Variant) -> None:
    rules = variant.game.rules
    for _, s, step in walks(variant):
        if step is None:
            assert rules.over(s)
            assert any(rules.won(s, p) for p in range(s.players))
            assert rules.actors(s) == 0
            assert rules.chance_total(s) == 0


@every_variant
def test_clones_and_bytes_are_the_same_state(variant: Variant) -> None:
    """A clone goes its own way; bytes come back as they were."""
    rules = variant.game.rules
    for _, s, step in walks(variant, 3):
        twin = fields.clone(s)
        assert fields.same(s, twin)
        assert fields.same(fields.unpack(rules.State, fields.pack(s)), s)
        if step is not None:
            before = fields.numbers(s)
            (rules.take_chance(twin, step[1]) if step[0] < 0 else rules.act(twin, *step))
            assert fields.numbers(s) == before


@every_variant
def test_a_record_replays_to_the_same_result(variant: Variant) -> None:
    """H1: written, read and replayed, in words throughout; the text comes back letter for letter."""
    game = variant.game
    for seed in range(3):
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


@every_variant
def test_knowledge_shows_the_same_table_as_the_truth(variant: Variant) -> None:
    """What a viewer can work out from events alone is what the table shows; sampled worlds show it too."""
    game = variant.game
    for seed in range(2):
        rng = Random(f"{variant} {seed}")
        match = Match(game, variant.players, variant.chosen)
        viewers = [None, *range(variant.players)]
        knowledge = {viewer: game.knowledge(variant.players, match.options, viewer) for viewer in viewers}
        for viewer, known in knowledge.items():
            match.listen(viewer, known.hear)
        s = fields.blank(game.rules.State)
        for seat, code in walk(variant, rng, s):
            if seat < 0:
                match.take_chance(game.outcome(s, code))
            else:
                match.play(seat, game.action(s, code))
            viewer = rng.choice(viewers)
            known = knowledge[viewer]
            assert known.view() == match.view(viewer)
            world = known.determinize(rng)
            assert game.view(world, viewer) == match.view(viewer)
            CONSERVED[variant.name](world)
            for p in range(variant.players):
                if p == viewer:
                    legal = [game.rules.legal_nth(world, p, n) for n in range(game.rules.legal_count(world, p))]
                    assert [game.action(world, n) for n in legal] == list(match.legal(p))
