"""E13, E14: what the table shows, and what can be known by who remembers."""

from collections.abc import Callable
from dataclasses import fields as dataclass_fields
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.scale import each, scaled
from toctoc.core import fields
from toctoc.core.game import Event
from toctoc.core.match import Match
from toctoc.core.registry import find
from toctoc.games.escalier import rules
from toctoc.games.escalier.knowledge import Knowledge
from toctoc.games.escalier.view import TableView

from .table import arranged, disc, shown, tell, viewers

ON_WHITE = "red - blue yellow green"

SITUATIONS: dict[str, Callable[[], Match]] = {
    "card": lambda: arranged(disc=ON_WHITE),
    "search": lambda: tell(arranged(disc=ON_WHITE), "flip green-child", "0 turn blue"),
    "move": lambda: tell(arranged(disc=ON_WHITE), "flip move"),
    "swap": lambda: tell(arranged(disc=ON_WHITE), "flip swap"),
    "riddle": lambda: tell(arranged(disc=ON_WHITE), "flip riddle"),
    "ask": lambda: tell(arranged(disc=ON_WHITE, risk=True), "flip riddle"),
    "answer": lambda: tell(arranged(disc=ON_WHITE, risk=True), "flip riddle", "0 ask 1 about blue"),
    "name-last": lambda: tell(arranged(disc=ON_WHITE, pile="move"), "flip move", "0 move red"),
    "over": lambda: tell(arranged(disc=ON_WHITE, pile="red-child"), "flip red-child", "0 turn red"),
}


@each("situation", SITUATIONS)
def test_E13_E14_all_seats_and_spectators_see_the_same(situation: str) -> None:
    match = SITUATIONS[situation]()
    assert {match.view(viewer) for viewer in viewers(match)} == {match.view(None)}


@each("situation", SITUATIONS)
def test_E14_the_children_under_the_ghosts_change_no_view_and_no_choice(situation: str) -> None:
    match = SITUATIONS[situation]()
    view = shown(match)
    legal = [match.legal(seat) for seat in range(3)]
    before = fields.numbers(match.state)
    s = match.state
    ghosts = [place for place in range(rules.PLACES) if place != s.free]
    children = [s.disc[place] for place in ghosts]
    for place, child in zip(ghosts, [*children[1:], children[0]], strict=True):
        s.disc[place] = child
    assert fields.numbers(s) != before
    assert shown(match) == view
    assert [match.legal(seat) for seat in range(3)] == legal


def test_E14_the_cards_to_come_change_no_view() -> None:
    match = arranged(pile="swap move")
    before = shown(match)
    match.state.stock = [2, 0, 0, 0, 0, 0, 0]
    assert shown(match) == before


def test_E14_a_view_has_no_place_for_a_child_nor_for_a_history() -> None:
    assert [field.name for field in dataclass_fields(TableView)] == [
        "to_act", "active", "scores", "winners",
        "phase", "ghosts", "free", "pile", "discard", "last", "sought", "tried", "question",
    ]  # fmt: skip


def test_E14_the_table_shows_no_history_of_moves_and_swaps() -> None:
    """Different ways to the same table, the same view."""
    one = tell(arranged(2), "flip swap", "0 swap red blue", "flip swap", "1 swap green yellow")
    two = tell(arranged(2), "flip swap", "0 swap green blue", "flip swap", "1 swap red green")
    assert disc(one) != disc(two)
    assert shown(one) == shown(two)


@each(
    "situation, phase, to_act",
    [
        ("card", "chance", ()),
        ("search", "search", (1,)),
        ("move", "move", (0,)),
        ("swap", "swap", (0,)),
        ("riddle", "riddle", (0,)),
        ("ask", "ask", (0,)),
        ("answer", "answer", (1,)),
        ("name-last", "name-last", (0,)),
        ("over", "over", ()),
    ],
)
def test_the_view_has_the_phase_and_the_seats_to_act(situation: str, phase: str, to_act: tuple[int, ...]) -> None:
    view = shown(SITUATIONS[situation]())
    assert (view.phase, view.to_act) == (phase, to_act)


def remembered(match: Match, viewer: int | None) -> Knowledge:
    knowledge = Knowledge(match.players, match.options, viewer)
    match.listen(viewer, knowledge.observe)
    return knowledge


def test_E14_perfect_memory_knows_which_child_is_under_which_ghost() -> None:
    match = Match("escalier", 3)
    knowledge = remembered(match, None)
    assert knowledge.aid() == {"red": "red", "green": "green", "blue": "blue", "yellow": "yellow"}
    tell(match, "flip move", "0 move blue", "flip swap", "1 swap white red", "flip swap", "2 swap red yellow")
    assert knowledge.aid() == {"red": "yellow", "green": "green", "yellow": "blue", "white": "red"}


def test_E14_the_memory_aid_is_a_table_option() -> None:
    assert Match("escalier", 2).options["memory_aid"] is False
    assert Match("escalier", 2, {"memory_aid": True}).options["memory_aid"] is True


def test_E10_the_risk_variant_is_a_table_option() -> None:
    assert Match("escalier", 2).options["risk"] is False
    assert {option.name: option.clause for option in find("escalier").options} == {
        "start": "E3", "creator": "E3", "risk": "E10", "memory_aid": "E14",
    }  # fmt: skip


@settings(max_examples=scaled(8, most=25))
@given(
    players=st.integers(2, 4),
    start=st.sampled_from(["creator", "random"]),
    creator=st.integers(0, 1),
    risk=st.booleans(),
    seed=st.integers(0, 2**32),
)
def test_E14_the_events_are_enough_to_know_the_table(
    players: int, start: str, creator: int, risk: bool, seed: int
) -> None:
    """At every step of any game, for every viewer: the view, and the world drawn, are the true ones."""
    match = Match("escalier", players, {"start": start, "creator": creator, "risk": risk})
    minds = [remembered(match, viewer) for viewer in viewers(match)]
    rng = Random(seed)
    while not match.over:
        any_step(match, rng)
        for mind in minds:
            assert mind.view() == match.view(mind.seat)
            assert fields.same(mind.determinize(rng), match.state)


def any_step(match: Match, rng: Random) -> None:
    if match.asked is not None:
        match.play(match.asked, rng.choice(match.legal(match.asked)))
    else:
        code = rules.chance_pick(match.state, rng.randrange(rules.chance_total(match.state)))
        match.take_chance(match.game.outcome(match.state, code))


def test_a_world_drawn_from_knowledge_may_be_played_on_without_harm() -> None:
    match = Match("escalier", 2)
    knowledge = remembered(match, 0)
    tell(match, "flip move")
    world = knowledge.determinize(Random(1))
    rules.act(world, 0, rules.SHIFT)
    assert disc(match) == "red green blue yellow -"
    assert knowledge.aid() == {"red": "red", "green": "green", "blue": "blue", "yellow": "yellow"}


def test_knowledge_ignores_events_that_follow_from_others() -> None:
    knowledge = Knowledge(2, Match("escalier", 2).options, 1)
    before = fields.numbers(knowledge.world)
    knowledge.observe(Event())
    assert fields.numbers(knowledge.world) == before
