"""Define `Suite`, a class of tests that a game's own tests inherit.

Every test runs once a game. One that asks for a `variant` then plays every number of players and every choice of
options; a failure names all variants that fail, and shows the first.
"""

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import pytest

from toctoc import extras
from toctoc.core.errors import BadPlugin
from toctoc.core.game import Game
from toctoc.core.plugins import checked
from toctoc.core.registry import GAMES

from .conformance import DEFAULT_COUNTS, Conformance, Counts


class Suite:
    games: Sequence[Conformance] = ()
    counts: Counts = DEFAULT_COUNTS

    def __init_subclass__(cls) -> None:
        """Let the tests of a class that has games, and no other, go through the variants."""
        super().__init_subclass__()
        if cls.games:
            for name in dir(cls):
                test = getattr(cls, name)
                if name.startswith("test_") and "variant" in inspect.signature(test).parameters:
                    setattr(cls, name, _through_variants(test))

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Parametrize the tests; pytest calls this."""
        for conformance in self.games:
            _check_installed(conformance.game)
        if "conformance" in metafunc.fixturenames:
            metafunc.parametrize("conformance", self.games, ids=lambda conformance: conformance.name)


def _through_variants(test: Callable[..., None]) -> Callable[..., None]:
    """Return a test of a game that runs `test` on its variants, and names all that fail."""

    @wraps(test)
    def run(self: Suite, conformance: Conformance, **fixtures: Any) -> None:
        variants = conformance.variants if self.counts.all_variants else conformance.few_variants
        failures: dict[str, BaseException] = {}
        for variant in variants:
            try:
                test(self, variant=variant, **fixtures)
            except (Exception, pytest.fail.Exception) as failure:
                failures[str(variant)] = failure
        for first in failures.values():
            first.add_note(
                f"{len(failures)} of {len(variants)} variants fail, above the first: {', '.join(failures)}"
            )
            raise first

    signature = inspect.signature(test)
    parameters = [
        parameter.replace(name="conformance", annotation=Conformance) if name == "variant" else parameter
        for name, parameter in signature.parameters.items()
    ]
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]  # for pytest
    return run


def _check_installed(game: Game) -> None:
    """Refuse to test a plugin's game that was left out, with the reason: else it would fail in unrelated ways."""
    if GAMES.get(game.name) is game:
        return
    try:
        checked(game, {name: other for name, other in GAMES.items() if other.home != game.home})
    except BadPlugin as error:
        pytest.fail(f"the game {game.name!r} is left out: {error}", pytrace=False)
    pytest.fail(f"the game {game.name!r} is not installed: {extras.pip('--no-deps', '-e', '.')}", pytrace=False)
