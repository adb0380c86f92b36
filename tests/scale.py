"""Set how much the tests play: `SCALE` is 1 in `make test` and 20 in the nightly run, `python3 run.py test-night`.

The numbers stand where they are used: `scaled(4)` games, `every(7)` bytes, `spread(variants, 3)` of a long list.
"""

import inspect
import os
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar

import pytest

T = TypeVar("T")

SCALE = max(1, int(os.environ.get("TOCTOC_SCALE", "1")))


def scaled(number: int, most: int | None = None) -> int:
    """Return a number of games, kills or examples: `number` times the scale, and never more than `most`."""
    return number * SCALE if most is None else min(number * SCALE, most)


def every(step: int) -> int:
    """Return the distance between the places that a test tries: `step` in `make test`, less at night."""
    return max(1, step // SCALE)


def spread(values: Iterable[T], number: int) -> list[T]:
    """Return `number` times the scale of the values, spread evenly; the first is always among them."""
    listed = list(values)
    wanted = scaled(number, len(listed))
    return [listed[n * len(listed) // wanted] for n in range(wanted)]


def each(names: str, values: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test for each value within one test case; all values that fail are named at the end.

    It replaces `pytest.mark.parametrize` where cases are many and need no fixtures of their own.

    Args:
        names: The parameter of the test, or several with commas between them.
        values: Its values; tuples for several parameters.
    """
    parameters = [name.strip() for name in names.split(",")]
    cases = [value if len(parameters) > 1 else (value,) for value in values]
    assert cases, f"there is no {names} to test"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(test)
        kept = [one for name, one in signature.parameters.items() if name not in parameters]

        @wraps(test)
        def run(*arguments: Any, **fixtures: Any) -> None:
            failures: list[BaseException] = []
            for case in cases:
                try:
                    test(*arguments, **dict(zip(parameters, case, strict=True)), **fixtures)
                except (Exception, pytest.fail.Exception) as failure:
                    failure.add_note(", ".join(f"{n} = {v!s:.200}" for n, v in zip(parameters, case, strict=True)))
                    failures.append(failure)
            if len(failures) == 1:
                raise failures[0]
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(cases)} cases failed", failures)

        run.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        return run

    return decorate
