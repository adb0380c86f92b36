"""The rules, clause by clause."""

import tomllib
from pathlib import Path
from random import Random

import pytest
from table import reach, table
from toctoc import IllegalMove, Match, WrongTurn
from toctoc.core import notation
from toctoc.core.game import Event
from toctoc.testing.players import ways

from armoire import GAME
from armoire import rules as a
from armoire.events import Slipped, YouSlipped


def begun(players: int, **options: object) -> Match:
    """Return a match whose cards are dealt."""
    return Match(GAME, players, options, chance=Random(players).randrange)


def test_A1_there_are_24_cards_worth_30_points() -> None:
    assert sum(a.DECK) == a.CARDS == 24
    assert a.DECK[a.GHOST] == 8
    assert sum(kind * a.DECK[kind] for kind in range(a.MINT, a.KINDS)) == 30


@pytest.mark.parametrize("players", GAME.players)
def test_A2_everybody_gets_three_cards_one_at_a_time(players: int) -> None:
    match = Match(GAME, players, {"creator": 1})
    for n in range(3 * players):
        to = (1 + n) % players
        with pytest.raises(IllegalMove):
            match.take_chance(f"deal ghost to {(to + 1) % players}")
        match.take_chance(f"deal {('ghost', 'mint', 'caramel')[n // players]} to {to}")
    assert match.state.hand_size[:players] == [3] * players
    assert match.state.stock_size == 24 - 3 * players
    assert match.asked == 1


def test_A3_the_creator_begins_or_chance_says_who() -> None:
    assert begun(3, creator=2).asked == 2
    match = Match(GAME, 3, {"start": "random"})
    match.take_chance("start 1")
    match.take_chance("deal ghost to 1")


def test_A4_in_the_first_round_nobody_dares() -> None:
    match = begun(3)
    for seat in range(3):
        assert match.asked == seat
        match.play(seat, match.legal(seat)[0])
    assert match.asked == 0
    assert match.state.inside_size == 3
    match.play(0, match.legal(0)[0])
    assert [str(action) for action in match.legal(0)] == ["shut", "reach"]


def test_A5_a_card_of_the_own_hand_goes_in_and_only_its_owner_sees_which() -> None:
    match = table(hands=[["ghost", "mint", "mint"], ["mint"]])
    received: tuple[list[Event], list[Event]] = ([], [])
    for seat in (0, 1):
        match.listen(seat, received[seat].append)
    assert [str(action) for action in match.legal(0)] == ["slip ghost", "slip mint"]
    match.play(0, "slip ghost")
    assert received == ([YouSlipped(0, "ghost")], [Slipped(0)])


def test_A6_one_may_shut_the_door_at_once() -> None:
    match = table(hands=[["ghost"], ["mint"]])
    match.play(0, "slip ghost")
    match.play(0, "shut")
    assert match.asked == 1
    assert match.scores == (0, 0)


def test_A7_every_card_inside_is_equally_likely() -> None:
    match = table(inside=["ghost", "mint", "mint"], hands=[["caramel"], ["mint"]])
    match.play(0, "slip caramel")
    match.play(0, "reach")
    assert [a.chance_weight(match.state, kind) for kind in range(a.KINDS)] == [1, 2, 1, 0]


def test_A7_when_nothing_is_left_inside_the_door_is_shut() -> None:
    match = table(hands=[["caramel"], ["mint"]])
    match.play(0, "slip caramel")
    reach(match, 0, "caramel")
    assert [str(action) for action in match.legal(0)] == ["shut"]
    with pytest.raises(IllegalMove, match="reach/empty, A7"):
        match.play(0, "reach")


def test_A8_sweets_are_kept_when_the_door_is_shut() -> None:
    match = table(inside=["mint", "chocolate", "ghost"], hands=[["ghost"], ["mint"]])
    match.play(0, "slip ghost")
    reach(match, 0, "mint", "chocolate")
    assert match.scores == (0, 0)
    match.play(0, "shut")
    assert match.scores == (4, 0)


@pytest.mark.parametrize("cost", [1, 2, 3])
def test_A9_a_ghost_costs_points_and_the_sweets_of_the_turn(cost: int) -> None:
    match = table(cost=cost, inside=["mint", "chocolate", "ghost"], hands=[["ghost"], ["mint"]])
    match.state.taken[0][a.CARAMEL] = 1  # from an earlier turn
    match.play(0, "slip ghost")
    reach(match, 0, "mint", "chocolate", "ghost")
    assert match.scores == (2 - cost, 0)
    assert match.state.inside[: a.KINDS] == [1, 1, 0, 1]
    assert match.asked == 1


