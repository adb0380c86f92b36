"""Figures that tests found, summed up and printed at the end of a run: steps compared, clauses hit."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

Report = Callable[[str, int], None]


@pytest.fixture
def untraced() -> Iterator[None]:
    """Without the coverage tracer, which makes suites that prove by numbers three times as long."""
    tracer = sys.gettrace()
    sys.settrace(None)
    yield
    sys.settrace(tracer)


@pytest.fixture
def report(record_property: Callable[[str, object], None]) -> Report:
    """Add a number to a figure that the end of the run shows."""
    return lambda figure, number: record_property(f"figure: {figure}", number)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
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
