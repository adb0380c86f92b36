"""Show the load's results as tables, with their ratio to boardgame.io's in the same run."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.report import NOTHING, Target, TextTable, amount, at_most, below, goal_table, measured_on

from .boardgameio import BoardgameIO
from .figures import Crowd, Figures, Phase
from .restart import Restart

BEGIN, END = "<!-- live figures: written by the command above -->", "<!-- end of the live figures -->"
OURS, TIMES = "Toctoc", f"× {BoardgameIO.title}"
LATENCY, MEMORY = 50, 0.15  # ms at most 1 in 100 moves exceeds; MB a table
RESTART = 3  # seconds until a server that was killed serves a move again
CPU, AIM = 1 / 3, 1 / 5  # of boardgame.io's


@dataclass(frozen=True, slots=True)
class Report:
    facts: dict[str, str]
    figures: list[Figures] = field(default_factory=list)
    crowds: list[Crowd] = field(default_factory=list)
    restarts: list[Restart] = field(default_factory=list)

    def of(self, title: str) -> Figures | None:
        return next((found for found in self.figures if found.title == title), None)

    def restart(self, title: str) -> Restart | None:
        return next((found for found in self.restarts if found.title == title), None)


def tables(report: Report) -> list[TextTable]:
    measured = measured_on(report.facts | {found.title: found.about for found in report.figures})
    goals = goal_table("Targets of live tables", targets(report))
    crowded = [paced(report.crowds)] if report.crowds else []
    return [measured, paced(report.figures), saturated(report), *crowded, *restarted(report), goals]


def paced(figures: Sequence[Figures | Crowd]) -> TextTable:
    title = "At a steady pace"
    if figures:
        title = f"{figures[0].tables:,} tables of 4, {figures[0].pace:g} moves a second each"
    header = ["server", "moves/s", "p50 ms", "p95 ms", "p99 ms", "worst ms", "CPU µs a move", TIMES, "cores"]
    header += ["MB a table", TIMES, "client: CPU µs a move", "client: lateness p99 ms", "other processes: cores"]
    theirs = next((found for found in figures if found.title == BoardgameIO.title), None)
    rows = []
    for found in figures:
        phase = found.paced
        row = [
            found.title,
            amount(phase.pace),
            *(amount(ms) for ms in (phase.p50, phase.p95, phase.p99, phase.worst)),
        ]
        row += [
            amount(phase.cpu),
            times(phase.cpu, theirs.paced.cpu if theirs else None),
            cores(phase, phase.server_cpu),
        ]
        row += [f"{found.memory:.3f}", times(found.memory, theirs.memory if theirs else None)]
        row += [amount(phase.client), amount(phase.held_p99), cores(phase, phase.others_cpu)]
        rows.append(row)
    return TextTable(title, header, rows)


def saturated(report: Report) -> TextTable:
    header = ["server", "moves/s", TIMES, "CPU µs a move", TIMES, "cores"]
    header += ["client: CPU µs a move", "cores", "other processes: cores"]
    their = report.of(BoardgameIO.title)
    theirs = their.saturated if their else None
    rows = []
    for found in report.figures:
        phase = found.saturated
        row = [found.title, amount(phase.pace), times(phase.pace, theirs.pace if theirs else None)]
        row += [amount(phase.cpu), times(phase.cpu, theirs.cpu if theirs else None)]
        row += [cores(phase, phase.server_cpu), amount(phase.client), cores(phase, phase.client_cpu)]
        rows.append([*row, cores(phase, phase.others_cpu)])
    return TextTable("Closed loop: each table at full speed", header, rows)


def restarted(report: Report) -> list[TextTable]:
    if not report.restarts:
        return []
    header = ["server", "tables", "games", "listening after s", "first move after s"]
    header.append("a move at every table after s")
    rows = []
    for found in report.restarts:
        games = "continue" if found.keeps_games else "lost; new games start"
        seconds = (amount(s) for s in (found.listening, found.first_move, found.everybody))
        rows.append([found.title, f"{found.tables:,}", games, *seconds])
    return [TextTable("After kill -9 and a restart, with all clients reconnecting", header, rows)]


def targets(report: Report) -> list[Target]:
    ours, theirs, restart = report.of(OURS), report.of(BoardgameIO.title), report.restart(OURS)
    ratio = [ours.saturated.cpu / theirs.saturated.cpu] if ours and theirs else []
    return [
        below(LATENCY, [ours.paced.p99] if ours else [], "ms from a move sent to all seats updated, p99, paced"),
        at_most(CPU, ratio, "CPU µs a move in the closed loop, times boardgame.io's"),
        at_most(AIM, ratio, "the same, long-term goal"),
        at_most(MEMORY, [ours.memory] if ours else [], "MB a table"),
        below(RESTART, [restart.first_move] if restart else [], "s from a restart to the first move"),
    ]


def times(figure: float, theirs: float | None) -> str:
    return NOTHING if theirs is None or theirs <= 0 else f"{figure / theirs:.2f}"


def cores(phase: Phase, cpu: float) -> str:
    return f"{cpu / phase.seconds:.2f}"
