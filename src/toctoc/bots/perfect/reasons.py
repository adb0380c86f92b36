"""Give one reason for everything: the policy thinks it best."""

from typing import Any

from toctoc.bots.bot import Reason, Traits

from .mind import Mind


def explain(s: Any, m: Mind, traits: Traits, seat: int, action: int) -> Reason:  # noqa: ARG001  # as in other games
    """Return the reason `best`, which every game's catalogues have."""
    return Reason("best", {})
