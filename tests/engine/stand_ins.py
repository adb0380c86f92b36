"""Stand in for pytest and Hypothesis inside Pyodide: the suites use few of their names."""

import sys
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

Draw = Callable[[Random], Any]  # as a strategy of Hypothesis
Check = Callable[[Any], Any]
MAX_LENGTH = 40  # of lists and texts
CHARACTERS = "abcdefghijklmnopqrstuvwxyz 0123456789-,;.ÄßéЖ漢😀\x00\n\ud800"


class Skipped(Exception):
    """Raised by a test that does not apply to a game."""


class Raises:
    """As `pytest.raises`."""

    def __init__(self, kind: type[Exception]) -> None:
        self.kind = kind

    def __enter__(self) -> "Raises":
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        self.value = error
        return isinstance(error, self.kind)


def skip(reason: str) -> None:
    raise Skipped(reason)


def fail(reason: str, pytrace: bool = True) -> None:
    raise AssertionError(reason)


class Settings:
    """As `hypothesis.settings`: the number of examples, and of the steps of each."""

    def __init__(self, max_examples: int, stateful_step_count: int, **_: object) -> None:
        self.examples, self.steps = max_examples, stateful_step_count


def integers(least: int, most: int) -> Draw:
    return lambda rng: rng.randint(least, most)


def lists(values: Draw, min_size: int = 0, max_size: int = MAX_LENGTH) -> Draw:
    return lambda rng: [values(rng) for _ in range(rng.randint(min_size, max_size))]


def text(max_size: int = MAX_LENGTH) -> Draw:
    return lambda rng: "".join(rng.choices(CHARACTERS, k=rng.randint(0, max_size)))


class Data:
    """As the value of `st.data()`."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def draw(self, strategy: Draw) -> Any:
        return strategy(self.rng)


def rule(**strategies: Draw) -> Callable[[Check], Check]:
    return _marked(rule=strategies)


def initialize(**strategies: Draw) -> Callable[[Check], Check]:
    return _marked(first=strategies)


def invariant() -> Callable[[Check], Check]:
    return _marked(always={})


def precondition(holds: Check) -> Callable[[Check], Check]:
    return _marked(precondition=holds)


def _marked(**marks: object) -> Callable[[Check], Check]:
    def mark(method: Check) -> Check:
        method.__dict__.update(marks)
        return method

    return mark


def run_state_machine_as_test(machine: type[Any], settings: Settings) -> None:
    """Call the rules of `machine` in a random order, and check its invariants after each."""
    methods = [found for name in dir(machine) if callable(found := getattr(machine, name))]

    def marked(mark: str) -> list[Check]:
        return [method for method in methods if hasattr(method, mark)]

    for example in range(settings.examples):
        rng, run = Random(f"{machine.__name__} {example}"), machine()
        for method in marked("first"):
            call(method, "first", run, rng)
        for _ in range(settings.steps):
            rules = [each for each in marked("rule") if getattr(each, "precondition", lambda _: True)(run)]
            call(rng.choice(rules), "rule", run, rng)
            for check in marked("always"):
                check(run)
        run.teardown()


def call(method: Check, mark: str, run: Any, rng: Random) -> None:
    """Call a method of a state machine with random arguments."""
    strategies: dict[str, Draw] = getattr(method, mark)
    method(run, **{name: draw(rng) for name, draw in strategies.items()})


def install() -> None:
    """Let `import pytest` and `import hypothesis` find the names above."""
    strategies: dict[str, object] = {
        "integers": integers, "lists": lists, "text": text, "data": lambda: Data,
        "booleans": lambda: lambda rng: rng.random() < 0.5, "just": lambda value: lambda _: value,
        "sampled_from": lambda values: lambda rng: rng.choice(values),
    }  # fmt: skip
    stateful: dict[str, object] = {
        "RuleBasedStateMachine": object, "rule": rule, "initialize": initialize, "invariant": invariant,
        "precondition": precondition, "run_state_machine_as_test": run_state_machine_as_test,
    }  # fmt: skip
    pytest: dict[str, object] = {
        "register_assert_rewrite": lambda *_: None,
        "raises": Raises,
        "skip": skip,
        "fail": fail,
    }
    modules: dict[str, dict[str, object]] = {
        "pytest": pytest, "hypothesis": {"settings": Settings, "HealthCheck": ()},
        "hypothesis.strategies": strategies, "hypothesis.stateful": stateful,
    }  # fmt: skip
    for name, names in modules.items():
        module = sys.modules[name] = ModuleType(name)
        module.__dict__.update(names)
    vars(sys.modules["hypothesis"])["strategies"] = sys.modules["hypothesis.strategies"]
