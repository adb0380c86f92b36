"""E12, E13: the last child, and who has won."""

from tests.scale import each
from toctoc.core.match import Match
from toctoc.games.escalier.events import Declined, Flipped, GameOver, NamedLast, NobodyOnWhite, Turned, WonPile
from toctoc.games.escalier.words import COLOURS

from .table import arranged, choices, heard_by_all, refused, shown, tell

ON_WHITE = "red - blue yellow green"
ANY_COLOUR = {f"name {colour}" for colour in COLOURS}

LAST_CARDS = {
    "swap": ("flip swap", "1 swap red blue"),
    "move": ("flip move", "1 move red"),
    "riddle-wrong": ("flip riddle", "1 name red"),
    "riddle-declined": ("flip riddle", "1 decline"),
}


def nearly_over(card: str, *, players: int = 3, layout: str = ON_WHITE, risk: bool = False) -> Match:
    """One card is left to turn; four lie on the discard pile."""
    return arranged(players, active=1, disc=layout, pile=card, discard=4, risk=risk)


def test_E12_the_game_goes_on_while_cards_are_in_the_draw_pile() -> None:
    match = tell(arranged(pile="red-child swap"), "flip red-child", "0 turn red")
    assert not match.over
    assert (match.winners, match.ending) == ((), None)
    assert shown(match).winners is None


def test_E12_the_game_ends_when_both_piles_are_gone() -> None:
    match = tell(nearly_over("red-child"), "flip red-child")
    assert shown(match).phase == "search"
    tell(match, "1 turn blue")
    assert shown(match).phase == "search"
    assert heard_by_all(match, "2 turn red") == (
        Turned(2, "red", "red", True), WonPile(2, 5), GameOver((0, 0, 5), (2,)),
    )  # fmt: skip
    assert match.over
    assert match.ending == "both-piles-gone"
    table = shown(match)
    assert (table.phase, table.pile, table.discard, table.last) == ("over", 0, 0, None)


def test_E12_a_riddle_that_wins_the_last_pile_ends_the_game() -> None:
    match = tell(nearly_over("riddle"), "flip riddle", "1 name green")
    assert match.over
    assert match.scores == (0, 5, 0)


@each("colour, scores", [("green", (0, 0, 5)), ("red", (0, 5, 0))])
def test_E12_a_riddle_of_the_risk_variant_that_wins_the_last_pile_ends_the_game(
    colour: str, scores: tuple[int, ...]
) -> None:
    match = tell(nearly_over("riddle", risk=True), "flip riddle", "1 ask 2 about white", f"2 name {colour}")
    assert match.over
    assert match.scores == scores


@each("steps", LAST_CARDS.values())
def test_E12_after_the_last_card_the_active_player_names_the_last_child(steps: tuple[str, ...]) -> None:
    match = tell(nearly_over(steps[0].split()[1]), *steps)
    table = shown(match)
    assert (table.phase, table.active, table.discard, table.pile) == ("name-last", 1, 5, 0)
    assert match.actors == (1,)
    assert not match.over
    assert not match.chance_awaited
    assert refused(match, "1 decline").code == "decline/must-act"


def test_E12_also_after_a_last_riddle_with_white_empty() -> None:
    match = nearly_over("riddle", layout="red green blue yellow -")
    assert heard_by_all(match, "flip riddle") == (Flipped(1, "riddle"), NobodyOnWhite(1))
    assert shown(match).phase == "name-last"
    assert match.actors == (1,)
    assert choices(match, 1) == ANY_COLOUR


def test_E12_also_after_a_last_riddle_of_the_risk_variant_that_was_passed() -> None:
    match = tell(nearly_over("riddle", risk=True), "flip riddle")
    assert heard_by_all(match, "1 decline") == (Declined(1),)
    assert shown(match).phase == "name-last"
    assert choices(match, 1) == ANY_COLOUR


