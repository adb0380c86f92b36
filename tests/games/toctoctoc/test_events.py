"""Test the events of each step for each viewer: some see a card, others do not (T4, T7, T9, T23)."""

import inspect
from dataclasses import fields

import pytest

from tests.scale import each
from toctoc.core.game import Chance, Event
from toctoc.core.match import Match
from toctoc.games.escalier.words import Flip
from toctoc.games.toctoctoc import events
from toctoc.games.toctoctoc.events import (
    Answered,
    CardDealt,
    CardDealtToYou,
    Chased,
    Drew,
    DrivenOff,
    Fled,
    GameOver,
    GuestCame,
    Joined,
    Lured,
    NothingHappened,
    Offered,
    Started,
    Took,
    TopTurned,
    YouOffered,
    narrate,
)
from toctoc.games.toctoctoc.words import Card, Why

from .table import ACTIVE, TARGET, arranged, heard, odds, random_game, tell

VIEWERS = (None, 0, 1, 2, 3)


def listening(match: Match) -> dict[int | None, list[Event]]:
    return {viewer: heard(match, viewer) for viewer in VIEWERS if viewer is None or viewer < match.players}


def all_hear(listeners: dict[int | None, list[Event]], *expected: Event) -> None:
    for viewer, happened in listeners.items():
        assert happened == list(expected), viewer


def answered(
    card: str, parties: dict[int, str], answer: str = "open", top: str | None = "taxi"
) -> tuple[Match, dict[int | None, list[Event]]]:
    """Seat 1 has offered a card to seat 3, who answers before listeners."""
    match = arranged({ACTIVE: f"{card} plain-monster"}, parties, top=top)
    match.play(ACTIVE, f"offer {card} to {TARGET}")
    listeners = listening(match)
    match.play(TARGET, answer)
    return match, listeners


def test_T6_all_viewers_receive_the_starter() -> None:
    match = Match("toctoctoc", 4, {"start": "random"})
    listeners = listening(match)
    tell(match, "start 2")
    all_hear(listeners, Started(2))


def test_T3_all_see_the_first_guests() -> None:
    match = Match("toctoctoc", 3)
    listeners = listening(match)
    tell(match, "guest plain-ghost to 0")
    all_hear(listeners, GuestCame(0, "plain-ghost"))


def test_T4_only_the_owner_sees_a_dealt_card() -> None:
    match = Match("toctoctoc", 4)
    tell(match, *(f"guest plain-{'monster' if n < 4 else 'ghost'} to {n // 2}" for n in range(8)))
    for _ in range(5):
        match.take_chance(next(iter(odds(match))))
    listeners = listening(match)
    tell(match, "deal taxi to 1")
    for viewer, happened in listeners.items():
        assert happened == [CardDealtToYou(1, "taxi") if viewer == 1 else CardDealt(1)]


def test_T5_T10_all_see_the_next_top() -> None:
    match, _ = answered("plain-ghost", {})
    listeners = listening(match)
    tell(match, "top plain-vampire")
    all_hear(listeners, TopTurned("plain-vampire"))


def test_T7_only_the_active_player_sees_the_offered_card() -> None:
    match = arranged({ACTIVE: "taxi"})
    listeners = listening(match)
    match.play(ACTIVE, "offer taxi to 3")
    for viewer, happened in listeners.items():
        assert happened == [YouOffered(1, 3, "taxi") if viewer == ACTIVE else Offered(1, 3)]


def test_T9_T11_all_viewers_see_the_opened_card() -> None:
    _, listeners = answered("brute-ghost", {})
    all_hear(listeners, Answered(3, True, "brute-ghost", 3, 1), Joined(3, "brute-ghost"), Drew(ACTIVE, "taxi"))


def test_T9_T12_all_viewers_see_the_refused_card() -> None:
    _, listeners = answered("scarecrow", {}, "refuse")
    all_hear(listeners, Answered(3, False, "scarecrow", 1, 3), Joined(1, "scarecrow"), Drew(ACTIVE, "taxi"))


@each("answer, revealer, rival", [("open", 3, 1), ("refuse", 1, 3)])
def test_T13_T19_all_viewers_see_the_guest_lured_without_a_choice(answer: str, revealer: int, rival: int) -> None:
    _, listeners = answered("vamp-ghost", {revealer: "2*brute-ghost plain-vampire", rival: "plain-ghost"}, answer)
    all_hear(
        listeners,
        Answered(3, answer == "open", "vamp-ghost", revealer, rival),
        Lured("brute-ghost", revealer, rival),
        Drew(ACTIVE, "taxi"),
    )


