"""The games that the suites run on: one `conformance.py` in the folder of each game's tests."""

from importlib import import_module

from tests.scale import SCALE
from toctoc.core.registry import BUILT_IN
from toctoc.testing.conformance import Conformance, Variant


def conformance(name: str) -> Conformance:
    """Return what the suites have to know about the game called `name`."""
    found = import_module(f"tests.games.{name}.conformance").CONFORMANCE
    assert isinstance(found, Conformance)
    return found


EVERY_GAME = tuple(conformance(name) for name in BUILT_IN)
VARIANTS: list[Variant] = [variant for game in EVERY_GAME for variant in game.variants]


def few_variants() -> list[Variant]:
    """Return variants of all games: few in `make test`, all at night."""
    return VARIANTS if SCALE > 1 else [variant for game in EVERY_GAME for variant in game.few_variants]


def rule_options(name: str) -> list[dict[str, object]]:
    """List the choices of options that change what happens after the start; the first one is the game as it is."""
    found: list[dict[str, object]] = []
    for chosen in conformance(name).choices:
        options = {key: value for key, value in chosen.items() if key not in ("start", "creator")}
        if options not in found:
            found.append(options)
    return found
