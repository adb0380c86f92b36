"""How many pushes there were, for metrics."""

from dataclasses import dataclass


@dataclass(slots=True)
class Pushes:
    """Count them, never whose."""

    sent: int = 0
    failed: int = 0  # refused, not answered, or not allowed
    gone: int = 0  # to subscriptions that the service did not know any more
    dropped: int = 0  # too many at once
