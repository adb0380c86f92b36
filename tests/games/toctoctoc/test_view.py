"""T23: what the table shows to whom."""

from dataclasses import fields, replace
from random import Random

from tests.scale import each, every
from toctoc.core.match import Match
from toctoc.games.toctoctoc.view import Column, Door, House, Revealed, SeatView, TableView, opened

from .table import (
    ACTIVE,
    TARGET,
    arranged,
    cards,
    knock,
    random_game,
    remembering,
    shown,
    shown_to,
    step_at_random,
    tell,
)


def names(kind: type) -> set[str]:
    return {field.name for field in fields(kind)}


def test_T23_parties_scores_and_hand_sizes_are_public() -> None:
    match = arranged({0: "2*taxi", 1: "child", 2: ""}, {0: "2*plain-ghost musician-ghost scarecrow"}, players=3)
    house, *_ = shown(match).houses
    columns = (Column("monster", 0, 0, 0), Column("ghost", 2, 0, 1), Column("vampire", 0, 0, 0))
    assert house == House(seat=0, party=columns, scarecrows=1, score=9, cards_in_hand=2)
    assert [house.cards_in_hand for house in shown(match).houses] == [2, 1, 0]
    assert [house.seat for house in shown(match).houses] == [0, 1, 2]
    assert shown(match).scores == (9, 0, 0)


@each("rank", ["plain", "brute", "musician"])
def test_T23_a_party_has_one_column_per_creature(rank: str) -> None:
    match = arranged({}, {1: f"{rank}-monster {rank}-vampire"})
    houses = shown(match).houses
    for house in houses:
        assert [column.creature for column in house.party] == ["monster", "ghost", "vampire"]
    counts = [(column.plain, column.brutes, column.musicians) for column in houses[1].party]
    one = (int(rank == "plain"), int(rank == "brute"), int(rank == "musician"))
    assert counts == [one, (0, 0, 0), one]


def test_T23_removed_cards_are_public() -> None:
    match = knock("taxi", {TARGET: "2*plain-ghost musician-ghost"})
    assert shown(match).out == ("plain-ghost", "plain-ghost", "musician-ghost", "taxi")


def test_T23_the_pile_s_size_and_top_are_public() -> None:
    match = arranged({}, top="child", under="3*taxi")
    assert (shown(match).pile, shown(match).top) == (4, "child")
    match = arranged({}, top=None)
    assert (shown(match).pile, shown(match).top) == (0, None)


def test_T23_a_hand_is_shown_to_its_owner_only() -> None:
    match = arranged({0: "2*taxi child", 1: "scarecrow"})
    assert shown_to(match, 0).hand == ("child", "taxi", "taxi")
    assert shown_to(match, 1).hand == ("scarecrow",)
    assert [shown_to(match, seat).seat for seat in range(4)] == [0, 1, 2, 3]


def test_T23_every_seat_sees_the_same_table() -> None:
    match = knock("vamp-ghost", {TARGET: "plain-ghost brute-ghost"})
    for seat in range(4):
        view = shown_to(match, seat)
        assert TableView(**{name: getattr(view, name) for name in names(TableView)}) == shown(match)


def test_T23_a_view_has_no_place_for_a_secret() -> None:
    assert names(House) == {"seat", "party", "scarecrows", "score", "cards_in_hand"}
    assert names(Door) == {"seat", "to"}
    assert names(SeatView) - names(TableView) == {"seat", "hand", "offered"}


@each("players", [3, 4, 5])
def test_T5_T8_T23_a_view_depends_on_nothing_that_its_viewer_was_not_shown(players: int) -> None:
    rng = Random(4)
    known = None
    for match in random_game(players, seed=4):
        known = known or remembering(match)
        if len(match.steps) % every(4):
            continue
        for viewer, knowledge in known.items():
            assert match.game.view(knowledge.determinize(rng), viewer) == match.view(viewer)


