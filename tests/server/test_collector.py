"""The collector frees cycles of new objects at once, others in a quiet moment, and never walks over the rest."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from toctoc.server.collector import GROWTH, NEW_OBJECTS, Collector


class Node:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def collector() -> Iterator[Collector]:
    collector = Collector()
    collector.start()
    yield collector
    collector.stop()


def make_new_objects() -> list[list[int]]:
    return [[] for _ in range(2 * NEW_OBJECTS)]


def test_a_cycle_among_new_objects_is_freed_without_a_full_collection(collector: Collector) -> None:
    seen = weakref.ref(Node())
    make_new_objects()
    assert seen() is None


def test_objects_that_are_left_are_walked_over_once(collector: Collector) -> None:
    kept = make_new_objects()
    assert sum(gc.get_count()) < 2 * NEW_OBJECTS
    assert gc.get_freeze_count() > len(kept) / 2
    assert not any(each is kept[0] for each in gc.get_objects(generation=2))


def test_a_cycle_that_was_frozen_too_early_is_freed_by_a_full_collection(collector: Collector) -> None:
    node = Node()
    make_new_objects()
    seen = weakref.ref(node)
    del node
    gc.collect()
    assert seen() is not None
    collector.collect_all()
    assert seen() is None


def test_a_full_collection_is_due_when_many_objects_were_added(collector: Collector) -> None:
    due = [collector.is_due]
    kept: list[list[int]] = [[] for _ in range(GROWTH + 2 * NEW_OBJECTS)]
    due.append(collector.is_due)
    collector.collect_all()
    due.append(collector.is_due)
    assert due == [False, True, False]
    assert kept


def test_after_the_end_the_collector_is_as_it_was() -> None:
    before = gc.get_threshold(), list(gc.callbacks)
    collector = Collector()
    collector.start()
    collector.stop()
    assert (gc.get_threshold(), list(gc.callbacks)) == before
