"""Modules are found by the names that they had in 0.1.0, and a warning says the new one."""

import sys
from importlib import import_module

import pytest

from toctoc import core, games
from toctoc.moved import MOVED, new_name


@pytest.mark.parametrize("old", MOVED)
def test_the_old_name_leads_to_the_same_module(old: str) -> None:
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=f"{old} is {MOVED[old]} now"):
        found = import_module(old)
    assert found is import_module(MOVED[old])
    assert found.__spec__ is not None
    assert found.__spec__.name == MOVED[old]


@pytest.mark.filterwarnings("ignore:toctoc.games.compile is")
def test_a_module_within_a_moved_package_is_found_too() -> None:
    sys.modules.pop("toctoc.games.compile.playout", None)
    with pytest.warns(DeprecationWarning, match="toctoc.core.compile.playout now"):
        assert import_module("toctoc.games.compile.playout").playouts is not None


@pytest.mark.filterwarnings("ignore:toctoc.games.match is")
def test_what_was_never_there_is_still_missing() -> None:
    assert new_name("toctoc.games.matches") is None
    with pytest.raises(ModuleNotFoundError):
        import_module("toctoc.games.match.nothing")


@pytest.mark.parametrize("name", core.__all__)
def test_the_names_of_the_core_are_still_in_games(name: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"toctoc.games.{name} is toctoc.core.{name} now"):
        assert getattr(games, name) is getattr(core, name)


def test_no_other_name_is() -> None:
    with pytest.raises(AttributeError, match=r"module 'toctoc\.games' has no attribute 'CHESS'"):
        _ = games.CHESS
