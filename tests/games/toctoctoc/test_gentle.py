"""H3: what the clock plays for a seat."""

from collections.abc import Callable
from fractions import Fraction
from random import Random

from tests.scale import each
from toctoc.core.game import Move
from toctoc.core.match import Match
from toctoc.games.toctoctoc.words import Open

from .table import ACTIVE, TARGET, arranged, knock


class NeedsRollError(Exception):
    """A choice asks for one more roll, of a die with so many sides."""

    def __init__(self, sides: int) -> None:
        self.sides = sides


def roller(rolls: list[int]) -> Callable[[int], int]:
    left = iter(rolls)

    def roll(sides: int) -> int:
        for number in left:
            return number
        raise NeedsRollError(sides)

    return roll


def gentle_moves(match: Match, seat: int, rolls: list[int] | None = None) -> dict[str, Fraction]:
    """What the clock may play for a seat, with how likely it is."""
    rolls = rolls or []
    try:
        return {str(match.gentle(seat, roller(rolls))): Fraction(1)}
    except NeedsRollError as need:
        sides = need.sides
    likely: dict[str, Fraction] = {}
    for number in range(sides):
        for words, chance in gentle_moves(match, seat, [*rolls, number]).items():
            likely[words] = likely.get(words, Fraction(0)) + chance / sides
    return likely


@each("players, others", [(3, (0, 2)), (4, (0, 2, 3)), (5, (0, 2, 3, 4))])
def test_H3_T7_a_random_card_goes_to_a_random_player(players: int, others: tuple[int, ...]) -> None:
    match = arranged({ACTIVE: "plain-monster 2*vamp-ghost taxi scarecrow"}, players=players)
    cards = {"plain-monster": 1, "vamp-ghost": 2, "taxi": 1, "scarecrow": 1}
    assert gentle_moves(match, ACTIVE) == {
        f"offer {card} to {seat}": Fraction(count, 5 * len(others))
        for card, count in cards.items()
        for seat in others
    }


def test_H3_T7_the_last_card_is_offered_too() -> None:
    match = arranged({ACTIVE: "child"}, players=3)
    assert set(gentle_moves(match, ACTIVE)) == {"offer child to 0", "offer child to 2"}


def test_H3_T8_a_knock_is_refused() -> None:
    match = arranged({ACTIVE: "scarecrow"})
    match.play(ACTIVE, "offer scarecrow to 3")
    assert gentle_moves(match, TARGET) == {"refuse": 1}


@each(
    "guests, taken",
    [
        ("plain-ghost brute-ghost musician-ghost", "plain"),
        ("plain-ghost musician-ghost", "plain"),
        ("brute-ghost musician-ghost plain-monster", "brute"),
    ],
)
def test_H3_T13_the_first_of_plain_brute_musician_is_taken(guests: str, taken: str) -> None:
    match = knock("vamp-ghost", {TARGET: guests})
    assert gentle_moves(match, ACTIVE) == {f"take {taken}": 1}


@each("card", ["child", "taxi"])
@each(
    "guests, chased",
    [
        ("plain-monster plain-ghost plain-vampire", "monster"),
        ("plain-monster 2*plain-ghost 2*plain-vampire", "ghost"),
        ("2*plain-monster plain-ghost 2*plain-vampire", "monster"),
        ("brute-monster 2*plain-monster plain-ghost plain-vampire", "ghost"),
    ],
)
def test_H3_T16_the_first_of_monster_ghost_vampire_is_chased(card: str, guests: str, chased: str) -> None:
    match = knock(card, {TARGET: guests})
    assert gentle_moves(match, ACTIVE) == {f"chase {chased}": 1}


@each("players", [3, 4, 5])
def test_H3_T7_T8_T13_T16_a_game_may_be_played_by_the_clock_alone(players: int) -> None:
    rng = Random(players)
    match = Match("toctoctoc", players, chance=rng.randrange)
    while not match.over:
        [seat] = match.actors
        match.play(seat, match.gentle(seat, rng.randrange), by="clock")
    moves = [step for step in match.steps if isinstance(step, Move)]
    assert {move.by for move in moves} == {"clock"}
    assert not any(isinstance(move.action, Open) for move in moves)
