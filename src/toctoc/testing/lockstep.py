"""Test that plain and compiled rules are the same; the compiled ones run with bounds checks.

A generator drives both: if they ever differed in a state, an action or an outcome, they would drift apart.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from toctoc.core import fields
from toctoc.core.compile import compiled
from toctoc.core.compile.playout import seed_rng
from toctoc.core.compile.runtime import load
from toctoc.core.game import Game

from . import biased
from .base import Suite
from .conformance import Variant
from .players import walk


class CompiledSuite(Suite):
    """Test the compiled rules of every variant; skipped without Numba."""

    def test_many_games_end_alike(self, variant: Variant, record_property: Callable[[str, object], None]) -> None:
        numpy = pytest.importorskip("numpy")
        pytest.importorskip("numba")
        fast = compiled.compile_rules(variant.game.rules, bounds_checked=True)
        plain_game, fast_game = biased_games(variant.game)
        s, states = fields.blank(variant.game.rules.State), fast.blank()
        decisions = 0
        for favour in self.counts.favours:
            for game in range(self.counts.lockstep):
                rng, fast_rng = [0], numpy.zeros(1, numpy.int64)
                seed_rng(rng, favour, game)
                seed_rng(fast_rng, favour, game)
                played = plain_game(s, variant.settings, rng, favour)
                assert fast_game(states[0], variant.settings, fast_rng, favour) == played
                assert rng[0] == fast_rng[0]
                assert fields.pack(s) == states.tobytes()
                decisions += played
        games = len(self.counts.favours) * self.counts.lockstep
        record_property(f"figure: plain and compiled alike, {variant.name}: games", games)
        record_property(f"figure: plain and compiled alike, {variant.name}: decisions", decisions)

    def test_every_state_and_every_legal_action_is_the_same(self, variant: Variant) -> None:
        """Step by step, by random players."""
        numpy = pytest.importorskip("numpy")
        pytest.importorskip("numba")
        fast = compiled.compile_rules(variant.game.rules, bounds_checked=True)
        follow = follower(variant.game)
        for seed in range(min(3, self.counts.walks)):
            s = fields.blank(variant.game.rules.State)
            steps, packed, probes = [], [], []
            for step in walk(variant, Random(f"{variant} {seed}"), s):
                steps.append(step)
                packed.append(fields.pack(s))
                probes.append(probe(variant.game.rules, s))
            states = fast.blank(len(steps) + 1)
            found = numpy.zeros((len(steps), len(probes[0])), numpy.int64)
            follow(states, variant.settings, numpy.array(steps), found)
            assert states[:-1].tobytes() == b"".join(packed)
            assert states[-1:].tobytes() == fields.pack(s)
            assert found.tolist() == probes


@cache
def biased_games(game: Game) -> tuple[Any, Any]:
    """Return the plain and the compiled driver of a game."""
    import numba

    plain: Any = load(Path(biased.__file__), f"biased_{game.name}", rules=game.rules)
    rules = compiled.compile_rules(game.rules, bounds_checked=True).rules
    fast: Any = load(Path(biased.__file__), f"biased_{game.name}_compiled", rules=rules)
    return plain.biased_game, numba.njit(boundscheck=True)(fast.biased_game)


def probe(rules: Any, s: Any) -> list[int]:
    """Return the answers of the rules about a state: actors, chance, scores, a checksum of the legal actions."""
    answers = [rules.actors(s), rules.asked(s), rules.chance_total(s), int(rules.over(s)), 0, 0]
    for p in range(s.players):
        answers[4] += rules.score(s, p) * (p + 1) + (100 << p if rules.won(s, p) else 0)
        for n in range(rules.legal_count(s, p)):
            answers[5] = (answers[5] * 31 + rules.legal_nth(s, p, n)) % 1_000_003
    return answers


@cache
def follower(game: Game) -> Any:
    """Return a compiled function that plays given steps, keeps every state, and probes it."""
    import numba

    rules = compiled.compile_rules(game.rules, bounds_checked=True).rules

    @numba.njit(boundscheck=True)
    def follow(states: Any, settings: Any, steps: Any, found: Any) -> None:
        rules.setup(states[0], *settings)
        for n in range(len(steps)):
            s = states[n]
            found[n, 0] = rules.actors(s)
            found[n, 1] = rules.asked(s)
            found[n, 2] = rules.chance_total(s)
            found[n, 3] = rules.over(s)
            for p in range(s.players):
                found[n, 4] += rules.score(s, p) * (p + 1) + (100 << p if rules.won(s, p) else 0)
                for i in range(rules.legal_count(s, p)):
                    found[n, 5] = (found[n, 5] * 31 + rules.legal_nth(s, p, i)) % 1_000_003
            states[n + 1] = s
            after = states[n + 1]
            if steps[n, 0] < 0:
                rules.take_chance(after, steps[n, 1])
            else:
                rules.act(after, steps[n, 0], steps[n, 1])

    return follow
