"""Test a viewer's memory of shown cards: views, the memory aid (T23), and possible worlds."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.scale import each, every
from toctoc.core import fields
from toctoc.core.game import Event
from toctoc.core.match import Match
from toctoc.games.toctoctoc import rules
from toctoc.games.toctoctoc.events import Answered, CardDealt, Drew, Fled, GameOver, Joined, Lured
from toctoc.games.toctoctoc.knowledge import Knowledge
from toctoc.games.toctoctoc.rules import State
from toctoc.games.toctoctoc.words import CARDS

from .table import cards, hand, heard, odds, random_game, remembering, step_at_random, tell

Viewers = dict[int | None, Knowledge]
TABLES = each("players, start", [(3, "creator"), (4, "random"), (5, "creator")])


def remembered_game(players: int, seed: int, start: str) -> Iterator[tuple[Match, Viewers]]:
    """A random game with everybody's memory of it, after every step."""
    known: Viewers = {}
    for match in random_game(players, seed, start=start):
        known = known or remembering(match)
        yield match, known


def dealt(hands: tuple[str, str, str], top: str) -> tuple[Match, Viewers]:
    """A table of three with those hands; the first guests are two monsters, two ghosts and two vampires."""
    match = Match("toctoctoc", 3)
    known = remembering(match)
    for seat, creature in enumerate(("monster", "ghost", "vampire")):
        tell(match, *[f"guest plain-{creature} to {seat}"] * 2)
    for seat, held in enumerate(hands):
        tell(match, *(f"deal {card} to {seat}" for card in cards(held)))
    tell(match, f"top {top}")
    return match, known


def turn(match: Match, offer: str, answer: str, next_top: str) -> None:
    [active] = match.actors
    match.play(active, offer)
    [target] = match.actors
    match.play(target, answer)
    tell(match, f"top {next_top}")


def all_cards(s: State) -> Counter[int]:
    """Every card of a state, wherever it lies."""
    found: Counter[int] = Counter()
    for counts in (*s.hand, *s.party, s.out, s.stock):
        found.update(dict(enumerate(counts)))
    found.update(kind for kind in (s.top, s.offered, s.revealed) if kind != rules.NONE)
    return +found


HANDS = ("2*taxi child 2*plain-ghost", "scarecrow vamp-ghost 3*plain-monster", "5*vamp-monster")


@TABLES
def test_T23_the_view_follows_from_the_events(players: int, start: str) -> None:
    for match, known in remembered_game(players, 21, start):
        for viewer, knowledge in known.items():
            assert knowledge.view() == match.view(viewer)


def test_T5_T23_the_aid_marks_cards_seen_when_drawn() -> None:
    match, known = dealt(HANDS, "scarecrow")
    for knowledge in known.values():
        assert not any(knowledge.aid().values())
    turn(match, "offer plain-ghost to 1", "open", "taxi")
    assert known[None].aid() == {0: ("scarecrow",), 1: (), 2: ()}
    assert known[0].aid() == {1: (), 2: ()}
    assert known[1].aid() == {0: ("scarecrow",), 2: ()}
    turn(match, "offer plain-monster to 2", "refuse", "child")
    assert known[2].aid() == {0: ("scarecrow",), 1: ("taxi",)}
    assert known[1].aid() == {0: ("scarecrow",), 2: ()}


def test_T23_the_aid_forgets_a_card_once_it_is_revealed() -> None:
    match, known = dealt(HANDS, "scarecrow")
    turn(match, "offer plain-ghost to 1", "open", "taxi")
    turn(match, "offer plain-monster to 2", "refuse", "child")
    turn(match, "offer vamp-monster to 1", "refuse", "brute-ghost")
    match.play(0, "offer scarecrow to 2")
    assert known[1].aid() == {0: ("scarecrow",), 2: ("child",)}  # it may still be in that hand
    match.play(2, "refuse")
    assert known[1].aid() == {0: ("brute-ghost",), 2: ("child",)}
    assert known[None].aid() == {0: ("brute-ghost",), 1: ("taxi",), 2: ("child",)}
    assert known[0].aid() == {1: ("taxi",), 2: ("child",)}


