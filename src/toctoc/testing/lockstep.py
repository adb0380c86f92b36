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
from .players import make, walk


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
        pytest.importorskip("numpy")
        pytest.importorskip("numba")
        rules = variant.game.rules
        fast = compiled.compile_rules(rules, bounds_checked=True)
        for seed in range(min(3, self.counts.walks)):
            s, states = fields.blank(rules.State), fast.blank()
            fast.rules.setup(states[0], *variant.settings)
            for step in walk(variant, Random(f"{variant} {seed}"), s):
                assert fields.pack(s) == states.tobytes()
                assert probe(rules, s, s.players) == probe(fast.rules, states[0], s.players)
                make(fast.rules, states[0], step)
            assert fields.pack(s) == states.tobytes()
            assert probe(rules, s, s.players) == probe(fast.rules, states[0], s.players)


@cache
def biased_games(game: Game) -> tuple[Any, Any]:
    """Return the plain and the compiled driver of a game."""
    import numba

    plain: Any = load(Path(biased.__file__), f"biased_{game.name}", rules=game.rules)
    rules = compiled.compile_rules(game.rules, bounds_checked=True).rules
    fast: Any = load(Path(biased.__file__), f"biased_{game.name}_compiled", rules=rules)
    return plain.biased_game, numba.njit(boundscheck=True)(fast.biased_game)


def probe(rules: Any, s: Any, players: int) -> list[int]:
    """Return the answers of the rules about a state: actors, chance, scores, winners, the legal actions."""
    answers = [rules.actors(s), rules.asked(s), rules.chance_total(s), rules.over(s)]
    for p in range(players):
        answers += [rules.score(s, p), rules.won(s, p)]
        answers += [rules.legal_nth(s, p, n) for n in range(rules.legal_count(s, p))]
    return answers
