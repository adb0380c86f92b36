"""No hidden card and no later step changes a byte of a seat's analysis up to then."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest

from tests.analysis.games import played
from tests.scale import each, scaled, spread
from toctoc.analysis import analyse
from toctoc.core.errors import Refused
from toctoc.core.game import Chance, Event, Step
from toctoc.core.match import Match
from toctoc.record import Record

pytestmark = pytest.mark.compiled
FAR = 60  # steps for which two games have to look the same
OTHER_DEALS = scaled(1, 3)


def shown(done: Record, steps: Sequence[Step], seat: int) -> list[list[Event]]:
    """Return the events of each step for `seat`, as far as the rules accept the steps."""
    match = Match(done.game, len(done.seats), done.options, narrate=True)
    found = []
    for step in steps:
        try:
            found.append([event for part in match.repeat(step) for event in part.to(seat)])
        except Refused:
            break
    return found


def other_deals(done: Record, seat: int) -> list[tuple[Step, ...]]:
    """Return the same steps up to some step, with two cards exchanged that `seat` does not see before it."""
    chances = [
        n for n, step in enumerate(done.steps) if isinstance(step, Chance) and hasattr(step.outcome, "card")
    ]
    pairs = list(combinations(chances[:40], 2))
    Random(1).shuffle(pairs)
    own, found = shown(done, done.steps, seat), []
    for first, second in pairs:
        one, other = _outcome(done, first), _outcome(done, second)
        if one.card == other.card:
            continue
        steps = list(done.steps)
        steps[first] = Chance(replace(one, card=other.card))
        steps[second] = Chance(replace(other, card=one.card))
        theirs = shown(done, steps, seat)
        same = next(
            (n for n, both in enumerate(zip(own, theirs, strict=False)) if both[0] != both[1]), len(theirs)
        )
        if same >= FAR and first < same:
            found.append(tuple(steps[:same]))
        if len(found) == OTHER_DEALS:
            break
    return found


def _outcome(done: Record, number: int) -> Any:
    step = done.steps[number]
    assert isinstance(step, Chance)
    return step.outcome


@pytest.mark.usefixtures("little")
@each("game", spread(["toctoctoc", "chocottes"], 1))
def test_hidden_cards_change_no_byte_of_an_analysis(game: str) -> None:
    seat = 1
    done = played(game, seed=4)
    others = other_deals(done, seat)
    assert others
    differ = 0
    for steps in others:
        assert steps != done.steps[: len(steps)]
        true, other = replace(done, steps=done.steps[: len(steps)]), replace(done, steps=steps)
        assert msgspec.json.encode(analyse(true, seat)) == msgspec.json.encode(analyse(other, seat))
        differ += analyse(true, seat, all_open=True) != analyse(other, seat, all_open=True)
    assert differ  # with everything open they do count


@pytest.mark.usefixtures("little")
@each("game", spread(["escalier", "toctoctoc", "chocottes"], 1))
def test_later_steps_change_no_earlier_part_of_an_analysis(game: str) -> None:
    done = played(game, seed=6)
    whole = analyse(done, 0)
    half = analyse(replace(done, steps=done.steps[: len(done.steps) // 2]), 0)
    assert len(half.points) > 5
    assert whole.points[: len(half.points)] == half.points
    assert whole.lapses[: len(half.lapses)] == half.lapses
    later = {each.step: each for each in whole.costly}
    for decision in half.costly:
        assert later.get(decision.step, decision) == decision
