"""Select and order the tests, keep track of the temporary files, and print the figures that tests report."""

import gc
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.scale import SCALE, scaled
from tests.temporary_files import TemporaryFiles
from tools.browsers import find_chromium

Report = Callable[[str, int], None]
IN_BROWSERS = Path(__file__).parent / "web"

# On a busy machine an example may take long.
EXAMPLES = scaled(30, most=300)
settings.register_profile(
    "patient", max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")

# Otherwise the threads of all workers compete for the cores: training in a test took fifteen times as long.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Coverage measures the workers of xdist, which have read this variable by now, and no program that a test starts.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)


def pytest_configure(config: pytest.Config) -> None:
    """Fail the run, at its end, if a test has left a temporary file."""
    config.pluginmanager.register(TemporaryFiles(config), "temporary-files")


def pytest_report_header() -> str:
    """Say which browser the tests have found, with its version."""
    if (path := find_chromium()) is None:
        return "browser: none, see CONTRIBUTING.md"
    said = subprocess.run([path, "--version"], check=False, capture_output=True, text=True, timeout=60)
    return f"browser: {path} ({said.stdout.strip() or 'its version is unknown'})"


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect all tests without garbage collection, and exclude them from it later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(50_000, 50, 100)  # saves 3 % of the time


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of the nightly run; order the others for the workers."""
    nightly = [item for item in items if item.get_closest_marker("nightly")]
    if nightly and SCALE == 1:
        config.hook.pytest_deselected(items=nightly)
        items[:] = [item for item in items if not item.get_closest_marker("nightly")]
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    items[:] = ordered(items, workers)


def ordered(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Order the tests so that one worker compiles, while the others begin with browsers.

    xdist gives each worker one stretch of the list at first, and later the end of another's stretch. The first
    worker has all tests that need compiled code: it compiles, one game after the other, and no other worker
    compiles the same. They are in the middle of its stretch: by then `make test` has compiled the bots in the
    background. Tests in browsers wait most of the time, and other workers use it.
    """
    compiled = [item for item in items if item.get_closest_marker("compiled")]
    modules: dict[Path, list[pytest.Item]] = {}
    others = []
    for item in items:
        if item.get_closest_marker("compiled"):
            continue
        if item.path.is_relative_to(IN_BROWSERS):
            modules.setdefault(item.path, []).append(item)
        else:
            others.append(item)
    length = -(-len(items) // workers)
    before = max(0, length - len(compiled)) // 2
    stretches = [[*others[:before], *compiled], *([] for _ in range(workers - 1))]
    del others[:before]
    for module in modules.values():
        min(stretches[1:] or stretches, key=len).extend(module)
    for stretch in stretches:
        room = max(0, length - len(stretch))
        stretch += others[:room]
        del others[:room]
    return [item for stretch in stretches for item in stretch] + others


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Do not trace a test marked `untraced`: the tracer makes it three times as long for nothing."""
    coverage = sys.modules.get("coverage")  # Numba imports it too, and does not use it
    tracing = coverage and coverage.Coverage.current()
    if not tracing or not item.get_closest_marker("untraced"):
        return (yield)
    tracing.stop()
    try:
        return (yield)
    finally:
        tracing.start()


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a long text by its beginning: the names of all tests travel between the processes."""
    if isinstance(val, str | bytes) and len(val) > 100:
        return f"{val[:20]!a} and so on, {len(val)} in all"
    return None


@pytest.fixture
def report(record_property: Callable[[str, object], None]) -> Report:
    """Add a number to a figure that the end of the run shows."""
    return lambda figure, number: record_property(f"figure: {figure}", number)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Add up the figures of all tests."""
    figures: Counter[str] = Counter()
    for result in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        if result.when == "call":
            for name, value in result.user_properties:
                if name.startswith("figure: "):
                    figures[name.removeprefix("figure: ")] += int(str(value))
    if figures:
        terminalreporter.section("figures")
        for figure, number in sorted(figures.items()):
            terminalreporter.write_line(f"{figure}: {number:,}")
