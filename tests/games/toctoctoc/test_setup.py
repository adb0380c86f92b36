"""T1-T6: material and set-up."""

from collections import Counter

import pytest

from tests.scale import each
from toctoc.core.errors import BadOption
from toctoc.core.fields import blank, numbers, unpack
from toctoc.core.game import Move
from toctoc.core.match import Match
from toctoc.games.toctoctoc import rules
from toctoc.games.toctoctoc.words import CARDS, Offer

from .table import (
    CREATURES,
    cards,
    drawn_tickets,
    finished,
    hand,
    hand_sizes,
    heard,
    impossible,
    odds,
    out,
    party,
    random_game,
    shown,
    tell,
)

FULL_DECK = (
    Counter({f"plain-{creature}": 7 for creature in CREATURES})
    + Counter({f"brute-{creature}": 2 for creature in CREATURES})
    + Counter({f"musician-{creature}": 1 for creature in CREATURES})
    + Counter({f"vamp-{creature}": 5 for creature in CREATURES})
    + Counter({"child": 5, "taxi": 3, "scarecrow": 2})
)
ONE_BRUTE_OF_EACH = Counter({f"brute-{creature}": 1 for creature in CREATURES})
PILE = {3: 31, 4: 27, 5: 20}


def table(players: int, **options: object) -> Match:
    """A table before its first shuffle; chance waits to be told."""
    return Match("toctoctoc", players, options)


