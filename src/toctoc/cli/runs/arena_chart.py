"""Draw what an arena came to: shares of victories, and ratings. Needs the extra `toctoc[plots]`."""

import io
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from toctoc.arena.results import Report
from toctoc.arena.summary import Interval
from toctoc.cli.failures import Failure, reason
from toctoc.games.registry import GAMES
from toctoc.lang import Catalogue

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# A night sky; the colours of the dots differ in lightness too, and no two things by colour alone.
NIGHT, CARD, GRID, WORDS, FAINT = "#0d1530", "#141f42", "#2b3966", "#eef1fa", "#a9b4d6"
FIELD, LADDER, NEMESIS = ("#f2b84b", "o"), ("#6fc3f0", "D"), ("#d9688f", "s")  # colour and dot
WIDTH, TITLE, ROW, DOTS = 11.0, 0.5, 0.4, 160  # inches; dots an inch
PANEL = 2.6  # rows that a panel's title and numbers take


class Panel(NamedTuple):
    title: str
    look: tuple[str, str]
    rows: list[tuple[str, Interval]]


def check(path: Path, say: Catalogue) -> None:
    """Find what would prevent drawing before hours of games are played."""
    if find_spec("matplotlib") is None:
        raise Failure(say("arena.no-matplotlib"))
    if not path.parent.is_dir():
        why = say("error.reason.no-folder")
        raise Failure(say("error.write", file=click.format_filename(path), reason=why))


def draw(report: Report, path: Path, say: Catalogue) -> None:
    """Draw the picture into a file; the same result gives the same file."""
    import matplotlib as mpl

    kind = path.suffix.lower()[1:]
    with (
        mpl.rc_context({"font.family": "DejaVu Sans", "svg.hashsalt": "toctoc"}),
        io.BytesIO() as picture,
    ):
        figure(report, say).savefig(
            picture, format=kind, dpi=DOTS, metadata={"Date": None} if kind == "svg" else {"Software": None}
        )
        try:
            path.write_bytes(picture.getvalue())
        except OSError as error:
            file = click.format_filename(path)
            raise Failure(say("error.write", file=file, reason=reason(error, say))) from None


def figure(report: Report, say: Catalogue) -> "Figure":
    """Draw two panels for the mixed field, and below them one for the ladder and one for the nemeses, if any."""
    from matplotlib.figure import Figure

    below = [panel for panel in (_ladder(report, say), _nemeses(report, say)) if panel.rows]
    rows = [PANEL + len(report.standings), *(PANEL + len(panel.rows) for panel in below)]
    sheet = Figure(figsize=(WIDTH, TITLE + ROW * sum(rows)), facecolor=NIGHT, layout="constrained")
    sheet.get_layout_engine().set(w_pad=0.12, h_pad=0.1, wspace=0.04)  # type: ignore[union-attr, call-arg]  # constrained
    mixed = report.tournament
    words = {"players": say("words.players", n=mixed.players), "games": say("words.games", n=mixed.games)}
    title = say("simulate.title", title=say.title(GAMES[mixed.game]), seed=mixed.seed, **words)
    sheet.suptitle(title, color=WORDS, fontsize=14, fontweight="bold")
    grid = sheet.add_gridspec(len(rows), 2, width_ratios=(3, 2), height_ratios=rows)
    shares = [(entry.bot, entry.share) for entry in report.standings]
    _shares(sheet.add_subplot(grid[0, 0]), Panel(say("arena.share"), FIELD, shares), report.parity, say)
    ratings = [(f"{entry.rating.value:.0f}", entry.rating) for entry in report.standings]
    _panel(sheet.add_subplot(grid[0, 1]), Panel(say("arena.rating"), FIELD, ratings))
    for place, panel in enumerate(below, 1):
        _shares(sheet.add_subplot(grid[place, :]), panel, report.parity, say)
    return sheet


def _ladder(report: Report, say: Catalogue) -> Panel:
    n = report.tournament.players - 1
    rows = [
        (_counted(say("arena.step", bot=step.bot, n=n, against=step.against), step.games, say), step.share)
        for step in report.ladder
    ]
    return Panel(say("arena.ladder", n=n), LADDER, rows)


def _nemeses(report: Report, say: Catalogue) -> Panel:
    rows = [(_counted(step.against, step.games, say), step.share) for step in report.nemeses]
    return Panel(say("arena.nemesis"), NEMESIS, rows)


def _counted(name: str, games: int, say: Catalogue) -> str:
    return f"{name}\n{say('words.games', n=games)}"


def _shares(axes: "Axes", panel: Panel, parity: float, say: Catalogue) -> None:
    """Draw shares of victories, with their numbers and a line at parity."""
    from matplotlib.ticker import FuncFormatter

    def percent(value: float, digits: int = 0) -> str:
        return say("simulate.percent", value=say.number(100 * value, digits))

    _panel(axes, panel)
    for row, (_, share) in enumerate(panel.rows):
        axes.annotate(
            percent(share.value, 1),
            (share.high, row),
            xytext=(6, 0),
            textcoords="offset points",
            color=WORDS,
            va="center",
            fontsize=9,
            bbox={"facecolor": CARD, "edgecolor": "none", "pad": 1.5},
        )
    axes.axvline(parity, color=WORDS, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    label = say("arena.parity", parity=percent(parity, 1 if 100 % round(1 / parity) else 0))
    axes.annotate(
        label, (parity, -0.62), xytext=(4, 0), textcoords="offset points", color=FAINT, fontsize=8.5, va="center"
    )
    axes.set_xlim(0, min(1.0, max([2 * parity, *(share.high for _, share in panel.rows)]) * 1.15))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: percent(value)))


def _panel(axes: "Axes", panel: Panel) -> None:
    """Draw intervals, one below the other."""
    from matplotlib.ticker import MaxNLocator

    title, (colour, dot), rows = panel
    for number, (_, interval) in enumerate(rows):
        axes.plot([interval.low, interval.high], [number] * 2, color=colour, linewidth=2.4, solid_capstyle="round")
        axes.plot(interval.value, number, dot, color=colour, markersize=8, markeredgecolor=NIGHT)
    axes.set_title(title, color=WORDS, fontsize=11, loc="left", pad=10)
    axes.set_yticks(range(len(rows)), [name for name, _ in rows], color=WORDS, fontsize=10)
    axes.set_ylim(len(rows) - 0.4, -0.9)
    axes.set_facecolor(CARD)
    axes.grid(axis="x", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(MaxNLocator(6))
    axes.tick_params(length=0, colors=FAINT, labelsize=9, pad=6)
    axes.tick_params(axis="y", labelsize=10, labelcolor=WORDS)
    for edge in axes.spines.values():
        edge.set_visible(False)
