"""T7-T10: a turn."""

from tests.scale import each
from toctoc.core.errors import UnknownWords
from toctoc.games.toctoctoc import rules
from toctoc.games.toctoctoc.events import Answered, Drew

from .table import (
    ACTIVE,
    TARGET,
    arranged,
    cards,
    hand,
    hand_sizes,
    heard,
    knock,
    legal,
    odds,
    parties,
    party,
    refused,
    shown,
    shown_to,
    tell,
)

EVERYBODY = (None, 0, 1, 2, 3)


@each("players, others", [(3, (0, 2)), (4, (0, 2, 3)), (5, (0, 2, 3, 4))])
def test_T7_any_card_may_be_offered_to_any_other_player(players: int, others: tuple[int, ...]) -> None:
    match = arranged({ACTIVE: "2*taxi musician-ghost plain-monster scarecrow"}, players=players)
    held = ["taxi", "musician-ghost", "plain-monster", "scarecrow"]
    assert legal(match, ACTIVE) == {f"offer {card} to {seat}" for card in held for seat in others}


def test_T7_only_the_active_player_offers() -> None:
    match = arranged({})
    assert match.actors == (ACTIVE,)
    assert match.asked == ACTIVE
    for seat in (0, 2, 3):
        assert legal(match, seat) == set()


def test_T7_the_offered_card_leaves_the_hand() -> None:
    match = arranged({ACTIVE: "2*taxi child"})
    match.play(ACTIVE, "offer taxi to 3")
    assert hand(match, ACTIVE) == cards("taxi child")
    assert hand_sizes(match)[ACTIVE] == 2
    assert match.actors == (3,)


def test_T7_the_last_card_of_a_kind_cannot_be_offered_again() -> None:
    match = arranged({ACTIVE: "taxi plain-ghost child", 2: "", 3: ""}, players=3, top=None)
    match.play(ACTIVE, "offer plain-ghost to 0")
    match.play(0, "open")
    match.play(0, "offer plain-monster to 1")
    match.play(1, "open")
    assert legal(match, ACTIVE) == {f"offer {card} to {seat}" for card in ("taxi", "child") for seat in (0, 2)}


def test_T7_the_card_lies_face_down() -> None:
    match = arranged({ACTIVE: "taxi"})
    listeners = {viewer: heard(match, viewer) for viewer in EVERYBODY}
    match.play(ACTIVE, "offer taxi to 3")
    for viewer, events in listeners.items():
        assert ["taxi" in repr(event) for event in events] == [viewer == ACTIVE]


def test_T7_the_same_player_may_be_offered_to_again() -> None:
    match = arranged({0: "", ACTIVE: "2*plain-ghost", 2: "", 3: ""}, top=None)
    for _ in range(2):
        match.play(ACTIVE, "offer plain-ghost to 3")
        match.play(3, "open")
    assert party(match, 3) == cards("2*plain-ghost")


def test_T7_a_player_with_an_empty_hand_may_be_offered_to() -> None:
    match = arranged({ACTIVE: "scarecrow", 3: ""})
    match.play(ACTIVE, "offer scarecrow to 3")
    match.play(3, "open")
    assert party(match, 3) == ["scarecrow"]


def test_T7_passing_is_not_allowed() -> None:
    match = arranged({})
    assert isinstance(refused(match, ACTIVE, "pass"), UnknownWords)
    assert refused(match, ACTIVE, "refuse").code == "answer/no-offer"
    assert all(words.startswith("offer ") for words in legal(match, ACTIVE))


@each("empty, following", [((), 2), ((2,), 3), ((2, 3), 0), ((0, 2, 3), 1), ((0, 2), 3), ((0, 1, 2), 3)])
def test_T7_with_no_card_in_hand_the_turn_is_skipped(empty: tuple[int, ...], following: int) -> None:
    left = "" if ACTIVE in empty else " plain-monster"
    hands = dict.fromkeys(empty, "") | {ACTIVE: f"plain-ghost{left}"}
    match = arranged(hands, top=None)
    match.play(ACTIVE, "offer plain-ghost to 3")
    match.play(3, "open")
    assert match.actors == (following,)
    assert shown(match).active == following


def test_T7_a_skipped_turn_draws_nothing() -> None:
    match = arranged({ACTIVE: "plain-ghost", 2: ""}, top="taxi", under="2*child")
    match.play(ACTIVE, "offer plain-ghost to 3")
    match.play(3, "open")
    tell(match, "top child")
    assert match.actors == (3,)
    assert (shown(match).top, shown(match).pile) == ("child", 2)
    assert hand_sizes(match) == [1, 1, 0, 1]


def test_T8_the_target_opens_or_refuses_and_nothing_else() -> None:
    match = arranged({ACTIVE: "taxi"})
    match.play(ACTIVE, "offer taxi to 3")
    assert match.actors == (3,)
    assert match.asked == 3
    assert [legal(match, seat) for seat in range(4)] == [set(), set(), set(), {"open", "refuse"}]


def test_T8_the_target_knows_nothing_of_the_card() -> None:
    views = []
    for card in ("taxi", "scarecrow"):
        match = arranged({ACTIVE: card})
        match.play(ACTIVE, f"offer {card} to 3")
        views.append([match.view(viewer) for viewer in (None, 0, 2, 3)])
        assert shown_to(match, ACTIVE).offered == card
        assert shown_to(match, 3).offered is None
    assert views[0] == views[1]


def test_T8_a_target_without_cards_may_refuse_too() -> None:
    match = arranged({ACTIVE: "scarecrow", 3: ""})
    match.play(ACTIVE, "offer scarecrow to 3")
    match.play(3, "refuse")
    assert party(match, ACTIVE) == ["scarecrow"]


