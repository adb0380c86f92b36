"""A database keeps one secret for all nodes: the first of them makes it."""

import threading

import pytest

from tests.storage.helpers import answer, new, stored
from tests.storage.postgres import Cluster, DatabaseHome


@pytest.fixture
def base(cluster: Cluster) -> DatabaseHome:
    return DatabaseHome(cluster)


def secret(base: DatabaseHome, fresh: str, even_with_tables: bool = False) -> str | None:
    from toctoc.storage.postgres.schema import shared_secret

    return answer(shared_secret(base.url, fresh, even_with_tables))


def test_nodes_that_start_together_have_one_secret(base: DatabaseHome) -> None:
    found: list[str | None] = []
    threads = [threading.Thread(target=lambda n=n: found.append(secret(base, f"secret {n}"))) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    [one] = set(found)
    assert one in [f"secret {n}" for n in range(4)]
    with base.opened() as store:
        stored(store, new("a"))
    assert secret(base, "another") == secret(base, "another", even_with_tables=True) == one


def test_tables_without_a_secret_get_a_new_one_only_on_request(base: DatabaseHome) -> None:
    with base.opened() as store:
        stored(store, new("a"))
    assert secret(base, "fresh") is None
    assert base.execute("SELECT * FROM secrets") == []
    assert secret(base, "fresh", even_with_tables=True) == "fresh"
    assert secret(base, "another") == "fresh"
