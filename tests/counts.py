"""How often the tests that prove by numbers try, in three editions: every such count is here.

`make test` runs the small edition, in minutes; `make test-all` the full one, and then the soak, for hours. The
variable TOCTOC_TESTS says which. A test with the mark `long` is not in the small edition, and only those with the
mark `soak` are in the soak.
"""

import os
from typing import Literal, TypeVar, cast

from toctoc.testing.conformance import Counts

T = TypeVar("T")
Edition = Literal["small", "full", "soak"]
EDITION = cast("Edition", os.environ.get("TOCTOC_TESTS", "small"))


def count(small: T, full: T, soak: T | None = None) -> T:
    """Choose what the edition that runs asks for; without a number of its own, the soak is as the full one."""
    return {"small": small, "full": full, "soak": full if soak is None else soak}[EDITION]


# tests/conformance
CONFORMANCE = count(
    small=Counts(),
    full=Counts(walks=10, hits=15, side_by_side=60, lockstep=1000, examples=25),
    soak=Counts(walks=2000, side_by_side=2000, lockstep=20_000, favours=(0, 60, 85, 95), examples=500),
)
REFEREE_GAMES = count(2, 5, 100)  # of every variant

# tests/arena: games of a level against a table of the one below
GAMES_OF_HABIT = count(32, 160)
GAMES_OF_SEARCH = count(8, 16)
