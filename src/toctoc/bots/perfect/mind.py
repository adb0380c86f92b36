"""Keep nothing in mind: the table shows all that a policy reads."""

from typing import Annotated, Any

from toctoc.bots.bot import Traits
from toctoc.core.fields import PUBLIC


class Mind:
    unused: Annotated[int, PUBLIC]  # a NumPy record has at least one field


def watch(s: Any, m: Mind, traits: Traits, seat: int, action: int, rng: Any) -> None:
    """Learn nothing from an action."""


def watch_chance(s: Any, m: Mind, traits: Traits, outcome: int, rng: Any) -> None:
    """Learn nothing from an outcome of chance."""
