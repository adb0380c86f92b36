"""A watcher sees every step in the world that a seat's knowledge keeps, and its cards where they are shown."""

import copy
from random import Random
from typing import Any

from tests.scale import each
from toctoc import Match
from toctoc.core.game import Move
from toctoc.core.registry import BUILT_IN


class Notes:
    """Note every step, with the phases before and after."""

    def __init__(self) -> None:
        self.steps: list[tuple[int, int]] = []
        self.phases: list[int] = []

    def before(self, world: Any, seat: int, code: int) -> None:
        self.steps.append((seat, code))
        self.phases.append(world.phase)

    def after(self, world: Any, seat: int) -> None:
        assert seat == self.steps[-1][0]
        self.phases.append(world.phase)


@each("name", BUILT_IN)
def test_a_watcher_sees_every_step(name: str) -> None:
    game, players, dice = BUILT_IN[name], 3, Random(4)
    match, truth = Match(game, players), Notes()
    known: Any = game.knowledge(players, match.options, 0)
    known.watcher = notes = Notes()
    match.listen(0, known.observe)
    match.draw_from(dice.randrange)
    while match.asked is not None:
        match.play(match.asked, dice.choice(match.legal(match.asked)))
    again = Match(game, players, match.options)
    for step in match.steps:
        seat = step.seat if isinstance(step, Move) else game.rules.CHANCE
        truth.before(again.state, seat, 0)
        again.repeat(step)
        truth.after(again.state, seat)
    assert [seat for seat, _ in notes.steps] == [seat for seat, _ in truth.steps]
    assert notes.phases == truth.phases


@each("name", BUILT_IN)
def test_the_knowledge_of_a_seat_can_be_copied(name: str) -> None:
    known = BUILT_IN[name].knowledge(3, Match(name, 3).options, 0)
    assert copy.deepcopy(known).view() == known.view()
