"""Print the result of an arena: tables with the intervals drawn beside the figures."""

from collections.abc import Iterable, Sequence

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from toctoc.arena.results import Report
from toctoc.arena.tally import Interval
from toctoc.charts.interval_text import Axis, MarkedScale, Span
from toctoc.cli.terminal.paint import QUIET, signs
from toctoc.core.registry import GAMES
from toctoc.lang import Catalogue

BOT_NAME_COLUMNS = 26
MIN_BLOCKS = 100  # with fewer, intervals are somewhat too narrow (docs/reports/strength.md)


def tell(screen: Console, report: Report, say: Catalogue) -> None:
    mixed = report.tournament
    games = say("words.games", n=mixed.games)
    words = {
        "title": say.title(GAMES[mixed.game]),
        "players": say("words.players", n=mixed.players),
        "games": games,
    }
    screen.print(Text(say("simulate.title", seed=mixed.seed, **words), "bold"))
    board = Board(screen, report, say)
    screen.print(board.field())
    if report.ladder:
        screen.print()
        screen.print(Text(say("arena.ladder", n=mixed.players - 1), "bold"))
        screen.print(board.ladder())
    if report.nemeses:
        screen.print()
        screen.print(Text(say("arena.nemesis"), "bold"))
        screen.print(board.nemeses())
        screen.print(Text(say("arena.gaps", n=mixed.players - 1), QUIET))
    screen.print()
    screen.print(Text(say("arena.intervals", parity=board.percent(report.parity, 1)), QUIET))
    if mixed.blocks < MIN_BLOCKS:
        screen.print(Text(say("arena.rough", n=mixed.blocks), QUIET))
    screen.print(Text(say("simulate.again", seed=mixed.seed), QUIET))


class Board:
    """The tables of a report."""

    def __init__(self, screen: Console, report: Report, say: Catalogue) -> None:
        self.report = report
        self.say = say
        self.to = signs(screen).to
        challenges = [step.share for step in (*report.ladder, *report.nemeses)]
        self.scale = MarkedScale.over([*(entry.share for entry in report.standings), *challenges], report.parity)

    def field(self) -> Table:
        """Return the mixed field, a line for every bot."""
        rows = [
            (
                entry.bot,
                self.say.number(entry.score.value, 1),
                *self._share(entry.share),
                f"{entry.rating.value:.0f}",
                Text(f"{entry.rating.low:.0f}{self.to}{entry.rating.high:.0f}", QUIET),
            )
            for entry in self.report.standings
        ]
        return self._table(["bot", "score", "share", "range", "drawn", "rating", "range"], rows)

    def ladder(self) -> Table:
        """Return one line for every step."""
        rows = [
            (step.bot, step.against, self.say.number(step.games), *self._share(step.share))
            for step in self.report.ladder
        ]
        return self._table(["bot", "against", "games", "share", "range", "drawn"], rows)

    def nemeses(self) -> Table:
        """Return one line for every bot that has a nemesis."""
        rows = [
            (
                step.against,
                self.say.number(step.games),
                *self._share(step.share),
                self._points(self.report.gap(step)),
            )
            for step in self.report.nemeses
        ]
        return self._table(["bot", "games", "won", "range", "drawn", "gap"], rows)

    def percent(self, value: float, digits: int = 0) -> str:
        return self.say("simulate.percent", value=self.say.number(100 * value, digits))

    def _table(self, columns: Sequence[str], rows: Iterable[Sequence[RenderableType]]) -> Table:
        """Make a table in which the drawn intervals and their axis take the room that words and figures leave."""
        table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="bold underline")
        for name in columns:
            title = self.say(f"arena.{name}") if name not in ("range", "drawn") else ""
            if name in ("bot", "against"):
                table.add_column(title, no_wrap=True, max_width=BOT_NAME_COLUMNS)
            elif name == "drawn":
                table.add_column(title)
            else:
                table.add_column(title, no_wrap=True, justify="right")
        for row in rows:
            table.add_row(*row)
        table.add_row(*[""] * columns.index("drawn"), Axis(self.scale, self.percent))
        return table

    def _points(self, gap: float) -> str:
        """Write hundredths of all games, more or less than parity."""
        return ("-" if gap < 0 else "+") + self.say.number(100 * abs(gap), 1)

    def _share(self, share: Interval) -> tuple[RenderableType, ...]:
        low, high = (self.say.number(100 * end, 1) for end in (share.low, share.high))
        return self.percent(share.value, 1), Text(f"{low}{self.to}{high}", QUIET), Span(share, self.scale)