def guests_dealt(players: int) -> Match:
    """A table whose first guests are monsters for seats 0 and 1, and ghosts for seat 2 (and 3), and so on."""
    match = table(players)
    creatures = [CREATURES[n // 4] for n in range(2 * players)]
    tell(match, *(f"guest plain-{creature} to {n // 2}" for n, creature in enumerate(creatures)))
    return match


def deal_first_possible(match: Match, number: int) -> None:
    for _ in range(number):
        match.take_chance(next(iter(odds(match))))


def everything(match: Match) -> Counter[str]:
    """All cards of a match whose last card was played: parties and cards out of the game."""
    found = Counter(out(match))
    for seat in range(match.players):
        found.update(party(match, seat))
    return found


@each("players", [4, 5])
def test_T1_the_deck_has_exactly_these_55_cards(players: int) -> None:
    played = everything(finished(players, seed=1))
    assert played == FULL_DECK
    assert played.total() == 55


def test_T1_the_deck_has_15_different_cards() -> None:
    assert set(CARDS) == set(FULL_DECK)
    assert len(CARDS) == len(FULL_DECK) == 15


def test_T2_with_three_players_one_brute_of_each_creature_is_taken_out() -> None:
    played = everything(finished(3, seed=1))
    assert played == FULL_DECK - ONE_BRUTE_OF_EACH
    assert played.total() == 52


def test_T2_the_brutes_are_taken_out_before_hands_are_dealt() -> None:
    match = guests_dealt(3)
    tell(match, *(f"deal brute-{creature} to 0" for creature in CREATURES))
    for creature in CREATURES:
        assert impossible(match, f"deal brute-{creature} to 0")


@each("players", [4, 5])
def test_T2_with_more_players_both_brutes_stay(players: int) -> None:
    match = guests_dealt(players)
    tell(match, "deal brute-ghost to 0", "deal brute-ghost to 0", "deal brute-vampire to 0")
    assert impossible(match, "deal brute-ghost to 0")
    tell(match, "deal brute-vampire to 0", "deal brute-monster to 0", "deal brute-monster to 1")


def test_T3_first_guests_are_drawn_from_four_plain_guests_of_each_creature() -> None:
    match = table(4)
    assert odds(match) == {f"guest plain-{creature} to 0": 4 for creature in CREATURES}
    tell(match, "guest plain-ghost to 0")
    assert odds(match) == {
        "guest plain-monster to 0": 4,
        "guest plain-ghost to 0": 3,
        "guest plain-vampire to 0": 4,
    }
    tell(match, "guest plain-ghost to 0", "guest plain-ghost to 1", "guest plain-ghost to 1")
    assert odds(match) == {"guest plain-monster to 2": 4, "guest plain-vampire to 2": 4}
    assert impossible(match, "guest plain-ghost to 2")


@each("card", [card for card in CARDS if not card.startswith("plain-")])
def test_T3_only_plain_guests_come_first(card: str) -> None:
    assert impossible(table(4), f"guest {card} to 0")


@each("players", [3, 4, 5])
def test_T3_each_player_gets_two_guests_face_up(players: int) -> None:
    match = table(players)
    for n in range(2 * players):
        assert impossible(match, f"guest plain-{CREATURES[n % 3]} to {(n // 2 + 1) % players}")
        tell(match, f"guest plain-{CREATURES[n % 3]} to {n // 2}")
    first = ["plain-monster plain-ghost", "plain-vampire plain-monster", "plain-ghost plain-vampire"]
    for seat in range(players):
        assert party(match, seat) == cards(first[seat % 3])
    assert impossible(match, "guest plain-vampire to 0")


@each("players", [3, 4, 5])
def test_T3_T4_guests_not_dealt_go_back_to_the_other_cards(players: int) -> None:
    match = guests_dealt(players)
    came = Counter(guest for seat in range(players) for guest in party(match, seat))
    rest = FULL_DECK - came
    if players == 3:
        rest -= ONE_BRUTE_OF_EACH
        assert (came["plain-monster"], came["plain-ghost"]) == (4, 2)
    assert odds(match) == {f"deal {card} to 0": count for card, count in rest.items()}


@each("players", [3, 4, 5])
def test_T4_each_player_gets_a_hand_of_five(players: int) -> None:
    match = guests_dealt(players)
    for seat in range(players):
        for number in range(5):
            assert hand_sizes(match)[seat] == number
            assert impossible(match, f"deal taxi to {(seat + 1) % players}")
            deal_first_possible(match, 1)
    assert hand_sizes(match) == [5] * players
    assert impossible(match, "deal child to 0")


def test_T4_a_hand_holds_the_cards_dealt_to_it_and_others_do_not_see_them() -> None:
    match = guests_dealt(3)
    spectator, neighbour = heard(match, None), heard(match, 1)
    tell(match, *["deal taxi to 0"] * 3, "deal musician-ghost to 0", "deal child to 0")
    assert hand(match, 0) == cards("3*taxi musician-ghost child")
    assert hand(match, 1) == []
    for event in spectator + neighbour:
        assert "taxi" not in repr(event)
    assert impossible(match, "deal taxi to 1")
    assert odds(match)["deal child to 1"] == 4


@each("players", [3, 4, 5])
def test_T5_the_rest_is_the_pile(players: int) -> None:
    match = guests_dealt(players)
    deal_first_possible(match, 5 * players)
    assert shown(match).pile == sum(odds(match).values()) == PILE[players]
    assert shown(match).top is None
    assert match.actors == ()


def test_T5_the_top_of_the_pile_is_face_up() -> None:
    match = guests_dealt(4)
    deal_first_possible(match, 20)
    listeners = [heard(match, viewer) for viewer in (None, 0, 1, 2, 3)]
    tell(match, "top taxi")
    for events in listeners:
        assert ["taxi" in repr(event) for event in events] == [True]
    for viewer in (None, 0, 1, 2, 3):
        view = match.view(viewer)
        assert (view.top, view.pile) == ("taxi", 27)  # type: ignore[attr-defined]  # a view of this game
    assert match.actors == (0,)


def test_T5_the_card_under_the_top_is_any_that_lies_nowhere_else() -> None:
    match = guests_dealt(3)
    deal_first_possible(match, 15)
    tell(match, "top taxi")
    match.play(0, match.legal(0)[0])
    match.play(1, "refuse")
    left = FULL_DECK - ONE_BRUTE_OF_EACH - Counter(out(match))
    for seat in range(3):
        left -= Counter(hand(match, seat)) + Counter(party(match, seat))
    assert odds(match) == {f"top {card}": count for card, count in left.items()}
    assert left.total() == 30


@each("players", [3, 5])
def test_T3_T4_T5_every_ticket_of_chance_is_one_card(players: int) -> None:
    for match in random_game(players, seed=5, start="random"):
        if match.chance_awaited:
            assert drawn_tickets(match) == odds(match)


@each("creator", [0, 2, 3])
def test_T6_the_creator_of_the_table_starts(creator: int) -> None:
    match = Match("toctoctoc", 4, {"creator": creator}, chance=lambda n: n - 1)
    assert match.actors == (creator,)
    assert shown(match).active == creator


def test_T6_the_creator_is_seat_0_by_default() -> None:
    match = Match("toctoctoc", 4, chance=lambda n: 0)
    assert match.actors == (0,)


def test_T6_the_creator_must_sit_at_the_table() -> None:
    with pytest.raises(BadOption):
        table(3, creator=3)


@each("players", [3, 4, 5])
def test_T6_a_table_may_draw_the_starter_at_random(players: int) -> None:
    match = table(players, start="random", creator=1)
    assert shown(match).active is None
    assert odds(match) == {f"start {seat}": 1 for seat in range(players)}
    if players < 5:
        assert impossible(match, f"start {players}")
    assert impossible(match, "guest plain-ghost to 0")
    tell(match, "start 2")
    assert shown(match).active == 2
    assert odds(match) == {f"guest plain-{creature} to 0": 4 for creature in CREATURES}


def test_T6_nothing_is_drawn_when_the_creator_starts() -> None:
    assert impossible(table(4), "start 0")


@each("players", [3, 4, 5])
def test_T6_play_goes_clockwise_from_the_starter(players: int) -> None:
    *_, match = random_game(players, seed=6, creator=1)
    moves = [step for step in match.steps if isinstance(step, Move)]
    order = [move.seat for move in moves if isinstance(move.action, Offer)]
    assert order == [(1 + n) % players for n in range(len(order))]
    assert len(order) > 40


@each("players", [2, 6])
def test_T1_the_game_is_for_three_to_five(players: int) -> None:
    with pytest.raises(ValueError, match="3 to 5 players"):
        table(players)


def test_T1_T6_a_used_state_is_set_up_like_a_new_one() -> None:
    new = blank(rules.State)
    rules.setup(new, 3, 2)
    used = unpack(rules.State, b"\7\0" * len(numbers(new)))
    rules.setup(used, 3, 2)
    assert numbers(used) == numbers(new)
