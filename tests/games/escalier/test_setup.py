"""E1-E4: the cards, the disc, who begins, and the card that is turned."""

from collections import Counter
from random import Random

import pytest

from tests.scale import each
from toctoc.core import fields
from toctoc.core.errors import BadOption
from toctoc.core.game import Chance
from toctoc.core.match import Match
from toctoc.games.escalier import rules
from toctoc.games.escalier.words import COLOURS, Flip

from .table import START, arranged, disc, refused, shown, tell

IN_THE_PILE = {"riddle": 12, "move": 14, "swap": 14, **{f"{colour}-child": 4 for colour in COLOURS}}


def test_E1_sixty_cards() -> None:
    table = shown(Match("escalier", 2))
    assert table.pile + len(table.ghosts) == 60


@each("card, copies", IN_THE_PILE.items())
def test_E1_so_many_cards_of_a_kind(card: str, copies: int) -> None:
    """Of each colour's five children one lies on the disc."""
    match = Match("escalier", 2)
    for _ in range(copies):
        match.take_chance(f"flip {card}")
        while match.asked is not None:
            match.play(match.asked, match.legal(match.asked)[0])
    assert refused(match, f"flip {card}").code == "chance/impossible"


def test_E1_the_disc_has_five_places() -> None:
    table = shown(Match("escalier", 2))
    assert {*table.ghosts, table.free} == {"red", "green", "blue", "yellow", "white"}


@each("players", [2, 3, 4])
def test_E2_one_child_of_each_colour_lies_at_its_own_place_and_white_is_empty(players: int) -> None:
    match = Match("escalier", players)
    assert disc(match) == START
    assert shown(match).ghosts == ("red", "green", "blue", "yellow")
    assert shown(match).free == "white"


def test_E2_the_other_56_cards_are_the_draw_pile() -> None:
    table = shown(Match("escalier", 4))
    assert (table.pile, table.discard, table.last) == (56, 0, None)
    assert table.scores == (0, 0, 0, 0)


def first_card(ticket: int) -> str:
    match = Match("escalier", 2, chance=lambda cards: min(ticket, cards - 1))
    step = match.steps[0]
    assert isinstance(step, Chance)
    assert isinstance(step.outcome, Flip)
    return step.outcome.card


def test_E2_each_of_the_56_cards_is_equally_likely_to_be_on_top() -> None:
    assert Counter(first_card(ticket) for ticket in range(56)) == IN_THE_PILE


def test_E2_E4_a_game_turns_each_of_the_56_cards_once() -> None:
    sizes: list[int] = []
    chance, choice = Random(11), Random(12)

    def lot(size: int) -> int:
        sizes.append(size)
        return chance.randrange(size)

    match = Match("escalier", 3, chance=lot)
    while match.asked is not None:
        match.play(match.asked, choice.choice(match.legal(match.asked)))
    assert sizes == list(range(56, 0, -1))
    flips = [step.outcome for step in match.steps if isinstance(step, Chance)]
    assert Counter(str(flip) for flip in flips) == {f"flip {card}": n for card, n in IN_THE_PILE.items()}


@each("after", [("flip red-child", "0 turn blue"), ("flip riddle", "0 ask 1 about red")])
def test_E2_another_game_on_the_same_table_begins_afresh(after: tuple[str, ...]) -> None:
    """Simulations set up game after game on one state."""
    used = arranged(2, disc="red - blue yellow green", discard=5, won=(4, 6), risk=True)
    tell(used, *after)
    rules.setup(used.state, 4, 2, 0)
    assert fields.same(used.state, Match("escalier", 4, {"creator": 2}).state)


@each("players", [2, 3, 4])
def test_E3_the_creators_seat_starts(players: int) -> None:
    assert shown(Match("escalier", players)).active == 0
    for creator in range(players):
        match = Match("escalier", players, {"creator": creator})
        assert shown(match).active == creator
        assert not match.steps
        assert match.chance_awaited


@each("players", [2, 3, 4])
def test_E3_or_a_seat_drawn_at_random(players: int) -> None:
    for seat in range(players):
        match = Match("escalier", players, {"start": "random"})
        assert shown(match).active is None
        assert shown(match).phase == "chance"
        assert shown(match).to_act == ()
        tell(match, f"start {seat}")
        assert shown(match).active == seat
        tell(match, "flip move")
        assert match.actors == (seat,)


@each("players", [2, 3, 4])
def test_E3_every_seat_is_equally_likely_to_be_drawn(players: int) -> None:
    sizes: list[int] = []

    def draw(ticket: int) -> int | None:
        def chance(size: int) -> int:
            sizes.append(size)
            return ticket if len(sizes) == 1 else size - 1

        sizes.clear()
        return shown(Match("escalier", players, {"start": "random"}, chance)).active

    assert [draw(ticket) for ticket in range(players)] == list(range(players))
    assert sizes[0] == players


def test_E3_a_seat_that_is_not_at_the_table_is_not_drawn() -> None:
    match = Match("escalier", 3, {"start": "random"})
    assert refused(match, "start 3").code == "chance/impossible"
    assert refused(match, "flip move").code == "chance/impossible"


def test_E3_the_start_is_drawn_once() -> None:
    match = tell(Match("escalier", 3, {"start": "random"}), "start 2")
    assert refused(match, "start 1").code == "chance/impossible"


@each("players", [2, 3, 4])
def test_E3_a_seat_beyond_the_table_cannot_be_the_creators(players: int) -> None:
    with pytest.raises(BadOption):
        Match("escalier", players, {"creator": players})


@each("players, turns", [(2, [1, 0, 1, 0, 1]), (3, [1, 2, 0, 1, 2]), (4, [1, 2, 3, 0, 1])])
def test_E3_clockwise(players: int, turns: list[int]) -> None:
    match = arranged(players, active=1)
    seen = []
    for seat in turns:
        seen.append(shown(match).active)
        tell(match, "flip swap", f"{seat} swap red blue")
    assert seen == turns


@each("card", IN_THE_PILE)
@each("risk", [False, True])
def test_E4_the_top_card_is_turned_onto_the_discard_pile(card: str, risk: bool) -> None:
    match = tell(arranged(disc="red - blue yellow green", discard=3, risk=risk), f"flip {card}")
    table = shown(match)
    assert (table.pile, table.discard, table.last) == (55, 4, card)


@each(
    "card, phase, risk",
    [
        ("riddle", "riddle", False),
        ("riddle", "ask", True),
        ("move", "move", False),
        ("swap", "swap", True),
        ("blue-child", "search", False),
        ("blue-child", "search", True),
    ],
)
def test_E4_the_active_player_carries_it_out(card: str, phase: str, risk: bool) -> None:
    match = tell(arranged(active=2, disc="red - blue yellow green", risk=risk), f"flip {card}")
    assert shown(match).phase == phase
    assert match.actors == (2,)
    assert match.asked == 2
    assert not match.chance_awaited
    assert match.legal(2)
    assert not match.legal(0)


def test_E4_no_seat_acts_before_the_card_is_turned() -> None:
    match = Match("escalier", 3)
    assert match.actors == ()
    assert shown(match).to_act == ()
    assert refused(match, "0 turn red").code == "turn/chance-first"


def test_E4_no_second_card_before_the_first_is_carried_out() -> None:
    match = tell(Match("escalier", 3), "flip swap")
    assert refused(match, "flip swap").code == "chance/not-awaited"
