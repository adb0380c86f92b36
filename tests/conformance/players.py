"""Random players with habits, because uniformly random play hardly reaches some clauses.

They play by numbers, on the state itself: they may peek at cards, to be sure of throws and knocks that an honest
player would need luck for.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.conformance.variants import Variant
from toctoc.games import fields
from toctoc.games.chocottes.rules import state as r
from toctoc.games.chocottes.rules.ending import count_points
from toctoc.games.escalier import rules as e

Habit = Callable[[Any, Any, int, Random], int]  # rules, state, seat, generator -> number of the action


def uniform(rules: Any, s: Any, seat: int, rng: Random) -> int:
    return int(rules.legal_nth(s, seat, rng.randrange(rules.legal_count(s, seat))))


def patient(rules: Any, s: Any, seat: int, rng: Random) -> int:
    """Chocottes: draws, hardly ever knocks, mostly passes: rounds last until the pile is empty (C22)."""
    if s.phase == r.TURN and rng.random() < 0.99:
        return r.DRAW
    if s.phase == r.WINDOW and rng.random() < 0.9:
        return r.PASS
    return uniform(rules, s, seat, rng)


def wild(rules: Any, s: Any, seat: int, rng: Random) -> int:
    """Chocottes: draws, and throws blindly until the pile is gone (C11)."""
    if s.phase == r.TURN:
        return r.DRAW
    if s.phase == r.WINDOW and rng.random() < 0.3:
        return r.PASS
    return uniform(rules, s, seat, rng)


def sharp(rules: Any, s: Any, seat: int, rng: Random) -> int:
    """Chocottes: throws what matches (C21), applies effects, and knocks to exactly 50 when it can (C25)."""
    if s.phase == r.TURN:
        count_points(rows := fields.clone(s))
        exact = s.total[seat] + rows.points[seat] in (50, *(50 - tile for tile in s.tiles))
        return r.KNOCK if exact or rng.random() < 0.05 else r.DRAW
    if s.phase == r.WINDOW:
        right = [i for i in range(s.row_size[seat]) if r.value(s.row[seat][i]) == s.window]
        return r.SNAP + rng.choice(right) if right else r.PASS
    if s.phase == r.EFFECT and rng.random() < 0.9:
        count = rules.legal_count(s, seat)
        return int(rules.legal_nth(s, seat, rng.randrange(1, count)))
    return uniform(rules, s, seat, rng)


def remembering(rules: Any, s: Any, seat: int, rng: Random) -> int:
    """Escalier: finds children and solves riddles more often than not."""
    if s.phase == e.SEARCHING and rng.random() < 0.7:
        return int(e.TURN + s.disc.index(s.sought))
    if s.phase == e.RIDDLING and rng.random() < 0.5:
        return int(e.NAME + s.disc[e.WHITE])
    return uniform(rules, s, seat, rng)


HABITS: dict[str, tuple[Habit, ...]] = {
    "toctoctoc": (uniform,),
    "chocottes": (uniform, patient, wild, sharp, sharp),
    "escalier": (uniform, remembering),
}

Step = tuple[int, int]  # the seat, or -1 for chance, and the number of the action or outcome


def walk(variant: Variant, rng: Random, s: Any) -> Iterator[Step]:
    """Play a game on the state; each step is yielded before it is made."""
    rules = variant.game.rules
    habit = rng.choice(HABITS[variant.name])
    rules.setup(s, *variant.settings)
    while not rules.over(s):
        if rules.chance_total(s):
            outcome = rules.chance_pick(s, rng.randrange(rules.chance_total(s)))
            yield -1, outcome
            rules.take_chance(s, outcome)
        else:
            mask = rules.actors(s)
            seat = rng.choice([p for p in range(s.players) if mask >> p & 1])
            code = rearranging(variant, s, rng) or (seat, habit(rules, s, seat, rng))
            yield code
            rules.act(s, *code)


def rearranging(variant: Variant, s: Any, rng: Random) -> Step | None:
    """C5: now and then somebody, in turn or not, reorders a row."""
    if variant.name != "chocottes" or rng.random() > 0.02:
        return None
    seat = rng.randrange(s.players)
    source, target = (rng.randrange(s.row_size[seat]) for _ in range(2))
    if not variant.game.rules.may_arrange(s, seat, source, target):
        return None
    return seat, r.ARRANGE + source * r.ROW + target
