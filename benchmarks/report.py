"""Show results as tables: in the terminal, in Markdown between two marks of a page, and as JSON."""

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table as RichTable

from toctoc import __version__
from toctoc.arena.tally import Interval

from . import machine
from .measure import Result

ROOT = Path(__file__).parents[1]
REPORTS, PICTURES = ROOT / "docs/reports", ROOT / "docs/images"
PAGE, SERVER_PAGE = REPORTS / "performance.md", REPORTS / "server.md"
BEGIN, END = "<!-- figures: written by the command above -->", "<!-- end of the figures -->"
NOTHING = "–"
UNITS = ((1_000_000, " M"), (1_000, " k"))


@dataclass(frozen=True, slots=True)
class TextTable:
    title: str
    header: list[str]
    rows: list[list[str]]


@dataclass(frozen=True, slots=True)
class Target:
    """A target of the project, and the worst case that was measured."""

    what: str
    wanted: str
    measured: float | None
    reached: bool | None


# --- targets -----------------------------------------------------------------------------------------------------


def at_least(limit: float, cases: Sequence[float], what: str) -> Target:
    worst = min(cases, default=None)
    return Target(what, f"at least {limit:,}", worst, None if worst is None else worst >= limit)


def below(limit: float, cases: Sequence[float], what: str) -> Target:
    worst = max(cases, default=None)
    return Target(what, f"below {limit:,}", worst, None if worst is None else worst < limit)


def at_most(limit: float, cases: Sequence[float], what: str) -> Target:
    worst = max(cases, default=None)
    return Target(what, f"at most {limit:,.3g}", worst, None if worst is None else worst <= limit)


def goal_table(title: str, wanted: Iterable[Target]) -> TextTable:
    verdicts = {True: "yes", False: "no", None: "not measured"}
    rows = [
        [
            goal.what,
            goal.wanted,
            NOTHING if goal.measured is None else amount(goal.measured),
            verdicts[goal.reached],
        ]
        for goal in wanted
    ]
    return TextTable(title, ["target", "wanted", "measured", "reached"], rows)


# --- cells -------------------------------------------------------------------------------------------------------


def measured_on(facts: dict[str, str]) -> TextTable:
    """Make the table of the machine, the date and the versions."""
    return TextTable("Measured on", ["property", "value"], [[name, value] for name, value in facts.items()])


def machine_line() -> str:
    """Return a table of one row with the version of Toctoc, the date, the machine and its load."""
    known = machine.facts()
    date, processor, system, load = (
        known.pop(key, "") for key in ("date", "processor", "system", "load before the run")
    )
    software = ", ".join(f"{name} {value}" for name, value in known.items() if value != "not installed")
    header = ["Toctoc", "date", "machine", "software", "load before the run"]
    return rows_in_markdown(header, [[__version__, date, f"{processor}, {system}", software, load]])


def length(result: Result) -> str:
    return f"{result.decisions / result.games:.1f}"


def speeds(result: Result) -> list[str]:
    return [amount(result.decisions_per_second), amount(result.games_per_second)]


def interval(share: Interval) -> str:
    return f"{share.value:.3f} ({share.low:.3f} to {share.high:.3f})"


def amount(number: float) -> str:
    """Format a number with three digits: 18.5 M, 331 k."""
    size, unit = next(((size, unit) for size, unit in UNITS if number >= 0.9995 * size), (1, ""))
    return f"{number / size:#.3g}".rstrip(".") + unit


# --- the three ways to show them ---------------------------------------------------------------------------------


def publish(
    shown: Sequence[TextTable], marks: tuple[str, str], write: bool, width: int = 140, page: Path | None = None
) -> None:
    """Show tables, and with `write` put them between two marks of `page`, by default performance.md."""
    console = Console(width=None if sys.stdout.isatty() else width)
    for table in shown:
        print_table(table, console)
    if write:
        page = page or PAGE
        put(page, marks, "\n\n".join(map(markdown_table, shown)))
        console.print(f"Written to docs/reports/{page.name}")


def put(page: Path, marks: tuple[str, str], text: str) -> None:
    """Replace the part of a page between two marks by `text`."""
    page.write_text(between(page.read_text(encoding="utf-8"), *marks, text), encoding="utf-8")


def keep(found: object, file: Path | None) -> None:
    """Write the results to `file`, as JSON, if there is one."""
    if file is not None:
        file.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def print_table(table: TextTable, console: Console) -> None:
    shown = RichTable(title=table.title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    for number, name in enumerate(table.header):
        shown.add_column(name, justify="right" if is_number(row[number] for row in table.rows) else "left")
    for row in table.rows:
        shown.add_row(*row)
    console.print(shown)


def markdown_table(table: TextTable) -> str:
    rules = [
        "--:" if is_number(row[number] for row in table.rows) else "---" for number in range(len(table.header))
    ]
    return f"**{table.title}**\n\n{_lines([table.header, rules, *table.rows])}"


def rows_in_markdown(header: list[str], rows: Iterable[list[str]]) -> str:
    """Return a table without a title, all columns to the left."""
    return _lines([header, ["---"] * len(header), *rows])


def _lines(rows: Iterable[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


def is_number(cells: Iterable[str]) -> bool:
    return all(cell[:1].isdigit() or cell == NOTHING for cell in cells)


def between(page: str, begin: str, end: str, text: str) -> str:
    """Return `page` with the part between two marks replaced by `text`."""
    before, found, rest = page.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"the page has no place for the figures, between {begin} and {end}")
    return f"{before}{begin}\n\n{text}\n\n{end}{after}"
