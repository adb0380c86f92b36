"""Notation: cards, actions and outcomes in words, and back to the numbers of the rules."""

import pytest

from tests.scale import each
from toctoc.core.match import Match
from toctoc.core.notation import read
from toctoc.games.escalier.words import Decline, Flip
from toctoc.games.toctoctoc import rules
from toctoc.games.toctoctoc.words import (
    ACTIONS,
    CARDS,
    OUTCOMES,
    Chase,
    Deal,
    Guest,
    Offer,
    Open,
    Refuse,
    Start,
    Take,
    Top,
    action,
    action_code,
    cards,
    outcome,
    outcome_code,
)

from .table import arranged, impossible, random_game

PHRASES = {
    "offer brute-ghost to 2": Offer("brute-ghost", 2),
    "open": Open(),
    "refuse": Refuse(),
    "take musician": Take("musician"),
    "chase vampire": Chase("vampire"),
}
OUTCOME_PHRASES = {
    "start 4": Start(4),
    "guest plain-ghost to 0": Guest("plain-ghost", 0),
    "deal taxi to 3": Deal("taxi", 3),
    "top scarecrow": Top("scarecrow"),
}


@each("text", PHRASES)
def test_T7_T8_T13_T16_actions_are_read_and_written_as_people_say_them(text: str) -> None:
    assert read(text, ACTIONS) == PHRASES[text]
    assert str(PHRASES[text]) == text


def test_T7_T8_T13_T16_there_are_no_other_actions() -> None:
    assert {type(phrase) for phrase in PHRASES.values()} == set(ACTIONS)


@each("text", OUTCOME_PHRASES)
def test_T3_T4_T5_T6_outcomes_are_read_and_written_as_people_say_them(text: str) -> None:
    assert read(text, OUTCOMES) == OUTCOME_PHRASES[text]
    assert str(OUTCOME_PHRASES[text]) == text


def test_T3_T4_T5_T6_there_are_no_other_outcomes() -> None:
    assert {type(phrase) for phrase in OUTCOME_PHRASES.values()} == set(OUTCOMES)


def test_T7_T8_T13_T16_every_number_of_an_action_has_its_own_words() -> None:
    state = arranged({}).state
    phrases = [action(state, code) for code in range(rules.ACTIONS)]
    assert [action_code(phrase) for phrase in phrases] == list(range(rules.ACTIONS))
    offers = {f"offer {card} to {seat}" for card in CARDS for seat in range(5)}
    takes = {f"take {rank}" for rank in ("plain", "brute", "musician")}
    chases = {f"chase {creature}" for creature in ("monster", "ghost", "vampire")}
    assert {str(phrase) for phrase in phrases} == {"open", "refuse"} | takes | chases | offers


@each("players", [3, 5])
def test_T3_T4_T5_T6_every_number_of_an_outcome_has_its_own_words(players: int) -> None:
    for match in random_game(players, seed=9, start="random"):
        state = match.state
        for code in range(rules.OUTCOMES):
            if rules.chance_weight(state, code):
                assert outcome_code(state, outcome(state, code)) == code


def test_T5_no_outcome_weighs_anything_while_a_player_is_to_act() -> None:
    match = arranged({})
    assert [rules.chance_weight(match.state, code) for code in range(rules.OUTCOMES)] == [0] * rules.OUTCOMES
    assert not match.chance_awaited


@each("phrase", [*OUTCOME_PHRASES.values(), Flip("riddle")])
def test_T5_an_outcome_that_is_not_awaited_has_no_number(phrase: Start | Guest | Deal | Top | Flip) -> None:
    assert outcome_code(arranged({}).state, phrase) is None


def test_T3_T4_T6_outcomes_wait_for_their_time() -> None:
    match = Match("toctoctoc", 3, {"start": "random"})
    for too_early in ("guest plain-ghost to 0", "deal plain-ghost to 0", "top plain-ghost"):
        assert impossible(match, too_early)
    match.take_chance("start 0")
    for wrong in ("start 0", "deal plain-ghost to 0", "top plain-ghost", "guest plain-ghost to 1"):
        assert impossible(match, wrong)
    for n in range(6):
        match.take_chance(f"guest plain-{'ghost' if n < 3 else 'monster'} to {n // 2}")
    for wrong in ("start 0", "guest plain-ghost to 0", "top plain-ghost", "deal plain-ghost to 1"):
        assert impossible(match, wrong)


def test_an_action_of_another_game_has_no_number() -> None:
    with pytest.raises(TypeError, match="not an action of Toc Toc Toc!"):
        action_code(Decline())


def test_cards_lists_a_multiset_in_the_order_of_the_deck() -> None:
    assert cards([2, 0, 1]) == ("plain-monster", "plain-monster", "plain-vampire")
    assert cards([0] * 14 + [1, 3]) == ("taxi",)  # a sixteenth number counts cards that are not known
