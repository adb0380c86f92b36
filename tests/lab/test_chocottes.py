"""Test the observations of Toc Chocottes: known cards in rows of any length, masks, and updates."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.games.chocottes.conformance import CONFORMANCE
from tests.lab.side_by_side import OBSERVATIONS, Beside, Choose, play_beside
from tests.scale import each, scaled
from toctoc import Match, lab
from toctoc.core import fields
from toctoc.core.game import Action
from toctoc.games.chocottes import rules
from toctoc.games.chocottes.codec.coding import CARD, CARDS_AT, GIVES, PLACES, REAPS, SNAPS, SPOT
from toctoc.games.chocottes.codec.following import NAMES, PAGE, SHOWN, WORLDS
from toctoc.games.chocottes.rules import state as r
from toctoc.lab import Tables
from toctoc.lab.devices import compiled_kernel, row_records
from toctoc.testing.conformance import Variant
from toctoc.testing.players import walk

MASKED_GAMES = scaled(3, 50)
UPDATED_GAMES = scaled(2, 60)  # of every variant
GAMES_FOLLOWED = scaled(1, 30)


def expected_spots(known: Any) -> np.ndarray[Any, Any]:
    """What may lie at each place of each row, by the worlds of a `Knowledge`."""
    spots = np.zeros((r.SEATS, PLACES, SPOT), np.int8)
    table = known.worlds[0][1]
    for step in range(table.players):
        p = (known.seat + step) % table.players
        for i in range(min(table.row_size[p], PLACES)):
            for card in {world.row[p][i] for _, world in known.worlds}:
                if card == r.UNKNOWN:
                    spots[step, i, CARD] = 1
                else:
                    spots[step, i, r.value(card) - 1] = 1
                    spots[step, i, CARD - 1] |= card > r.VALUES
    return spots


def long_game(legal: Sequence[Action], dice: Random) -> Action:
    """Choose what makes rounds long, and moves many cards."""
    moving = [action for action in legal if str(action).startswith(("shuffle", "exchange", "look"))]
    slow = [
        action for action in legal if str(action) != "knock" and (dice.random() < 0.1 or "snap" not in str(action))
    ]
    return dice.choice(moving or slow)


@each("players", [2, 4])
def test_an_observation_has_the_cards_of_all_possible_worlds(players: int) -> None:
    """Blind shuffles included (C16): the codec and `Knowledge` compute the cards independently."""
    codec, mixed = lab.codec("chocottes", players), 0
    for seed in range(GAMES_FOLLOWED):
        dice = Random(seed)
        match = Match("chocottes", players)
        knowledges: list[Any] = [codec.knowledge(seat) for seat in range(players)]
        for seat, known in enumerate(knowledges):
            match.listen(seat, known.observe)
        match.draw_from(dice.randrange)
        while match.asked is not None:
            match.play(match.asked, long_game(match.legal(match.asked), dice))
            for known in knowledges:
                found = codec.observe(known)[CARDS_AT : CARDS_AT + r.SEATS * PLACES * SPOT]
                assert (found.reshape(r.SEATS, PLACES, SPOT) == expected_spots(known)).all()
                mixed += len(known.worlds) > 1
    assert mixed > 20


def long_row(places: int) -> Match:
    """Return a match in whose open window seat 0 has thrown wrong cards until its row is long."""
    match = Match("chocottes", 2, chance=Random(2).randrange)
    while match.state.phase != r.TURN:
        match.play(match.actors[0], match.legal(match.actors[0])[0])
    match.play(0, "draw")
    match.play(0, "discard")
    while match.state.row_size[0] < places:
        wrong = next(i for i in range(4) if r.value(match.state.row[0][i]) != match.state.window)
        match.play(0, f"snap {wrong + 1}")
    return match


def test_places_beyond_the_twelfth_are_not_offered() -> None:
    codec = lab.codec("chocottes", 2)
    match = long_row(15)
    known = codec.knowledge(0)
    match.follow(0, known.observe)
    mask = codec.mask(known)
    actions = [
        str(match.game.action(match.state, codec.to_rules(0, action))) for action in np.flatnonzero(mask).tolist()
    ]
    assert actions == ["pass", *(f"snap {place}" for place in range(1, 13))]
    assert len(match.legal(0)) == 16
    with pytest.raises(ValueError, match="is not offered"):
        codec.from_rules(0, r.SNAP + 12)
    observation = codec.observe(known)
    sizes = next(field for field in codec.fields if field.name == "row sizes")
    assert observation[sizes.offset] == 15


@each("phase", [r.TURN, r.PLACING, r.WINDOW, r.EFFECT])
def test_rows_of_any_length_leave_an_action_without_a_place(phase: int) -> None:
    """Rows have four cards while players look (C3); every other phase has an action without a place."""
    plain = {r.DRAW, r.KNOCK, r.DISCARD, r.PASS, r.DECLINE}
    codec, rules = lab.codec("chocottes", 2), Match("chocottes", 2).game.rules
    s = long_row(20).state
    s.phase, s.active, s.effects, s.passed = phase, 0, 1, 0
    s.effect[0], s.effect_seat[0] = r.LOOKOOKY, 0
    codes = {rules.legal_nth(s, 0, n) for n in range(rules.legal_count(s, 0))}
    assert plain & codes
    assert {codec.from_rules(0, code) for code in plain & codes} == plain & codes


@each("players", [2, 3, 4, 5])
def test_the_mask_of_every_seat_has_its_legal_actions_and_no_other(players: int) -> None:
    """In a window several seats may act, and one that has passed may not (C10)."""
    coding, passed, effects, s = lab.codec("chocottes", players).coding, 0, set(), fields.blank(r.State)
    for seed in range(MASKED_GAMES):
        for seat, _ in walk(Variant(CONFORMANCE, players, {}), Random(seed), s):
            passed += s.passed > 0
            effects |= {s.effect[0]} if s.phase == r.EFFECT else set()
            for p in range(players) if seat >= 0 else ():
                mask = [0] * coding.ACTIONS
                coding.mask(s, p, mask)
                codes = [rules.legal_nth(s, p, n) for n in range(rules.legal_count(s, p))]
                offered = {coding.from_rules(players, p, code) for code in codes} - {r.NONE}
                assert {action for action, legal in enumerate(mask) if legal} == offered
    assert passed > 20
    assert effects >= {r.MORGANE, r.VAN_PEER}


@each("since, least", [(0, scaled(1000, 10_000)), (1, scaled(200, 2000))])
def test_an_updated_observation_equals_a_new_one(since: int, least: int) -> None:
    """Any seat observes, at any moment; walks rearrange rows (C5), too."""
    kept = mixed = 0
    for variant in CONFORMANCE.variants:
        codec = lab.codec("chocottes", variant.players)
        s, t = fields.blank(r.State), fields.blank(codec.coding.Trace)
        updated = [99] * codec.D  # of no observation

        def compare(viewer: int, s: Any = s, t: Any = t, updated: list[int] = updated, codec: Any = codec) -> None:
            nonlocal kept, mixed
            kept += viewer == t.updated
            mixed += viewer == t.updated and t.worlds > 1
            fresh = [99] * codec.D
            codec.coding.observe(s, t, viewer, fresh)
            codec.coding.update(s, t, viewer, updated)
            assert updated == fresh

        for seed in range(4, 4 + UPDATED_GAMES):  # game 4 has blind shuffles
            dice, viewer, t.updated = Random(seed), 0, 0
            often = (0.7, 0.04)[seed % 2]
            for step, (seat, code) in enumerate(walk(variant, dice, s)):
                if step == 0:
                    codec.coding.begin(s, t, since)
                if dice.random() < 0.2:
                    viewer = dice.randrange(variant.players)
                if dice.random() < often:
                    compare(viewer)
                if seat >= 0:
                    codec.coding.watch(s, t, seat, code)
                else:
                    codec.coding.watch_chance(s, t, code)
            compare(viewer)
    assert kept > least
    assert mixed > 20


@pytest.mark.nightly
@pytest.mark.compiled
@each("players, chosen", [(4, {}), (2, {"start": "random"}), (5, {"dreams": 4, "tiles": [5, 10, 15]})])
def test_tables_have_new_observations(players: int, chosen: dict[str, Any]) -> None:
    for observation in OBSERVATIONS:
        tables: Any = Tables("chocottes", players, n=16, seed=7, options=chosen, observation=observation)
        fresh, legal = np.empty_like(tables.obs), row_records(np.empty((16, tables.codec.A), np.int8))
        shown = tables._batch._replace(obs=row_records(fresh), legal=legal, mask=legal[:0])
        for step in range(1500):
            tables.step(tables.sample())
            if step == 700:
                tables.reset()
            fresh.fill(99)
            compiled_kernel(tables.codec.game).show(0, 16, shown)
            assert (tables.obs == fresh).all()
        assert tables.game.min() > 16  # many games


def many_cards(row: Beside) -> int:
    """Throw the last offered card: most throws are wrong, and rows grow."""
    offered = np.flatnonzero(row.tables.mask[row.row])
    snaps = [action for action in offered if SNAPS <= action < REAPS]
    return (
        int(snaps[-1]) if snaps and row.match.state.row_size[row.asked] < 16 else int(row.tables.sample()[row.row])
    )


def mixing(row: Beside) -> int:
    """Never knock or throw, and use every effect."""
    offered = np.flatnonzero(row.tables.mask[row.row])
    calm = [action for action in offered if action != r.KNOCK and not SNAPS <= action < REAPS]
    effects = [action for action in calm if action >= GIVES]
    return int(row.dice.choice(effects or calm))


@pytest.mark.nightly
@pytest.mark.compiled
@each("choose, observation", [(choose, seen) for choose in (many_cards, mixing) for seen in OBSERVATIONS])
def test_tables_and_matches_agree_on_long_rows_and_mixed_cards(choose: Choose, observation: str) -> None:
    tables = Tables("chocottes", 3, n=2, seed=4, observation=observation)
    sizes = next(field for field in tables.codec.fields if field.name == "row sizes")
    longest = 0

    def watching(row: Beside) -> int:
        nonlocal longest
        longest = max(longest, *tables.obs[row.row, sizes.offset : sizes.offset + 3].tolist())
        return choose(row)

    play_beside(tables, 150, watching)
    assert (longest > PLACES) == (choose is many_cards)


def test_arranging_is_no_action() -> None:
    with pytest.raises(ValueError, match="is not offered"):
        lab.codec("chocottes", 2).from_rules(0, r.ARRANGE + 1)


@each("observation", OBSERVATIONS)
def test_C5_a_known_card_stays_known_where_its_owner_puts_it(observation: str) -> None:
    codec = lab.codec("chocottes", 2, observation)
    match = Match("chocottes", 2, chance=Random(2).randrange)
    known = codec.knowledge(0)
    match.follow(0, known.observe)
    match.play(1, "look 1")
    match.play(0, "look 1")
    card = codec.observe(known)[CARDS_AT : CARDS_AT + SPOT].tolist()
    match.play(0, "arrange 1 to 3")
    spots = codec.observe(known)[CARDS_AT : CARDS_AT + 3 * SPOT].reshape(3, SPOT).tolist()
    assert card[:CARD].count(1) >= 1
    assert spots[2] == card
    assert spots[0] == [*[0] * CARD, 1]


@each("since", [0, 1])
def test_cards_shown_to_others_change_no_observation(since: int) -> None:
    """The trace keeps the cards that every seat saw; an observation reads those of its own seat alone."""
    codec, variant, dice = lab.codec("chocottes", 3), Variant(CONFORMANCE, 3, {}), Random(1)
    s, t, changed, compared = fields.blank(r.State), fields.blank(codec.coding.Trace), 0, 0
    for seed in range(scaled(3, 20)):
        for step, (seat, code) in enumerate(walk(variant, Random(seed), s)):
            if step == 0:
                codec.coding.begin(s, t, since)
            if seat >= 0:
                other = fields.clone(t)
                for viewer in {0, 1, 2} - {seat}:
                    other.alive[viewer] = [dice.randrange(2) for _ in range(WORLDS)]
                    for world in range(WORLDS):
                        other.world[world * PAGE + SHOWN + viewer] = [
                            dice.randrange(r.UNKNOWN) for _ in range(NAMES)
                        ]
                    for owner in range(r.SEATS):
                        other.came[viewer * r.SEATS + owner] = [dice.randrange(50) for _ in range(r.ROW)]
                    other.discards[viewer] = [dice.randrange(5) for _ in range(r.KINDS)]
                changed += fields.pack(other) != fields.pack(t)
                found = [[99] * codec.D for _ in range(2)]
                for trace, numbers in zip((t, other), found, strict=True):
                    codec.coding.observe(s, trace, seat, numbers)
                assert found[0] == found[1]
                compared += 1
            if seat >= 0:
                codec.coding.watch(s, t, seat, code)
            else:
                codec.coding.watch_chance(s, t, code)
    assert changed == compared > 40
