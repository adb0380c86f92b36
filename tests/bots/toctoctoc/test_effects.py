"""Toc Toc Toc!: what bots reckon a card does, and what lies where they do not look."""

import pytest

from tests.bots.toctoctoc.thoughts import people, thinking, turns
from tests.conftest import Report
from tests.games.toctoctoc.table import arranged
from tests.scale import each
from toctoc.core import fields
from toctoc.games.toctoctoc import rules
from toctoc.games.toctoctoc.bots.mind import SCALE, Mind, chance_at_door, look_around, undo_offer
from toctoc.games.toctoctoc.bots.policy import EXPECTING, effect, opening
from toctoc.games.toctoctoc.rules import KINDS, State
from toctoc.games.toctoctoc.words import CARDS

# --- T11-T16: what a card does -----------------------------------------------------------------------------------


def results(s: State, kind: int, opened: bool) -> list[tuple[int, int]]:
    """What revealer and rival gain by the rules, for every choice that the rival has."""
    holder, target = s.active, (s.active + 1) % s.players
    s = fields.clone(s)
    s.offered, s.target, s.phase, s.top = kind, target, rules.ANSWERING, rules.NONE
    revealer, rival = (target, holder) if opened else (holder, target)
    before = [rules.score(s, revealer), rules.score(s, rival)]
    rules.act(s, target, rules.OPEN if opened else rules.REFUSE)
    ends = [s]
    if s.phase in (rules.LURING, rules.CHASING):
        ends = []
        for n in range(rules.legal_count(s, rival)):
            ends.append(fields.clone(s))
            rules.act(ends[-1], rival, rules.legal_nth(s, rival, n))
    return [(rules.score(end, revealer) - before[0], rules.score(end, rival) - before[1]) for end in ends]


def test_T11_to_T16_the_expected_effect_of_a_card_is_that_of_the_rules(report: Report) -> None:
    """Among the rival's choices, one that is best for the rival against the revealer."""
    compared = choices = 0
    for s in turns(games=24):
        for kind in range(KINDS):
            for opened in (True, False):
                holder, target = s.active, (s.active + 1) % s.players
                revealer, rival = (target, holder) if opened else (holder, target)
                outcomes = results(s, kind, opened)
                reckoned = effect(s, kind, revealer, rival)
                assert reckoned in outcomes
                assert reckoned[1] - reckoned[0] == max(gained - lost for lost, gained in outcomes)
                compared += 1
                choices += len(outcomes) > 1
    report("effects of cards reckoned and played alike", compared)
    assert choices > 500


@each(
    "card, revealer, rival, expected",
    [
        ("plain-ghost", "plain-ghost musician-ghost", "", (2, 0)),  # T21: doubled
        ("musician-ghost", "3*plain-ghost", "", (5, 0)),
        ("scarecrow", "musician-ghost", "", (3, 0)),
        ("vamp-ghost", "brute-ghost", "", (-1, 1)),  # T13
        ("vamp-ghost", "2*plain-ghost musician-ghost", "2*plain-ghost", (-4, 4)),  # the musician goes
        ("vamp-ghost", "plain-monster", "", (0, 0)),  # T18
        ("child", "2*plain-ghost plain-monster", "musician-ghost", (-2, 4)),
        ("child", "3*plain-ghost brute-ghost plain-monster", "", (-1, 1)),  # T17
        ("taxi", "2*plain-ghost 2*plain-monster musician-monster", "", (-6, 0)),
        (
            "taxi",
            "2*plain-ghost plain-monster musician-monster",
            "",
            (-4, 0),
        ),  # T16: of two tied, the rival's choice
        ("taxi", "", "", (0, 0)),
    ],
)
def test_effects_worked_out_by_hand(card: str, revealer: str, rival: str, expected: tuple[int, int]) -> None:
    s = arranged({}, {0: revealer, 1: rival}).state
    assert effect(s, CARDS.index(card), 0, 1) == expected


# --- what lies where one does not look ---------------------------------------------------------------------------


def test_unseen_cards_are_those_that_are_nowhere_in_sight() -> None:
    for s in turns(games=6):
        seat = s.active
        mind = fields.blank(Mind)
        look_around(s, mind, seat)
        hidden = [
            s.stock[kind] + sum(s.hand[p][kind] for p in range(s.players) if p != seat) for kind in range(KINDS)
        ]
        assert mind.unseen == hidden
        assert mind.unseen_size == sum(hidden)


def test_all_that_may_be_at_a_door_adds_up_to_a_hand() -> None:
    for s in turns(games=3):
        mind = fields.blank(Mind)
        holder = (s.active + 1) % s.players
        look_around(s, mind, s.active)
        if s.hand_size[holder]:
            total = sum(chance_at_door(s, mind, holder, kind) for kind in range(KINDS))
            assert total == pytest.approx(s.hand_size[holder])


def test_T5_a_card_seen_drawn_is_expected_at_the_door() -> None:
    match = arranged({1: "child plain-monster"})
    match.play(1, "offer plain-monster to 3")
    s, child = match.state, CARDS.index("child")
    blank, told = fields.blank(Mind), fields.blank(Mind)
    told.seen[1][child] = 1
    for mind in (blank, told):
        look_around(s, mind, 3)
    assert chance_at_door(s, told, 1, child) > 1.0 > 0.3 > chance_at_door(s, blank, 1, child)
    assert opening(s, told, people(depth=EXPECTING), 1, 3, 3) <= opening(
        s, blank, people(depth=EXPECTING), 1, 3, 3
    )


def test_menace_is_shared_by_the_rivals_and_the_leader_has_most_of_it() -> None:
    s = arranged({}, {0: "plain-ghost", 1: "scarecrow 4*plain-ghost", 2: "", 3: "2*plain-ghost"}).state
    mind = thinking(s, people(), 0)
    assert mind.menace[0] == 0
    assert sum(mind.menace) == pytest.approx(SCALE, abs=3)
    assert mind.menace[1] > mind.menace[3] > mind.menace[2] > 0


def test_an_offer_can_be_taken_back() -> None:
    for s in turns(games=3):
        for n in range(rules.legal_count(s, s.active)):
            action = rules.legal_nth(s, s.active, n)
            offered = fields.clone(s)
            rules.act(offered, s.active, action)
            assert undo_offer(offered) == action
            assert sorted(offered.held[s.active]) == sorted(s.held[s.active])
            assert offered.hand == s.hand
            assert offered.hand_size == s.hand_size