@each("last_card", ["swap", "move", "riddle-declined"])
def test_E12_any_colour_may_be_named(last_card: str) -> None:
    steps = LAST_CARDS[last_card]
    match = tell(nearly_over(steps[0].split()[1]), *steps)
    assert choices(match, 1) == ANY_COLOUR


@each("child", COLOURS)
def test_E12_but_not_the_one_that_this_riddle_has_just_shown(child: str) -> None:
    others = [colour for colour in COLOURS if colour != child]
    layout = f"- {' '.join(others)} {child}"
    match = tell(nearly_over("riddle", layout=layout), "flip riddle", f"1 name {others[0]}")
    assert choices(match, 1) == {f"name {colour}" for colour in others}
    assert refused(match, f"1 name {child}").code == "name/just-shown"
    tell(match, f"1 name {others[-1]}")
    assert shown(match).sought == others[-1]


def test_E12_a_child_shown_by_an_earlier_riddle_may_be_named() -> None:
    match = arranged(2, disc=ON_WHITE, pile="riddle swap")
    tell(match, "flip riddle", "0 name red", "flip swap", "1 swap red blue")
    assert choices(match, 1) == ANY_COLOUR
    tell(match, "1 name green")
    assert shown(match).sought == "green"


def test_E12_the_search_begins_with_the_player_who_named_the_child() -> None:
    match = tell(nearly_over("swap"), "flip swap", "1 swap red white")
    assert heard_by_all(match, "1 name green") == (NamedLast(1, "green"),)
    table = shown(match)
    assert (table.phase, table.sought, table.tried) == ("search", "green", ())
    assert match.actors == (1,)
    assert choices(match, 1) == {"turn red", "turn blue", "turn yellow", "turn white"}


def test_E12_the_last_search_goes_round_the_table_and_its_finder_wins_the_pile() -> None:
    match = tell(nearly_over("move"), "flip move", "1 move red", "1 name blue", "1 turn white")
    assert match.actors == (2,)
    assert refused(match, "2 turn white").code == "turn-over/already-shown"
    tell(match, "2 turn yellow", "0 turn blue")
    assert match.over
    assert match.scores == (5, 0, 0)
    assert match.winners == (0,)


def test_E12_no_seat_acts_after_the_end() -> None:
    match = tell(nearly_over("red-child"), "flip red-child", "1 turn red")
    assert (match.actors, match.asked, match.chance_awaited) == ((), None, False)
    assert shown(match).to_act == ()
    assert refused(match, "2 turn red").code == "turn/game-over"
    assert refused(match, "flip swap").code == "chance/not-awaited"


@each(
    "won, winners",
    [
        ((9, 3, 2), (0,)),
        ((2, 3, 9), (2,)),
        ((9, 0, 9), (0, 2)),
        ((3, 8, 9), (1, 2)),  # the last card makes it 9
        ((9, 8, 9), (0, 1, 2)),
        ((0, 0, 0), (1,)),
    ],
)
def test_E13_most_cards_wins_and_ties_share(won: tuple[int, ...], winners: tuple[int, ...]) -> None:
    match = arranged(active=1, pile="red-child", won=won)
    tell(match, "flip red-child")
    over = heard_by_all(match, "1 turn red")[-1]
    scores = (won[0], won[1] + 1, won[2])
    assert over == GameOver(scores, winners)
    assert match.winners == winners
    assert match.scores == scores
    assert shown(match).winners == winners


def test_E13_a_seat_without_a_player_does_not_win() -> None:
    match = tell(arranged(2, pile="red-child", won=(0, 1)), "flip red-child", "0 turn red")
    assert match.winners == (0, 1)
    assert shown(match).winners == (0, 1)


def test_E13_numbers_of_cards_won_are_public() -> None:
    match = arranged(4, won=(3, 0, 7, 1))
    for viewer in (0, 1, 2, 3, None):
        assert shown(match, viewer).scores == (3, 0, 7, 1)
    assert match.scores == (3, 0, 7, 1)
