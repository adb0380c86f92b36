"""Draw panels of intervals by matplotlib, as PNG or SVG. Needs the extra `plots`."""

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from toctoc.charts import AMBER, BLUE, FAINT, GRID, NIGHT, PANEL, ROSE, TEXT, IntervalLike

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FIRST, SECOND, THIRD = (AMBER, "o"), (BLUE, "D"), (ROSE, "s")  # colours and dots of panels
FIGURE_WIDTH, TITLE, ROW = 11.0, 0.5, 0.4  # inches
DOTS_PER_INCH = 160
PANEL_ROWS = 2.6  # rows that the title and the numbers of a panel take


class Shares(NamedTuple):
    """How panels of shares are written: a share as a percentage, and the line at parity."""

    parity: float
    parity_label: str
    percent: Callable[[float, int], str]  # a share, and decimal places


class Panel(NamedTuple):
    title: str
    look: tuple[str, str]
    rows: Sequence[tuple[str, IntervalLike]]


class Sheet(NamedTuple):
    """Two panels side by side, and further ones below them; all but `beside` show shares."""

    title: str
    first: Panel
    beside: Panel
    below: Sequence[Panel]
    shares: Shares


def picture(sheet: Sheet, kind: str) -> bytes:
    """Return the sheet as a file, "png" or "svg"; the same sheet gives the same bytes."""
    import matplotlib as mpl

    metadata = {"Date": None} if kind == "svg" else {"Software": None}
    with mpl.rc_context({"font.family": "DejaVu Sans", "svg.hashsalt": "toctoc"}), io.BytesIO() as file:
        figure(sheet).savefig(file, format=kind, dpi=DOTS_PER_INCH, metadata=metadata)
        return file.getvalue()


def figure(sheet: Sheet) -> "Figure":
    """Return the figure of a sheet."""
    from matplotlib.figure import Figure

    rows = [PANEL_ROWS + len(panel.rows) for panel in (sheet.first, *sheet.below)]
    drawn = Figure(figsize=(FIGURE_WIDTH, TITLE + ROW * sum(rows)), facecolor=NIGHT, layout="constrained")
    drawn.get_layout_engine().set(w_pad=0.12, h_pad=0.1, wspace=0.04)  # type: ignore[union-attr, call-arg]  # constrained
    drawn.suptitle(sheet.title, color=TEXT, fontsize=14, fontweight="bold")
    grid = drawn.add_gridspec(len(rows), 2, width_ratios=(3, 2), height_ratios=rows)
    _shares(drawn.add_subplot(grid[0, 0]), sheet.first, sheet.shares)
    _panel(drawn.add_subplot(grid[0, 1]), sheet.beside)
    for place, panel in enumerate(sheet.below, 1):
        _shares(drawn.add_subplot(grid[place, :]), panel, sheet.shares)
    return drawn


def _shares(axes: "Axes", panel: Panel, shares: Shares) -> None:
    """Draw shares, with their numbers and a line at parity."""
    from matplotlib.ticker import FuncFormatter

    parity, label, percent = shares

    _panel(axes, panel)
    for row, (_, share) in enumerate(panel.rows):
        axes.annotate(
            percent(share.value, 1),
            (share.high, row),
            xytext=(6, 0),
            textcoords="offset points",
            color=TEXT,
            va="center",
            fontsize=9,
            bbox={"facecolor": PANEL, "edgecolor": "none", "pad": 1.5},
        )
    axes.axvline(parity, color=TEXT, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    axes.annotate(
        label, (parity, -0.62), xytext=(4, 0), textcoords="offset points", color=FAINT, fontsize=8.5, va="center"
    )
    axes.set_xlim(0, min(1.0, max([2 * parity, *(share.high for _, share in panel.rows)]) * 1.15))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: percent(value, 0)))


def _panel(axes: "Axes", panel: Panel) -> None:
    """Draw intervals, one below the other."""
    from matplotlib.ticker import MaxNLocator

    title, (colour, dot), rows = panel
    for number, (_, interval) in enumerate(rows):
        axes.plot([interval.low, interval.high], [number] * 2, color=colour, linewidth=2.4, solid_capstyle="round")
        axes.plot(interval.value, number, dot, color=colour, markersize=8, markeredgecolor=NIGHT)
    axes.set_title(title, color=TEXT, fontsize=11, loc="left", pad=10)
    axes.set_yticks(range(len(rows)), [name for name, _ in rows], color=TEXT, fontsize=10)
    axes.set_ylim(len(rows) - 0.4, -0.9)
    axes.set_facecolor(PANEL)
    axes.grid(axis="x", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(MaxNLocator(6))
    axes.tick_params(length=0, colors=FAINT, labelsize=9, pad=6)
    axes.tick_params(axis="y", labelsize=10, labelcolor=TEXT)
    for edge in axes.spines.values():
        edge.set_visible(False)
