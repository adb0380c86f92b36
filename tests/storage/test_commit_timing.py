"""Commit times are counted as Prometheus counts."""

from tests.storage.helpers import Home, new, stored
from toctoc.storage.commit_timing import BUCKET_SECONDS, CommitTiming


def test_each_is_counted_below_every_bound_that_it_does_not_pass() -> None:
    timing = CommitTiming()
    for seconds in (0.0005, 0.001, 0.02, 60.0):
        timing.add(seconds)
    buckets = dict(timing.buckets())
    assert [buckets[str(bound)] for bound in BUCKET_SECONDS[:5]] == [2, 2, 2, 2, 3]
    assert (buckets["5.0"], buckets["+Inf"]) == (3, 4)
    assert timing.total == 60.0215


def test_a_store_notes_every_commit(home: Home) -> None:
    with home.opened() as store:
        stored(store, new("a"))
        stored(store, new("b"))
        assert dict(store.store.commit_timing.buckets())["+Inf"] == store.commits > 0
