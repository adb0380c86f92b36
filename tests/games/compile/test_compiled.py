"""Modules that work with the rules, compiled beside them: the copies have the compiled rules and each other."""

from importlib import import_module
from types import FunctionType
from typing import Any

import pytest

from toctoc.games.compile import compiled
from toctoc.games.registry import GAMES

pytestmark = pytest.mark.compiled


def put(scratch: Any, states: Any, n: int) -> None:
    scratch[0] = states[n]


@pytest.mark.parametrize("game", GAMES)
def test_companions_have_the_compiled_rules_and_each_other(game: str) -> None:
    names = [f"toctoc.bots.{game}.mind", f"toctoc.bots.{game}.policy", "toctoc.bots.thinking"]
    plain = [import_module(name) for name in names]
    mind, policy, thinking = compiled.companions(GAMES[game].rules, plain, put)
    twin = compiled.twin(GAMES[game].rules)
    for name, rule in vars(plain[1]).items():  # what its policy asks of the rules
        if isinstance(rule, FunctionType) and rule.__module__.startswith(GAMES[game].rules.__name__):
            assert getattr(policy, name).py_func.__module__.startswith(twin.rules.__name__)
    assert thinking.rules is twin.rules
    assert thinking.roll is twin.playout.roll
    assert (thinking.mind, thinking.policy) == (mind, policy)
