"""Compile a game's rules by Numba: load the same source a second time, and compile its functions.

Needs the extra `fast`; for a GPU, `cuda`.

Compiled code is cached on disk, in a folder whose name has a hash of the sources: Numba's own cache does not
detect an edit in a function that a cached one calls. The sources are copied there too. Numba finds compiled code
by the path of its source, so the next installation finds it as well.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from toctoc import extras
from toctoc.core import default_rules, fields

from . import notice, playout, rng
from .runtime import load

SHARED = tuple(Path(str(module.__file__)) for module in (default_rules, rng, playout))  # of all games
CPU, CUDA = "cpu", "cuda"  # the targets


def available() -> bool:
    """Tell whether Numba is installed."""
    return find_spec("numba") is not None


def simulated() -> bool:
    """Tell whether Numba simulates a GPU in Python: `NUMBA_ENABLE_CUDASIM=1`, for tests."""
    import numba

    config: Any = numba.config
    return bool(config.ENABLE_CUDASIM)


@dataclass(frozen=True)
class CompiledRules:
    """Hold a game's compiled rules and playouts, and the type of its state as a NumPy record."""

    rules: Any
    rng: Any
    playout: Any
    dtype: Any

    def blank(self, count: int = 1) -> Any:
        """Return `count` states, every number 0."""
        import numpy

        return numpy.zeros(count, self.dtype)


@dataclass(frozen=True)
class Loading:
    """Hold the way in which a source file is loaded and compiled."""

    bounds_checked: bool = False
    replaced: Mapping[str, ModuleType] = field(default_factory=dict)  # compiled copies, by imported module
    bound: Mapping[str, object] = field(default_factory=dict)  # names that are set from the start
    widens: bool = False  # compile one version of each function for integers of all sizes
    target: str = CPU
    kernel: bool = False  # compile functions that the host starts on the GPU, not functions that those call


def compile_rules(rules: ModuleType, bounds_checked: bool = False, target: str = CPU) -> CompiledRules:
    """Compile the module `rules`, and playouts by it.

    Args:
        rules: The module.
        bounds_checked: Whether an index out of bounds is an error.
        target: `cpu`; or `cuda`, whose functions only kernels on the GPU can call.
    """
    if not available():
        raise ImportError(f"compiled rules need numba, which is not installed: {extras.how('fast')}", name="numba")
    notice.listen()
    return _compiled_once(rules, bounds_checked, target)


@cache
def _compiled_once(rules: ModuleType, bounds_checked: bool, target: str) -> CompiledRules:
    """Compile as `compile_rules` does; all its callers get the same modules, however they pass the arguments."""
    files = [*_files(rules), *SHARED, Path(__file__)]
    alias = f"{rules.__name__}_compiled{'_checked' * bounds_checked}{'_cuda' * (target == CUDA)}"
    with _cached_in(cache_folder(files, bounds_checked)):
        compiled_rules = _compiled_rules(rules, alias, Loading(bounds_checked, target=target))
        loading = Loading(bounds_checked, {}, {"rules": compiled_rules}, target=target)
        compiled_rng = _load(Path(rng.__file__), f"{alias}_rng", loading)
        loading = replace(loading, replaced={rng.__name__: compiled_rng})
        compiled_playout = _load(Path(playout.__file__), f"{alias}_playout", loading)
    return CompiledRules(compiled_rules, compiled_rng, compiled_playout, record(compiled_rules.State))


def record(state: type) -> Any:
    """Return the type of the NumPy record that has the fields of `state`."""
    import numpy

    return numpy.dtype([(field.name, "<i2", field.shape) for field in fields.fields(state)])


def compile_modules(
    rules: ModuleType, modules: Sequence[ModuleType], copy: Callable[..., None], target: str = CPU
) -> list[Any]:
    """Compile copies of `modules` that work with a game's rules.

    Where they import the plain rules, or each other, the copies have the compiled ones. `rules`, `copy` and, in
    later modules, the earlier ones are bound by their names. For the target `cuda`, the functions of the last
    module are kernels.
    """
    base = compile_rules(rules, target=target)
    replaced = {rules.__name__: base.rules, rng.__name__: base.rng, playout.__name__: base.playout}
    for part in getattr(rules, "PARTS", ()):
        replaced[f"{rules.__name__}.{part}"] = sys.modules[f"{base.rules.__name__}.{part}"]
    files = [Path(str(module.__file__)) for module in modules]
    found: list[Any] = []
    with _cached_in(modules_folder(rules, modules)):
        loading = Loading(False, replaced, widens=True, target=target)
        bound: dict[str, object] = {"rules": base.rules, "copy": _jit(copy, loading)}
        for module, file in zip(modules, files, strict=True):
            name = f"{module.__name__}_{base.rules.__name__.rsplit('.', 1)[-1]}"
            kernel = target == CUDA and module is modules[-1]
            again = _load(file, name, replace(loading, bound=bound, kernel=kernel))
            replaced[module.__name__] = again
            bound[module.__name__.rsplit(".", 1)[-1]] = again
            found.append(again)
    return found


