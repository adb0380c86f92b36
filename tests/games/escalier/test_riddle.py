"""E9, E10: riddles, in the normal game and in the risk variant."""

from tests.scale import each
from toctoc.games.escalier.events import Asked, Declined, Flipped, Guessed, NobodyOnWhite, WonPile
from toctoc.games.escalier.view import Question
from toctoc.games.escalier.words import COLOURS

from .table import START, arranged, choices, disc, heard_by_all, refused, shown, tell

ON_WHITE = "red - blue yellow green"  # green's child is under the ghost on white


def test_E9_the_child_on_white_may_be_named_or_declined() -> None:
    match = tell(arranged(active=1, disc=ON_WHITE), "flip riddle")
    assert choices(match, 1) == {"decline", *(f"name {colour}" for colour in COLOURS)}
    assert choices(match, 0) == choices(match, 2) == set()


@each("layout", [ON_WHITE, "- green blue yellow red", "red green blue - yellow"])
@each("colour", COLOURS)
def test_E9_naming_shows_the_card_to_all_then_it_is_turned_back(layout: str, colour: str) -> None:
    match = tell(arranged(disc=layout), "flip riddle")
    child = layout.split()[-1]
    guess = heard_by_all(match, f"0 name {colour}")[0]
    assert guess == Guessed(0, "white", colour, child, colour == child)
    assert disc(match) == layout


def test_E9_E11_right_wins_the_discard_pile() -> None:
    match = tell(arranged(active=2, disc=ON_WHITE, discard=4, won=(0, 0, 2)), "flip riddle")
    assert heard_by_all(match, "2 name green")[1:] == (WonPile(2, 5),)
    table = shown(match)
    assert (table.scores, table.discard, table.last) == ((0, 0, 7), 0, None)
    assert table.active == 0


def test_E9_wrong_ends_the_turn_and_the_pile_stays() -> None:
    match = tell(arranged(active=2, disc=ON_WHITE, discard=4), "flip riddle", "2 name red")
    table = shown(match)
    assert (table.scores, table.discard, table.last) == ((0, 0, 0), 5, "riddle")
    assert (table.active, table.phase) == (0, "chance")


def test_E9_declined_ends_the_turn_and_the_pile_stays() -> None:
    match = tell(arranged(active=2, disc=ON_WHITE, discard=4), "flip riddle")
    assert heard_by_all(match, "2 decline") == (Declined(2),)
    table = shown(match)
    assert (table.scores, table.discard, table.last) == ((0, 0, 0), 5, "riddle")
    assert (table.active, table.phase) == (0, "chance")


def test_E9_white_empty_ends_the_turn_and_the_pile_stays() -> None:
    match = arranged(active=2, discard=4)
    assert heard_by_all(match, "flip riddle") == (Flipped(2, "riddle"), NobodyOnWhite(2))
    table = shown(match)
    assert (table.scores, table.discard, table.last) == ((0, 0, 0), 5, "riddle")
    assert (table.active, table.phase) == (0, "chance")


@each("players, active, left", [(2, 1, 0), (3, 1, 2), (4, 3, 0)])
@each("reply", ["name green", "name blue", "decline"])
def test_E9_the_left_neighbour_plays_next(players: int, active: int, left: int, reply: str) -> None:
    match = tell(arranged(players, active=active, disc=ON_WHITE), "flip riddle", f"{active} {reply}")
    assert shown(match).active == left


def test_E9_no_opponent_is_asked_in_the_normal_game() -> None:
    match = tell(arranged(disc=ON_WHITE), "flip riddle")
    assert refused(match, "0 ask 1 about red").code == "ask/not-now"


@each("layout", [START, ON_WHITE])
@each("players, active, opponents", [(2, 1, [0]), (3, 0, [1, 2]), (4, 2, [0, 1, 3])])
def test_E10_passes_or_asks_any_opponent_about_any_ghost(
    layout: str, players: int, active: int, opponents: list[int]
) -> None:
    match = tell(arranged(players, active=active, disc=layout, risk=True), "flip riddle")
    asked = {f"ask {seat} about {place}" for seat in opponents for place in shown(match).ghosts}
    assert choices(match, active) == {"decline", *asked}


