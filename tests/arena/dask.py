"""Stand in for Dask, and start a real cluster of processes on this machine."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from tools import ROOT

WORKER, SCHEDULER = "tcp://10.0.0.2:40000", "tcp://10.0.0.1:8786"


class Killed(Exception):
    def __init__(self) -> None:
        super().__init__("killed")
        self.last_worker = self
        self.address = WORKER


class FakeExecutor(ThreadPoolExecutor):
    """Run the work in threads, or fail with `fate`."""

    fate: Any = None

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.fate is None:
            return super().submit(work, *args, **kwargs)
        future: Future[Any] = Future()
        if self.fate == "cancelled":
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_exception(self.fate)
        return future


class FakeClient:
    """Stand in for Distributed's client of a cluster with one worker, whose Toctoc differs if `digest` is set."""

    digest: str | None = None
    finds: Any = None  # what looking for our module comes to there

    def __init__(self, address: str, timeout: float, set_as_default: bool) -> None:
        assert set_as_default is False
        if address != SCHEDULER:
            raise OSError(f"Timed out trying to connect to {address} after {timeout:.0f} s")
        self.executor = FakeExecutor(2)

    def wait_for_workers(self, count: int, timeout: float) -> None:
        assert count == 1
        assert timeout > 0

    def run(self, function: Any, *args: Any, on_error: str = "raise") -> dict[str, Any]:
        if on_error == "return" and self.finds is not None:
            return {WORKER: self.finds}
        return {WORKER: self.digest or function(*args)}

    def run_on_scheduler(self, function: Any) -> Any:
        return function()

    def ncores(self) -> dict[str, int]:
        return {WORKER: 2}

    def get_executor(self) -> Executor:
        return self.executor

    def close(self) -> None:
        self.executor.shutdown()


def fake_package() -> ModuleType:
    """The package `distributed`, as far as we use it."""
    package = ModuleType("distributed")
    package.Client = FakeClient  # type: ignore[attr-defined]
    package.KilledWorker = Killed  # type: ignore[attr-defined]
    return package


@dataclass
class RealCluster:
    """A scheduler and workers, a process each."""

    address: str
    workers: list["subprocess.Popen[bytes]"]


@contextmanager
def real_cluster(folder: Path, workers: int) -> Iterator[RealCluster]:
    """Start a cluster of Dask on this machine, and end it."""
    note = folder / "scheduler.json"
    environ = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), *sys.path])}
    started: list[subprocess.Popen[bytes]] = []

    def start(program: str, *arguments: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", f"distributed.cli.dask_{program}", "--no-dashboard", *arguments]
        nowhere = subprocess.DEVNULL
        started.append(subprocess.Popen(command, cwd=folder, env=environ, stdout=nowhere, stderr=nowhere))
        return started[-1]

    try:
        scheduler = start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(note), "--no-show"
        )
        while not note.exists() or not note.read_text().strip():
            assert scheduler.poll() is None
            time.sleep(0.05)
        address = json.loads(note.read_text())["address"]
        crew = [start("worker", address, "--nthreads", "1", "--no-nanny") for _ in range(workers)]
        yield RealCluster(address, crew)
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()