@each("answer, revealer, rival", [("open", 3, 1), ("refuse", 1, 3)])
def test_T13_all_see_the_rivals_choice(answer: str, revealer: int, rival: int) -> None:
    match, listeners = answered("vamp-ghost", {revealer: "plain-ghost musician-ghost"}, answer)
    question = Answered(3, answer == "open", "vamp-ghost", revealer, rival)
    all_hear(listeners, question)
    match.play(rival, "take musician")
    all_hear(
        listeners,
        question,
        Took(rival, "musician"),
        Lured("musician-ghost", revealer, rival),
        Drew(ACTIVE, "taxi"),
    )


@each("answer, revealer, rival", [("open", 3, 1), ("refuse", 1, 3)])
def test_T14_all_viewers_see_the_guests_that_fled(answer: str, revealer: int, rival: int) -> None:
    _, listeners = answered("child", {revealer: "2*plain-ghost musician-ghost plain-monster scarecrow"}, answer)
    all_hear(
        listeners,
        Answered(3, answer == "open", "child", revealer, rival),
        Fled(("plain-ghost", "plain-ghost", "musician-ghost"), revealer, rival),
        Drew(ACTIVE, "taxi"),
    )


@each("answer, revealer, rival", [("open", 3, 1), ("refuse", 1, 3)])
def test_T15_all_viewers_see_the_guests_that_left_by_taxi(answer: str, revealer: int, rival: int) -> None:
    _, listeners = answered("taxi", {revealer: "2*plain-ghost", rival: "2*plain-ghost"}, answer, top="child")
    all_hear(
        listeners,
        Answered(3, answer == "open", "taxi", revealer, rival),
        DrivenOff(("plain-ghost", "plain-ghost"), revealer),
        Drew(ACTIVE, "child"),
    )


@each("answer, revealer, rival", [("open", 3, 1), ("refuse", 1, 3)])
def test_T16_all_see_the_rivals_choice_of_a_creature(answer: str, revealer: int, rival: int) -> None:
    match, listeners = answered("child", {revealer: "plain-ghost plain-vampire"}, answer)
    question = Answered(3, answer == "open", "child", revealer, rival)
    all_hear(listeners, question)
    match.play(rival, "chase vampire")
    all_hear(
        listeners,
        question,
        Chased(rival, "vampire"),
        Fled(("plain-vampire",), revealer, rival),
        Drew(ACTIVE, "taxi"),
    )


@each(
    "card, guests, why",
    [
        ("vamp-ghost", "scarecrow plain-monster", "empty"),
        ("child", "scarecrow", "scarecrows"),
        ("taxi", "scarecrow", "scarecrows"),
        ("taxi", "", "empty"),
        ("child", "scarecrow brute-ghost plain-ghost", "protected"),
    ],
)
def test_T18_all_see_that_nothing_happened_and_why(card: Card, guests: str, why: Why) -> None:
    _, listeners = answered(card, {TARGET: guests}, top=None)
    all_hear(listeners, Answered(3, True, card, 3, 1), NothingHappened(card, 3, why))


def test_T10_without_a_pile_no_card_is_drawn() -> None:
    _, listeners = answered("plain-ghost", {}, top=None)
    all_hear(listeners, Answered(3, True, "plain-ghost", 3, 1), Joined(3, "plain-ghost"))


def test_T20_T22_all_hear_the_result() -> None:
    match = arranged({0: "", ACTIVE: "plain-ghost", 2: "", TARGET: ""}, {0: "plain-monster"}, top=None)
    match.play(ACTIVE, "offer plain-ghost to 3")
    listeners = listening(match)
    match.play(TARGET, "refuse")
    all_hear(
        listeners,
        Answered(3, False, "plain-ghost", 1, 3),
        Joined(1, "plain-ghost"),
        GameOver((1, 1, 0, 0), (0, 1)),
    )


def test_random_games_have_every_kind_of_event() -> None:
    kinds = {kind for _, kind in inspect.getmembers(events, inspect.isclass) if kind.__module__ == events.__name__}
    listeners: dict[int | None, list[Event]] = {}
    for seed in range(5):
        for match in random_game(4, seed, start="random"):
            listeners = listeners if match.steps else listening(match)
            if match.over:
                kinds -= {type(event) for happened in listeners.values() for event in happened}
    assert kinds == set()


def test_T4_T7_events_of_others_have_no_place_for_a_card() -> None:
    assert [field.name for field in fields(CardDealt)] == ["seat"]
    assert [field.name for field in fields(Offered)] == ["seat", "to"]


def test_an_outcome_of_another_game_is_no_event() -> None:
    state = arranged({}).state
    with pytest.raises(TypeError, match="not an outcome of Toc Toc Toc!"):
        narrate(state, Chance(Flip("riddle")), state, None)
