"""Steps in numbers, places of cards, and one step in two worlds."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from toctoc.core.game import Step

Coded = tuple[int, int]  # a step in numbers: the seat, or -1 for chance, and the action or outcome
Place = tuple[Any, ...]  # where a card lies: ("hand", seat, kind), ("stock", kind), ("row", seat, index) …


@dataclass(frozen=True)
class Draw:
    """A card that a step takes out of a heap in which equal cards cannot be told apart."""

    heap: Place  # ("stock",), ("hand", seat)
    kind: int
    copies: int  # how many of that kind lie there
    to: Place = ("table",)  # where it goes: a heap again, or somewhere else
    code: Callable[[int], int] = lambda kind: kind  # the number of the same step with a card of another kind


@dataclass(frozen=True)
class Parallel:
    """One step in two worlds that differ in two cards."""

    step: Step
    counterpart: Step  # the same in the other world, with the other card where it is about one of the two
    before: tuple[Any, Any]
    after: tuple[Any, Any]


def make(rules: Any, s: Any, step: Coded) -> None:
    """Make a step given in numbers."""
    if step[0] < 0:
        rules.take_chance(s, step[1])
    else:
        rules.act(s, *step)
