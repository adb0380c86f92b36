"""Our three games, each laid out as the package of any other game; `toctoc.core.plugins` finds them.

Until 0.3.0 the names of `toctoc.core` can be imported from here too, with a `DeprecationWarning`.
"""

from warnings import warn


def __getattr__(name: str) -> object:
    from toctoc import core  # late: nothing here is needed to load a game

    if name not in core.__all__ and name != "Numbers":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warn(f"toctoc.games.{name} is toctoc.core.{name} now", DeprecationWarning, stacklevel=2)
    return getattr(core, name)
