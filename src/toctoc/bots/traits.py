"""What players are like, in numbers: a row for each seat, in the order of its game's `policy.TRAITS`."""

from collections.abc import Sequence

Traits = Sequence[Sequence[float]]
WHIM = 0  # every game's first trait: the difference in worth that makes an action e times as likely
