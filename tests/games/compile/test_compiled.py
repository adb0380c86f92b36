"""Modules that work with the rules are compiled beside them: the copies have the compiled rules and each other."""

import re
from types import FunctionType
from typing import Any

import pytest

from tests.scale import each
from toctoc import extras
from toctoc.bots import bot_modules
from toctoc.bots import rollouts as plain_rollouts
from toctoc.core.compile import compiled
from toctoc.core.compile.runtime import plain_playout
from toctoc.core.registry import GAMES

pytestmark = pytest.mark.compiled


def copy(scratch: Any, states: Any, n: int) -> None:
    scratch[0] = states[n]


@each("game", GAMES)
def test_compiled_modules_have_the_compiled_rules_and_each_other(game: str) -> None:
    policy = bot_modules.part(GAMES[game], "policy")
    parts = [bot_modules.part(GAMES[game], part) for part in ("mind", *getattr(policy, "PARTS", ()))]
    plain = [*parts, policy, plain_rollouts]
    *parts, policy, rollouts = compiled.compile_modules(GAMES[game].rules, plain, copy)
    mind = parts[0]
    base = compiled.compile_rules(GAMES[game].rules)
    for name, rule in vars(plain[-2]).items():  # what its policy asks of the rules
        if isinstance(rule, FunctionType) and rule.__module__.startswith(GAMES[game].rules.__name__):
            assert getattr(policy, name).py_func.__module__.startswith(base.rules.__name__)
    assert rollouts.rules is base.rules
    assert rollouts.roll is base.rng.roll
    assert (rollouts.mind, rollouts.policy) == (mind, policy)


@each("game", GAMES)
def test_compiled_rules_have_states_whose_numbers_are_0(game: str) -> None:
    assert compiled.available()
    states = compiled.compile_rules(GAMES[game].rules).blank(3)
    assert states.tobytes() == bytes(len(states.tobytes()))
    assert len(states) == 3


def test_a_plain_playout_is_loaded_once() -> None:
    rules = GAMES["escalier"].rules
    assert plain_playout(rules) is plain_playout(rules)
    assert plain_playout(rules).rules is rules


def test_without_numba_the_error_names_the_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "available", lambda: False)
    with pytest.raises(ImportError, match=re.escape(extras.how("fast"))):
        compiled.compile_rules(GAMES["escalier"].rules)


def test_modules_for_a_gpu_have_the_rules_for_it_and_end_in_kernels() -> None:
    """Numba compiles them at their first call, which needs a GPU: tests/lab/test_cuda.py."""
    rules = GAMES["escalier"].rules
    *_, last = compiled.compile_modules(rules, [plain_rollouts], copy, compiled.CUDA)
    assert last.rules is compiled.compile_rules(rules, target=compiled.CUDA).rules
    assert last.rules is not compiled.compile_rules(rules).rules
    assert not compiled.simulated()
    assert {type(thing).__name__ for thing in vars(last).values() if hasattr(thing, "py_func")} == {
        "CUDADispatcher"
    }
