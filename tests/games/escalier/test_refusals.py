"""H2: what is refused, with its type, its code and its clause; `refused` sees that nothing changed."""

from collections.abc import Callable

import pytest

from tests.scale import each
from toctoc.core.errors import IllegalMove, Refused, UnknownWords, WrongTurn
from toctoc.core.match import Match
from toctoc.games.escalier.refusals import refusal
from toctoc.games.escalier.words import Ask
from toctoc.games.toctoctoc.words import Open

from .table import arranged, refused, tell

ON_WHITE = "red - blue yellow green"
MUST_ACT = "E5 E7 E8 E10 E12"


def searching() -> Match:
    return tell(arranged(), "flip red-child", "0 turn blue", "1 turn green", "2 turn yellow")


def moving() -> Match:
    return tell(arranged(), "flip move")


def swapping() -> Match:
    return tell(arranged(disc=ON_WHITE), "flip swap")


def riddling() -> Match:
    return tell(arranged(disc=ON_WHITE), "flip riddle")


def asking() -> Match:
    return tell(arranged(risk=True), "flip riddle")


def answering() -> Match:
    return tell(arranged(risk=True), "flip riddle", "0 ask 1 about red")


def naming() -> Match:
    return tell(arranged(disc=ON_WHITE, pile="riddle"), "flip riddle", "0 name red")


def waiting() -> Match:
    return arranged()


def drawing_the_start() -> Match:
    return Match("escalier", 3, {"start": "random"})


def over() -> Match:
    return tell(arranged(pile="red-child"), "flip red-child", "0 turn red")


TURNS = [
    (searching, "1 turn red", "turn/not-yours", "E4"),
    (moving, "2 move red", "turn/not-yours", "E4"),
    (riddling, "1 name green", "turn/not-yours", "E4"),
    (answering, "0 name red", "turn/not-yours", "E4"),
    (naming, "1 name red", "turn/not-yours", "E4"),
    (moving, "3 move red", "turn/no-such-seat", "H2"),
    (waiting, "0 turn red", "turn/chance-first", "H1"),
    (drawing_the_start, "0 decline", "turn/chance-first", "H1"),
    (over, "0 turn red", "turn/game-over", "H2"),
    (over, "flip move", "chance/not-awaited", "H1"),
    (moving, "flip move", "chance/not-awaited", "H1"),
]
MOVES = [
    (moving, "0 turn red", "turn-over/no-search", "E5"),
    (naming, "0 turn red", "turn-over/no-search", "E5"),
    (searching, "0 turn white", "turn-over/no-ghost", "E5"),
    (searching, "0 turn blue", "turn-over/already-shown", "E5"),
    (swapping, "0 move red", "move/not-now", "E8"),
    (searching, "0 move red", "move/not-now", "E8"),
    (moving, "0 move white", "move/no-ghost", "E8"),
    (moving, "0 swap red blue", "swap/not-now", "E7"),
    (riddling, "0 swap red blue", "swap/not-now", "E7"),
    (swapping, "0 swap red red", "swap/same-ghost", "E7"),
    (swapping, "0 swap green green", "swap/same-ghost", "E7"),
    (swapping, "0 swap green red", "swap/no-ghost", "E7"),
    (swapping, "0 swap red green", "swap/no-ghost", "E7"),
    (naming, "0 name green", "name/just-shown", "E12"),
    (searching, "0 name red", "name/not-now", "E9"),
    (asking, "0 name red", "name/not-now", "E9"),
    (riddling, "0 ask 1 about red", "ask/not-now", "E10"),
    (answering, "1 ask 0 about red", "ask/not-now", "E10"),
    (asking, "0 ask 0 about red", "ask/no-such-opponent", "E10"),
    (asking, "0 ask 3 about red", "ask/no-such-opponent", "E10"),
    (asking, "0 ask 4 about red", "ask/no-such-opponent", "E10"),
    (asking, "0 ask 1 about white", "ask/no-ghost", "E10"),
    (searching, "0 decline", "decline/must-act", MUST_ACT),
    (moving, "0 decline", "decline/must-act", MUST_ACT),
    (swapping, "0 decline", "decline/must-act", MUST_ACT),
    (answering, "1 decline", "decline/must-act", MUST_ACT),
    (naming, "0 decline", "decline/must-act", MUST_ACT),
    (waiting, "start 1", "chance/impossible", "H1"),
    (drawing_the_start, "flip move", "chance/impossible", "H1"),
    (drawing_the_start, "start 3", "chance/impossible", "H1"),
]
TEXTS = [
    (moving, "0 ", "words/none", "H2"),
    (moving, "0 knock", "words/unknown-verb", "H2"),
    (moving, "0 move purple", "words/wrong-form", "H2"),
    (moving, "0 move", "words/wrong-form", "H2"),
    (waiting, "flip plain-ghost", "words/wrong-form", "H2"),
]


@each(
    "situation, line, code, clause, kind",
    [
        *((*row, WrongTurn) for row in TURNS),
        *((*row, IllegalMove) for row in MOVES),
        *((*row, UnknownWords) for row in TEXTS),
    ],
)  # fmt: skip
def test_H2_a_refusal_has_its_code_and_clause(
    situation: Callable[[], Match], line: str, code: str, clause: str, kind: type[Refused]
) -> None:
    why = refused(situation(), line)
    assert type(why) is kind
    assert (why.code, why.clause) == (code, clause)
    assert str(why) == f"{why.message} [{code}, {clause}]"


def test_H2_a_refusal_names_the_place_or_the_seat() -> None:
    assert refused(searching(), "1 turn red").details == {"seat": 0}
    assert refused(answering(), "0 name red").details == {"seat": 1}
    assert refused(searching(), "0 turn white").details == {"place": "white"}
    assert refused(searching(), "0 turn blue").details == {"place": "blue"}
    assert refused(moving(), "0 move white").details == {"place": "white"}
    assert refused(swapping(), "0 swap blue green").details == {"place": "green"}
    assert refused(asking(), "0 ask 0 about white").details == {"seat": 0}
    assert refused(asking(), "0 ask 1 about white").details == {"place": "white"}
    assert "white" in refused(asking(), "0 ask 1 about white").message
    assert "seat 1" in refused(answering(), "0 name red").message


@each("seat", [-2, -1, 3, 4, 5])
def test_E10_no_seat_beyond_the_table_is_asked(seat: int) -> None:
    """As an action too, that no notation was read for."""
    match = asking()
    with pytest.raises(IllegalMove) as caught:
        match.play(0, Ask(seat, "green"))
    assert caught.value.code == "ask/no-such-opponent"


def test_H2_an_action_of_another_game_is_an_error_of_the_program() -> None:
    with pytest.raises(TypeError):
        refusal(moving().state, 0, Open())
    with pytest.raises(TypeError):
        moving().play(0, Open())
