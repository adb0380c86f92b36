"""Toc Toc Toc!: who opens, what each trait changes, and how a table is evaluated."""

from random import Random
from typing import Any

import pytest

from tests.bots.toctoctoc.thoughts import Rows, people, thinking, turns
from tests.conftest import Report
from tests.games.toctoctoc.table import arranged, random_game
from tests.scale import each, scaled
from toctoc import GAMES
from toctoc.bots.engine import engine
from toctoc.core import fields
from toctoc.games.toctoctoc import rules
from toctoc.games.toctoctoc.bots import policy
from toctoc.games.toctoctoc.bots.mind import SCALE, Mind
from toctoc.games.toctoctoc.bots.policy import BALANCED, EXPECTING, GREEDY, opening, value
from toctoc.games.toctoctoc.bots.reasons import explain
from toctoc.games.toctoctoc.rules import OFFER, SEATS, State
from toctoc.games.toctoctoc.words import CARDS

evaluate = engine(GAMES["toctoctoc"], wants_compiled=False).rollouts.evaluate


# --- T8: will the door be opened? --------------------------------------------------------------------------------


@each("depth", [GREEDY, EXPECTING, BALANCED])
def test_a_chance_of_opening_is_a_chance_and_often_a_mixed_one(depth: int, report: Report) -> None:
    chances = []
    for s in turns(games=12):
        target = (s.active + 1) % s.players
        mind = thinking(s, people(depth=depth), s.active)
        chances.append(opening(s, mind, people(depth=depth), s.active, target, s.active))
    assert all(0.0 <= chance <= 1.0 for chance in chances)
    mixed = sum(0.02 < chance < 0.98 for chance in chances) / len(chances)
    report(f"doors that may or may not be opened at depth {depth}, in 1000", round(1000 * mixed))
    assert mixed > (0.99 if depth == GREEDY else 0.5)


@each("depth", [GREEDY, EXPECTING, BALANCED])
def test_the_value_of_a_card_at_a_door_is_the_gain_of_both(depth: int) -> None:
    envy = 0.5
    traits, cards = people(depth=depth, envy=envy), 0
    for s in turns(games=6):
        seat = s.active
        mind = thinking(s, traits, seat)
        for kind, target in [(kind, p) for kind in range(rules.KINDS) for p in range(s.players)]:
            if s.hand[seat][kind] > 0 and target != seat:
                cards += 1
                theirs, mine = policy.effect(s, kind, target, seat)
                menace = envy * mind.menace[target] / SCALE
                assert policy.worth(mind, envy, kind, target, True) == mine - menace * theirs
                mine, theirs = policy.effect(s, kind, seat, target)
                assert policy.worth(mind, envy, kind, target, False) == mine - menace * theirs
    assert cards > 100


def test_at_the_point_of_balance_opening_and_refusing_are_worth_the_same() -> None:
    """The card at the door depends on what the holder believes; then no other policy gains."""
    traits, found = people(depth=BALANCED), 0
    for s in turns(games=12):
        target = (s.active + 1) % s.players
        mind = thinking(s, traits, s.active)
        chance = opening(s, mind, traits, s.active, target, s.active)
        if 0.05 < chance < 0.95:
            found += 1
            step = 1 / 2**policy.HALVINGS
            envy, edge = traits[s.active][policy.ENVY], traits[s.active][policy.EDGE]
            envies = policy.envies_at_door(s, mind, envy, s.active, target, s.active)
            below = policy.advantage(mind, target, envies, edge, max(chance - step, 0.0))
            above = policy.advantage(mind, target, envies, edge, min(chance + step, 1.0))
            assert below >= 0.0 >= above
    assert found > 20


def test_a_bot_opens_if_it_expects_scarecrows_and_not_if_it_expects_taxis() -> None:
    for card, likely in (("scarecrow", 1.0), ("taxi", 0.0)):
        match = arranged({1: card}, {0: "plain-ghost", 1: "plain-monster", 3: "3*plain-ghost"})
        match.play(1, f"offer {card} to 3")
        mind = thinking(match.state, people(), 3, **{card: 1})
        assert mind.opening[3] / SCALE == likely
        values = {action: value(match.state, mind, people(), 3, action) for action in (rules.OPEN, rules.REFUSE)}
        assert (values[rules.OPEN] > values[rules.REFUSE]) is (likely == 1.0)