def test_T23_a_card_seen_when_drawn_is_not_marked() -> None:
    views = []
    for top in ("taxi", "child"):
        match = arranged({}, top=top, under="scarecrow")
        match.play(ACTIVE, "offer plain-monster to 3")
        match.play(TARGET, "open")
        tell(match, "top scarecrow")
        views.append([match.view(viewer) for viewer in (None, 0, 2, 3)])
    assert views[0] == views[1]


def test_T23_the_memory_aid_is_off_unless_the_table_switches_it_on() -> None:
    assert Match("toctoctoc", 3).options["memory_aid"] is False
    assert Match("toctoctoc", 3, {"memory_aid": True}).options["memory_aid"] is True
    [option] = [option for option in Match("toctoctoc", 3).game.options if option.name == "memory_aid"]
    assert option.clause == "T23"


def test_T23_the_memory_aid_changes_no_rule_and_no_view() -> None:
    plain, aided = Match("toctoctoc", 3), Match("toctoctoc", 3, {"memory_aid": True})
    one, other = Random(2), Random(2)
    while not plain.over:
        step_at_random(plain, one)
        step_at_random(aided, other)
        assert aided.view(0) == plain.view(0)
    assert aided.over


def test_T7_the_offer_shows_a_door_to_all_and_the_card_to_its_owner() -> None:
    match = arranged({ACTIVE: "taxi child"})
    assert shown(match).phase == "offer"
    assert shown(match).door is None
    assert shown_to(match, ACTIVE).offered is None
    match.play(ACTIVE, "offer taxi to 3")
    assert shown(match).phase == "answer"
    assert shown(match).door == Door(seat=ACTIVE, to=TARGET)
    assert [shown_to(match, seat).offered for seat in range(4)] == [None, "taxi", None, None]
    assert shown_to(match, ACTIVE).hand == ("child",)
    assert (shown(match).to_act, shown(match).active) == ((TARGET,), ACTIVE)


def test_T13_the_choice_shows_the_vamp_the_revealer_and_the_rival() -> None:
    match = knock("vamp-ghost", {ACTIVE: "plain-ghost brute-ghost"}, opened=False)
    assert shown(match).phase == "take"
    assert shown(match).revealed == Revealed("vamp-ghost", revealer=ACTIVE, rival=TARGET)
    assert shown(match).door is None
    assert (shown(match).to_act, shown(match).active) == ((TARGET,), ACTIVE)
    assert [shown_to(match, seat).offered for seat in range(4)] == [None] * 4


def test_T16_the_choice_shows_the_card_the_revealer_and_the_rival() -> None:
    match = knock("child", {TARGET: "plain-ghost plain-monster"})
    assert shown(match).phase == "chase"
    assert shown(match).revealed == Revealed("child", revealer=TARGET, rival=ACTIVE)


def test_T10_the_view_waits_for_the_next_top() -> None:
    match = knock("plain-ghost")
    view = shown(match)
    assert (view.phase, view.to_act, view.active, view.top, view.pile) == ("chance", (), ACTIVE, None, 5)
    tell(match, "top plain-vampire")
    assert (shown(match).phase, shown(match).to_act, shown(match).active) == ("offer", (2,), 2)
    assert shown(match).revealed is None


@each("players", [3, 4, 5])
def test_T3_T4_the_view_while_cards_are_dealt(players: int) -> None:
    match = Match("toctoctoc", players)
    view = shown(match)
    assert (view.phase, view.to_act, view.active) == ("chance", (), 0)
    assert len(view.houses) == len(view.scores) == players
    assert (view.top, view.out, view.door, view.revealed, view.winners) == (None, (), None, None, None)
    assert view == replace(view, pile=12)


def test_T23_a_hand_is_listed_in_the_order_of_the_deck() -> None:
    text = "taxi child vamp-ghost scarecrow plain-monster"
    assert shown_to(arranged({0: text}), 0).hand == tuple(cards(text)) == tuple(reversed(text.split()))


def test_T23_a_game_that_is_over_can_be_shown_with_all_hands() -> None:
    match = Match("toctoctoc", 4, chance=Random(3).randrange)
    hands = opened(match.state)
    assert any(hands.values())
    assert hands == {seat: shown_to(match, seat).hand for seat in range(4)}
