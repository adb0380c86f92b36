"""Whoever watches a `Knowledge` follows every step of the game, in the world that its seat knows."""

from random import Random

import pytest

from toctoc.games.game import Move
from toctoc.games.match import Match
from toctoc.games.registry import OURS


class Watcher:
    def __init__(self) -> None:
        self.told: list[tuple[str, int]] = []

    def before(self, _world: object, seat: int, _code: int) -> None:
        self.told.append(("before", seat))

    def after(self, _world: object, seat: int) -> None:
        self.told.append(("after", seat))


@pytest.mark.parametrize("name", OURS)
def test_a_watcher_is_told_of_every_step_before_and_after_it(name: str) -> None:
    dice = Random(3)
    match = Match(name, OURS[name].players[0])
    known = match.game.knowledge(match.players, match.options, 0)
    known.watcher = watcher = Watcher()  # type: ignore[attr-defined]  # not every Knowledge can be watched
    match.listen(0, known.hear)
    match.draw_from(dice.randrange)
    while (seat := match.asked) is not None:
        match.play(seat, dice.choice(match.legal(seat)))
    chance = match.game.rules.CHANCE
    seats = [step.seat if isinstance(step, Move) else chance for step in match.steps]
    assert watcher.told == [(when, seat) for seat in seats for when in ("before", "after")]