def test_a_constant_opponent_is_expected_to_repeat_its_answer() -> None:
    mind = fields.blank(Mind)
    mind.refused[1], mind.opened[2], mind.opened[3], mind.refused[3] = 8, 8, 4, 4
    for balanced in (0.0, 0.4, 1.0):
        shut, wide, mixed = (policy.noticed(mind, 0.1, p, balanced) for p in (1, 2, 3))
        assert shut < 0.15
        assert wide > 0.85
        assert mixed == pytest.approx(balanced, abs=0.01)
        assert policy.noticed(mind, 0.0, 1, balanced) == balanced  # who suspects nobody


def test_the_more_often_a_door_stayed_shut_the_less_it_is_expected_to_open() -> None:
    chances = []
    for refused in range(9):
        mind = fields.blank(Mind)
        mind.refused[1] = refused
        chances.append(policy.noticed(mind, 0.1, 1, 0.5))
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == pytest.approx(0.5)


def test_T9_an_opponent_that_never_opens_is_offered_only_harmless_guests() -> None:
    """A refused guest comes to the one who offered it; a refused vamp, too."""
    hands = {0: "plain-ghost vamp-ghost"}
    match = arranged(
        hands, {0: "2*plain-ghost", 1: "plain-ghost", 2: "2*plain-ghost", 3: "2*plain-ghost"}, active=0
    )
    for refused, shy in ((0, False), (9, True)):
        mind = fields.blank(Mind)
        mind.refused[2] = refused
        policy.prepare(match.state, mind, people(), 0)
        guest, vamp = (
            [value(match.state, mind, people(patience=0.0), 0, action(card, p)) for p in (2, 3)]
            for card in ("plain-ghost", "vamp-ghost")
        )
        assert (guest[0] > guest[1] + 0.3) is shy
        assert (vamp[0] < vamp[1] - 0.3) is shy


def action(card: str, target: int) -> int:
    return OFFER + CARDS.index(card) * SEATS + target


def test_answers_are_given_as_often_as_the_balance_says() -> None:
    """The temperature of a player scales the worth of an answer so that chance mixes as it should."""
    rollouts = engine(GAMES["toctoctoc"], wants_compiled=False).rollouts
    checked = 0
    for s in turns(games=12):
        kind = s.held[s.active][0]
        rules.act(s, s.active, OFFER + kind * SEATS + (s.active + 1) % s.players)
        mind = thinking(s, people(), s.target)
        chance = mind.opening[s.target] / SCALE
        if 0.2 < chance < 0.8:
            checked += 1
            rng = [1234567 + checked]
            times = sum(
                rollouts.sample(s, mind, people(), s.target, people()[0][0], rng) == rules.OPEN for _ in range(400)
            )
            assert times / 400 == pytest.approx(chance, abs=0.09)
        if checked == scaled(5, most=12):
            return
    pytest.fail("hardly any doors to choose at")


# --- traits ------------------------------------------------------------------------------------------------------


def offers(s: State, traits: Rows) -> dict[tuple[str, int], float]:
    """What every offer seems worth, by card and door."""
    mind = thinking(s, traits, s.active)
    found = {}
    for n in range(rules.legal_count(s, s.active)):
        action = rules.legal_nth(s, s.active, n)
        kind, target = divmod(action - OFFER, SEATS)
        found[CARDS[kind], target] = value(s, mind, traits, s.active, action)
    return found


def test_patience_counts_the_gain_beyond_the_usual_one_of_a_card() -> None:
    """With patience 1, a card is worth nothing on average over all doors; it waits for the right one."""
    for s in turns(games=2):
        hasty, patient = offers(s, people(patience=0.0)), offers(s, people(patience=1.0))
        for card in {card for card, _ in patient}:
            doors = [worth for (kind, _), worth in patient.items() if kind == card]
            assert sum(doors) == pytest.approx(0.0, abs=1e-9)
            usual = [worth for (kind, _), worth in hasty.items() if kind == card]
            assert doors == pytest.approx([worth - sum(usual) / len(usual) for worth in usual])


def test_the_patient_offer_a_card_at_its_door_and_one_that_is_good_anywhere_never_in_haste() -> None:
    s = arranged(
        {1: "vamp-ghost plain-monster"}, {0: "3*plain-ghost", 1: "", 2: "plain-monster", 3: "plain-monster"}
    ).state
    hasty = offers(s, people(patience=0.0, depth=GREEDY, envy=0.0))
    patient = offers(s, people(patience=1.0, depth=GREEDY, envy=0.0))
    assert hasty["vamp-ghost", 0] == hasty["plain-monster", 0] == 0.5  # a guest, if it is opened, or if it is not
    assert patient["vamp-ghost", 0] == max(patient.values()) > 0 > patient["vamp-ghost", 2]
    assert all(worth == 0 for (card, _), worth in patient.items() if card == "plain-monster")


