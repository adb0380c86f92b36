"""The deck, the deal, the first looks and who starts (C1-C4, C6)."""

from itertools import permutations
from random import Random

import pytest

from tests.scale import each
from toctoc.core import fields
from toctoc.core.errors import IllegalMove, WrongTurn
from toctoc.core.match import Match
from toctoc.games.chocottes.words import CARDS, card_code

from .table import choices, deal, dealt, look, opened, play, ready, refused, row, shown, wander

ROWS = ("1 2 3 4", "5 6 7 8", "1 2 3 4", "5 6 7 8", "1 2 3 4")


def deck(match: Match) -> dict[str, int]:
    """How many of each card may come next."""
    return {name: match.game.rules.chance_weight(match.state, card_code(name)) for name in CARDS}


@each("dreams", range(5))
def test_C1_four_cards_of_each_value_from_1_to_14(dreams: int) -> None:
    cards = deck(Match("chocottes", 2, {"dreams": dreams}))
    for value in range(1, 15):
        assert cards[str(value)] + cards.get(f"dream-{value}", 0) == 4
    assert sum(cards.values()) == 56


def test_C1_two_of_10_to_13_are_dreams() -> None:
    cards = deck(Match("chocottes", 2))
    assert [cards[f"dream-{value}"] for value in (10, 11, 12, 13)] == [2, 2, 2, 2]
    assert [cards[str(value)] for value in (9, 10, 11, 12, 13, 14)] == [4, 2, 2, 2, 2, 4]


@each("dreams", range(5))
def test_C1_how_many_are_dreams_is_a_table_option(dreams: int) -> None:
    cards = deck(Match("chocottes", 2, {"dreams": dreams}))
    for value in (10, 11, 12, 13):
        assert (cards[f"dream-{value}"], cards[str(value)]) == (dreams, 4 - dreams)


def test_C1_a_fifth_card_of_a_value_is_never_dealt() -> None:
    match = dealt("5 5 5 5", "dream-10 dream-10 1 2")
    look(match)
    play(match, "0: draw")
    for impossible in ("draw 5", "draw dream-10"):
        with pytest.raises(IllegalMove, match="cannot happen now"):
            match.take_chance(impossible)
    play(match, "chance: draw 10")


def knocked(match: Match) -> Match:
    """Seat 0 has knocked with too many points: a tile is drawn."""
    play(match, "0: knock")
    return match


@each("penalty", [6, 8, 10])
def test_C2_three_tiles_with_penalties_6_8_and_10(penalty: int) -> None:
    match = knocked(ready("5 6 7 8", "1 2 3 4"))
    assert match.game.rules.chance_total(match.state) == 3
    play(match, f"chance: tile {penalty}")
    assert match.scores == (26 + penalty, 10)


@each("penalty", [1, 7, 9, 11])
def test_C2_there_are_no_other_tiles(penalty: int) -> None:
    match = knocked(ready("5 6 7 8", "1 2 3 4"))
    with pytest.raises(IllegalMove) as caught:
        match.take_chance(f"tile {penalty}")
    assert caught.value.code == "chance/impossible"


@each("penalty", [1, 20, 23])
def test_C2_the_tiles_are_a_table_option(penalty: int) -> None:
    match = knocked(ready("5 6 7 8", "1 2 3 4", tiles=[1, 20, 23]))
    play(match, f"chance: tile {penalty}")
    assert match.scores == (26 + penalty, 10)


@each("players", [2, 3, 4, 5])
def test_C3_four_cards_go_to_each_player_in_a_row(players: int) -> None:
    match = Match("chocottes", players)
    assert shown(match).phase == "chance"
    deal(match, *ROWS[:players])
    assert [row(match, seat) for seat in range(players)] == list(ROWS[:players])
    assert not match.chance_awaited
    assert match.actors == tuple(range(players))


@each("places", list(permutations((1, 2, 3, 4), 2)))
def test_C3_each_looks_at_two_cards_of_own_choice(places: tuple[int, int]) -> None:
    match = dealt("1 2 3 4", "5 6 7 8")
    first, second = places
    assert choices(match, 0) == ["look 1", "look 2", "look 3", "look 4"]
    play(match, f"0: look {first}")
    assert choices(match, 0) == [f"look {place}" for place in (1, 2, 3, 4) if place != first]
    assert refused(match, 0, f"look {first}") == (IllegalMove, "look/same-card", "C3")
    play(match, f"0: look {second}")
    assert choices(match, 0) == []
    assert choices(match, 1) == ["look 1", "look 2", "look 3", "look 4"]


