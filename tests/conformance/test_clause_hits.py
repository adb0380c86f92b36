"""Random players reach every clause: nothing in these suites is vacuous."""

from collections import Counter
from random import Random

import pytest

from tests.conformance.clauses import SIGNS
from tests.conformance.players import walk
from tests.conformance.variants import VARIANTS
from tests.conftest import Report
from toctoc.games import fields

GAMES_EACH = 15


@pytest.mark.parametrize("name", SIGNS)
def test_every_clause_is_hit(name: str, report: Report) -> None:
    hits = Counter(dict.fromkeys(SIGNS[name], 0))
    for variant in (variant for variant in VARIANTS if variant.name == name):
        for seed in range(GAMES_EACH):
            s = fields.blank(variant.game.rules.State)
            before, made = None, (0, 0)
            for step in walk(variant, Random(f"hits {variant} {seed}"), s):
                count(hits, name, before, made, s)
                before, made = fields.clone(s), step
            count(hits, name, before, made, s)
    for clause, number in hits.items():
        report(f"clause {clause}: hits", number)
    assert [clause for clause, number in hits.items() if number == 0] == []


def count(hits: Counter[str], name: str, before: object, made: tuple[int, int], after: object) -> None:
    if before is not None:
        for clause, sign in SIGNS[name].items():
            hits[clause] += bool(sign(before, *made, after))
