"""The features for a net of Toc Chocottes depend only on the knowledge of its seat."""

from random import Random

import pytest

from tests.scale import each, scaled
from toctoc import Match
from toctoc.bots.seat_inputs import SeatInputs
from toctoc.codec.codec_modules import offsets
from toctoc.codec.coder import Codec
from toctoc.core.game import Action
from toctoc.games.chocottes.bots import action_parts, features
from toctoc.games.chocottes.codec import coding
from toctoc.games.chocottes.rules import state as r

STEPS = scaled(100, most=3000)
Seen = tuple[Match, list[SeatInputs]]


def begun(players: int, dice: Random) -> Seen:
    codec = Codec("chocottes", players)
    match = Match("chocottes", players)
    inputs = [SeatInputs(codec, seat, match.options) for seat in range(players)]
    for seat, own in enumerate(inputs):
        match.listen(seat, own.observe)
    match.draw_from(dice.randrange)
    return match, inputs


def chosen(match: Match, dice: Random) -> Action:
    """Choose what makes rounds long, and moves many cards."""
    legal = match.legal(match.asked or 0)
    moving = [action for action in legal if str(action).startswith(("shuffle", "exchange", "look"))]
    slow = [
        action for action in legal if str(action) != "knock" and (dice.random() < 0.1 or "snap" not in str(action))
    ]
    return dice.choice(moving or slow or legal)


def step(match: Match, dice: Random) -> None:
    assert match.asked is not None
    match.play(match.asked, chosen(match, dice))


def part(inputs: SeatInputs, name: str) -> list[int]:
    names = [field for field, _ in features.FIELDS]
    at = offsets(features.FIELDS)
    return inputs.features()[at[names.index(name)] : at[names.index(name) + 1]]


@pytest.mark.parametrize("players", [2, 4])
def test_nothing_that_a_seat_may_not_know_changes_a_number(players: int) -> None:
    dice = Random(players)
    match, inputs = begun(players, dice)
    for _ in range(STEPS):
        if match.over:
            match, inputs = begun(players, dice)
        step(match, dice)
        own = inputs[match.asked if match.asked is not None and dice.random() < 0.7 else dice.randrange(players)]
        expected, offered = own.features(), own.mask()
        for other in (match.state, own.known.determinize(dice)):
            assert own.features(other) == expected
            assert own.scene.mask(own.seat) == offered
        for p, size in enumerate(
            match.state.row_size[:players]
        ):  # the codec follows who has seen what in its own way
            assert own.scene.mind.knows[p][:size] == own.scene.trace.seen_by[p][:size]
        assert len(expected) == features.FEATURES
        assert all(-128 <= number <= 127 for number in expected)
        assert len(own.read()) == features.FEATURES


@each("seed", range(scaled(1, most=20)))
def test_sensible_actions_are_legal_and_never_empty(seed: int) -> None:
    dice = Random(seed)
    match, inputs = begun(3, dice)
    for _ in range(STEPS):
        asked = match.asked
        if asked is None:
            break
        codec = inputs[asked].codec
        legal = codec.mask(inputs[asked].known).tolist()
        sensible = inputs[asked].mask()
        assert any(sensible)
        for action, (may, should) in enumerate(zip(legal, sensible, strict=True)):
            assert may or not should
            if may and not should and match.state.phase == r.WINDOW:
                place = action - coding.SNAPS
                assert r.value(match.state.row[asked][place]) != match.state.window
        step(match, dice)


def test_of_a_new_row_the_first_two_cards_are_looked_at() -> None:
    match, inputs = begun(2, Random(1))
    for place in (0, 1):
        asked = match.asked
        assert asked is not None
        assert [action for action, offered in enumerate(inputs[asked].mask()) if offered] == [r.LOOK + place]
        match.play(asked, f"look {place + 1}")


def test_only_its_owner_sees_the_drawn_card() -> None:
    match, inputs = begun(3, Random(3))
    while match.state.phase != r.TURN:
        step(match, Random(1))
    asked = match.asked
    assert asked is not None
    match.play(asked, "draw")
    assert [sum(part(own, "drawn")) > 0 for own in inputs] == [seat == asked for seat in range(3)]
    assert any(part(inputs[asked], "discarding") + part(inputs[asked], "own"))


def test_all_seats_have_seen_the_same_throws_and_knocks() -> None:
    match, inputs = begun(2, Random(4))
    while match.state.phase != r.TURN:
        step(match, Random(1))
    first = match.asked
    assert first is not None
    match.play(first, "draw")
    match.play(first, "discard")
    wrong = next(i for i in range(4) if r.value(match.state.row[first][i]) != match.state.window)
    match.play(first, f"snap {wrong + 1}")
    assert part(inputs[first], "story")[:8] == [0, 0, 1, 1, 0, 0, 0, 0]
    assert part(inputs[1 - first], "story")[:8] == [0, 0, 0, 0, 0, 0, 1, 1]
    while match.state.phase == r.WINDOW:
        assert match.asked is not None
        match.play(match.asked, "pass")
    while match.state.phase != r.TURN:
        assert match.asked is not None
        match.play(match.asked, "decline")
    second = match.asked
    assert second is not None
    rows = [sum(map(r.worth, row)) for row in match.state.row[:2]]
    match.play(second, "knock")
    failed = int(rows[second] >= rows[1 - second])
    assert part(inputs[second], "story")[:2] == [1, failed]


def test_actions_are_distinguished_by_their_parts() -> None:
    assert len(action_parts.PARTS) == coding.ACTIONS
    assert len(set(action_parts.PARTS)) == coding.ACTIONS
    assert {one for its in action_parts.PARTS for one in its} == set(range(action_parts.COUNT))


def test_the_parts_of_an_action_say_what_it_is() -> None:
    players, seat = 4, 1
    code = r.EXCHANGE + (3 * r.ROW + 2) * r.ROW + 1  # the second own card for the third of seat 3, two steps on
    assert action_parts.PARTS[coding.from_rules(players, seat, code)] == (
        action_parts.EXCHANGING, action_parts.TAKEN + coding.PLACES + 2, action_parts.GIVEN + 1
    )  # fmt: skip
    code = r.MIX + (2 * r.ROW + 1) * r.ROW + 3
    assert action_parts.PARTS[coding.from_rules(players, seat, code)] == (
        action_parts.MIXING,
        action_parts.MIXED + 1,
        action_parts.MIXED + 3,
    )
