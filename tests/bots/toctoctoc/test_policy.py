"""Toc Toc Toc!: what bots reckon a card does, who opens, and what each trait changes."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.conftest import Report
from tests.games.toctoctoc.table import arranged, random_game
from toctoc import GAMES
from toctoc.bots import level
from toctoc.bots.engine import engine
from toctoc.bots.toctoctoc import policy
from toctoc.bots.toctoctoc.mind import SCALE, Mind, chance_at_door, look_around, undo_offer
from toctoc.bots.toctoctoc.policy import BALANCED, EXPECTING, GREEDY, effect, opening, prepare, value
from toctoc.bots.toctoctoc.reasons import explain
from toctoc.games import fields
from toctoc.games.toctoctoc import rules
from toctoc.games.toctoctoc.rules import KINDS, OFFER, SEATS, State
from toctoc.games.toctoctoc.words import CARDS

evaluate = engine(GAMES["toctoctoc"], wants_compiled=False).rollouts.evaluate

Rows = list[list[float]]
KEYS = list(policy.TRAITS)


def people(**changes: float) -> Rows:
    """Rows of traits for all seats: those of the medium, but for the changes."""
    row = list(level("medium").traits["toctoctoc"])
    for key, number in changes.items():
        row[KEYS.index(key)] = number
    return [row[:] for _ in range(SEATS)]


def turns(games: int) -> Iterator[State]:
    """States at the beginning of turns of random games."""
    for seed in range(games):
        for match in random_game(3 + seed % 3, seed):
            if match.state.phase == rules.OFFERING and len(match.steps) % 3 == 0:
                yield fields.clone(match.state)


def thinking(s: State, traits: Rows, seat: int, **seen: int) -> Mind:
    """What a seat has in mind; `seen` are cards that seat 1 was seen drawing."""
    mind = fields.blank(Mind)
    for card, count in seen.items():
        mind.seen[1][CARDS.index(card.replace("_", "-"))] = count
    prepare(s, mind, traits, seat)
    return mind


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


def test_T11_to_T16_what_a_card_is_reckoned_to_do_is_what_the_rules_do(report: Report) -> None:
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


@pytest.mark.parametrize(
    ("card", "revealer", "rival", "expected"),
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


# --- T8: will the door be opened? --------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [GREEDY, EXPECTING, BALANCED])
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


def test_at_the_point_of_balance_opening_and_refusing_are_worth_the_same() -> None:
    """The card at the door depends on what the holder believes; then nobody gains by another habit."""
    traits, found = people(depth=BALANCED), 0
    for s in turns(games=12):
        target = (s.active + 1) % s.players
        mind = thinking(s, traits, s.active)
        chance = opening(s, mind, traits, s.active, target, s.active)
        if 0.05 < chance < 0.95:
            found += 1
            step = 1 / 2**policy.HALVINGS
            below = policy.advantage(s, mind, traits, s.active, target, s.active, max(chance - step, 0.0))
            above = policy.advantage(s, mind, traits, s.active, target, s.active, min(chance + step, 1.0))
            assert below >= 0.0 >= above
    assert found > 20


def test_who_expects_only_scarecrows_opens_and_who_expects_only_taxis_does_not() -> None:
    for card, likely in (("scarecrow", 1.0), ("taxi", 0.0)):
        match = arranged({1: card}, {0: "plain-ghost", 1: "plain-monster", 3: "3*plain-ghost"})
        match.play(1, f"offer {card} to 3")
        mind = thinking(match.state, people(), 3, **{card: 1})
        assert mind.opening[3] / SCALE == likely
        values = {action: value(match.state, mind, people(), 3, action) for action in (rules.OPEN, rules.REFUSE)}
        assert (values[rules.OPEN] > values[rules.REFUSE]) is (likely == 1.0)


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
        if checked == 12:
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


def test_patience_counts_what_a_card_brings_beyond_what_it_usually_does() -> None:
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


def test_envy_takes_from_the_leader_what_hurts_most() -> None:
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


@pytest.mark.parametrize(("card", "opens", "code"), [("scarecrow", True, "open"), ("taxi", False, "refuse")])
def test_the_reason_names_what_is_hoped_for_or_feared(card: str, opens: bool, code: str) -> None:
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
