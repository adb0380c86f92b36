"""Define `Suite`, a class of tests that a game's own tests inherit.

Every test that asks for a `variant` runs on every number of players and every choice of options, every one that
asks for a `conformance` once a game.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from toctoc.core.errors import BadPlugin
from toctoc.core.game import Game
from toctoc.core.plugins import checked
from toctoc.core.registry import GAMES

from .conformance import DEFAULT_COUNTS, Conformance, Counts


class Suite:
    games: Sequence[Conformance] = ()
    counts: Counts = DEFAULT_COUNTS

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Parametrize the tests; pytest calls this."""
        for conformance in self.games:
            _check_installed(conformance.game)
        if "variant" in metafunc.fixturenames:
            variants = [variant for conformance in self.games for variant in conformance.variants]
            metafunc.parametrize("variant", variants, ids=str)
        if "conformance" in metafunc.fixturenames:
            metafunc.parametrize("conformance", self.games, ids=lambda conformance: conformance.name)


def _check_installed(game: Game) -> None:
    """Refuse to test a plugin's game that was left out, with the reason: else it would fail in unrelated ways."""
    if GAMES.get(game.name) is game:
        return
    try:
        checked(game, {name: other for name, other in GAMES.items() if other.home != game.home})
    except BadPlugin as error:
        pytest.fail(f"the game {game.name!r} is left out: {error}", pytrace=False)
    pytest.fail(f"the game {game.name!r} is not installed: `pip install --no-deps -e .`", pytrace=False)
