"""Take every action for equally good: a bot with this policy is as good as its search."""

from typing import Any

from toctoc.bots.bot import Traits

from .mind import Mind

TRAITS = {"temperature": (0.0, 10.0)}


def prepare(s: Any, m: Mind, traits: Traits, seat: int) -> None:
    """Prepare nothing."""


def value(s: Any, m: Mind, traits: Traits, seat: int, action: int) -> float:
    """Return the same for every action."""
    return 0.0


def prospect(s: Any, m: Mind, p: int) -> float:
    """Return the same for every seat: a playout that is cut off is a draw."""
    return 0.0


def spread(s: Any, m: Mind) -> float:
    """Return any number: nobody has a lead."""
    return 1.0


def chapter(s: Any) -> int:
    """Return the same throughout: only the number of turns cuts a playout off."""
    return 0
