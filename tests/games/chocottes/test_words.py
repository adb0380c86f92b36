"""Cards, actions and outcomes in words, and their numbers."""

from collections import Counter
from itertools import product

import pytest

from tests.scale import each
from toctoc.core import notation
from toctoc.core.errors import IllegalMove
from toctoc.core.game import Action
from toctoc.core.match import Match
from toctoc.games.chocottes import words
from toctoc.games.chocottes.rules import state as r
from toctoc.games.chocottes.rules.state import State
from toctoc.games.escalier.words import Name

from .table import arranged, opened, play, ready, waiting

PLACES = (1, 2, 53, 54)
SEATS = (0, 1, 4)
EVERY_FORM: list[Action] = [
    words.Draw(), words.Knock(), words.Discard(), words.Pass(), words.Decline(), words.Feed(),
    *(form(place) for form in (words.Look, words.Replace, words.Snap, words.Reap) for place in PLACES),
    *(words.Give(seat) for seat in range(5)),
    *(words.Shuffle(a, b, seat) for a, b, seat in product(PLACES, PLACES, SEATS) if a < b),
    *(words.Exchange(a, b, seat) for a, b, seat in product(PLACES, PLACES, SEATS)),
    *(words.Arrange(a, b) for a, b in product(PLACES, PLACES) if a != b),
]  # fmt: skip


def test_every_action_has_a_number_of_its_own_and_back() -> None:
    codes = [words.action_code(action) for action in EVERY_FORM]
    assert len(set(codes)) == len(codes)
    assert [words.action(State(), code) for code in codes] == EVERY_FORM
    assert {type(action) for action in EVERY_FORM} == set(words.ACTIONS)


def test_every_number_of_the_rules_is_an_action_with_that_number() -> None:
    for code in range(r.MIX):
        assert words.action_code(words.action(State(), code)) == code
    assert max(words.action_code(a) for a in EVERY_FORM if not isinstance(a, words.Arrange)) == r.ACTIONS - 1


def test_every_action_reads_as_it_is_written() -> None:
    for action in EVERY_FORM:
        assert notation.read(str(action), words.ACTIONS) == action


@each(
    "text",
    [
        "look 1", "draw", "knock", "discard", "replace 2", "snap 3", "pass", "decline", "feed",
        "shuffle 1 2 of 0", "exchange 1 with 2 of 3", "give to 4", "reap 1", "arrange 4 to 1",
    ],
)  # fmt: skip
def test_actions_are_written_like_this(text: str) -> None:
    assert str(notation.read(f"  {text.upper()} ", words.ACTIONS)) == text


@each(
    "text",
    [
        "start 1", "deal dream-10 to 1", "draw 14", "penalty 1 to 0", "gift dream-13 to 2", "mix kept",
        "mix swapped", "tile 6",
    ],
)  # fmt: skip
def test_outcomes_are_written_like_this(text: str) -> None:
    assert str(notation.read(text, words.OUTCOMES)) == text


def test_C1_cards_are_numbers_and_dreams_of_10_to_13() -> None:
    assert words.CARDS == (
        "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14",
        "dream-10", "dream-11", "dream-12", "dream-13",
    )  # fmt: skip
    assert [words.card(words.card_code(name)) for name in words.CARDS] == list(words.CARDS)


def test_C16_a_shuffle_is_the_same_in_either_order() -> None:
    assert words.action_code(words.Shuffle(4, 2, 1)) == words.action_code(words.Shuffle(2, 4, 1))


def test_an_action_of_another_game_has_no_number() -> None:
    with pytest.raises(TypeError, match="not an action of Toc Chocottes"):
        words.action_code(Name("red"))


def awaited(match: Match) -> dict[str, int]:
    """What chance may do now, and on how many tickets."""
    rules, s = match.game.rules, match.state
    tickets = Counter(rules.chance_pick(s, ticket) for ticket in range(rules.chance_total(s)))
    for code in range(rules.OUTCOMES):
        assert rules.chance_weight(s, code) == tickets[code]
    outcomes = {match.game.outcome(s, code): count for code, count in tickets.items()}
    for code in tickets:
        assert match.game.outcome_code(s, match.game.outcome(s, code)) == code
    return {str(outcome): count for outcome, count in outcomes.items()}


def test_H1_chance_draws_the_start_from_the_seats() -> None:
    match = Match("chocottes", 3, {"start": "random"})
    assert awaited(match) == {"start 0": 1, "start 1": 1, "start 2": 1}


def test_H1_chance_deals_from_all_cards_left() -> None:
    match = Match("chocottes", 2, {"dreams": 1})
    play(match, "; ".join(["chance: deal 5 to 0"] * 4))
    tickets = awaited(match)
    assert "deal 5 to 1" not in tickets
    assert (tickets["deal 4 to 1"], tickets["deal 10 to 1"], tickets["deal dream-10 to 1"]) == (4, 3, 1)
    assert sum(tickets.values()) == 52


def test_H1_chance_draws_from_the_pile() -> None:
    match = arranged("1 2", "3 4", pile="9 9 dream-13 1")
    play(match, "0: draw")
    assert awaited(match) == {"draw 9": 2, "draw dream-13": 1, "draw 1": 1}


def test_H1_chance_picks_penalties_and_gifts_from_the_pile() -> None:
    match = opened(arranged("1 2", "3 7", pile="7 9 9 dream-13"), "7")
    play(match, "1: snap 1")
    assert awaited(match) == {"penalty 9 to 1": 2, "penalty dream-13 to 1": 1}
    play(match, "chance: penalty 9 to 1; 1: snap 2; all: pass; 1: feed")
    assert awaited(match) == {"gift 9 to 0": 1, "gift dream-13 to 0": 1}


def test_H1_chance_mixes_two_cards_either_way() -> None:
    match = waiting(arranged("1 2", "3 4"), "11")
    play(match, "0: shuffle 1 2 of 1")
    assert awaited(match) == {"mix kept": 1, "mix swapped": 1}


def test_H1_chance_draws_one_of_three_tiles() -> None:
    match = arranged("5 6", "3 4")
    play(match, "0: knock")
    assert awaited(match) == {"tile 6": 1, "tile 8": 1, "tile 10": 1}


def test_H1_no_chance_is_awaited_of_a_player() -> None:
    match = ready("1 2 3 4", "5 6 8 9")
    assert match.game.rules.chance_total(match.state) == 0


def test_C2_equal_tiles_are_named_by_their_penalty() -> None:
    match = arranged("5 6", "3 4", tiles=[7, 7, 9])
    play(match, "0: knock; chance: tile 7")
    assert match.scores == (18, 7)


@each(
    "name, action",
    [
        ("7", words.Look(0)),  # with the number of `feed`
        ("14", words.Give(-54)),  # of `reap 1`
        ("11", words.Give(6)),  # of `shuffle 1 2 of 0`
    ],
)
def test_H2_an_action_with_a_number_that_no_notation_has_is_refused(name: str, action: Action) -> None:
    match = opened(arranged("1 2 3", f"{name} 6 8"), name)
    play(match, "1: snap 1; all: pass")
    if name == "11":
        play(match, "0: decline")
    with pytest.raises(IllegalMove):
        match.play(1, action)