def test_T23_the_aid_keeps_cards_of_other_kinds_and_of_other_seats() -> None:
    match, known = dealt(HANDS, "child")
    turn(match, "offer plain-ghost to 1", "open", "scarecrow")
    turn(match, "offer scarecrow to 2", "open", "child")
    turn(match, "offer vamp-monster to 1", "open", "child")
    assert known[None].aid() == {0: ("child",), 1: ("scarecrow",), 2: ("child",)}
    turn(match, "offer plain-ghost to 2", "open", "plain-ghost")
    assert known[None].aid() == {0: ("child", "child"), 1: ("scarecrow",), 2: ("child",)}
    turn(match, "offer plain-monster to 2", "open", "taxi")
    turn(match, "offer child to 1", "open", "plain-vampire")
    assert known[None].aid() == {0: ("child", "child"), 1: ("plain-ghost", "scarecrow"), 2: ("taxi",)}


@TABLES
def test_T23_a_marked_card_is_in_that_hand_or_at_a_door(players: int, start: str) -> None:
    for match, known in remembered_game(players, 22, start):
        if len(match.steps) % every(3):
            continue
        s = match.state
        for viewer, knowledge in known.items():
            assert set(knowledge.aid()) == set(range(players)) - {viewer}
            for seat, marked in knowledge.aid().items():
                there = Counter(hand(match, seat))
                if s.offered != rules.NONE and seat == s.active:
                    there[CARDS[s.offered]] += 1
                assert Counter(marked) <= there


def certainly_held(happened: list[Event], seat: int, card: str) -> int:
    """The fewest such cards a seat can hold: those drawn less those played, counted from the best moment on."""
    balance = most = 0
    for event in reversed(happened):
        match event:
            case Drew(drawer, drawn) if (drawer, drawn) == (seat, card):
                balance += 1
            case Answered(_, opened, revealed, revealer, rival) if revealed == card:
                balance -= (rival if opened else revealer) == seat
        most = max(most, balance)
    return most


@pytest.mark.untraced
@TABLES
def test_T5_T9_T23_the_aid_marks_all_that_is_certain(players: int, start: str) -> None:
    happened: list[Event] = []
    for match, known in remembered_game(players, 23, start):
        happened = happened if match.steps else heard(match, None)
        if len(match.steps) % every(5):
            continue
        for seat, marked in known[None].aid().items():
            assert Counter(marked) == +Counter({card: certainly_held(happened, seat, card) for card in CARDS})


@pytest.mark.untraced
@TABLES
def test_T5_T23_a_determinized_world_agrees_with_all_that_was_shown(players: int, start: str) -> None:
    rng = Random(3)
    for match, known in remembered_game(players, 24, start):
        if len(match.steps) % every(4):
            continue
        true = match.state
        for viewer, knowledge in known.items():
            world = knowledge.determinize(rng)
            for field in fields.fields(State):
                if field.seen_by == fields.PUBLIC:
                    assert getattr(world, field.name) == getattr(true, field.name), field.name
            assert all_cards(world) == all_cards(true)
            assert sum(world.stock) == world.stock_size
            if viewer is not None:
                assert world.hand[viewer] == true.hand[viewer]
                assert viewer != true.active or world.offered == true.offered
            for seat, marked in knowledge.aid().items():
                there = Counter(kind for kind in range(rules.KINDS) for _ in range(world.hand[seat][kind]))
                if seat == world.active:
                    there[world.offered] += 1
                assert Counter(CARDS.index(card) for card in marked) <= there


@TABLES
def test_T4_a_determinized_world_has_proper_hands(players: int, start: str) -> None:
    rng = Random(5)
    for match, known in remembered_game(players, 25, start):
        if len(match.steps) % every(4):
            continue
        for knowledge in known.values():
            world = knowledge.determinize(rng)
            assert world.stock[rules.UNKNOWN] == 0
            for seat in range(players):
                counts = world.hand[seat]
                assert counts[rules.UNKNOWN] == 0
                assert sum(counts) == world.hand_size[seat]
                kinds = {kind for kind, count in enumerate(counts) if count}
                size = world.held_size[seat]
                assert set(world.held[seat][:size]) == kinds
                assert size == len(kinds)
                assert set(world.held[seat][size:]) <= {rules.NONE}


@pytest.mark.untraced
@TABLES
def test_T20_a_determinized_world_can_be_played_to_the_end(players: int, start: str) -> None:
    rng = Random(6)
    for match, known in remembered_game(players, 26, start):
        if len(match.steps) % every(28):
            continue
        for knowledge in known.values():
            other = Match("toctoctoc", players)
            other.state = knowledge.determinize(rng)
            total = all_cards(other.state)
            dealing = other.state.phase <= rules.DEAL_GUEST
            while not other.over:
                step_at_random(other, rng)
            assert dealing or all_cards(other.state) == total