def test_A10_a_card_is_drawn_at_the_end_of_the_turn_while_there_is_a_pile() -> None:
    match = table(hands=[["ghost", "ghost"], ["mint", "mint"]], pile=1)
    match.play(0, "slip ghost")
    match.play(0, "shut")
    with pytest.raises(WrongTurn, match="turn/chance-first"):
        match.play(1, "slip mint")
    match.take_chance("deal mint to 0")
    match.play(1, "slip mint")
    match.play(1, "shut")
    assert match.state.hand_size[:2] == [2, 1]
    assert match.asked == 0


def test_A11_the_game_is_over_when_all_hands_are_empty() -> None:
    match = table(hands=[["chocolate"], ["mint"]])
    for seat, card in enumerate(("chocolate", "mint")):
        assert not match.over
        match.play(seat, f"slip {card}")
        match.play(seat, "shut")
    assert match.over
    assert match.scores == (0, 0)  # what is inside is nobody's
    assert match.ending == "all-hands-empty"


@pytest.mark.parametrize("players", GAME.players)
def test_A11_everybody_has_the_same_number_of_turns(players: int) -> None:
    match, slips = begun(players), [0] * players
    while (seat := match.asked) is not None:
        slips[seat] += str(match.legal(seat)[0]).startswith("slip")
        match.play(seat, match.legal(seat)[-1])
    assert slips == [24 // players] * players


def test_A12_a_view_has_no_place_for_a_secret() -> None:
    match = table(inside=["ghost"], hands=[["mint"], ["chocolate"]])
    own, other = match.view(0), match.view(None)
    assert getattr(own, "cards") == ("mint",)  # noqa: B009  # of a SeatView only
    assert "chocolate" not in repr(own)
    assert "ghost'" not in repr(own)
    assert not hasattr(other, "cards")


def test_A13_most_points_win_even_below_zero_and_ties_share() -> None:
    s = table(players=3).state
    s.phase = a.OVER
    s.taken[0][a.GHOST], s.taken[1][a.GHOST], s.taken[2][a.GHOST] = 1, 1, 2
    assert [a.score(s, p) for p in range(3)] == [-2, -2, -4]
    assert [a.won(s, p) for p in range(3)] == [True, True, False]


def test_A5_A6_A7_every_way_in_which_the_last_turn_can_go() -> None:
    """By hand: shut at once; or a mint comes out, then shut or the ghost; or the ghost at once."""
    match = table(inside=["ghost"], hands=[["mint"]])
    assert ways(a, match.state) == 1 + (1 + 1) + 1


@pytest.mark.parametrize(
    ("seat", "words", "code", "clause"),
    [
        (1, "slip mint", "turn/not-yours", "A4"),
        (0, "slip chocolate", "slip/not-in-hand", "A5"),
        (0, "reach", "door/slip-first", "A4"),
        (0, "shut", "door/slip-first", "A4"),
        (0, "slip toffee", "words/wrong-form", "H2"),
    ],
)
def test_H2_what_is_refused_has_a_reason(seat: int, words: str, code: str, clause: str) -> None:
    match = table(hands=[["ghost"], ["mint"]])
    with pytest.raises(ValueError, match=f"{code}, {clause}"):
        match.play(seat, words)


def test_H3_a_clock_slips_any_card_in_and_shuts_the_door() -> None:
    match = table(hands=[["ghost", "mint"], ["mint"]])
    slipped = {str(match.gentle(0, Random(seed).randrange)) for seed in range(9)}
    assert slipped == {"slip ghost", "slip mint"}
    match.play(0, "slip ghost", by="clock")
    assert str(match.gentle(0, Random(1).randrange)) == "shut"
    with pytest.raises(IllegalMove, match="slip/done, A5"):
        match.play(0, "slip mint")


def test_a_lesson_is_in_notation() -> None:
    script = tomllib.loads(Path(a.__file__).with_name("lesson.toml").read_text(encoding="utf-8"))
    for outcome in script["chance"]:
        assert str(notation.read(outcome, GAME.outcomes)) == outcome
