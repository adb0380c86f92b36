"""No module imports itself by a detour, not even for types only: each can be read after those that it imports."""

from collections.abc import Mapping, Set
from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


def circle(imports: Mapping[str, Set[str]]) -> list[str] | None:
    """Return modules that import one another in a circle; None if there are none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return None


def test_there_are_no_circles_of_imports() -> None:
    graph = grimp.build_graph("toctoc", cache_dir=None)  # with the imports under TYPE_CHECKING
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(imports) > 100
    assert circle(imports) is None


@pytest.mark.parametrize("imports", [{"a": {"b"}, "b": {"c"}, "c": {"a"}}, {"a": {"b"}, "b": {"a"}, "c": {"a"}}])
def test_a_circle_would_be_found(imports: Mapping[str, Set[str]]) -> None:
    found = circle(imports)
    assert found is not None
    assert found[0] == found[-1]
