"""Analyses against brute force: a little of what docs/reports/analysis.md measures."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count, islice
from math import hypot
from random import Random
from statistics import fmean

import pytest

from tests.scale import each, scaled, spread
from toctoc.analysis import analyse
from toctoc.analysis.judge import Judge, difference
from toctoc.analysis.tracker import Moment, RecordTracker
from toctoc.bots import LEVELS, SeatInfo, make
from toctoc.core import notation
from toctoc.core.match import Match
from toctoc.core.registry import find
from toctoc.record import Record, Seat, record

pytestmark = pytest.mark.compiled

WORLDS = 60
PEOPLE = LEVELS[:-1]  # at the tables: all levels that play like people
ALL = 100_000  # chapters: brute force plays every game to its very end


@each("game", spread(["escalier", "toctoctoc", "chocottes"], 1))
def test_chances_are_those_of_brute_force(game: str) -> None:
    errors = []
    for moment in islice(moments(game), 4):
        judge, players = moment.judge, moment.match.players
        said, margins = judge.win_probabilities(players, Random(f"said {moment.step}"))
        brute, more = exhaustive(judge, WORLDS).win_probabilities(players, Random(f"brute {moment.step}"))
        assert sum(brute) == pytest.approx(1)
        both = zip(said, brute, margins, more, strict=True)
        errors += [abs(one - other) / hypot(*margin) for one, other, *margin in both]
    assert fmean(errors) < 0.8  # of the margin that both claim


def test_a_costly_decision_is_costly_by_brute_force() -> None:
    found = [cost for done in islice(records("escalier"), scaled(1, 2)) for cost in costs(done, 0)]
    assert found
    assert fmean(found) > 0.01


def exhaustive(judge: Judge, worlds: int) -> Judge:
    """Return a judge with the same knowledge that samples many worlds, and plays each to the end of the game."""
    twin = object.__new__(Judge)
    vars(twin).update(vars(judge))
    twin.chapters, twin.effort = ALL, replace(judge.effort, curve=worlds)
    return twin


def costs(done: Record, seat: int) -> list[float]:
    """Return what the costly decisions of a game cost by brute force."""
    costly = {each.step: each for each in analyse(done, seat).costly}
    found = []
    for moment in tracked(done, seat):
        if each := costly.get(moment.step + 1):
            actions = [notation.read(words, done.game.actions) for words in (each.done, each.better)]
            codes = [done.game.action_code(action) for action in actions]
            values, weights = exhaustive(moment.judge, 1).values(codes, WORLDS, Random(f"brute {moment.step}"))
            found.append(difference([row[1] for row in values], [row[0] for row in values], weights)[0])
    return found


def moments(name: str) -> Iterator[Moment]:
    """Yield a decision of each of endless games, with a judge at any seat."""
    for number, done in enumerate(records(name)):
        rng = Random(f"tested {number}")
        seat = rng.randrange(len(done.seats))
        first = next(n for n, moment in enumerate(tracked(done, seat)) if moment.may_turn)
        chosen = rng.randrange(first, len(done.steps) - 1)
        for moment in tracked(done, seat):
            if moment.step >= chosen and moment.may_turn and not moment.match.over:
                yield moment
                break


def tracked(done: Record, seat: int) -> Iterable[Moment]:
    seat_info = SeatInfo(done.game, len(done.seats), done.options, seat, seed=1)
    return RecordTracker(done, seat, lambda _: Judge(seat_info))


def records(name: str) -> Iterator[Record]:
    """Play endless games of bots that play like people, at all numbers of players in turn."""
    sizes = find(name).players
    for number in count():
        rng = Random(f"{name} tested {number}")
        players = sizes[number % len(sizes)]
        match = Match(name, players, chance=rng.randrange)
        levels = [rng.choice(PEOPLE) for _ in range(players)]
        bots = [make(level, SeatInfo(match.game, players, match.options, p, 1)) for p, level in enumerate(levels)]
        for own, bot in enumerate(bots):
            match.follow(own, bot.observe)
        while (seat := match.asked) is not None:
            match.play(seat, bots[seat].act(match.view(seat), match.legal(seat)))
        yield record(match, tuple(Seat(level, level) for level in levels))