def test_C3_the_first_turn_waits_until_all_have_looked() -> None:
    match = dealt("1 2 3 4", "5 6 7 8", "1 2 3 4")
    play(match, "1: look 4; 0: look 1; 1: look 2; 0: look 3; 2: look 2")
    assert match.actors == (2,)
    for action in ("draw", "knock", "look 2"):
        assert refused(match, 0, action) == (WrongTurn, "turn/others-still-look", "C3")
    play(match, "2: look 1")
    assert match.actors == (0,)
    play(match, "0: draw")


def test_C3_every_round_is_dealt_from_all_cards_and_looked_at_anew() -> None:
    match = opened(ready("1 2 3 4", "5 6 7 8"), "9")
    play(match, "all: pass; 1: draw; chance: draw 9; 1: replace 1; all: pass")
    play(match, "0: knock")
    assert match.scores == (10, 30)
    assert sum(deck(match).values()) == 56
    assert deck(match) == deck(Match("chocottes", 2))
    deal(match, "9 9 9 9", "5 5 5 5")
    assert match.actors == (0, 1)
    assert match.legal(0) == match.legal(1) == dealt("9 9 9 9", "5 5 5 5").legal(0)
    look(match)
    play(match, "1: draw")


def test_C3_each_tile_is_one_of_three_in_every_round() -> None:
    match = knocked(ready("2 2 2 2", "1 1 1 1"))
    for _ in range(2):
        assert match.game.rules.chance_total(match.state) == 3
        play(match, "chance: tile 10")
        deal(match, "2 2 2 2", "1 1 1 1")
        look(match)
        play(match, "0: knock")
    play(match, "chance: tile 6")
    assert match.scores == (18 + 18 + 14, 12)


@each("seed", range(3))
def test_C3_a_used_table_is_set_up_like_a_new_one(seed: int) -> None:
    match, new = (Match("chocottes", 4, {"start": "random"}) for _ in range(2))
    for _ in wander(match, Random(seed)):
        pass
    match.game.rules.setup(match.state, *match.game.settings(4, match.options))
    assert fields.numbers(match.state) == fields.numbers(new.state)


@each("players", [2, 3, 4, 5])
def test_C4_the_other_cards_are_the_pile_and_the_discard_pile_is_empty(players: int) -> None:
    match = ready(*ROWS[:players])
    view = shown(match)
    assert (view.pile, view.discard, view.top) == (56 - 4 * players, 0, None)


def test_C4_the_top_of_the_discard_pile_lies_face_up() -> None:
    match = opened(ready("1 2 3 4", "5 6 7 8"), "dream-12")
    view = shown(match)
    assert (view.pile, view.discard, view.top) == (47, 1, "dream-12")


def test_C4_no_seat_draws_from_the_discard_pile() -> None:
    match = ready("1 2 3 9", "5 6 7 8")
    for _ in range(2):
        play(opened(match, "dream-10"), "all: pass; all: decline")
    assert deck(match)["dream-10"] == 0
    play(match, "0: draw")
    with pytest.raises(IllegalMove):
        match.take_chance("draw dream-10")
    assert match.game.rules.chance_total(match.state) == 46


@each("creator", [0, 1, 2])
def test_C6_the_creator_starts_and_play_goes_clockwise(creator: int) -> None:
    match = ready(*ROWS[:3], creator=creator)
    for step in range(4):
        assert match.actors == ((creator + step) % 3,)
        play(opened(match, "9"), "all: pass")


@each("seat", [0, 1, 2])
def test_C6_a_random_seat_starts_when_the_table_asks_for_it(seat: int) -> None:
    match = Match("chocottes", 3, {"start": "random", "creator": 1})
    assert match.game.rules.chance_total(match.state) == 3
    assert shown(match).active is None
    play(match, f"chance: start {seat}")
    deal(match, *ROWS[:3])
    look(match)
    assert match.actors == (seat,)


def test_C6_no_seat_beyond_the_table_is_drawn() -> None:
    match = Match("chocottes", 3, {"start": "random"})
    with pytest.raises(IllegalMove):
        match.take_chance("start 3")
