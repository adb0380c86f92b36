"""Load the codec of a game from the package that `toctoc.core.game_package` names.

A game's folder has a module `coding`, plain functions that are compiled as its rules are:

| name | what it is |
|---|---|
| `ACTIONS` | how many actions there are, whoever plays |
| `FIELDS` | what an observation is made of: names and lengths, in order |
| `Trace` | what is kept beside the state: annotations, as those of a `State` |
| `begin(s, t, since)` | a new game; `since` 1: only what a seat was shown since its own last decision is kept |
| `watch(s, t, seat, action)`, `watched(s, t)` | before and after an action |
| `watch_chance(s, t, outcome)` | before an outcome of chance |
| `observe(s, t, seat, out)` | write all numbers of what `seat` may know to `out` |
| `update(s, t, seat, out)` | as `observe`, if `out` has the observation of the last `update` of `t`: write at |
| | least what has changed since. May be left out |
| `mask(s, seat, out)` | write 1 for each action that `seat` may choose from to `out`, which is all 0 |
| `to_rules(players, seat, action)`, `from_rules(players, seat, code)` | an action's number, both ways, or -1 |
| `world(knowledge)` | the table as a viewer's `Knowledge` has it; not compiled |
| `recall(knowledge, t)` | fill `t` with all that a `Knowledge` was ever shown; not compiled. Left out where |
| | it does not keep all of that: then only what `Codec.knowledge` makes is observed |
"""

from functools import cache
from itertools import accumulate
from types import ModuleType
from typing import Any

from toctoc.core.game import Game
from toctoc.core.game_package import module

Fields = tuple[tuple[str, int], ...]


def offsets(fields: Fields) -> tuple[int, ...]:
    """Return where each field begins, and where the last one ends."""
    return tuple(accumulate((length for _, length in fields), initial=0))


@cache
def coding(game: Game) -> Any:
    """Import the codec of `game`; raise a `ValueError` if it has none."""
    found = module(game, "codec", "coding")
    if found is None:
        raise ValueError(f"{game.title} has no codec: its package needs a module codec.coding")
    return found


def modules(game: Game) -> list[ModuleType]:
    """List the modules of the codec of `game`, each after those that it imports."""
    last = coding(game)
    parts = [module(game, "codec", part) for part in getattr(last, "PARTS", ())]
    return [part for part in parts if part is not None] + [last]


def miniature(game: Game) -> Game | None:
    """Return the miniature of `game`, small enough to be solved; None if it has none."""
    found: Any = module(game, "miniature")
    return found.MINIATURE if found else None
