"""The stores on which the whole suite runs."""

from pathlib import Path

import pytest

from tests.storage.helpers import FileHome, Home


@pytest.fixture(params=["sqlite"])
def home(tmp_path: Path) -> Home:
    """Where a test's store is."""
    return FileHome(tmp_path)
