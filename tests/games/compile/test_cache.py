"""Test the folder of compiled rules, and that a function is compiled once."""

from pathlib import Path

import pytest

from toctoc.core.compile import compiled
from toctoc.core.compile.runtime import load

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


RULES = """
from typing import Annotated
from toctoc.core.fields import PUBLIC

class State:
    phase: Annotated[int, PUBLIC]

def twice(n):
    return 2 * n
"""
MODULE = """
def twice(n):
    return 2 * n

def mixed(s, n):
    return twice(s.phase) + twice(n) + twice(20)
"""


def test_a_second_installation_finds_the_compiled_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOCTOC_CACHE", str(tmp_path / "cache"))
    found = []
    for place in ("one", "two"):
        file = tmp_path / place / "rules.py"
        file.parent.mkdir()
        file.write_text(RULES)
        twice = compiled.compile_rules(load(file, "installed_rules")).rules.twice
        assert twice(21) == 42
        found.append((len(twice.stats.cache_misses), len(twice.stats.cache_hits)))
        file.write_text("not Python: nobody reads it again")
    assert found == [(1, 0), (0, 1)]


def test_a_function_is_compiled_once_for_all_kinds_of_integers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOCTOC_CACHE", str(tmp_path))
    modules = []
    for name, text in (("rules", RULES), ("module", MODULE)):
        file = tmp_path / f"{name}.py"
        file.write_text(text)
        modules.append(load(file, f"mixed_{name}"))
    rules, module = modules
    [compiled_module] = compiled.compile_modules(rules, [module], lambda scratch, states, n: None)
    states = compiled.compile_rules(rules).blank()
    states[0]["phase"] = -1
    assert compiled_module.mixed(states[0], 2) == 42
    assert len(compiled_module.twice.signatures) == 1


def test_where_nothing_can_be_kept_it_is_compiled_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TOCTOC_CACHE", str(tmp_path / "file"))
    file = tmp_path / "rules.py"
    file.write_text(RULES)
    assert compiled.compile_rules(load(file, "other_rules")).rules.twice(21) == 42
