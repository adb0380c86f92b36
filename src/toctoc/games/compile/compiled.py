"""The Numba twin of a game: the same text of the rules, loaded a second time and compiled.

Needs the extra `toctoc[fast]`. Compiled code is kept on disk, in a folder whose name carries a hash of the
sources: Numba's own cache does not notice an edit in a function that the edited one is called by.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from toctoc.games import fields

from . import playout
from .runtime import load


def available() -> bool:
    return find_spec("numba") is not None


@dataclass(frozen=True)
class Twin:
    """A game's compiled rules and playouts, and its state as a NumPy record."""

    rules: Any
    playout: Any
    dtype: Any

    def blank(self, count: int = 1) -> Any:
        """So many states, every number 0."""
        import numpy

        return numpy.zeros(count, self.dtype)


@cache
def twin(rules: ModuleType, bounds_checked: bool = False) -> Twin:
    """The compiled twin of a game's rules; with bounds checks for tests."""
    files = [*_files(rules), Path(playout.__file__), Path(__file__)]
    alias = f"{rules.__name__}_compiled{'_checked' * bounds_checked}"
    with _kept_in(cache_folder(files, bounds_checked)):
        compiled_rules = _compiled_rules(rules, alias, bounds_checked)
        compiled_playout = _load(Path(playout.__file__), f"{alias}_playout", bounds_checked, rules=compiled_rules)
    return Twin(compiled_rules, compiled_playout, record(compiled_rules.State))


def record(state: type) -> Any:
    """A table of fields as the type of a NumPy record."""
    import numpy

    return numpy.dtype([(field.name, "<i2", field.shape) for field in fields.fields(state)])


def companions(rules: ModuleType, modules: Sequence[ModuleType], put: Callable[..., None]) -> list[Any]:
    """Compiled copies of modules that work with a game's rules: where those import the plain rules or each other,
    the copies have the compiled ones. `rules`, `put` and, in later ones, each module are bound by their names."""
    import numba

    base = twin(rules)
    twins = {rules.__name__: base.rules, playout.__name__: base.playout}
    for part in getattr(rules, "PARTS", ()):
        twins[f"{rules.__name__}.{part}"] = sys.modules[f"{base.rules.__name__}.{part}"]
    files = [Path(str(module.__file__)) for module in modules]
    copies: list[Any] = []
    with _kept_in(cache_folder([*_files(rules), *files, Path(playout.__file__), Path(__file__)], False)):
        bound: dict[str, object] = {"rules": base.rules, "put": numba.njit(cache=True, nogil=True)(put)}
        for module, file in zip(modules, files, strict=True):
            name = f"{module.__name__}_{base.rules.__name__.rsplit('.', 1)[-1]}"
            copy = _load(file, name, False, twins, **bound)
            twins[module.__name__] = copy
            bound[module.__name__.rsplit(".", 1)[-1]] = copy
            copies.append(copy)
    return copies


def _files(rules: ModuleType) -> list[Path]:
    """The files of a game's rules, each after those that it imports."""
    home = Path(str(rules.__file__))
    return [*(home.with_name(f"{part}.py") for part in getattr(rules, "PARTS", ())), home]


def _compiled_rules(rules: ModuleType, alias: str, bounds_checked: bool) -> ModuleType:
    *parts, home = _files(rules)
    sys.modules[alias] = ModuleType(alias)  # so that the parts have a package to be in
    for part in parts:
        _load(part, f"{alias}.{part.stem}", bounds_checked)
    return _load(home, alias, bounds_checked)


def _load(
    file: Path, name: str, bounds_checked: bool, twins: Mapping[str, ModuleType] | None = None, **bound: object
) -> ModuleType:
    """Load a source file and compile its functions; what it imports of a module with a twin is the twin's."""
    import numba

    module = load(file, name, **bound)
    for key, thing in list(vars(module).items()):
        if isinstance(thing, ModuleType):
            setattr(module, key, (twins or {}).get(thing.__name__, thing))
        elif isinstance(thing, FunctionType) and thing.__module__ == name:
            # Without the interpreter's lock: a server goes on while one of its bots thinks.
            setattr(module, key, numba.njit(cache=True, nogil=True, boundscheck=bounds_checked)(thing))
        elif isinstance(thing, FunctionType) and twins and thing.__module__ in twins:
            setattr(module, key, getattr(twins[thing.__module__], thing.__name__))
    return module


@contextmanager
def _kept_in(folder: Path) -> Iterator[None]:
    """Numba keeps what is compiled in this block in that folder."""
    import numba

    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def cache_folder(files: list[Path], bounds_checked: bool) -> Path:
    """Where compiled code of these sources is kept: below TOCTOC_CACHE if that is set, else in the home."""
    import numba

    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {bounds_checked}".encode())
    for file in files:
        digest.update(file.read_bytes())
    root = os.environ.get("TOCTOC_CACHE") or Path.home() / ".cache" / "toctoc"
    return Path(root) / f"compiled-{digest.hexdigest()[:16]}"
