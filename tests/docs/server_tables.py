"""Load docs/_ext/generated_server.py, which Sphinx imports from its own folder."""

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

from tools import ROOT


@cache
def server_tables() -> dict[str, list[tuple[str, ...]]]:
    """Return the rows of each table for hosts, by the name of the table."""
    return {name: make()[1] for name, make in module().tables(ROOT).items()}


def module() -> Any:
    """Return the module."""
    spec = spec_from_file_location("generated_server", ROOT / "docs/_ext/generated_server.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def column(table: str, number: int = 0) -> list[str]:
    """Return the cells of one column, without the marks of code."""
    return [row[number].strip("`") for row in server_tables()[table]]
