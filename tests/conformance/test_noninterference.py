"""Hidden information is sacred: what a viewer may not know changes no byte of what the viewer gets."""

from random import Random
from typing import Any

import pytest

from tests.conformance.noninterference import exchanged, lawfully_shown
from tests.conformance.players import HABITS, walk
from tests.conformance.variants import VARIANTS, Variant
from tests.conftest import Report
from toctoc.games import fields
from toctoc.games.chocottes.rules import state as c
from toctoc.games.game import Chance, Event, Move, Step
from toctoc.games.match import Match
from toctoc.games.options import complete

GAMES_EACH = 60


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_a_viewer_cannot_know_changes_nothing_the_viewer_gets(variant: Variant, report: Report) -> None:
    compared = shown = 0
    for seed in range(GAMES_EACH):
        rng = Random(f"{variant} {seed}")
        viewer = rng.choice([None, *range(variant.players)])
        steps, ended_by_showing = play_side_by_side(variant, viewer, rng)
        compared += steps
        shown += ended_by_showing
    report(f"non-interference, {variant.name}: steps compared", compared)
    report(f"non-interference, {variant.name}: pairs of worlds", GAMES_EACH)
    assert compared > 3 * GAMES_EACH
    assert shown > 0


def play_side_by_side(variant: Variant, viewer: int | None, rng: Random) -> tuple[int, bool]:
    """Branch off somewhere in a game; the number of steps that stayed equal, and whether a card was shown."""
    game = variant.game
    rules = game.rules
    a = fields.blank(rules.State)
    known = game.knowledge(variant.players, complete(game.options, variant.chosen), viewer)
    leave_at = rng.randrange(30, 120)
    worlds = None
    for n, (seat, code) in enumerate(walk(variant, rng, a)):
        if n >= leave_at:
            worlds = exchanged(game, a, known, viewer, rng)
            if worlds is not None:
                break
        before = fields.clone(a)
        step: Step = Chance(game.outcome(a, code)) if seat < 0 else Move(seat, game.action(a, code))
        after = fields.clone(a)
        (rules.take_chance(after, code) if seat < 0 else rules.act(after, seat, code))
        for event in game.narrate(before, step, after, viewer):
            known.hear(event)
    if worlds is None:
        return 0, False
    return compare(variant, worlds, viewer, rng)


def compare(variant: Variant, worlds: Any, viewer: int | None, rng: Random) -> tuple[int, bool]:
    rules = variant.game.rules
    habit = rng.choice(
        [habit for habit in HABITS[variant.name] if habit.__name__ in ("uniform", "patient", "wild")]
    )
    left, right = worlds.bytes_shown(viewer, None, None)
    assert left == right
    steps = 0
    while not rules.over(worlds.a):
        before = fields.clone(worlds.a), fields.clone(worlds.b)
        if rules.chance_total(worlds.a):
            assert rules.chance_total(worlds.a) == rules.chance_total(worlds.b)
            outcome = rules.chance_pick(worlds.a, rng.randrange(rules.chance_total(worlds.a)))
            step, twin = worlds.chance(outcome, rng)
            rules.take_chance(worlds.a, outcome)
            rules.take_chance(worlds.b, twin)
        else:
            seat = rng.choice([p for p in range(variant.players) if rules.actors(worlds.a) >> p & 1])
            code = habit(rules, worlds.a, seat, rng)
            step, twin = worlds.move(seat, code, rng)
            assert variant.game.accepts(worlds.b, seat, twin)
            rules.act(worlds.a, seat, code)
            rules.act(worlds.b, seat, twin)
        left, right = worlds.bytes_shown(viewer, step, before)
        if lawfully_shown(worlds, step, viewer, before):
            return steps, True
        assert left == right, f"{step} showed {viewer} a card that it must not"
        steps += 1
    return steps, False


def test_a_leak_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test itself: a view that tells how many cards of the value 7 a row has is found out."""
    variant = next(v for v in VARIANTS if v.name == "chocottes" and v.players == 3)
    honest = variant.game.view

    def leaking(s: Any, seat: int | None) -> Any:
        return honest(s, seat), sum(c.value(card) == 7 for row in s.row for card in row)

    monkeypatch.setitem(variant.game.__dict__, "view", leaking)
    with pytest.raises(AssertionError):
        [play_side_by_side(variant, 0, Random(seed)) for seed in range(GAMES_EACH)]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_only_the_seat_that_a_step_concerns_is_shown_more_than_others(variant: Variant) -> None:
    """A match tells the others what it tells spectators."""
    game, rules, viewers = variant.game, variant.game.rules, (None, *range(variant.players))
    told: list[tuple[tuple[Event, ...], int, tuple[Event, ...]]] = []
    match = Match(game, variant.players, variant.chosen)
    match.tell(lambda *step: told.append(step))
    s = fields.blank(rules.State)
    for seat, code in walk(variant, Random(f"{variant} concerned"), s):
        step: Step = Chance(game.outcome(s, code)) if seat < 0 else Move(seat, game.action(s, code))
        after = fields.clone(s)
        (rules.take_chance(after, code) if seat < 0 else rules.act(after, seat, code))
        (match.take_chance(step.outcome) if isinstance(step, Chance) else match.play(step.seat, step.action))
        public, concerned, own = told[-1]
        for viewer in viewers:
            assert game.narrate(s, step, after, viewer) == (own if viewer == concerned else public)
    assert len(told) > 20
