"""Show the results as tables: in the terminal, in Markdown and as JSON."""

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from rich import box
from rich.console import Console
from rich.table import Table as RichTable

from . import machine, openspiel, playouts, targets
from .measure import Result
from .start import Start

REPORTS = Path(__file__).parents[1] / "docs/reports"
PAGE, SERVER_PAGE = REPORTS / "performance.md", REPORTS / "server.md"
BEGIN, END = "<!-- figures: written by the command above -->", "<!-- end of the figures -->"
NOTHING = "–"
UNITS = ((1_000_000, " M"), (1_000, " k"))
INSTALL = "not installed; `python3 run.py bench` installs it"


@dataclass(frozen=True, slots=True)
class Report:
    facts: dict[str, str]
    results: list[Result] = field(default_factory=list)
    starts: list[Start] = field(default_factory=list)

    def of(self, way: str) -> list[Result]:
        return [result for result in self.results if result.way == way]


@dataclass(frozen=True, slots=True)
class TextTable:
    title: str
    header: list[str]
    rows: list[list[str]]


def tables(report: Report) -> list[TextTable]:
    found = [measured_on(facts(report))]
    if report.results:
        found += [our_games(report), their_games(report)]
    if report.starts:
        found.append(starts(report))
    return [*found, goals(report)]


def measured_on(facts: dict[str, str]) -> TextTable:
    """Make the table of the machine, the date and the versions."""
    return TextTable("Measured on", ["property", "value"], [[name, value] for name, value in facts.items()])


def facts(report: Report) -> dict[str, str]:
    """Return the facts of the machine, and its yardstick."""
    steps = {
        result.way: f"{amount(result.decisions_per_second)} steps/s" for result in report.of(machine.YARDSTICK)
    }
    return {**report.facts, **steps}


def our_games(report: Report) -> TextTable:
    """Make a table with a line for each game and number of players."""
    header = ["game", "players", "decisions a game", "plain: decisions/s", "games/s"]
    header += ["compiled: decisions/s", "games/s", "× OpenSpiel", "× its rollouts"]
    fast = {(result.name, result.players): result for result in report.of(playouts.COMPILED)}
    whole = targets.best(report.of(openspiel.WHOLE))
    rolled = targets.best(report.of(openspiel.ROLLED))
    rows = []
    for plain in report.of(playouts.PLAIN):
        compiled = fast.get((plain.name, plain.players))
        row = [plain.name, str(plain.players), length(compiled or plain), *speeds(plain)]
        if compiled is None:
            row += [NOTHING] * 4
        else:
            row += [*speeds(compiled), times(compiled, whole), times(compiled, rolled)]
        rows.append(row)
    return TextTable("Random games of Toctoc, one core", header, rows)


def their_games(report: Report) -> TextTable:
    header = ["game", "API", "decisions a game", "decisions/s", "games/s"]
    rows = [
        [r.name, r.way, length(r), *speeds(r)] for r in [*report.of(openspiel.WHOLE), *report.of(openspiel.ROLLED)]
    ]
    return TextTable("OpenSpiel, in the same run", header, rows or [["OpenSpiel", INSTALL, *[NOTHING] * 3]])


def starts(report: Report) -> TextTable:
    header = ["game", "first start (compiles)", "second start", "its CPU time", "with SciPy and coverage"]
    rows = [
        [s.name, f"{s.cold:.1f} s", *(f"{median(times):.2f} s" for times in (s.warm, s.warm_cpu, s.warm_strange))]
        for s in report.starts
    ]
    return TextTable("From the start of a process to the end of its first compiled game", header, rows)


def goals(report: Report) -> TextTable:
    return goal_table("Targets, each by its worst case", targets.targets(report.results, report.starts))


def goal_table(title: str, wanted: Iterable[targets.Target]) -> TextTable:
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


def length(result: Result) -> str:
    return f"{result.decisions / result.games:.1f}"


def speeds(result: Result) -> list[str]:
    return [amount(result.decisions_per_second), amount(result.games_per_second)]


def times(result: Result, other: Result | None) -> str:
    return NOTHING if other is None else f"{targets.ratio(result, other):.1f}"


def amount(number: float) -> str:
    """Format a number with three digits: 18.5 M, 331 k."""
    size, unit = next(((size, unit) for size, unit in UNITS if number >= 0.9995 * size), (1, ""))
    return f"{number / size:#.3g}".rstrip(".") + unit


# --- the three ways to show them ---------------------------------------------------------------------------


def publish(
    shown: Sequence[TextTable], marks: tuple[str, str], write: bool, width: int = 140, page: Path | None = None
) -> None:
    """Show tables, and with `write` put them between two marks of `page`, by default performance.md."""
    console = Console(width=None if sys.stdout.isatty() else width)
    for table in shown:
        print_table(table, console)
    if write:
        page = page or PAGE
        page.write_text(between(page.read_text(encoding="utf-8"), *marks, markdown(shown)), encoding="utf-8")
        console.print(f"Written to docs/reports/{page.name}")


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


def markdown(shown: Sequence[TextTable]) -> str:
    return "\n\n".join(map(markdown_table, shown))


def markdown_table(table: TextTable) -> str:
    rules = [
        "--:" if is_number(row[number] for row in table.rows) else "---" for number in range(len(table.header))
    ]
    lines = [table.header, rules, *table.rows]
    return f"**{table.title}**\n\n" + "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def is_number(cells: Iterable[str]) -> bool:
    return all(cell[:1].isdigit() or cell == NOTHING for cell in cells)


def between(page: str, begin: str, end: str, text: str) -> str:
    """Return `page` with the part between two marks replaced by `text`."""
    before, found, rest = page.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"the page has no place for the figures, between {begin} and {end}")
    return f"{before}{begin}\n\n{text}\n\n{end}{after}"
