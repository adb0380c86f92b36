"""Describe the machine that measures, and give a yardstick by which to compare machines."""

import os
import platform
import shutil
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version

from .measure import Contestant, Count

PACKAGES = ("numba", "numpy")
YARDSTICK = "yardstick: plain Python arithmetic"
STEPS = 10_000


def facts(packages: Sequence[str] = PACKAGES) -> dict[str, str]:
    """Describe the machine, the date and the versions of `packages`."""
    found = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
    }
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    if hasattr(os, "getloadavg"):
        found["load before the run"] = f"{os.getloadavg()[0]:.1f}"
    return found


def processor() -> str:
    lscpu = shutil.which("lscpu")
    if lscpu is not None:
        english = {**os.environ, "LC_ALL": "C"}
        done = subprocess.run([lscpu], capture_output=True, text=True, check=False, env=english)
        for line in done.stdout.splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "Model name":
                return value.strip()
    return platform.processor() or platform.machine()


def yardstick() -> Contestant:
    """Return a contestant that does plain arithmetic: how fast this machine and this Python are today."""
    return Contestant("the machine", 0, YARDSTICK, reckon, lambda amount: Count(amount, amount * STEPS))


def reckon(amount: int) -> int:
    x = 1
    for _ in range(amount * STEPS):
        x = (x * 75 + 74) % 65537
    return x
