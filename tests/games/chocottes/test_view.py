"""The view has the visible cards and nothing else (C27)."""

from dataclasses import fields as parts
from random import Random
from typing import Any

from tests.scale import each
from toctoc.core import fields
from toctoc.core.match import Match
from toctoc.games.chocottes.rules.state import KINDS, PLACING
from toctoc.games.chocottes.view import LastRound, SeatView, TableView, Waiting, Window

from .table import arranged, deal, dealt, look, opened, play, ready, shown, shown_to, waiting, wander

PUBLIC = {
    "to_act", "active", "scores", "winners", "phase", "round", "starter", "row_sizes", "looks", "pile",
    "discard", "top", "window", "effects", "rows", "last_round", "may_arrange",
}  # fmt: skip


def test_C27_a_view_has_no_place_for_a_secret() -> None:
    assert {part.name for part in parts(TableView)} == PUBLIC
    assert {part.name for part in parts(SeatView)} == PUBLIC | {"seat", "drawn"}


def test_C27_a_spectator_sees_the_public_part_of_a_window() -> None:
    match = opened(arranged("1 2 3 4", "10 6 8", "1 2 3 4", totals=(3, 4, 5)), "dream-10")
    play(match, "1: snap 1; 2: pass")
    view = match.view(None)
    assert type(view) is TableView
    assert view == TableView(
        to_act=(0, 1),
        active=0,
        scores=(3, 4, 5),
        winners=None,
        phase="window",
        round=1,
        starter=0,
        row_sizes=(4, 2, 4),
        looks=(2, 2, 2),
        pile=44,
        discard=2,
        top="10",
        window=Window(10, (2,)),
        effects=(Waiting(0, 10), Waiting(1, 10)),
        rows=None,
        last_round=None,
        may_arrange=True,
    )


@each("seat", [0, 1, 2])
def test_C27_a_seat_sees_the_table_and_its_own_hand(seat: int) -> None:
    match = ready("1 2 3 4", "5 6 8 9", "1 2 3 4", creator=1)
    play(match, "1: draw; chance: draw dream-12")
    view = shown_to(match, seat)
    assert view.seat == seat
    assert view.drawn == ("dream-12" if seat == 1 else None)
    for name in PUBLIC:
        assert getattr(view, name) == getattr(shown(match), name)


def test_C27_the_drawn_card_is_shown_only_while_it_is_in_hand() -> None:
    match = ready("1 2 3 4", "5 6 8 9")
    assert shown_to(match, 0).drawn is None
    play(match, "0: draw; chance: draw 12")
    assert shown_to(match, 0).drawn == "12"
    play(match, "0: replace 1")
    assert shown_to(match, 0).drawn is None


def test_C27_a_looked_at_card_is_not_shown_afterwards() -> None:
    match = dealt("1 2 3 4", "5 6 8 9")
    before = shown_to(match, 0)
    play(match, "0: look 3")
    after = shown_to(match, 0)
    assert after.looks == (1, 0)
    assert (after.rows, after.drawn, after.row_sizes) == (before.rows, before.drawn, before.row_sizes)


def test_C27_the_phases_have_names() -> None:
    match = Match("chocottes", 2)
    phases = [shown(match).phase]
    deal(match, "1 2 3 4", "1 2 3 4")
    phases.append(shown(match).phase)
    look(match)
    for script in ("0: draw", "chance: draw 10", "0: discard", "all: pass", "0: decline", "1: knock"):
        phases.append(shown(match).phase)
        play(match, script)
    phases.append(shown(match).phase)
    assert phases == ["chance", "look", "turn", "chance", "place", "window", "effect", "turn", "chance"]


def test_C27_before_the_start_is_drawn_no_seat_is_active() -> None:
    match = Match("chocottes", 2, {"start": "random"})
    assert (shown(match).active, shown(match).starter) == (None, None)
    play(match, "chance: start 1")
    assert (shown(match).active, shown(match).starter) == (1, 1)


def test_C27_the_rows_are_shown_at_the_end_of_a_round_and_hidden_in_the_next() -> None:
    match = ready("5 6 8 9", "1 2 3 4")
    assert shown(match).rows is None
    play(match, "0: knock")
    assert shown(match).rows == (("5", "6", "8", "9"), ("1", "2", "3", "4"))
    assert shown(match).last_round == LastRound("knocked", 0, None, (28, 10))
    play(match, "chance: tile 6")
    assert shown(match).rows is None
    assert shown(match).last_round == LastRound("knocked", 0, 6, (34, 10))


def test_C27_the_tile_of_the_round_before_is_forgotten() -> None:
    match = ready("5 6 8 9", "1 2 3 4")
    play(match, "0: knock; chance: tile 6")
    deal(match, "1 1 1 1", "2 2 2 2")
    look(match)
    play(match, "0: knock")
    assert shown(match).last_round == LastRound("knocked", 0, None, (4, 8))


def test_C27_to_act_are_those_who_may() -> None:
    match = dealt("1 2 3 4", "5 6 8 9")
    play(match, "0: look 1; 0: look 2")
    assert shown(match).to_act == (1,)
    play(match, "1: look 1; 1: look 2; 0: draw")
    assert shown(match).to_act == ()
    play(match, "chance: draw 9; 0: discard; 0: pass")
    assert shown(match).to_act == (1,)


def test_C27_the_effect_that_waits_first_is_shown_first() -> None:
    match = waiting(arranged("1 2", "3 4"), "10")
    assert shown(match).effects == (Waiting(0, 10),)


def hidden_shuffled(s: Any, viewer: int | None, rng: Random) -> Any:
    """The same table with other cards face down."""
    twin = fields.clone(s)
    hands = twin.phase == PLACING and viewer != twin.active
    cards = [kind for kind in range(KINDS) for _ in range(twin.stock[kind])]
    for seat in range(twin.players):
        cards += twin.row[seat][: twin.row_size[seat]]
    if hands:
        cards.append(twin.drawn)
    rng.shuffle(cards)
    for seat in range(twin.players):
        for place in range(twin.row_size[seat]):
            twin.row[seat][place] = cards.pop()
    if hands:
        twin.drawn = cards.pop()
    twin.stock[:] = [cards.count(kind) for kind in range(KINDS)]
    return twin


@each("seed", range(4))
def test_C27_no_view_depends_on_a_face_down_card(seed: int) -> None:
    rng = Random(seed)
    match = Match("chocottes", 2 + seed)
    for _ in wander(match, rng):
        if shown(match).rows is None:
            for viewer in (*range(match.players), None):
                twin = hidden_shuffled(match.state, viewer, rng)
                assert match.game.view(twin, viewer) == match.view(viewer)


def test_C5_all_viewers_see_whether_rows_may_be_rearranged() -> None:
    match = opened(arranged("1 2 3 4", "10 6 8", "1 2 3 4"), "dream-10")
    assert shown(match).may_arrange
    play(match, "1: snap 1; 0: pass; 1: pass; 2: pass")
    assert shown(match).phase == "effect"
    assert not shown(match).may_arrange
