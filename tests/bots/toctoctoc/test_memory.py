"""Toc Toc Toc!: what is left of the cards seen drawn (T5, T23)."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random

from tests.bots.tables import at_random, seat_info
from tests.conftest import Report
from toctoc import Match
from toctoc.bots import LEVELS, level
from toctoc.core.game import Event
from toctoc.games.toctoctoc import events
from toctoc.games.toctoctoc.bots.memory import Memory
from toctoc.games.toctoctoc.bots.mind import SECONDS


def remembered(name: str, players: int, seed: int, seat: int = 0) -> Iterator[tuple[Match, Memory]]:
    """A random game, shown before every decision, with what a bot at that seat has kept of it."""
    memory = None
    for match, _ in at_random("toctoctoc", players, seed):
        if memory is None:
            memory = Memory(seat_info(match, seat), level(name), [level(name)])
            match.follow(seat, ear(memory))
        yield match, memory


def ear(memory: Memory) -> Callable[[Event], None]:
    return lambda event: memory.observe(event, Random(1))


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
    assert shares[-1] == [1.0, 1.0]  # of comte


def test_a_card_played_is_not_in_hand_any_more() -> None:
    """What may come to mind is what was drawn and not played: that is what the memory aid marks."""
    for _, memory in remembered("comte", 3, 5):
        seen = memory.believed(Random(1))[1].seen
        assert [seen[p] for p in (1, 2)] == [memory.knowledge.seen[p] for p in (1, 2)]


def test_an_own_card_is_never_forgotten() -> None:
    for match, memory in remembered("petit-fantome", 3, 5):
        own = memory.believed(Random(len(match.steps)))[1].seen[0]
        assert own == [sum(item[:2] == (0, kind) for item in memory.drawn) for kind in range(len(own))]


def test_game_time_passes_with_decisions_never_with_the_clock_on_the_wall() -> None:
    *_, (match, memory) = remembered("voyante", 3, 1)
    offers = [event for event in match.history(0) if isinstance(event, events.Offered | events.YouOffered)]
    assert memory.clock == 2 * SECONDS * len(offers) == 2 * SECONDS * 46  # T7, T8: 46 turns
