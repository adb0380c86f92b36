"""Load a source file a second time, under another name and with other names bound."""

import sys
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

from . import driver, playout


def load(file: Path, name: str, **bound: object) -> ModuleType:
    """Run a source file as the new module `name`, with the names in `bound` set from the start.

    If it imports `driver`, it gets a copy of that with its own hooks.
    """
    module = execute(file, name, **bound)
    if getattr(module, "driver", None) is driver:
        own = execute(Path(driver.__file__), f"{name}_driver", rules=bound["rules"])
        bind_driver(module, own)
    return module


def execute(file: Path, name: str, **bound: object) -> ModuleType:
    """Run a source file as the new module `name`, with the names in `bound` set from the start."""
    loader = SourceFileLoader(name, str(file))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    module.__dict__.update(bound)
    sys.modules[name] = module
    loader.exec_module(module)
    return module


def bind_driver(kernel: ModuleType, own: ModuleType) -> None:
    """Let `own`, a copy of the driver, call the hooks of `kernel`, and `kernel` use it."""
    for hook in driver.HOOKS:
        if hasattr(kernel, hook):
            setattr(own, hook, getattr(kernel, hook))
    vars(kernel)["driver"] = own


@cache
def plain_playout(rules: ModuleType) -> Any:
    """Load random games by the plain `rules`; `compiled.compile_rules` has the compiled ones."""
    return load(Path(playout.__file__), f"{rules.__name__}_playout", rules=rules)
