"""The cores, the memory and the threads that this process may use, within the limits of a container."""

import os
from contextlib import suppress
from pathlib import Path

CGROUP = Path("/sys/fs/cgroup")


def usable_cores(cgroup: Path = CGROUP) -> int:
    """Return the number of cores, rounded down: a container with one and a half cores has one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError, ValueError):  # there is no limit: "max"
        quota, period = map(int, (cgroup / "cpu.max").read_text().split())
        cores = min(cores, quota // period)
    return max(1, cores)


def memory_bytes(cgroup: Path = CGROUP) -> int:
    """Return the size of the memory."""
    size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with suppress(OSError, ValueError):
        size = min(size, int((cgroup / "memory.max").read_text()))
    return size


def thread_limit(cgroup: Path = CGROUP) -> int | None:
    """Return the number of threads that all processes together may have; None without a limit."""
    with suppress(OSError, ValueError):  # there is no limit: "max"
        return int((cgroup / "pids.max").read_text())
    return None
