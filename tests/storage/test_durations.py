"""How long commits took is counted as Prometheus counts."""

from tests.storage.helpers import Home, new, stored
from toctoc.storage.durations import BOUNDS, Durations


def test_each_is_counted_below_every_bound_that_it_does_not_pass() -> None:
    durations = Durations()
    for seconds in (0.0005, 0.001, 0.02, 60.0):
        durations.note(seconds)
    buckets = dict(durations.buckets())
    assert [buckets[str(bound)] for bound in BOUNDS[:5]] == [2, 2, 2, 2, 3]
    assert (buckets["5.0"], buckets["+Inf"]) == (3, 4)
    assert durations.total == 60.0215


def test_a_store_notes_every_commit(home: Home) -> None:
    with home.opened() as store:
        stored(store, new("a"))
        stored(store, new("b"))
        assert dict(store.store.durations.buckets())["+Inf"] == store.commits > 0
