"""Test the estimated type of each opponent: a belief that learns from decisions, and fades."""

from dataclasses import dataclass, field
from itertools import pairwise
from math import log
from random import Random
from typing import Any

import pytest

from tests.bots.tables import opened, plain_bot, seat_info, turns
from tests.conftest import Report
from tests.scale import each
from toctoc import GAMES
from toctoc.bots import LEVELS, LevelBot, level, make
from toctoc.bots.memory import Decided
from toctoc.bots.opponents import FADING, Opponents
from toctoc.bots.player import usual_rivals

STYLES = [style.name for style in usual_rivals("toctoctoc")]


@dataclass
class Judge:
    """An engine that finds what it is told to find."""

    chances: dict[int, float]  # by style, told by its temperature
    asked: list[Any] = field(default_factory=list)

    def likelihoods(self, worlds: Any, traits: Any, seats: Any, actions: Any) -> list[float]:
        self.asked += zip(seats, actions, strict=True)
        return [self.chances[STYLE_BY_TEMPERATURE[row[0][0]]] for row in traits]


STYLE_BY_TEMPERATURE = {style.traits["toctoctoc"][0]: n for n, style in enumerate(usual_rivals("toctoctoc"))}


def believing(*chances: float) -> tuple[Opponents, Judge]:
    judge = Judge(dict(enumerate(chances)))
    match = opened("toctoctoc", 3, 1)
    return Opponents(seat_info(match, 0), judge, usual_rivals("toctoctoc")), judge  # type: ignore[arg-type]  # as much as it needs


def test_opponents_without_a_search_are_modelled() -> None:
    assert tuple(STYLES) == LEVELS[:-1]


def test_the_first_belief_is_uniform() -> None:
    opponents, _ = believing(1, 1, 1, 1)
    for seat in range(5):
        assert opponents.shares(seat) == [0.25] * 4


def test_a_decision_updates_the_belief_by_its_likelihood() -> None:
    opponents, judge = believing(0.1, 0.2, 0.3, 0.4)
    opponents.learn([Decided("world", ["mind"] * 4, 2, 7)])
    assert judge.asked == [(2, 7)] * 4  # once for each style
    assert opponents.shares(2) == pytest.approx([0.1, 0.2, 0.3, 0.4])
    assert opponents.shares(1) == [0.25] * 4


def test_shares_add_up_to_one_however_sure_it_is() -> None:
    opponents, _ = believing(1e-9, 0.5, 0.9, 1.0)
    for _ in range(500):
        opponents.learn([Decided("world", ["mind"] * 4, 1, 0)])
        assert sum(opponents.shares(1)) == pytest.approx(1.0)
        assert all(share >= 0.0 for share in opponents.shares(1))


def test_old_decisions_fade() -> None:
    """After one decision, and then many that fit all styles alike, nothing of it is left."""
    opponents, judge = believing(0.1, 0.2, 0.3, 0.4)
    opponents.learn([Decided("world", ["mind"] * 4, 1, 0)])
    assert opponents.belief[1][0] == pytest.approx(log(0.1))
    judge.chances = dict.fromkeys(range(4), 1.0)
    opponents.learn([Decided("world", ["mind"] * 4, 1, 0)])
    assert opponents.belief[1][0] == pytest.approx(FADING * log(0.1))
    gaps = []
    for _ in range(300):
        opponents.learn([Decided("world", ["mind"] * 4, 1, 0)])
        gaps.append(max(opponents.shares(1)) - min(opponents.shares(1)))
    assert all(later < earlier for earlier, later in pairwise(gaps))
    assert opponents.shares(1) == pytest.approx([0.25] * 4, abs=1e-3)


def test_styles_are_drawn_as_often_as_they_seem_likely() -> None:
    opponents, _ = believing(0.1, 0.2, 0.3, 0.4)
    opponents.learn([Decided("world", ["mind"] * 4, 1, 0)])
    rng = Random(1)
    drawn = [opponents.draw(rng)[1] for _ in range(5000)]
    assert [drawn.count(n) / 5000 for n in range(4)] == pytest.approx([0.1, 0.2, 0.3, 0.4], abs=0.02)


def test_a_certain_belief_does_not_change() -> None:
    match = opened("toctoctoc", 3, 1)
    judge = Judge({})
    opponents = Opponents(seat_info(match, 0), judge, [level("voyante")])  # type: ignore[arg-type]  # as much as it needs
    opponents.learn([Decided("world", ["mind"] * 4, 1, 0)])
    assert judge.asked == []
    assert opponents.shares(1) == [1.0]


# --- at real tables ----------------------------------------------------------------------------------------------


def watched(game: str, names: list[str], games: int) -> Opponents:
    """What somebody at seat 0 thinks of the others after some games."""
    found = None
    for seed in range(games):
        match = opened(game, len(names), seed)
        bots = [make(name, seat_info(match, seat, seed)) for seat, name in enumerate(names)]
        observer = plain_bot(match, 0, seed)
        assert observer.search is not None
        if found is not None:
            observer.search.opponents = found
        found = observer.search.opponents
        match.follow(0, observer.observe)
        for _ in turns(match, bots):
            pass
    assert found is not None
    return found


@each("game", GAMES)
def test_the_belief_moves_towards_the_true_opponent(game: str, report: Report) -> None:
    opponents = watched(game, ["chasseur", "petit-fantome", "voyante"], games=3)
    little, voyante = opponents.shares(1), opponents.shares(2)
    for name, shares in (("petit-fantome", little), ("voyante", voyante)):
        report(f"{name} taken for what it is in {game}, in 1000", round(1000 * shares[STYLES.index(name)]))
    assert little[0] > 0.4 > 0.25 > voyante[0]
    assert voyante[3] + voyante[2] > 0.5 > 0.25 > little[3] + little[2]  # these two play alike


@each("game", GAMES)
def test_only_others_are_judged(game: str) -> None:
    opponents = watched(game, ["chasseur"] * 3, games=1)
    assert opponents.belief[0] == [0.0] * 4
    assert all(opponents.belief[seat] != [0.0] * 4 for seat in (1, 2))


@each("game", GAMES)
def test_only_real_choices_update_the_belief(game: str) -> None:
    """A decision comes with a world in which that seat was to act, and could have acted so."""
    match = opened(game, 3, 5)
    observer = plain_bot(match, 0)
    checked = Checked(observer, match.game.rules)
    match.follow(0, checked.observe)
    for _ in turns(match, [make("voyante", seat_info(match, seat)) for seat in range(3)]):
        pass
    assert checked.count > 20


class Checked:
    """A bot that looks at every decision before it judges it."""

    def __init__(self, bot: LevelBot, rules: Any) -> None:
        self.bot, self.rules, self.count = bot, rules, 0

    def observe(self, event: Any) -> None:
        rng = Random()
        rng.setstate(self.bot.ear.getstate())
        for world, _, seat, action in self.bot.memory.decided(event, rng):
            assert seat != self.bot.seat_info.seat
            legal = [self.rules.legal_nth(world, seat, n) for n in range(self.rules.legal_count(world, seat))]
            assert action in legal
            self.count += 1
        self.bot.observe(event)
