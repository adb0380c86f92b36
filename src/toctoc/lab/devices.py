"""Hold the arrays of `Tables` and run its kernels: on the processor, or on a GPU."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from toctoc import extras
from toctoc.codec import codec_modules
from toctoc.core.compile import compiled
from toctoc.core.game import Game

from . import batch_kernel, single_kernel

BLOCK = 128  # threads of a GPU that start together, at most


class Cpu:
    """Keep arrays in main memory; share the rows among threads."""

    def __init__(self, kernels: Any, n: int, threads: int = 1) -> None:
        self.n, self._kernels = n, kernels
        edges = [round(n * part / threads) for part in range(threads + 1)]
        self._parts = [(first, last) for first, last in pairwise(edges) if first < last]
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Return an array for the caller."""
        return np.zeros(shape, dtype)

    def asarray(self, array: Any) -> Any:
        """Return an array of the host, or a copy of it, where the kernels run."""
        return array

    def records(self, shape: tuple[int, ...], record: Any) -> Any:
        """Return an array of records, as kernels take it."""
        return np.zeros(shape, record)

    def in_kernels(self, array: Any, rows: bool = False) -> Any:
        """Return the same array as kernels take it; with `rows` as records with one field: `row`."""
        return row_records(array) if rows else array

    def actions(self, actions: ArrayLike) -> Any:
        """Return `actions` as whole numbers of 64 bits, in an array that kernels take."""
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {chosen.dtype}")
        if chosen.dtype == np.int64 and chosen.flags.c_contiguous and chosen.flags.writeable:
            return chosen
        return chosen.astype(np.int64, casting="same_kind")

    def step(self, actions: Any, luck_mode: int, batch: Any) -> int:
        """Apply an action in each row and return -1, or the first row with an illegal one."""
        if self._pool is None:
            row: int = self._kernels.step(0, self.n, actions, luck_mode, batch)
        elif (row := self.illegal(actions, batch)) < 0:
            self.run("step", actions, luck_mode, batch)
        return row

    def illegal(self, actions: Any, batch: Any) -> int:
        """Return the first row with an illegal action; -1 if there is none."""
        row: int = self._kernels.illegal(0, self.n, actions, batch.legal)
        return row

    def run(self, kernel: str, *arguments: Any) -> None:
        """Run a kernel on all rows, each thread on its part."""
        work = getattr(self._kernels, kernel)
        if self._pool is None:
            work(0, self.n, *arguments)
            return
        for done in [self._pool.submit(work, first, last, *arguments) for first, last in self._parts]:
            done.result()

    def close(self) -> None:
        """Stop the threads. Later steps use one thread."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


class Cuda:
    """Keep arrays in the memory of a GPU: CuPy's for the caller, the same ones as Numba's for the kernels."""

    def __init__(self, kernels: Any, n: int) -> None:
        self.n, self._kernels = n, kernels
        self._block = min(n, BLOCK)
        self._blocks = -(-n // self._block)
        self._wrong = self.zeros((1,), np.int64)
        self._wrong_in_kernels = self.in_kernels(self._wrong)

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Return an array for the caller."""
        return _arrays().zeros(shape, dtype)

    def asarray(self, array: Any) -> Any:
        """Return an array of the host, or a copy of it, where the kernels run."""
        return _arrays().asarray(array)

    def records(self, shape: tuple[int, ...], record: Any) -> Any:
        """Return an array of records, as kernels take it."""
        from numba import cuda

        blank = np.zeros(shape, record)
        return self.in_kernels(blank) if compiled.simulated() else cuda.to_device(blank)

    def in_kernels(self, array: Any, rows: bool = False) -> Any:
        """Return the same array as kernels take it; with `rows` as records with one field: `row`."""
        from numba import cuda

        if compiled.simulated():
            from numba.cuda.simulator.cudadrv import devicearray

            taken = row_records(array) if rows else array
            return devicearray.FakeWithinKernelCUDAArray(devicearray.FakeCUDAArray(taken))
        taken = cuda.as_cuda_array(array)
        return row_records(taken) if rows else taken

    def actions(self, actions: Any) -> Any:
        """Return `actions` as whole numbers of 64 bits, in an array that kernels take."""
        chosen = _arrays().asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {chosen.dtype}")
        return self.in_kernels(_arrays().ascontiguousarray(chosen, np.int64))

    def step(self, actions: Any, luck_mode: int, batch: Any) -> int:
        """Apply an action in each row and return -1, or the first row with an illegal one."""
        self._wrong.fill(self.n)
        self.run("illegal", actions, batch.legal, self._wrong_in_kernels)
        self.run("step", actions, luck_mode, self._wrong_in_kernels, batch)
        row = int(self._wrong[0])
        return row if row < self.n else -1

    def run(self, kernel: str, *arguments: Any) -> None:
        """Run a kernel on all rows, one a thread."""
        getattr(self._kernels, kernel)[self._blocks, self._block](self.n, *arguments)

    def close(self) -> None:
        """Do nothing: there are no threads of ours."""


def record_types(game: Game) -> tuple[Any, Any]:
    """Return the types of the records of a game's state, and of its codec's data beside it."""
    coding = codec_modules.modules(game)[-1]
    return compiled.record(game.rules.State), compiled.record(coding.Trace)


def row_records(array: Any) -> Any:
    """Return the same array as records with one field each: `row`."""
    return array.view(np.dtype([("row", array.dtype, array.shape[1:])]))[:, 0]


def compiled_kernel(game: Game) -> Any:
    """Compile `batch_kernel` for a game."""
    return compiled_modules(game)[-2]


@cache
def compiled_modules(game: Game) -> list[Any]:
    """Compile the codec of a game, `batch_kernel` and `single_kernel`, each function when it is first called."""
    modules = [*codec_modules.modules(game), batch_kernel, single_kernel]
    return _updating(compiled.compile_modules(game.rules, modules, _unused))


@cache
def cuda_kernels(game: Game) -> Any:
    """Compile `batch_kernel` for a game, and the kernels that run it on a GPU."""
    from . import cuda_kernel

    check_gpu()

    modules = [*codec_modules.modules(game), batch_kernel, cuda_kernel]
    return _updating(compiled.compile_modules(game.rules, modules, _unused, compiled.CUDA))[-1]


def _updating(modules: list[Any]) -> list[Any]:
    """Let a codec without `update` observe instead: the third module from the end. Nothing is compiled yet."""
    coding = modules[-3]
    if not hasattr(coding, "update"):
        coding.update = coding.observe
    return modules


def check_gpu() -> None:
    """Raise an error if tables cannot be played on a GPU here."""
    if not compiled.simulated() and find_spec("cupy") is None:
        raise ImportError(f"tables on a GPU need numba-cuda and cupy: {extras.how('cuda')}")
    from numba import cuda

    if not cuda.is_available():
        raise RuntimeError("device='cuda' needs an NVIDIA GPU and its driver; there is none here")


def _arrays() -> Any:
    """Return CuPy, or NumPy if the GPU is simulated."""
    if compiled.simulated():
        return np
    import cupy

    return cupy


def _unused() -> None:
    """Copy nothing: these kernels copy no states."""
