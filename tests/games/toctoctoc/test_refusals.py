"""H2: every refusal, with its kind, code and clause; nothing changes (see `refused`)."""

import inspect
import re
from collections.abc import Callable
from typing import NamedTuple

import pytest

from tests.scale import each
from toctoc.core.errors import IllegalMove, Refused, UnknownWords, WrongTurn
from toctoc.core.match import Match
from toctoc.games.escalier.words import Decline
from toctoc.games.toctoctoc import refusals
from toctoc.games.toctoctoc.refusals import refusal

from .table import ACTIVE, TARGET, arranged, knock, odds, refused


def offering() -> Match:
    return arranged({ACTIVE: "2*taxi child"})


def answering() -> Match:
    match = arranged({ACTIVE: "2*taxi child", TARGET: "scarecrow"})
    match.play(ACTIVE, "offer taxi to 3")
    return match


def taking() -> Match:
    return knock("vamp-ghost", {TARGET: "plain-ghost brute-ghost musician-vampire"})


def chasing() -> Match:
    return knock("child", {TARGET: "2*plain-ghost 2*plain-vampire plain-monster"})


class Case(NamedTuple):
    situation: Callable[[], Match]
    seat: int
    words: str
    kind: type[Refused]
    code: str
    clause: str
    details: dict[str, object]


CASES = {
    "T7: another seat offers": Case(
        offering, 2, "offer plain-monster to 0", WrongTurn, "turn/not-yours", "T7", {"seat": ACTIVE}
    ),
    "T7: another seat answers nothing": Case(
        offering, 2, "open", WrongTurn, "turn/not-yours", "T7", {"seat": ACTIVE}
    ),
    "T8: the active player answers the own knock": Case(
        answering, ACTIVE, "open", WrongTurn, "turn/not-yours", "T7", {"seat": TARGET}
    ),
    "T8: a bystander answers": Case(answering, 0, "refuse", WrongTurn, "turn/not-yours", "T7", {"seat": TARGET}),
    "T13: the revealer chooses": Case(
        taking, TARGET, "take brute", WrongTurn, "turn/not-yours", "T7", {"seat": ACTIVE}
    ),
    "T16: the revealer chooses": Case(
        chasing, TARGET, "chase ghost", WrongTurn, "turn/not-yours", "T7", {"seat": ACTIVE}
    ),
    "T7: an offer as an answer": Case(
        answering, TARGET, "offer scarecrow to 1", IllegalMove, "offer/not-now", "T7", {}
    ),
    "T7: an offer instead of a choice": Case(
        taking, ACTIVE, "offer plain-monster to 0", IllegalMove, "offer/not-now", "T7", {}
    ),
    "T7: an offer to oneself": Case(
        offering, ACTIVE, "offer taxi to 1", IllegalMove, "offer/no-such-rival", "T7", {"to": 1}
    ),
    "T7: an offer to an empty chair": Case(
        offering, ACTIVE, "offer taxi to 4", IllegalMove, "offer/no-such-rival", "T7", {"to": 4}
    ),
    "T7: a card that is not in hand": Case(
        offering, ACTIVE, "offer scarecrow to 3", IllegalMove, "offer/not-in-hand", "T7", {"card": "scarecrow"}
    ),
    "T8: opening without a knock": Case(offering, ACTIVE, "open", IllegalMove, "answer/no-offer", "T8", {}),
    "T8: refusing without a knock": Case(offering, ACTIVE, "refuse", IllegalMove, "answer/no-offer", "T8", {}),
    "T8: opening instead of a choice": Case(taking, ACTIVE, "open", IllegalMove, "answer/no-offer", "T8", {}),
    "T13: taking without a vamp": Case(offering, ACTIVE, "take plain", IllegalMove, "take/not-now", "T13", {}),
    "T13: taking as an answer": Case(answering, TARGET, "take plain", IllegalMove, "take/not-now", "T13", {}),
    "T13: taking after a child": Case(chasing, ACTIVE, "take plain", IllegalMove, "take/not-now", "T13", {}),
    "T13: a guest who is not there": Case(
        taking, ACTIVE, "take musician", IllegalMove, "take/no-such-guest", "T13", {"rank": "musician"}
    ),
    "T16: chasing without a tie": Case(offering, ACTIVE, "chase ghost", IllegalMove, "chase/not-now", "T16", {}),
    "T16: chasing after a vamp": Case(taking, ACTIVE, "chase ghost", IllegalMove, "chase/not-now", "T16", {}),
    "T16: a creature that is not tied": Case(
        chasing, ACTIVE, "chase monster", IllegalMove, "chase/not-tied", "T16", {"creature": "monster"}
    ),
}


@each("case", CASES.values())
def test_H2_T7_T8_T13_T16_a_refusal_has_its_reason_and_changes_nothing(case: Case) -> None:
    error = refused(case.situation(), case.seat, case.words)
    assert type(error) is case.kind
    assert (error.code, error.clause, error.details) == (case.code, case.clause, case.details)
    assert str(error) == f"{error.message} [{case.code}, {case.clause}]"
    for value in case.details.values():
        assert case.code == "offer/no-such-rival" or str(value) in error.message


def test_H2_every_code_has_a_case() -> None:
    codes = set(re.findall(r'"([a-z]+/[a-z-]+)"', inspect.getsource(refusals)))
    assert len(codes) == 9
    assert codes == {case.code for case in CASES.values()}


@each(
    "words, code",
    [
        ("", "words/none"),
        ("   ", "words/none"),
        ("offer " + "taxi " * 40, "words/none"),
        ("pass", "words/unknown-verb"),
        ("deal taxi to 1", "words/unknown-verb"),
        ("offer", "words/wrong-form"),
        ("offer taxi", "words/wrong-form"),
        ("offer dragon to 2", "words/wrong-form"),
        ("offer taxi to 5", "words/wrong-form"),
        ("offer taxi for 2", "words/wrong-form"),
        ("open door", "words/wrong-form"),
        ("take scarecrow", "words/wrong-form"),
        ("take ghost", "words/wrong-form"),
        ("chase plain", "words/wrong-form"),
    ],
)
def test_H2_T7_words_that_are_no_notation_are_refused(words: str, code: str) -> None:
    error = refused(offering(), ACTIVE, words)
    assert type(error) is UnknownWords
    assert (error.code, error.clause) == (code, "H2")


@each("seat", [-1, 4, 5])
def test_H2_T7_a_seat_that_is_not_at_the_table_is_refused(seat: int) -> None:
    error = refused(offering(), seat, "offer taxi to 3")
    assert type(error) is WrongTurn
    assert error.code == "turn/no-such-seat"


def test_H2_T10_no_seat_acts_before_the_next_top_is_turned() -> None:
    match = knock("plain-ghost")
    assert odds(match)
    error = refused(match, 2, "offer plain-monster to 1")
    assert type(error) is WrongTurn
    assert (error.code, error.clause) == ("turn/chance-first", "H1")


def test_an_action_of_another_game_is_not_even_refused() -> None:
    with pytest.raises(TypeError, match="not an action of Toc Toc Toc!"):
        refusal(offering().state, ACTIVE, Decline())
