"""Numbers inside, words outside: both ways, one to one."""

import pytest

from toctoc.core.match import Match
from toctoc.games.escalier import rules, words
from toctoc.games.escalier.words import Ask, Decline, Flip, Name, Shift, Start, Swap, Turn
from toctoc.games.toctoctoc.words import Open, Top

from .table import refused


def test_every_action_has_its_own_number_and_is_read_back() -> None:
    places, colours = words.PLACES, words.COLOURS
    actions = [
        Decline(),
        *(Turn(place) for place in places),
        *(Shift(place) for place in places),
        *(Swap(a, b) for i, a in enumerate(places) for b in places[i:]),
        *(Name(colour) for colour in colours),
        *(Ask(seat, place) for seat in range(rules.SEATS) for place in places),
    ]
    state = Match("escalier", 4).state
    codes = [words.action_code(action) for action in actions]
    assert len(set(codes)) == len(codes)
    assert all(0 <= code < rules.ACTIONS for code in codes)
    assert [words.action(state, code) for code in codes] == actions


def test_E7_a_swap_is_the_same_in_either_order() -> None:
    assert words.action_code(Swap("white", "green")) == words.action_code(Swap("green", "white"))


def test_the_fifth_seat_of_the_notation_is_at_no_table() -> None:
    assert words.action_code(Ask(4, "red")) == words.NO_ACTION
    assert words.NO_ACTION not in range(rules.ACTIONS)


def test_every_outcome_is_read_back_when_it_is_awaited() -> None:
    match = Match("escalier", 4, {"start": "random"})
    starts = [Start(seat) for seat in range(4)]
    assert [words.outcome_code(match.state, start) for start in starts] == [0, 1, 2, 3]
    assert [words.outcome(match.state, seat) for seat in range(4)] == starts
    assert words.outcome_code(match.state, Flip("move")) is None
    match.take_chance("start 3")
    flips = [Flip(card) for card in words.CARDS]
    codes = [words.outcome_code(match.state, flip) for flip in flips]
    assert codes == list(range(rules.OUTCOMES))
    assert [words.outcome(match.state, code) for code in range(rules.OUTCOMES)] == flips
    assert words.outcome_code(match.state, Start(1)) is None


def test_E3_no_seat_beyond_the_table_is_drawn() -> None:
    """As an outcome too, that no notation was read for."""
    for seat in (-1, 3, 4):
        match = Match("escalier", 3, {"start": "random"})
        with pytest.raises(ValueError, match="chance/impossible"):
            match.take_chance(Start(seat))


def test_phrases_of_another_game() -> None:
    with pytest.raises(TypeError):
        words.action_code(Open())
    match = Match("escalier", 3)
    assert words.outcome_code(match.state, Top("taxi")) is None
    with pytest.raises(ValueError, match="chance/impossible"):
        match.take_chance(Top("taxi"))
    assert refused(match, "top taxi").code == "words/unknown-verb"
