"""Draw the result of an arena: shares of victories, and ratings. Needs the extra `plots`."""

from importlib.util import find_spec
from pathlib import Path

import click

from toctoc import extras
from toctoc.arena.results import Report
from toctoc.charts.interval_figure import FIRST, SECOND, THIRD, Panel, Shares, Sheet, picture
from toctoc.cli.failures import Failure, reason
from toctoc.core.registry import GAMES
from toctoc.lang import Catalogue


def check(path: Path, say: Catalogue) -> None:
    """Raise a `Failure` if the picture could not be drawn, before hours of games are played."""
    if find_spec("matplotlib") is None:
        raise Failure(say("arena.no-matplotlib", how=extras.how("plots")))
    if not path.parent.is_dir():
        why = say("error.reason.no-folder")
        raise Failure(say("error.write", file=click.format_filename(path), reason=why))


def draw(report: Report, path: Path, say: Catalogue) -> None:
    """Draw the picture into a file; the same result gives the same file."""
    try:
        path.write_bytes(picture(_sheet(report, say), path.suffix.lower()[1:]))
    except OSError as error:
        file = click.format_filename(path)
        raise Failure(say("error.write", file=file, reason=reason(error, say))) from None


def _sheet(report: Report, say: Catalogue) -> Sheet:
    """Return two panels for the mixed field, and below them one for the ladder and one for the nemeses, if any."""
    mixed, parity = report.tournament, report.parity
    words = {"players": say("words.players", n=mixed.players), "games": say("words.games", n=mixed.games)}
    title = say("simulate.title", title=say.title(GAMES[mixed.game]), seed=mixed.seed, **words)
    shares = [(entry.bot, entry.share) for entry in report.standings]
    ratings = [(f"{entry.rating.value:.0f}", entry.rating) for entry in report.standings]
    below = [panel for panel in (_ladder(report, say), _nemeses(report, say)) if panel.rows]

    def percent(value: float, digits: int) -> str:
        return say("simulate.percent", value=say.number(100 * value, digits))

    label = say("arena.parity", parity=percent(parity, 1 if 100 % round(1 / parity) else 0))
    first, beside = Panel(say("arena.share"), FIRST, shares), Panel(say("arena.rating"), FIRST, ratings)
    return Sheet(title, first, beside, below, Shares(parity, label, percent))


def _ladder(report: Report, say: Catalogue) -> Panel:
    n = report.tournament.players - 1
    rows = [
        (_counted(say("arena.step", bot=step.bot, n=n, against=step.against), step.games, say), step.share)
        for step in report.ladder
    ]
    return Panel(say("arena.ladder", n=n), SECOND, rows)


def _nemeses(report: Report, say: Catalogue) -> Panel:
    rows = [(_counted(step.against, step.games, say), step.share) for step in report.nemeses]
    return Panel(say("arena.nemesis"), THIRD, rows)


def _counted(name: str, games: int, say: Catalogue) -> str:
    return f"{name}\n{say('words.games', n=games)}"
