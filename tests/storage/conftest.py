"""The stores on which the whole suite runs."""

from pathlib import Path

import pytest

from tests.storage.helpers import FileHome, Home
from tests.storage.postgres import DatabaseHome, cluster

__all__ = ["cluster"]


@pytest.fixture(params=["sqlite", "postgres"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Home:
    """Where a test's store is."""
    if request.param == "sqlite":
        return FileHome(tmp_path)
    return DatabaseHome(request.getfixturevalue("cluster"))
