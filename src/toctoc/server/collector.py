"""Collect garbage in short pauses.

A collection of all objects stops a server with thousands of tables for a second. Almost everything is freed by its
reference count: tables, connections and messages leave no reference cycles (tests/server/test_freed.py). So the
collector looks at new objects only, and once at each: those that are left are frozen, which the next collection
skips. Garbage in cycles that was frozen too early stays until a full collection, in a quiet moment.
"""

import gc
from collections.abc import Mapping

NEW_OBJECTS = 5_000  # that are collected at once, in 0.1 to 0.5 ms of CPU (docs/reports/server.md)
NEVER = 2**30  # collections of new objects before one of older objects: there are none, all are frozen
GROWTH = 200_000  # objects more than after the last full collection, before the next one


class Collector:
    """The garbage collector of a server's process, from `start` to `stop`."""

    def __init__(self) -> None:
        self._kept = 0  # frozen objects after the last full collection
        self._thresholds = gc.get_threshold()

    def start(self) -> None:
        """Freeze all objects, and from now on those that a collection leaves."""
        gc.callbacks.append(_freeze)
        gc.set_threshold(NEW_OBJECTS, NEVER, NEVER)
        self.collect_all()

    def stop(self) -> None:
        """Restore the collector as it was, if it was started."""
        if _freeze not in gc.callbacks:
            return
        gc.callbacks.remove(_freeze)
        gc.set_threshold(*self._thresholds)
        gc.unfreeze()

    @property
    def is_due(self) -> bool:
        """Tell whether a full collection may be worth its pause."""
        return gc.get_freeze_count() > self._kept + GROWTH

    def collect_all(self) -> None:
        """Collect all garbage."""
        gc.unfreeze()
        gc.collect()  # `_freeze` follows
        self._kept = gc.get_freeze_count()


def _freeze(phase: str, _: Mapping[str, int]) -> None:
    if phase == "stop":
        gc.freeze()
