"""Compute no features: for tables without a net."""

from typing import Annotated, Any

from toctoc.core.fields import PUBLIC

from .mind import Mind

OBSERVED = False
FEATURES = 0


class Story:
    unused: Annotated[int, PUBLIC]  # a NumPy record has at least one field


def begin(story: Story) -> None:
    """Begin a game; there is nothing to clear."""


def watch(s: Any, m: Mind, story: Story, seat: int, action: int) -> None:
    """Record nothing of an action."""


def recall(s: Any, t: Any, m: Mind, story: Story) -> None:
    """Recall nothing."""


def sensible(s: Any, m: Mind, seat: int, mask: Any) -> None:
    """Leave all legal actions in `mask`."""


def write(s: Any, m: Mind, story: Story, seat: int, out: Any) -> None:
    """Write nothing."""
