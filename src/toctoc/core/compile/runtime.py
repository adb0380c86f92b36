"""Load a source file a second time, under another name and with other names bound."""

import sys
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

from . import playout


def load(file: Path, name: str, **bound: object) -> ModuleType:
    """Run a source file as the new module `name`, with the names in `bound` set from the start."""
    loader = SourceFileLoader(name, str(file))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    module.__dict__.update(bound)
    sys.modules[name] = module
    loader.exec_module(module)
    return module


@cache
def plain_playout(rules: ModuleType) -> Any:
    """Load random games by the plain `rules`; `compiled.compile_rules` has the compiled ones."""
    return load(Path(playout.__file__), f"{rules.__name__}_playout", rules=rules)
