"""The plain rules and their compiled twin, side by side; the twin with bounds checks on.

A generator drives both: if they ever differed in a state, an action or an outcome, they would drift apart.
"""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numba
import numpy
import pytest

from tests.conformance import biased
from tests.conformance.players import walk
from tests.conformance.variants import VARIANTS, Variant
from tests.conftest import Report
from toctoc.games import fields
from toctoc.games.compile import compiled
from toctoc.games.compile.playout import seed_rng
from toctoc.games.compile.runtime import load
from toctoc.games.registry import GAMES

pytestmark = pytest.mark.compiled

GAMES_EACH = 1000
FAVOURS = (0, 85)  # in 100: none is uniformly random play
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


@every_variant
def test_thousands_of_games_end_alike(variant: Variant, report: Report) -> None:
    twin = compiled.compile_rules(variant.game.rules, bounds_checked=True)
    plain_game, fast_game = biased_games(variant.name)
    s, states = fields.blank(variant.game.rules.State), twin.blank()
    decisions = 0
    for favour in FAVOURS:
        for game in range(GAMES_EACH):
            rng, fast_rng = [0], numpy.zeros(1, numpy.int64)
            seed_rng(rng, favour, game)
            seed_rng(fast_rng, favour, game)
            played = plain_game(s, variant.settings, rng, favour)
            assert fast_game(states[0], variant.settings, fast_rng, favour) == played
            assert rng[0] == fast_rng[0]
            assert fields.pack(s) == states.tobytes()
            decisions += played
    report(f"plain and compiled alike, {variant.name}: games", len(FAVOURS) * GAMES_EACH)
    report(f"plain and compiled alike, {variant.name}: decisions", decisions)


@cache
def biased_games(name: str) -> tuple[Any, Any]:
    """The plain and the compiled driver of a game."""
    rules = GAMES[name].rules
    plain: Any = load(Path(biased.__file__), f"biased_{name}", rules=rules)
    twin = compiled.compile_rules(rules, bounds_checked=True)
    fast: Any = load(Path(biased.__file__), f"biased_{name}_compiled", rules=twin.rules)
    return plain.biased_game, numba.njit(boundscheck=True)(fast.biased_game)


@every_variant
def test_every_state_and_every_legal_action_is_the_same(variant: Variant) -> None:
    """Step by step, by players with habits and with reordered rows."""
    twin = compiled.compile_rules(variant.game.rules, bounds_checked=True)
    follow = follower(variant.name)
    for seed in range(3):
        s = fields.blank(variant.game.rules.State)
        steps, packed, probes = [], [], []
        for step in walk(variant, Random(f"{variant} {seed}"), s):
            steps.append(step)
            packed.append(fields.pack(s))
            probes.append(probe(variant.game.rules, s))
        states = twin.blank(len(steps) + 1)
        found = numpy.zeros((len(steps), len(probes[0])), numpy.int64)
        follow(states, variant.settings, numpy.array(steps), found)
        assert states[:-1].tobytes() == b"".join(packed)
        assert states[-1:].tobytes() == fields.pack(s)
        assert found.tolist() == probes


def probe(rules: Any, s: Any) -> list[int]:
    """What the rules answer about a state: who may act, what chance, a checksum of all legal actions."""
    answers = [rules.actors(s), rules.asked(s), rules.chance_total(s), int(rules.over(s)), 0, 0]
    for p in range(s.players):
        answers[4] += rules.score(s, p) * (p + 1) + (100 << p if rules.won(s, p) else 0)
        for n in range(rules.legal_count(s, p)):
            answers[5] = (answers[5] * 31 + rules.legal_nth(s, p, n)) % 1_000_003
    return answers


@cache
def follower(name: str) -> Any:
    """Compiled: play given steps, keep every state, and probe it."""
    rules = compiled.compile_rules(GAMES[name].rules, bounds_checked=True).rules

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


def test_the_cache_notices_an_edit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba's own cache does not: the folder is named after what the sources say."""
    first, second = (tmp_path / name for name in ("a.py", "b.py"))
    first.write_text("x = 1")
    second.write_text("x = 2")
    monkeypatch.setenv("TOCTOC_CACHE", str(tmp_path))
    folders = {compiled.cache_folder([file], checked) for file in (first, second) for checked in (False, True)}
    assert len(folders) == 4
    assert all(folder.parent == tmp_path for folder in folders)
