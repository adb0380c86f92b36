"""Keep former names for one release, for bots and games of other packages."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar
from warnings import warn

P = ParamSpec("P")
R = TypeVar("R")


def renamed(old: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return `function` under its former name `old`: it warns, and calls `function` itself, not an override."""

    @wraps(function)
    def call(*arguments: Any) -> Any:
        warn(f"{old} is now called {function.__name__}", DeprecationWarning, stacklevel=2)
        return function(*arguments)

    return call


def renamed_keyword(old: str, new: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a function take its parameter `new` under the former name `old`, with a warning."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*arguments: P.args, **keywords: P.kwargs) -> R:
            if old in keywords:
                warn(f"the parameter {old} is now called {new}", DeprecationWarning, stacklevel=2)
                keywords[new] = keywords.pop(old)
            return function(*arguments, **keywords)

        return call

    return decorate


def adopt_observe(kind: type) -> None:
    """Give a class that defines `hear(event)`, and no `observe(event)`, the new name of that method."""
    for each in kind.__mro__:
        if "observe" in vars(each):
            return
        if "hear" in vars(each):
            warn(
                f"{each.__module__}.{each.__qualname__}.hear is now called observe",
                DeprecationWarning,
                stacklevel=3,
            )
            each.observe = each.hear  # type: ignore[attr-defined]
            return
