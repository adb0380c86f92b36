"""Run work on a Dask cluster, as an executor of `concurrent.futures`.

Needs the extra `cluster`. Dask repeats the tasks of a dead worker on another one. Every worker compares
its own copy of Toctoc with ours before it plays, since another version might play other games.
"""

import asyncio
import hashlib
import logging
import socket
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import toctoc

CLUSTER_TIMEOUT = 10.0  # seconds for an answer, and for the first worker
PLAYING = (
    "arena",
    "bots",
    "codec",
    "core",
    "games",
    "lab",
    "record",
    "study",
)  # packages on which results depend
Why = Literal["missing", "unreachable", "idle", "other", "killed", "lost"]


class ClusterFailed(BrokenExecutor):
    """Raised when a cluster cannot do the work, for the reason `why`; `detail` is an address or a message."""

    def __init__(self, why: Why, detail: str) -> None:
        super().__init__(why, detail)  # both, for the way between processes
        self.why, self.detail = why, detail

    def __str__(self) -> str:
        return f"the cluster cannot do it ({self.why}): {self.detail}"


class Cluster(Executor):
    """An executor on the Dask cluster with the scheduler at `address`, such as tcp://10.0.0.1:8786. Close it."""

    def __init__(self, address: str, timeout: float = CLUSTER_TIMEOUT) -> None:
        if find_spec("distributed") is None:
            raise ClusterFailed("missing", "distributed")
        from distributed import Client

        for name in ("distributed", "distributed.client", "distributed.core"):  # errors are one line of ours
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self._client = Client(address, timeout=timeout, set_as_default=False)
        except (OSError, ValueError, RuntimeError) as error:  # no answer; no address; no protocol of Dask's
            raise ClusterFailed("unreachable", f"{address}: {error}") from None
        try:
            self._client.wait_for_workers(1, timeout=timeout)
            self._compare()
        except TimeoutError:
            self._client.close()
            raise ClusterFailed("idle", address) from None
        except ClusterFailed:
            self._client.close()
            raise
        self._executor = self._client.get_executor()

    @property
    def ahead(self) -> int:
        """Return how many pieces keep all workers busy; more may join at any time."""
        return 2 * int(sum(self._client.ncores().values()))

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Let some worker do it."""
        inner = self._executor.submit(_alike, fingerprint(), work, *args, **kwargs)
        outer: Future[Any] = Future()
        outer.add_done_callback(lambda done: inner.cancel() if done.cancelled() else None)
        inner.add_done_callback(lambda done: _hand_over(done, outer))
        return outer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002  # `spread` cancels
        """Leave the cluster, which goes on for others."""
        self._executor.shutdown(wait)
        self._client.close()

    def _compare(self) -> None:
        """Raise `ClusterFailed` if a machine has no Toctoc, or another one; later workers compare by themselves.

        The scheduler needs it too: it unpacks the work. A worker that cannot unpack its work would only go away.
        """
        found = self._client.run(find_spec, __name__, on_error="return")
        if wrong := [address for address, spec in found.items() if not isinstance(spec, ModuleSpec)]:
            raise ClusterFailed("other", ", ".join(wrong))
        try:
            digests = {"scheduler": self._client.run_on_scheduler(fingerprint), **self._client.run(fingerprint)}
        except ImportError:
            raise ClusterFailed("other", "scheduler") from None
        if wrong := [address for address, digest in digests.items() if digest != fingerprint()]:
            raise ClusterFailed("other", ", ".join(wrong))


@cache
def fingerprint() -> str:
    """Return a digest of everything of Toctoc that results depend on, as it is installed here."""
    home = Path(toctoc.__file__).parent
    digest = hashlib.sha256(f"nets: {find_spec('numpy') is not None}\n".encode())
    for path in sorted(path for name in PLAYING for path in (home / name).rglob("*")):
        if path.suffix in (".py", ".toml", ".npz"):
            digest.update(f"{path.relative_to(home).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def _alike(expected: str, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Do the work on a worker, if Toctoc is the same there."""
    if fingerprint() != expected:
        raise ClusterFailed("other", f"{socket.gethostname()}, toctoc {toctoc.__version__}")
    return work(*args, **kwargs)


def _hand_over(inner: Future[Any], outer: Future[Any]) -> None:
    """Pass the result of a task on; errors of Dask become `ClusterFailed`."""
    if not outer.set_running_or_notify_cancel():
        return
    if inner.cancelled():
        outer.set_exception(ClusterFailed("lost", ""))
    elif error := inner.exception():
        outer.set_exception(_in_our_words(error))
    else:
        outer.set_result(inner.result())


def _in_our_words(error: BaseException) -> BaseException:
    from distributed import KilledWorker

    if isinstance(error, KilledWorker):
        return ClusterFailed("killed", str(error.last_worker.address))
    if isinstance(error, CancelledError | asyncio.CancelledError):
        return ClusterFailed("lost", "")
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ImportError | AttributeError) and "toctoc" in str(cause):
            return ClusterFailed("other", str(cause))
        cause = cause.__cause__
    return error