@pytest.mark.untraced
@TABLES
def test_T23_imagining_a_world_changes_nothing_that_is_known(players: int, start: str) -> None:
    for match, known in remembered_game(players, 27, start):
        if len(match.steps) % every(8):
            continue
        for knowledge in known.values():
            before = fields.numbers(knowledge.world), [list(row) for row in knowledge.seen]
            knowledge.determinize(Random(1))
            assert (fields.numbers(knowledge.world), knowledge.seen) == before


def on_average(rows: list[list[int]]) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


@pytest.mark.untraced
def test_T4_T5_every_unseen_card_is_equally_likely_to_be_in_every_unknown_place() -> None:
    match, known = dealt(HANDS, "scarecrow")
    unseen = all_cards(match.state)
    unseen.subtract(map(CARDS.index, cards(f"{HANDS[0]} scarecrow 2*plain-monster 2*plain-ghost 2*plain-vampire")))
    assert unseen.total() == 40
    rng = Random(7)
    worlds = [known[0].determinize(rng) for _ in range(2000)]
    hands = [on_average([world.hand[seat] for world in worlds]) for seat in (1, 2)]
    stock = on_average([world.stock for world in worlds])
    for kind in range(rules.KINDS):
        assert [held[kind] for held in hands] == pytest.approx([unseen[kind] * 5 / 40] * 2, abs=0.08)
        assert stock[kind] == pytest.approx(unseen[kind] * 30 / 40, abs=0.1)


def test_T8_any_card_of_that_hand_may_be_the_one_at_the_door() -> None:
    match, known = dealt(HANDS, "brute-ghost")
    turn(match, "offer plain-ghost to 1", "open", "taxi")
    turn(match, "offer plain-monster to 2", "open", "child")
    turn(match, "offer vamp-monster to 1", "open", "child")
    match.play(0, "offer taxi to 1")
    rng = Random(8)
    worlds = [known[1].determinize(rng) for _ in range(1500)]
    brute = CARDS.index("brute-ghost")  # seen being drawn; with three players it is the only one
    at_the_door = [world.offered == brute for world in worlds]
    assert sum(at_the_door) / 1500 == pytest.approx(1 / 5, abs=0.03)
    for world, outside in zip(worlds, at_the_door, strict=True):
        assert world.hand[0][brute] == (not outside)
        assert world.hand_size[0] == 4
    assert known[0].determinize(rng).offered == CARDS.index("taxi")
    assert len({world.offered for world in worlds}) > 5


def test_T9_a_revealed_card_is_placed_for_sure() -> None:
    match, known = dealt(HANDS, "brute-ghost")
    turn(match, "offer taxi to 1", "open", "taxi")
    taxi = CARDS.index("taxi")
    for seed in range(50):
        world = known[2].determinize(Random(seed))
        assert (world.out[taxi], world.top) == (1, taxi)
        assert world.hand[0][taxi] + world.hand[1][taxi] + world.stock[taxi] == 1


@each(
    "event",
    [
        Joined(1, "scarecrow"),
        Lured("plain-ghost", 1, 2),
        Fled(("plain-ghost",), 1, 2),
        Drew(0, "taxi"),
        GameOver((1, 2, 3), (2,)),
    ],
)
def test_T23_a_consequence_of_a_step_is_not_counted_twice(
    event: Event,
) -> None:
    match, known = dealt(HANDS, "brute-ghost")
    match.play(0, "offer taxi to 1")
    mine = known[0]
    before = fields.numbers(mine.world)
    mine.observe(event)
    assert fields.numbers(mine.world) == before
    assert not any(mine.aid().values())


def test_T4_a_hand_of_another_seat_is_a_number_of_unknown_cards() -> None:
    knowledge = Knowledge(3, {"start": "creator", "creator": 0}, 2)
    match = Match("toctoctoc", 3)
    match.listen(2, knowledge.observe)
    tell(match, *(f"guest plain-{'ghost' if n < 3 else 'monster'} to {n // 2}" for n in range(6)))
    knowledge.observe(CardDealt(0))
    assert knowledge.view().houses[0].cards_in_hand == 1
    assert knowledge.view().pile == sum(odds(match).values()) - 1
    assert knowledge.determinize(Random(1)).hand_size[0] == 1
