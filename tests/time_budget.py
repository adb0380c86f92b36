"""A plugin of pytest for the nightly run: no test begins after TOCTOC_BUDGET_ENDS, and these are counted."""

import os
import time
from collections import Counter

import pytest

ENDS = float(os.environ.get("TOCTOC_BUDGET_ENDS", "inf"))  # in seconds since 1970
REASON = "not reached: the time is up"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Skip the test, before its fixtures, if the time is up."""
    if time.time() > ENDS:
        pytest.skip(REASON)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print in one line how many tests were not reached, by folder."""
    skipped = [
        report.nodeid for report in terminalreporter.getreports("skipped") if REASON in str(report.longrepr)
    ]
    if skipped:
        folders = Counter("/".join(test.split("::")[0].split("/")[:2]) for test in skipped)
        listed = ", ".join(f"{folder} {number}" for folder, number in sorted(folders.items()))
        terminalreporter.write_line(f"not reached: {len(skipped)} tests ({listed})")
