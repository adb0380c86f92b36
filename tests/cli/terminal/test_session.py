"""Test a session in the terminal: questions, parsing, refusals and narration."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.cli.fakes import Lively, actions, all_answers, at_random, lively, play, play_blind, scripted, session
from tests.games.conformance import rule_options
from tests.scale import each, scaled, spread
from toctoc import GAMES, lang
from toctoc.cli.terminal.menus import menu
from toctoc.cli.terminal.session import PlayerLeft, Session
from toctoc.record import Seat, record, verify

MEMORY_GAMES = [name for name, game in GAMES.items() if game.is_memory]
TABLES = [(game, players, aid) for game in GAMES for players in GAMES[game].players for aid in (False, True)]


@each("game, players, aid", spread(TABLES, 4))
def test_any_game_is_played_to_its_end_from_any_seat(game: str, players: int, aid: bool) -> None:
    seat = players - 1 - aid
    extra: dict[str, Any] = rule_options(game)[-aid]
    language = lang.LANGUAGES[seat % len(lang.LANGUAGES)]
    table, _ = session(
        game, at_random(seat), players, seat, seat, language, memory_aid=aid, start="random", **extra
    )
    table.play()
    assert table.match.over
    verify(record(table.match, tuple(Seat(f"{n}") for n in range(players))))


@each("game", spread(GAMES, 1))
def test_the_same_seed_deals_the_same_cards(game: str) -> None:
    steps = []
    for seed in (5, 5, 6):
        table, paper = session(game, at_random(1), seed=seed)
        play_blind(table, paper)
        steps.append(table.match.steps)
    assert steps[0] == steps[1] != steps[2]


def test_a_card_is_chosen_by_number_then_a_door_by_its_seat() -> None:
    table, paper = session("toctoctoc", scripted("1", "2"))
    play(table)
    assert "Which card do you offer?" in paper.shown[0]
    assert "at whose door do you knock?" in paper.shown[2]
    assert str(actions(table)[0]).endswith(" to 2")


def test_both_answers_fit_on_one_line() -> None:
    apart, _ = session("toctoctoc", scripted("2", "1"))
    together, _ = session("toctoctoc", scripted("2 1"))
    play(apart)
    play(together)
    assert actions(apart) == actions(together) != []


def test_the_cards_of_a_hand_are_offered_in_the_order_of_the_deck() -> None:
    table, paper = session("toctoctoc", scripted())
    play(table)
    hand = table.match.view(0).hand  # type: ignore[attr-defined]  # a seat's view
    labels = [lang.load("en")(f"toctoctoc.card.{card}") for card in dict.fromkeys(hand)]
    choices = paper.last.rstrip().split("\n")[-1]
    assert choices.split() == " ".join(f"{n} {label}" for n, label in enumerate(labels, 1)).split()


def test_a_move_may_be_typed_in_notation_in_any_case() -> None:
    table, _ = session("toctoctoc", scripted())
    play(table)
    card = table.match.view(0).hand[0]  # type: ignore[attr-defined]  # a seat's view
    table, _ = session("toctoctoc", scripted(f"OFFER {card} to 1"))
    play(table)
    assert str(actions(table)[0]) == f"offer {card} to 1"


@each(
    "line, expected",
    [
        ("open", "Nobody is at your door. (T8) Type `rules T8` to read it."),
        ("offer brute-ghost to 0", "Offer the card to another player at this table. (T7)"),
        (
            "offer bruteghost to 1",
            "`offer bruteghost to 1` is not complete or not spelt right. Write: offer {card} to {to}. (H2)",
        ),
        ("dance", "No move begins with `dance`."),
        ("99", "`99` is not one of the choices. Type ? for help."),
        ("1 7", "`1 7` is not one of the choices."),
        ("rules T99", "There is no clause 'T99'; toctoctoc has T1 to T23."),
        ("rules Q1", "There is no clause 'Q1'; clauses look like T1, C1, E1, H1."),
    ],
)
def test_a_refusal_cites_its_clause_and_the_question_returns(line: str, expected: str) -> None:
    table, paper = session("toctoctoc", scripted(line))
    play(table)
    assert expected in " ".join(paper.last.split())
    assert "Which card do you offer?" in paper.last
    assert actions(table) == []


def test_refusals_are_in_the_language_of_the_player() -> None:
    table, paper = session("toctoctoc", scripted("open"), language="fr")
    play(table)
    assert "Personne n’est à ta porte. (T8) Tape `règles T8` pour la lire." in " ".join(paper.last.split())


def test_an_empty_line_goes_back_to_the_first_question() -> None:
    table, paper = session("toctoctoc", scripted("1", "", "1", "back", ""))
    play(table)
    assert [("Which card" in shown, "whose door" in shown) for shown in paper.shown[::2]] == [
        (True, False), (False, True), (True, False), (False, True), (True, False), (True, False),
    ]  # fmt: skip


def test_help_lists_the_possible_lines() -> None:
    table, paper = session("chocottes", scripted("?"))
    play(table)
    assert "exchange {own} with {place} of {seat}" in paper.text
    assert "arrange 3 to 1" in paper.text
    table, paper = session("chocottes", scripted("aide"), language="fr")
    play(table)
    assert "quitter\u00a0: " in paper.text


@pytest.mark.parametrize("line", ["rules T13 H2", "RULES t13, h2", "règles T13 H2", "regles t13 h2"])
def test_clauses_can_be_read_at_any_question(line: str) -> None:
    table, paper = session("toctoctoc", scripted(line), language="fr")
    play(table)
    assert "T13 Vamp" in paper.text
    assert "H2 Une action refusée" in paper.text


def test_the_rules_can_be_read_in_short_and_whole() -> None:
    table, paper = session("escalier", scripted("rules"))
    play(table)
    assert "Four children" in paper.text
    assert "E14" not in paper.text
    table, paper = session("escalier", scripted("rules all"))
    play(table)
    assert "E14" in paper.text


@pytest.mark.parametrize("word", ["quit", "QUIT", "q", "exit"])
def test_the_player_may_leave(word: str) -> None:
    table, _ = session("escalier", scripted(word))
    with pytest.raises(PlayerLeft):
        table.play()


def test_T23_the_log_leaves_draws_to_the_memory_unless_the_aid_is_on() -> None:
    table, paper = session("toctoctoc", at_random(3))
    play_blind(table, paper)
    assert len(table.log) > 40
    assert "draw" not in " ".join(table.log)
    table, paper = session("toctoctoc", at_random(3), memory_aid=True)
    play_blind(table, paper)
    assert "draw" in " ".join(table.log)


def test_the_log_can_be_read() -> None:
    table, paper = session("toctoctoc", scripted("log", "1 1", "log"))
    play(table)
    assert "Nothing has happened yet." in paper.shown[2]
    assert "You knock at 1 Berta’s door" in paper.text.split("What has happened so far")[-1]


@pytest.mark.parametrize("game", MEMORY_GAMES)
def test_C27_E14_where_remembering_is_the_game_there_is_no_log(game: str) -> None:
    table, paper = session(game, scripted("log"))
    play(table)
    assert f"There is no log here: remembering is the game ({GAMES[game].memory_clause})." in paper.last
    table, paper = session(game, at_random(1))
    play_blind(table, paper)
    assert table.log == []


def test_C9_players_take_turns_in_a_window() -> None:
    table, paper = session("chocottes", at_random(2), players=4, seed=3)
    play_blind(table, paper)
    moves = [step for step in table.match.steps if getattr(step, "seat", None) is not None]
    in_window = [move.seat for move in moves if str(move.action).split()[0] in ("snap", "pass")]  # type: ignore[union-attr]  # moves
    alone = sum(one == two for one, two in pairwise(in_window))
    assert alone < len(in_window) / 2


def test_C5_a_row_is_rearranged_at_any_question_and_the_question_stays() -> None:
    table, paper = session("chocottes", scripted("arrange 3 to 1", "2", "4"), players=2)
    play(table)
    assert [str(action) for action in actions(table)] == ["arrange 3 to 1", "look 2", "look 4"]
    assert "You put card 3 at place 1." in paper.text


def test_C3_the_card_looked_at_already_is_refused_with_its_clause() -> None:
    table, paper = session("chocottes", scripted("2", "2", "9"), players=2)
    play(table)
    assert "Look at two different cards. (C3)" in paper.text
    assert "Your row has places 1 to 4. (C3)" in paper.text


def test_C9_an_empty_line_passes() -> None:
    table, _ = session("chocottes", scripted("1", "2", "draw", "discard", ""), players=2, seed=2)
    play(table)
    assert str(actions(table)[4]) == "pass"


def test_with_one_opponent_the_rival_is_not_chosen() -> None:
    def first_answer(table: Session) -> str:
        if sum(str(action).startswith("ask") for action in actions(table)) >= scaled(3):
            return "quit"
        legal = [str(action) for action in table.match.legal(0)]
        return "1" if legal[-1].startswith("ask") else legal[0]

    table, paper = session("escalier", first_answer, players=2, risk=True, seed=3)
    play(table)
    assert any(str(action).startswith("ask 1 about") for action in actions(table))
    assert "Whom do you ask?" not in paper.text


@each("language", spread(lang.LANGUAGES, 1))
def test_C12_every_effect_can_be_answered_by_numbers(language: str) -> None:
    asked: set[int] = set()
    for seed in range(12):
        rng = Random(seed)

        def by_number(table: Session, rng: Random = rng) -> str:
            view = table.match.view(0)
            legal = table.match.legal(0)
            wanted = lively(table.match, 0, rng)
            ways = {action: path for path, action in all_answers(menu("?", legal, table.speaker))}
            if view.phase == "effect":
                asked.add(view.effects[0].value)  # type: ignore[attr-defined]  # of this game
            return " ".join(ways[wanted])

        table, paper = session("chocottes", by_number, players=3, seed=seed, language=language)
        table.bots = {seat: Lively(table.match, seat, rng) for seat in (1, 2)}
        play_blind(table, paper)
        assert paper.notices == []  # nothing was refused
        if asked == {7, 10, 11, 12, 13, 14}:
            return
    pytest.fail(f"asked only about {asked}")
