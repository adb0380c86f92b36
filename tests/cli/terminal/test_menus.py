"""Numbered answers: the same numbers as in notation, and never two meanings for one of them."""

from random import Random
from typing import ClassVar

from tests.cli.fakes import NAMES, all_answers, lively
from tests.games.conformance import rule_options
from tests.scale import each
from toctoc import GAMES, Match, lang
from toctoc.cli.terminal.menus import Menu, menu
from toctoc.cli.terminal.speech import Speaker
from toctoc.core.game import Action
from toctoc.games.chocottes import words as choc
from toctoc.games.escalier import words as esc
from toctoc.games.toctoctoc import words as toc


@each("game, players", [(game, players) for game in GAMES for players in GAMES[game].players])
def test_every_legal_action_can_be_chosen_in_exactly_one_way(game: str, players: int) -> None:
    chosen = rule_options(game)[-(players != 3)]
    rng = Random(players)
    speaker = Speaker(lang.load("en"), game, NAMES[:players], 0)
    match = Match(game, players, chosen, chance=rng.randrange)
    while (seat := match.asked) is not None:
        legal = match.legal(seat)
        asked = menu("?", legal, speaker)
        ways = dict(all_answers(asked))
        assert sorted(map(str, ways.values())) == sorted(map(str, legal))
        for path, action in ways.items():
            assert asked.answered(path) == action
        match.play(seat, lively(match, seat, rng))


def of(game: str, *legal: Action) -> Menu:
    return menu("?", legal, Speaker(lang.load("en"), game, NAMES, 0))


def test_seats_and_places_keep_their_numbers() -> None:
    exchanges = [choc.Exchange(own, place, 3) for own in (1, 2) for place in (1, 2, 3)]
    asked = of("chocottes", choc.Decline(), *exchanges)
    assert [item.key for item in asked.items] == ["1", "2", "0"]
    assert asked.answered(["2", "3", "1"]) == choc.Exchange(2, 1, 3)
    assert asked.answered(["0"]) == choc.Decline()


def test_zero_says_no_even_where_there_is_a_seat_0() -> None:
    asked = of("chocottes", choc.Decline(), choc.Give(0), choc.Give(1))
    assert asked.answered(["0"]) == choc.Decline()
    assert asked.answered(["1", "0"]) == choc.Give(0)
    assert asked.answered(["give", "1"]) == choc.Give(1)


def test_a_word_that_many_moves_begin_with_is_no_answer() -> None:
    asked = of("escalier", esc.Swap("red", "green"), esc.Swap("red", "blue"))
    assert asked.answered(["swap"]) is None
    assert asked.answered(["2"]) == esc.Swap("red", "blue")


def test_words_of_notation_answer_too() -> None:
    asked = of("toctoctoc", toc.Offer("taxi", 1), toc.Offer("taxi", 2), toc.Offer("brute-ghost", 1))
    assert asked.answered(["taxi", "2"]) == toc.Offer("taxi", 2)
    assert asked.answered(["1"]) == toc.Offer("brute-ghost", 1)
    assert asked.answered(["taxi", "3"]) is None
    assert asked.answered(["1", "1"]) is None


def test_an_empty_line_passes_and_does_nothing_else() -> None:
    assert of("chocottes", choc.Snap(1), choc.Pass()).enter == choc.Pass()
    assert of("chocottes", choc.Decline(), choc.Give(1)).enter is None


def test_an_empty_line_passes_in_whatever_words_a_game_has() -> None:
    class Decline(esc.Decline):
        is_pass: ClassVar[bool] = True

    assert of("escalier", Decline()).enter == Decline()
