"""Test the parts of OpenSpiel's states without it: matches, their events, sampled worlds, the miniature."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tests.scale import each, spread
from toctoc.codec.codec_modules import miniature
from toctoc.core import fields, options
from toctoc.core.registry import BUILT_IN
from toctoc.games.toctoctoc import rules
from toctoc.games.toctoctoc.miniature import CARDS, GUESTS_EACH, MINIATURE, PLAYERS
from toctoc.lab.tracked_match import TrackedMatch, outcomes

from .side_by_side import TABLES


def step(table: TrackedMatch, rng: Random) -> None:
    match = table.match
    if match.asked is None:
        codes, weights = zip(*outcomes(match.game, match.state), strict=True)
        table.take_chance(rng.choices(codes, weights)[0])
    else:
        table.act(match.asked, match.game.action_code(rng.choice(match.legal(match.asked))))


@each("game, players", spread(TABLES, 2))
def test_a_world_sampled_for_a_seat_looks_the_same_and_changes_nothing(game: str, players: int) -> None:
    table, rng = TrackedMatch(BUILT_IN[game], players, options.complete(BUILT_IN[game].options, {})), Random(3)
    differed = 0
    while not table.match.over:
        if not table.match.asked:  # chance, or seat 0
            assert sum(chance for _, chance in outcomes(BUILT_IN[game], table.match.state)) == pytest.approx(
                1.0 if table.match.asked is None else 0.0
            )
        else:
            seat, before = table.match.asked, (fields.pack(table.match.state), table.information[:])
            world = table.resampled(seat, rng)
            assert world.information[seat] == table.information[seat]
            assert world.match.view(seat) == table.match.view(seat)
            assert world.match.legal(seat) == table.match.legal(seat)
            differed += not fields.same(world.match.state, table.match.state)
            for _ in range(3):
                if not world.match.over:
                    step(world, rng)
            assert (fields.pack(table.match.state), table.information) == before
            with pytest.raises(ValueError, match="drawn for another seat"):
                world.heard((seat + 1) % players)
        step(table, rng)
    assert differed or game == "escalier"  # where nothing is hidden from who recalls all


def test_a_copy_is_independent() -> None:
    table, rng = (
        TrackedMatch(BUILT_IN["toctoctoc"], 3, options.complete(BUILT_IN["toctoctoc"].options, {})),
        Random(1),
    )
    for _ in range(30):
        step(table, rng)
    twin, information = deepcopy(table), table.information[:]
    assert (twin.information, twin.events) == (table.information, table.events)
    for _ in range(10):
        step(twin, rng)
    assert (table.information, len(table.match.steps)) == (information, 30)


def test_the_miniature_has_six_cards_and_the_rules_of_the_game() -> None:
    assert miniature(BUILT_IN["toctoctoc"]) is MINIATURE
    assert miniature(BUILT_IN["escalier"]) is None
    assert (len(CARDS), [*MINIATURE.players]) == (6, [2])
    changed = {name for name, value in vars(rules).items() if vars(MINIATURE.rules)[name] is not value}
    assert changed == {"setup", "take_chance", "FEWEST", "SEATS"}


def test_the_miniature_is_a_small_tree_and_loses_no_card() -> None:
    ends = {"all": 0}

    def walk(s: Any) -> None:
        seat = rules.asked(s)
        if seat == rules.NONE:
            ends["all"] += 1
            assert sum(sum(party) for party in s.party) + sum(s.out) == len(CARDS) + PLAYERS * GUESTS_EACH
        elif seat == rules.CHANCE:
            for code, _ in outcomes(MINIATURE, s):
                MINIATURE.rules.take_chance(then := fields.clone(s), code)
                walk(then)
        else:
            for n in range(rules.legal_count(s, seat)):
                rules.act(then := fields.clone(s), seat, rules.legal_nth(s, seat, n))
                walk(then)

    state = fields.blank(rules.State)
    MINIATURE.rules.setup(state, PLAYERS, 0)
    walk(state)
    assert ends["all"] == 8320


def test_worlds_of_the_miniature_have_its_cards() -> None:
    table, rng = TrackedMatch(MINIATURE, 2, options.complete(MINIATURE.options, {})), Random(2)
    while not table.match.over:
        if table.match.asked is not None:
            world = table.resampled(table.match.asked, rng).match.state
            assert [sum(column) for column in cards_of(world)] == [sum(c) for c in cards_of(table.match.state)]
        step(table, rng)


def cards_of(s: Any) -> list[list[int]]:
    """How many of each kind there are in each place."""
    loose = [[int(kind == card) for card in (s.top, s.offered, s.revealed)] for kind in range(rules.KINDS)]
    held = [
        [*(s.hand[p][kind] for p in range(2)), s.stock[kind], s.out[kind]]
        + ([s.party[p][kind] for p in range(2)] if kind < rules.GUESTS else [])
        for kind in range(rules.KINDS)
    ]
    return [a + b for a, b in zip(loose, held, strict=True)]