def modules_folder(rules: ModuleType, modules: Sequence[ModuleType]) -> Path:
    """Return the cache folder of the compiled copies of `modules`."""
    files = [Path(str(module.__file__)) for module in modules]
    return cache_folder([*_files(rules), *files, *SHARED, Path(__file__)], False)


def _files(rules: ModuleType) -> list[Path]:
    """List the files of a game's rules, each after those that it imports."""
    home = Path(str(rules.__file__))
    return [*(home.with_name(f"{part}.py") for part in getattr(rules, "PARTS", ())), home]


def _compiled_rules(rules: ModuleType, alias: str, loading: Loading) -> ModuleType:
    """Load and compile all files of `rules` as a package called `alias`."""
    *parts, home = _files(rules)
    sys.modules[alias] = ModuleType(alias)  # so that the parts have a package to be in
    for part in parts:
        _load(part, f"{alias}.{part.stem}", loading)
    return _load(home, alias, loading)


def _load(file: Path, name: str, loading: Loading) -> ModuleType:
    """Load a source file as the module `name`, and compile its functions."""
    replaced = loading.replaced
    module = load(_copied(file, name), name, **loading.bound)
    for key, thing in list(vars(module).items()):
        if isinstance(thing, ModuleType):
            setattr(module, key, replaced.get(thing.__name__, thing))
        elif isinstance(thing, FunctionType) and thing.__module__ == name:
            setattr(module, key, _jit(thing, loading))
        elif isinstance(thing, FunctionType) and thing.__module__ in replaced:
            setattr(module, key, getattr(replaced[thing.__module__], thing.__name__))
    return module


def _jit(function: Callable[..., Any], loading: Loading) -> Any:
    """Let Numba compile a function when it is called for the first time."""
    import numba

    if loading.target == CUDA:
        from numba import cuda

        if loading.kernel:
            return cuda.jit(function, cache=not simulated())
        jitted = cuda.jit(function, device=True)
        return _taking_any_integer(jitted) if loading.widens and not simulated() else jitted
    # Without the interpreter's lock: a server goes on while one of its bots thinks.
    jitted = numba.njit(cache=True, nogil=True, boundscheck=loading.bounds_checked)(function)
    return _taking_any_integer(jitted) if loading.widens else jitted


def _taking_any_integer(function: Any) -> Any:
    """Let compiled code pass all integers to `function` as 64 bits: else Numba compiles it for every mixture.

    Fields of a record are of 16 bits, constants are types of their own. The rules are not widened: they play
    random games faster without it.
    """
    import numba

    types: Any = numba.types

    def widened(type_: Any) -> Any:
        plain = types.unliteral(type_)
        return types.int64 if isinstance(plain, types.Integer) and plain.bitwidth < 64 else plain

    def get_call_template(args: Any, kws: Any) -> Any:
        return narrow(tuple(map(widened, args)), {name: widened(type_) for name, type_ in kws.items()})

    narrow = function.get_call_template
    function.get_call_template = get_call_template
    return function


def _copied(file: Path, name: str) -> Path:
    """Copy a source file to the cache folder, if it is not there yet; return the copy."""
    import numba

    config: Any = numba.config
    copy = Path(config.CACHE_DIR) / "sources" / name / file.name  # `__init__.py` is a package
    try:
        if not copy.is_file():
            copy.parent.mkdir(parents=True, exist_ok=True)
            part = copy.with_suffix(f".{os.getpid()}")
            part.write_bytes(file.read_bytes())
            part.replace(copy)  # atomically: other processes may write it too
    except OSError:
        return file  # Numba looks for another place by itself
    return copy


@contextmanager
def _cached_in(folder: Path) -> Iterator[None]:
    """Let Numba cache in `folder` the code that is compiled in this block."""
    import numba

    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def cache_folder(files: list[Path], bounds_checked: bool) -> Path:
    """Return the cache folder for `files`: below TOCTOC_CACHE if that is set, else in the home."""
    digest = hashlib.sha256(f"{version('numba')} {sys.version} {bounds_checked}".encode())
    for file in files:
        digest.update(file.read_bytes())
    root = os.environ.get("TOCTOC_CACHE") or Path.home() / ".cache" / "toctoc"
    return Path(root) / f"compiled-{digest.hexdigest()[:16]}"
