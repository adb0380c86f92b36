"""Play games by the random players of a `Conformance`.

They play by numbers, on the state itself: some peek at cards, to be sure of moves that an honest player would need
luck for.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from toctoc.core import fields

from .conformance import Variant, uniform
from .steps import Coded, make

__all__ = ["make", "uniform", "walk", "walks", "ways"]


def walk(variant: Variant, rng: Random, s: Any) -> Iterator[Coded]:
    """Play a game on the state `s`; each step is yielded before it is made."""
    rules, known = variant.game.rules, variant.conformance
    policy = rng.choice([*known.policies, *known.peeking])
    rules.setup(s, *variant.settings)
    while not rules.over(s):
        if rules.chance_total(s):
            outcome = rules.chance_pick(s, rng.randrange(rules.chance_total(s)))
            yield -1, outcome
            rules.take_chance(s, outcome)
        else:
            mask = rules.actors(s)
            seat = rng.choice([p for p in range(s.players) if mask >> p & 1])
            code = known.aside(rules, s, rng) or (seat, policy(rules, s, seat, rng))
            yield code
            rules.act(s, *code)


def walks(variant: Variant, games: int) -> Iterator[tuple[Random, Any, Coded | None]]:
    """Play `games` games; yield the generator, the state and the step that comes next, None at the end."""
    for seed in range(games):
        s = fields.blank(variant.game.rules.State)
        rng = Random(f"{variant} {seed}")
        for step in walk(variant, rng, s):
            yield rng, s, step
        yield rng, s, None


def ways(rules: Any, s: Any) -> int:
    """Count the different games that can follow on `s`, the seats being asked one after the other."""
    seat = rules.asked(s)
    if seat == rules.NONE:
        return 1
    if seat == rules.CHANCE:
        steps = [(-1, outcome) for outcome in range(rules.OUTCOMES) if rules.chance_weight(s, outcome)]
    else:
        steps = [(seat, rules.legal_nth(s, seat, n)) for n in range(rules.legal_count(s, seat))]
    total = 0
    for step in steps:
        make(rules, after := fields.clone(s), step)
        total += ways(rules, after)
    return total