def test_envy_takes_the_guest_whose_loss_costs_the_leader_most() -> None:
    """T13: with a musician of one's own either guest brings two points, but the musician costs the leader five."""
    match = arranged({1: "vamp-ghost"}, {1: "musician-ghost", 3: "3*plain-ghost musician-ghost", 0: "", 2: ""})
    match.play(1, "offer vamp-ghost to 3")
    match.play(3, "open")
    s = match.state
    plain, musician = rules.LURE, rules.LURE + 2
    for envy, difference in ((0.0, 0.0), (1.0, 3.0)):
        traits = people(envy=envy)
        mind = thinking(s, traits, 1)
        found = value(s, mind, traits, 1, musician) - value(s, mind, traits, 1, plain)
        assert found == pytest.approx(difference * mind.menace[3] / SCALE)
    assert explain(s, mind, traits, 1, musician).params == {"gain": 2}


def test_envy_knocks_at_the_door_of_the_leader() -> None:
    """A taxi, opened, drives off three guests at either door."""
    s = arranged(
        {1: "taxi"}, {0: "3*plain-ghost", 1: "plain-monster", 2: "3*plain-ghost 2*scarecrow", 3: "3*plain-ghost"}
    ).state
    indifferent, envious = offers(s, people(envy=0.0, depth=GREEDY)), offers(s, people(envy=1.0, depth=GREEDY))
    assert indifferent["taxi", 0] == indifferent["taxi", 2] == indifferent["taxi", 3]
    assert envious["taxi", 2] == max(envious.values()) > envious["taxi", 0] == envious["taxi", 3]


def test_whim_makes_any_card_possible_and_its_absence_none_but_the_best() -> None:
    rollouts: Any = engine(GAMES["toctoctoc"], wants_compiled=False).rollouts
    s = next(state for state in turns(games=1) if rules.legal_count(state, state.active) >= 8)
    traits = people()
    rng = [5]
    found = [{rollouts.sample(s, thinking(s, traits, s.active), traits, s.active, heat, rng) for _ in range(200)}
             for heat in (0.0, 50.0)]  # fmt: skip
    assert len(found[0]) == 1
    assert len(found[1]) == rules.legal_count(s, s.active)


# --- how it stands, and why --------------------------------------------------------------------------------------


def test_values_of_all_add_up_to_one_victory() -> None:
    mind = fields.blank(Mind)
    for seed in range(6):
        for match in random_game(3 + seed % 3, seed):
            s = match.state
            values = [evaluate(s, mind, p) for p in range(s.players)]
            assert sum(values) == pytest.approx(1.0)
            if match.over:
                assert [value > 0 for value in values] == [p in match.winners for p in range(s.players)]


def test_a_lead_counts_more_towards_the_end() -> None:
    parties = {0: "3*plain-ghost", 1: "plain-ghost"}
    early = arranged({}, parties, under="30*plain-vampire").state
    late = arranged({0: "", 2: "", 3: ""}, parties, top=None).state
    mind = fields.blank(Mind)
    assert evaluate(late, mind, 0) > evaluate(early, mind, 0) > 0.25


@each("card, opens, code", [("scarecrow", True, "open"), ("taxi", False, "refuse")])
def test_the_reason_names_the_expected_gain_or_loss(card: str, opens: bool, code: str) -> None:
    match = arranged({1: card}, {3: "3*plain-ghost", 1: "plain-monster"})
    match.play(1, f"offer {card} to 3")
    mind = fields.blank(Mind)
    mind.seen[1][CARDS.index(card)] = 1
    reason = explain(match.state, mind, people(), 3, rules.OPEN if opens else rules.REFUSE)
    assert (reason.code, reason.params) == (code, {"family": card, "percent": 100})


def test_percentages_in_reasons_are_percentages() -> None:
    rng = Random(3)
    for s in turns(games=6):
        action = rules.legal_nth(s, s.active, rng.randrange(rules.legal_count(s, s.active)))
        for who in (s.active, (action - OFFER) % SEATS):
            reason = explain(s, fields.blank(Mind), people(), who, action)
            assert 0 <= int(reason.params.get("percent", 0)) <= 100
            if who == s.active:
                rules.act(s, who, action)
                action = rules.OPEN
