"""A suite is a class of tests which a game's own tests inherit.

Every test that asks for a `variant` runs on every number of players and every choice of options, every one that
asks for a `conformance` once a game.
"""

from collections.abc import Sequence
from typing import Any

from .conformance import USUAL, Conformance, Counts


class Suite:
    games: Sequence[Conformance] = ()
    counts: Counts = USUAL

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Tell pytest, which calls this, what the tests run on."""
        if "variant" in metafunc.fixturenames:
            variants = [variant for conformance in self.games for variant in conformance.variants]
            metafunc.parametrize("variant", variants, ids=str)
        if "conformance" in metafunc.fixturenames:
            metafunc.parametrize("conformance", self.games, ids=lambda conformance: conformance.name)
