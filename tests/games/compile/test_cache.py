"""Where compiled rules are kept."""

from pathlib import Path

import pytest

from toctoc.games.compile import compiled

pytestmark = pytest.mark.compiled


def test_the_cache_notices_an_edit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba's own cache does not: the folder is named after what the sources say."""
    first, second = (tmp_path / name for name in ("a.py", "b.py"))
    first.write_text("x = 1")
    second.write_text("x = 2")
    monkeypatch.setenv("TOCTOC_CACHE", str(tmp_path))
    folders = {compiled.cache_folder([file], checked) for file in (first, second) for checked in (False, True)}
    assert len(folders) == 4
    assert all(folder.parent == tmp_path for folder in folders)