def test_E10_the_choices_go_from_ghost_to_ghost_and_clockwise_from_the_left() -> None:
    """The order is part of what makes a simulation repeatable."""
    match = tell(arranged(4, active=2, disc=ON_WHITE, risk=True), "flip riddle")
    assert [str(action) for action in match.legal(2)] == [
        "decline",
        *(f"ask {seat} about {place}" for place in ("red", "blue", "yellow", "white") for seat in (3, 0, 1)),
    ]


def test_E10_the_risk_variant_is_chosen_for_the_whole_game() -> None:
    """Riddle after riddle is one of its riddles, whatever lies on white."""
    match = arranged(disc=START, risk=True)
    tell(match, "flip riddle", "0 decline", "flip move", "1 move red", "flip riddle")
    assert shown(match).phase == "ask"
    match = arranged(disc=ON_WHITE)
    tell(match, "flip riddle", "0 decline", "flip riddle")
    assert shown(match).phase == "riddle"


def test_E10_passing_ends_the_turn_and_the_pile_stays() -> None:
    match = tell(arranged(discard=4, risk=True), "flip riddle")
    assert heard_by_all(match, "0 decline") == (Declined(0),)
    table = shown(match)
    assert (table.active, table.discard, table.last, table.scores) == (1, 5, "riddle", (0, 0, 0))


def test_E10_the_active_player_names_nothing() -> None:
    match = tell(arranged(disc=ON_WHITE, risk=True), "flip riddle")
    assert refused(match, "0 name green").code == "name/not-now"


def test_E10_the_question_is_for_all_to_see() -> None:
    match = tell(arranged(risk=True), "flip riddle")
    assert shown(match).question is None
    assert heard_by_all(match, "0 ask 2 about blue") == (Asked(0, 2, "blue"),)
    assert shown(match).question == Question(2, "blue")
    assert shown(match).phase == "answer"


def test_E10_the_opponent_must_answer() -> None:
    match = tell(arranged(4, risk=True), "flip riddle", "0 ask 2 about blue")
    assert match.actors == (2,)
    assert shown(match).active == 0
    assert choices(match, 2) == {f"name {colour}" for colour in COLOURS}
    assert refused(match, "2 decline").code == "decline/must-act"
    assert refused(match, "0 name blue").code == "turn/not-yours"


@each("place", ["red", "blue", "yellow", "white"])
@each("colour", COLOURS)
def test_E10_the_card_is_shown_to_all_and_turned_back(place: str, colour: str) -> None:
    layout = "blue - yellow green red"
    child = {"red": "blue", "blue": "yellow", "yellow": "green", "white": "red"}[place]
    match = tell(arranged(disc=layout, risk=True), "flip riddle", f"0 ask 1 about {place}")
    assert heard_by_all(match, f"1 name {colour}")[0] == Guessed(1, place, colour, child, colour == child)
    assert disc(match) == layout
    assert shown(match).question is None


def test_E10_E11_right_the_opponent_wins_the_discard_pile() -> None:
    match = tell(
        arranged(disc=ON_WHITE, discard=4, won=(1, 1, 1), risk=True), "flip riddle", "0 ask 2 about white"
    )
    assert heard_by_all(match, "2 name green")[1:] == (WonPile(2, 5),)
    table = shown(match)
    assert (table.scores, table.discard, table.last) == ((1, 1, 6), 0, None)


def test_E10_E11_wrong_the_active_player_wins_the_discard_pile() -> None:
    match = tell(arranged(disc=ON_WHITE, discard=4, won=(1, 1, 1), risk=True), "flip riddle", "0 ask 2 about blue")
    assert heard_by_all(match, "2 name green")[1:] == (WonPile(0, 5),)
    table = shown(match)
    assert (table.scores, table.discard, table.last) == ((6, 1, 1), 0, None)


@each("colour", ["blue", "red"])
@each("players, active, opponent, left", [(2, 1, 0, 0), (3, 0, 2, 1), (4, 3, 0, 0), (4, 1, 0, 2)])
def test_E10_the_active_players_left_neighbour_plays_next(
    colour: str, players: int, active: int, opponent: int, left: int
) -> None:
    match = arranged(players, active=active, risk=True)
    tell(match, "flip riddle", f"{active} ask {opponent} about blue", f"{opponent} name {colour}")
    assert shown(match).active == left
    assert shown(match).phase == "chance"
