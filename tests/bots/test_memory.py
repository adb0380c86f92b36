"""Human forgetting: ACT-R's base-level equation, and what is left of the cards seen drawn in Toc Toc Toc!"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import exp, inf
from random import Random

import pytest

from tests.bots.tables import at_random, chair
from tests.conftest import Report
from toctoc import Match
from toctoc.bots import LEVELS, level
from toctoc.bots.memory import PERFECT, Recall
from toctoc.bots.toctoctoc.memory import SECONDS, Memory
from toctoc.games.game import Event
from toctoc.games.toctoctoc import events

ADULT = Recall(threshold=-2.75, noise=0.4, decay=0.5)


@pytest.mark.parametrize(
    ("ages", "chance"),
    [
        ([1], 0.998968),  # B = ln 1 = 0; 1 / (1 + e^(-2.75 / 0.4))
        ([60], 0.852842),  # B = ln 60^-0.5 = -2.047172
        ([240], 0.506050),  # B = -2.740319
        ([60, 60], 0.970400),  # B = ln (2 * 60^-0.5) = -1.354025
        ([60, 10], 0.992253),  # B = ln (60^-0.5 + 10^-0.5) = -0.808946
        ([600], 0.245796),  # B = -3.198465
    ],
)
def test_the_equation_gives_what_was_worked_out_by_hand(ages: list[float], chance: float) -> None:
    assert ADULT.chance(ages) == pytest.approx(chance, abs=2e-6)


def test_what_is_as_active_as_the_threshold_comes_back_every_other_time() -> None:
    for name in LEVELS[:-1]:
        recall = level(name).recall
        assert recall.chance([exp(-2 * recall.threshold)]) == pytest.approx(0.5)


def test_a_younger_memory_loses_things_earlier() -> None:
    """After a minute: .47, .68, .78 and .85 for ages 5, 7, 8 and an adult."""
    chances = [level(name).recall.chance([60]) for name in LEVELS]
    assert chances == pytest.approx([0.4706, 0.6807, 0.7785, 0.8528, 1.0], abs=5e-5)


def test_the_longer_ago_the_less_and_the_oftener_the_more() -> None:
    for recall in (ADULT, Recall(-2.0), Recall(-1.0, 1.0, 0.3)):
        chances = [recall.chance([age]) for age in (1, 2, 5, 10, 60, 300, 3600)]
        assert all(a > b for a, b in pairwise(chances))
        assert recall.chance([60, 60]) > recall.chance([60])
    thresholds = [Recall(threshold).chance([60]) for threshold in (-inf, -5.0, -2.75, -2.0, 0.0, 5.0)]
    assert all(a > b for a, b in pairwise(thresholds))


def test_what_was_seen_just_now_is_a_second_old() -> None:
    assert ADULT.chance([0]) == ADULT.chance([1]) == ADULT.chance([0.3])


def test_a_threshold_of_minus_infinity_forgets_nothing() -> None:
    assert PERFECT.chance([1e12]) == 1.0
    assert all(PERFECT.recalls([1e12], Random(seed)) for seed in range(100))


def test_recall_happens_as_often_as_its_chance() -> None:
    rng = Random(1)
    recalled = sum(ADULT.recalls([60], rng) for _ in range(10_000))
    assert recalled / 10_000 == pytest.approx(0.8528, abs=0.01)


# --- cards seen drawn (T5, T23) ----------------------------------------------------------------------------------


def remembered(name: str, players: int, seed: int, seat: int = 0) -> Iterator[tuple[Match, Memory]]:
    """A random game, shown before every decision, with what a bot at that seat has kept of it."""
    memory = None
    for match, _ in at_random("toctoctoc", players, seed):
        if memory is None:
            memory = Memory(chair(match, seat), level(name), [level(name)])
            match.follow(seat, ear(memory))
        yield match, memory


def ear(memory: Memory) -> Callable[[Event], None]:
    return lambda event: memory.hear(event, Random(1))


def recalled(name: str, seat: int = 0) -> tuple[Counter[bool], Counter[bool]]:
    """How many of the cards that others were seen drawing come to mind, and how many there were, by `old`."""
    found: Counter[bool] = Counter()
    there: Counter[bool] = Counter()
    for seed in range(6):
        rng = Random(seed)
        for _, memory in remembered(name, 4, seed, seat):
            mind = memory.believed(rng)[1]
            for old in (False, True):
                drawn = Counter(
                    (p, kind)
                    for p, kind, time in memory.drawn
                    if p != seat and (memory.clock - time > 10 * SECONDS) is old
                )
                other = {
                    (p, kind) for p, kind, time in memory.drawn if (memory.clock - time > 10 * SECONDS) is not old
                }
                for (p, kind), count in drawn.items():
                    if (p, kind) not in other:  # else nobody can say which of the two came to mind
                        there[old] += count
                        found[old] += mind.seen[p][kind]
    return found, there


def test_T23_the_better_the_level_the_more_comes_back_and_the_old_less_than_the_new(report: Report) -> None:
    shares = []
    for name in LEVELS:
        found, there = recalled(name)
        assert there[False] > 500
        assert there[True] > 500
        shares.append([found[old] / there[old] for old in (False, True)])
        report(f"cards seen drawn that {name} recalls, in 1000: new", round(1000 * shares[-1][0]))
        report(f"cards seen drawn that {name} recalls, in 1000: old", round(1000 * shares[-1][1]))
    for worse, better in pairwise(shares):
        assert worse[0] < better[0]
        assert worse[1] < better[1]
    assert all(new > old + 0.05 for new, old in shares[:-1])
    assert shares[-1] == [1.0, 1.0]  # the count


def test_a_card_played_is_not_in_hand_any_more() -> None:
    """What may come to mind is what was drawn and not played: that is what the memory aid marks."""
    for _, memory in remembered("comte", 3, 5):
        seen = memory.believed(Random(1))[1].seen
        assert [seen[p] for p in (1, 2)] == [memory.knowledge.seen[p] for p in (1, 2)]


def test_what_one_drew_oneself_is_never_forgotten() -> None:
    for match, memory in remembered("petit-fantome", 3, 5):
        own = memory.believed(Random(len(match.steps)))[1].seen[0]
        assert own == [sum(item[:2] == (0, kind) for item in memory.drawn) for kind in range(len(own))]


def test_game_time_passes_with_decisions_never_with_the_clock_on_the_wall() -> None:
    *_, (match, memory) = remembered("medium", 3, 1)
    offers = [event for event in match.history(0) if isinstance(event, events.Offered | events.YouOffered)]
    assert memory.clock == 2 * SECONDS * len(offers) == 2 * SECONDS * 46  # T7, T8: 46 turns
