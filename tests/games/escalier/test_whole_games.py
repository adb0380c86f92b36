"""Test the invariants of every step of every game, with every phrase tried at every step."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.scale import scaled
from toctoc.core import fields
from toctoc.core.errors import IllegalMove, Refused, WrongTurn
from toctoc.core.game import Event
from toctoc.core.match import Match
from toctoc.games.escalier import rules
from toctoc.games.escalier.events import Guessed
from toctoc.games.escalier.words import COLOURS, PLACES

from .table import choices, shown
from .test_secrets import any_step

PHRASES = [
    "decline",
    *(f"turn {place}" for place in PLACES),
    *(f"move {place}" for place in PLACES),
    *(f"swap {a} {b}" for a in PLACES for b in PLACES),
    *(f"name {colour}" for colour in COLOURS),
    *(f"ask {seat} about {place}" for seat in range(5) for place in PLACES),
]
GAMES = given(players=st.integers(2, 4), risk=st.booleans(), seed=st.integers(0, 2**32))


def lawful(match: Match, just_shown: str | None) -> set[str]:
    """What the handbook lets the asked seat do, from what the table shows."""
    table = shown(match)
    names = {f"name {colour}" for colour in COLOURS}
    opponents = [seat for seat in range(match.players) if seat != table.active]
    return {
        "search": {f"turn {place}" for place in table.ghosts if place not in table.tried},
        "move": {f"move {place}" for place in table.ghosts},
        "swap": {f"swap {a} {b}" for a, b in combinations(table.ghosts, 2)},
        "riddle": {"decline", *names},
        "ask": {"decline", *(f"ask {seat} about {place}" for seat in opponents for place in table.ghosts)},
        "answer": names,
        "name-last": names - {f"name {just_shown}"},
    }[table.phase]


@pytest.mark.untraced
@settings(max_examples=scaled(12, most=40))
@GAMES
def test_E5_E7_E8_E9_E10_E12_every_choice_of_every_game(players: int, risk: bool, seed: int) -> None:
    match = Match("escalier", players, {"risk": risk})
    heard: list[Event] = []
    match.listen(None, heard.append)
    rng = Random(seed)
    while not match.over:
        heard.clear()
        any_step(match, rng)
        if match.asked is not None:
            just_shown = next((event.child for event in heard if isinstance(event, Guessed)), None)
            assert choices(match, match.asked) == lawful(match, just_shown)
            assert len(match.legal(match.asked)) == len(lawful(match, just_shown))


@pytest.mark.untraced
@settings(max_examples=scaled(12, most=40))
@GAMES
def test_E1_E8_E11_E13_no_card_is_ever_lost(players: int, risk: bool, seed: int) -> None:
    match = Match("escalier", players, {"risk": risk})
    rng = Random(seed)
    while not match.over:
        any_step(match, rng)
        table = shown(match)
        assert table.pile + table.discard + sum(table.scores) + len(table.ghosts) == 60
        assert Counter(match.state.disc) == Counter([rules.EMPTY, 0, 1, 2, 3])
        assert match.state.disc[match.state.free] == rules.EMPTY
        assert (table.last is None) == (table.discard == 0)
        assert sum(match.state.stock) == table.pile
    assert sum(match.scores) == 56
    best = max(match.scores)
    assert match.winners == tuple(p for p in range(players) if match.scores[p] == best)


@pytest.mark.untraced
@settings(max_examples=scaled(12, most=40))
@GAMES
def test_nothing_is_left_over_from_a_search_or_a_riddle(players: int, risk: bool, seed: int) -> None:
    """As the table of the state says it."""
    match = Match("escalier", players, {"risk": risk})
    rng = Random(seed)
    while not match.over:
        any_step(match, rng)
        s = match.state
        if s.phase != rules.SEARCHING:
            assert (s.seeker, s.sought, s.tried) == (rules.NONE, rules.NONE, 0)
        if s.phase != rules.ANSWERING:
            assert (s.pointed, s.answerer) == (rules.NONE, rules.NONE)
        if s.phase != rules.NAMING:
            assert s.shown == rules.NONE


@settings(max_examples=scaled(12, most=40))
@GAMES
def test_E2_E3_the_tickets_of_chance_are_the_seats_and_the_cards_of_the_pile(
    players: int, risk: bool, seed: int
) -> None:
    match = Match("escalier", players, {"risk": risk, "start": "random"})
    rng = Random(seed)
    while not match.over:
        s = match.state
        total = rules.chance_total(s)
        weights = {outcome: rules.chance_weight(s, outcome) for outcome in range(rules.OUTCOMES)}
        assert Counter(rules.chance_pick(s, ticket) for ticket in range(total)) == Counter(weights)
        assert bool(total) == match.chance_awaited == (match.asked is None)
        any_step(match, rng)
    assert rules.chance_total(match.state) == rules.chance_weight(match.state, 0) == 0


@pytest.mark.untraced
@settings(max_examples=scaled(12, most=40))
@GAMES
def test_H2_every_phrase_is_a_choice_or_refused_with_nothing_changed(players: int, risk: bool, seed: int) -> None:
    match = Match("escalier", players, {"risk": risk})
    rng = Random(seed)
    for _ in range(rng.randrange(1, 60)):
        any_step(match, rng)
    while match.asked is None:
        any_step(match, rng)
    before = fields.numbers(match.state)
    for seat in range(players):
        may = choices(match, seat)
        for phrase in PHRASES:
            verb, *rest = phrase.split()
            if verb == "swap":
                rest.sort(key=PLACES.index)
            if " ".join([verb, *rest]) not in may:
                assert why_not(match, seat, phrase) is (IllegalMove if seat == match.asked else WrongTurn)
    assert fields.numbers(match.state) == before


def why_not(match: Match, seat: int, phrase: str) -> type[Refused] | None:
    try:
        match.play(seat, phrase)
    except Refused as why:
        return type(why)
    return None
