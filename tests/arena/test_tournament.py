"""Line-ups are drawn from the field and rotated over the seats, the same for the same seed."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.scale import each
from toctoc import GAMES
from toctoc.arena.plan import Tournament, usual_field
from toctoc.bots import LEVELS

pytestmark = pytest.mark.usefixtures("fakes")
FIELD = ["first", "last", "any", "some"]


def tournament(players: int = 3, field: list[str] = FIELD, games: int = 30, seed: int = 5) -> Tournament:
    return Tournament.of("toctoctoc", players, field, games, seed, {})


def test_every_bot_of_a_line_up_sits_once_in_every_seat() -> None:
    games = [tournament().seats(4, game) for game in range(3)]
    assert sorted(games[0]) == sorted(tournament().lineup(4))
    for seat in range(3):
        assert {game[seat] for game in games} == set(games[0])


def test_all_blocks_are_whole() -> None:
    assert tournament(games=7).blocks == 3
    assert tournament(games=7).games == 9


def test_line_ups_depend_on_the_seed_and_the_block_alone() -> None:
    short, long = tournament(games=9), tournament(games=300)
    assert [short.lineup(block) for block in range(3)] == [long.lineup(block) for block in range(3)]
    assert len({tuple(long.lineup(block)) for block in range(100)}) > 10
    assert [long.lineup(b) for b in range(20)] != [tournament(seed=6).lineup(b) for b in range(20)]


def test_all_bots_are_drawn_equally_often() -> None:
    drawn = Counter(name for block in range(2000) for name in tournament().lineup(block))
    assert all(1400 < times < 1600 for times in drawn.values())
    assert all(len(set(tournament().lineup(block))) == 3 for block in range(50))


def test_a_small_field_is_repeated_evenly() -> None:
    lineups = [Counter(tournament(5, ["first", "last"]).lineup(block)) for block in range(50)]
    assert {tuple(sorted(lineup.values())) for lineup in lineups} == {(2, 3)}
    assert {max(lineup, key=lambda name: lineup[name]) for lineup in lineups} == {"first", "last"}


def test_on_the_ladder_each_bot_meets_a_table_of_the_next() -> None:
    steps = tournament().ladder()
    assert [step.lineup(0) for step in steps] == [
        ["first", "last", "last"],
        ["last", "any", "any"],
        ["any", "some", "some"],
    ]
    assert {steps[0].seats(0, game).index("first") for game in range(3)} == {0, 1, 2}


def test_a_nemesis_meets_a_table_of_the_bot_that_it_knows() -> None:
    steps = tournament(field=["first", "any"]).nemeses()
    assert [step.lineup(0) for step in steps] == [
        ["nemesis:first", "first", "first"],
        ["nemesis:any", "any", "any"],
    ]
    assert {steps[0].seats(0, game).index("nemesis:first") for game in range(3)} == {0, 1, 2}


def test_neither_chance_nor_a_nemesis_has_a_nemesis() -> None:
    field = ("apprenti", "random", "nemesis:comte", "mine.toml")
    mixed = Tournament("toctoctoc", 3, field, 1, 1, {})
    assert [step.field[1] for step in mixed.nemeses()] == ["apprenti", "mine.toml"]


@each("ladder, nemeses", [(True, True), (True, False), (False, True), (False, False)])
def test_contests_keep_their_numbers_if_some_are_left_out(ladder: bool, nemeses: bool) -> None:
    mixed = tournament(field=["first", "any"])
    found = mixed.programme(ladder, nemeses)
    assert [contest.field for contest in found] == [
        ("first", "any"),
        ("first", "any"),
        ("nemesis:first", "first"),
        ("nemesis:any", "any"),
    ]
    assert [contest.challenge for contest in found] == [False, True, True, True]
    assert [contest.blocks for contest in found] == [10, 10 * ladder, 10 * nemeses, 10 * nemeses]


@each(
    "call, reason",
    [
        (("chess", 3, FIELD, 1, 1, {}), "there is no game 'chess'"),
        (("toctoctoc", 9, FIELD, 1, 1, {}), "3 to 5 players, not 9"),
        (("toctoctoc", 3, FIELD, 0, 1, {}), "at least 1, not 0"),
        (("toctoctoc", 3, FIELD, 1, -1, {}), "a number from 0 to"),
        (("toctoctoc", 3, ["first"], 1, 1, {}), "at least 2 bots, not 1"),
        (("toctoctoc", 3, ["first", "last", "first"], 1, 1, {}), "first is in the field more than once"),
        (("toctoctoc", 3, ["first", "worst"], 1, 1, {}), "there is no bot 'worst'"),
        (("toctoctoc", 3, FIELD, 1, 1, {"start": "nobody"}), "option start takes creator or random"),
    ],
)
def test_wrong_arguments_are_refused(
    call: tuple[str, int, list[str], int, int, dict[str, object]], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        Tournament.of(*call)


def test_the_usual_field_are_the_levels_that_play_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    assert usual_field("escalier") == LEVELS[::-1]
    monkeypatch.setitem(GAMES, "attic", replace(GAMES["escalier"], name="attic"))
    assert usual_field("attic") == ("random",)
