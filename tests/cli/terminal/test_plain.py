"""The plain table: any game, drawn from data alone, played to its end."""

import re
from itertools import product
from random import Random
from types import SimpleNamespace

import pytest

from tests.cli.fakes import all_answers, at_random, play, scripted, session
from tests.cli.invoke import run
from tests.scale import each, spread
from toctoc import GAMES, lang
from toctoc.cli.terminal.menus import menu
from toctoc.cli.terminal.session import Session
from toctoc.cli.terminal.tables import plain
from toctoc.cli.terminal.tables.choose import drawing
from toctoc.core import game_package
from toctoc.core.view_fields import ViewField

# Signs of Python, and of texts whose blanks were not filled in.
RAW = re.compile(r"\b(None|True|False|tuple)\b|[{}<>]|\b[A-Z]\w+\(")


@each("game, language, aid", spread(product(GAMES, lang.LANGUAGES, (False, True)), 5))
def test_a_whole_game_is_played_in_words(game: str, language: str, aid: bool) -> None:
    table, paper = session(game, at_random(3), seed=3, language=language, in_words=True, memory_aid=aid)
    table.play()
    assert table.match.over
    assert paper.notices == []
    shown = paper.text + "".join(paper.hidden)
    told = [line for line in shown.split("\n") if not line.startswith("> ")]
    assert not [line for line in told if RAW.search(line)]
    say, colon = lang.load(language), "\u00a0:" if language == "fr" else ":"
    assert f"{say('field.to_act')}{colon} 0 You" in shown
    assert f"{say('field.scores')}{colon} 0 You{colon} " in shown
    assert (f"{say('field.aid')}{colon}\n" in shown) == aid
    assert "│" not in shown


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_has_a_number(game: str) -> None:
    rng = Random(5)

    def by_number(table: Session) -> str:
        legal = table.match.legal(table.seat)
        question = table.drawing.question(table.match.view(table.seat), table.speaker)
        answers = {action: keys for keys, action in all_answers(menu(question, legal, table.speaker))}
        assert set(answers) == set(legal)
        return " ".join(answers[rng.choice(legal)])

    table, paper = session(game, by_number, seed=5, in_words=True)
    table.play()
    assert table.match.over
    assert paper.notices == []


def test_the_view_is_printed_field_by_field() -> None:
    table, paper = session("escalier", scripted(), in_words=True)
    lines = [line.rstrip() for line in paper.rendered(table.table()).split("\n")]
    assert lines[0] == "The Haunted Staircase, the card game"
    assert lines[2] == "Points: 0 You: 0, 1 Berta: 0, 2 Carl: 0"
    assert "Places with a ghost: red, green, blue, yellow" in lines
    assert "Free place: white" in lines
    assert "Cards in the pile: 55" in lines


def test_a_flag_is_printed_if_true_with_its_seats() -> None:
    table, _ = session("escalier", scripted(), in_words=True)
    fields = {"free": ViewField("flag"), "tried": ViewField("flag", "seats")}

    def lines(free: bool, *tried: bool) -> list[str]:
        return list(plain.field_lines(fields, SimpleNamespace(free=free, tried=tried), table.speaker))

    assert lines(True, True, False, True) == ["Free place", "Already shown: 0 You, 2 Carl"]
    assert lines(False, False, False, False) == []


def test_a_seat_without_a_value_shows_nothing_as_in_the_browser() -> None:
    table, _ = session("escalier", scripted(), in_words=True)
    fields = {
        "tried": ViewField("place", "seats"),
        "free": ViewField("place", "list"),
        "ghosts": ViewField("player", "list"),
    }
    view = SimpleNamespace(tried=("red", None, None), free=(None, "white"), ghosts=(None, 2))
    assert list(plain.field_lines(fields, view, table.speaker)) == [
        "Already shown: 0 You: red, 1 Berta: nothing, 2 Carl: nothing",
        "Free place: nothing, white",
        "Places with a ghost: nobody, 2 Carl",
    ]


def test_a_part_or_a_blank_without_a_value_is_said_as_nothing() -> None:
    table, _ = session("toctoctoc", scripted(), in_words=True)
    door = {"seat": ViewField("player"), "to": ViewField("player")}
    assert table.speaker.shown(ViewField("Door", "list", door), (None, SimpleNamespace(seat=1, to=None))) == (
        "nothing; 1 Berta is at nobody’s door"
    )
    assert table.speaker.one("card", "card", None) == {"card": "nothing"}
    assert table.speaker.one("by", "player", None) == {"by": "nobody"}


def test_T23_only_the_own_hand_is_printed() -> None:
    table, paper = session("toctoctoc", scripted(), in_words=True)
    before = paper.rendered(table.table())
    assert before.count("Your hand: ") == 1
    state = table.match.state
    for field in (state.hand, state.held, state.held_size):
        field[1], field[2] = field[2], field[1]
    assert paper.rendered(table.table()) == before


def test_the_aid_is_printed_by_seat_or_place() -> None:
    table, paper = session("escalier", scripted(), in_words=True, memory_aid=True)
    assert "You have seen:\n  red: red\n  green: green\n" in paper.rendered(table.table())
    table, paper = session("chocottes", scripted("1"), seed=3, in_words=True, memory_aid=True)
    play(table)
    shown = paper.rendered(table.table())
    assert re.search(r"You have seen:\n  0 You: (dream )?\d+[^,]*, unknown, unknown, unknown\n", shown)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_a_drawing_has_this_one(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawing(game).draw is not plain.draw
    assert drawing(game, in_words=True).draw is plain.draw
    monkeypatch.setattr(game_package, "module", lambda *_: None)
    assert drawing(game).draw is plain.draw


def test_an_option_chooses_the_plain_table() -> None:
    result = run("play", "escalier", "--plain", "--seed", "1", typed="quit\n")
    assert result.exit_code == 0
    assert "Places with a ghost: " in result.stdout
    assert "╭" not in result.stdout
    assert "--plain" in run("play", "--help").stdout