def test_T9_opened_the_target_reveals_and_enjoys_the_card() -> None:
    match = knock("musician-ghost", opened=True)
    assert parties(match) == {TARGET: ["musician-ghost"]}


def test_T9_refused_the_active_player_takes_it_back_and_enjoys_the_card() -> None:
    match = knock("musician-ghost", opened=False)
    assert parties(match) == {ACTIVE: ["musician-ghost"]}
    assert "musician-ghost" not in hand(match, ACTIVE)


@each("opened, revealer, rival", [(True, TARGET, ACTIVE), (False, ACTIVE, TARGET)])
def test_T9_the_revealer_suffers_and_the_other_of_the_two_is_the_rival(
    opened: bool, revealer: int, rival: int
) -> None:
    guests = "plain-ghost musician-ghost"
    match = knock("vamp-ghost", {revealer: guests, 0: guests, 2: guests}, opened=opened)
    assert match.actors == (rival,)
    view = shown(match).revealed
    assert view is not None
    assert (view.card, view.revealer, view.rival) == ("vamp-ghost", revealer, rival)
    match.play(rival, "take musician")
    guests_now = {revealer: ["plain-ghost"], rival: ["musician-ghost"], 0: cards(guests), 2: cards(guests)}
    assert parties(match) == guests_now


@each("opened", [True, False])
def test_T9_either_way_the_card_becomes_public(opened: bool) -> None:
    match = arranged({ACTIVE: "taxi plain-ghost"})
    match.play(ACTIVE, "offer taxi to 3")
    listeners = [heard(match, viewer) for viewer in EVERYBODY]
    match.play(3, "open" if opened else "refuse")
    revealer, rival = (3, ACTIVE) if opened else (ACTIVE, 3)
    for events in listeners:
        assert events[0] == Answered(3, opened, "taxi", revealer, rival)


@each("answer", ["open", "refuse"])
def test_T10_the_active_player_draws_the_top_card(answer: str) -> None:
    match = arranged({ACTIVE: "plain-ghost child"}, top="taxi", under="scarecrow 2*child")
    match.play(ACTIVE, "offer plain-ghost to 3")
    assert hand(match, ACTIVE) == ["child"]
    match.play(3, answer)
    assert hand(match, ACTIVE) == cards("child taxi")
    assert hand_sizes(match) == [1, 2, 1, 1]
    assert (shown(match).top, shown(match).pile) == (None, 3)
    assert odds(match) == {"top scarecrow": 1, "top child": 2}


def test_T10_the_next_card_lies_face_up_before_the_next_seat_plays() -> None:
    match = arranged({ACTIVE: "plain-ghost"}, top="taxi", under="scarecrow 2*child")
    match.play(ACTIVE, "offer plain-ghost to 3")
    match.play(3, "open")
    assert shown(match).to_act == ()
    tell(match, "top child")
    assert match.actors == (2,)
    assert (shown(match).top, shown(match).pile) == ("child", 3)
    assert odds(match) == {}


def test_T10_a_card_of_a_kind_in_hand_is_added_to_it() -> None:
    match = arranged({ACTIVE: "plain-ghost taxi"}, top="taxi")
    match.play(ACTIVE, "offer plain-ghost to 3")
    match.play(3, "open")
    assert hand(match, ACTIVE) == cards("2*taxi")


def test_T10_the_draw_waits_until_the_effect_is_fully_resolved() -> None:
    match = knock("vamp-ghost", {TARGET: "plain-ghost brute-ghost"}, top="taxi")
    assert hand(match, ACTIVE) == ["plain-monster"]
    assert shown(match).top == "taxi"
    events = heard(match, None)
    match.play(ACTIVE, "take plain")
    assert hand(match, ACTIVE) == cards("plain-monster taxi")
    assert events[-1] == Drew(ACTIVE, "taxi")


def test_T10_an_effect_on_the_active_player_ends_in_a_draw_too() -> None:
    match = knock("taxi", {ACTIVE: "plain-ghost plain-vampire"}, opened=False, top="child")
    match.play(TARGET, "chase ghost")
    assert hand(match, ACTIVE) == cards("plain-monster child")
    assert hand_sizes(match)[TARGET] == 1


def test_T10_without_a_pile_nothing_is_drawn() -> None:
    match = knock("plain-ghost", top=None)
    assert hand(match, ACTIVE) == ["plain-monster"]
    assert match.actors == (2,)
    assert shown(match).pile == 0


def test_T10_the_last_card_of_the_pile_is_drawn_and_none_follows() -> None:
    match = arranged({ACTIVE: "plain-ghost"}, top="taxi", under="")
    match.play(ACTIVE, "offer plain-ghost to 3")
    match.play(3, "open")
    assert hand(match, ACTIVE) == ["taxi"]
    assert (shown(match).top, shown(match).pile) == (None, 0)
    assert match.actors == (2,)


@each("active, following", [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_T10_the_next_seat_plays_after_any_target(active: int, following: int) -> None:
    for target in range(4):
        if target == active:
            continue
        match = arranged({active: "plain-ghost"}, active=active, under="child")
        match.play(active, f"offer plain-ghost to {target}")
        match.play(target, "refuse")
        tell(match, "top child")
        assert match.actors == (following,)


@each("card", ["plain-ghost", "vamp-ghost", "child"])
def test_T10_a_finished_turn_leaves_no_revealer_and_no_rival(card: str) -> None:
    s = knock(card, {TARGET: "plain-ghost brute-vampire plain-vampire"}, top=None).state
    assert [s.target, s.revealer, s.rival, s.offered, s.revealed] == [rules.NONE] * 5
