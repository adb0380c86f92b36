"""Measure how strong the bots are, by the long arenas behind docs/reports/strength.md.

They can be stopped and go on.
"""

import sys
from dataclasses import dataclass, replace

import click
from rich.console import Console

from toctoc.arena.bot_play import Block
from toctoc.arena.journal import TournamentJournal
from toctoc.arena.plan import Tournament
from toctoc.arena.results import Report, report
from toctoc.arena.tally import Interval
from toctoc.arena.tournament import play_on
from toctoc.bots import LEVELS
from toctoc.cli.commands.arena import chart
from toctoc.core.registry import GAMES
from toctoc.lang import load

from .report import BEGIN, END, PICTURES, REPORTS, ROOT, interval, machine_line, put, rows_in_markdown

PAGE, KEPT = REPORTS / "strength.md", ROOT / ".strength"
SEED = 2026
TABLE = 4  # players at the table for which strength is wanted
WIDEST = 0.04  # half of the widest interval that is shown
# The least share of one bot against three of the level below, as the lower end of its interval.
WANTED = {
    "toctoctoc": {"apprenti": 0.30, "chasseur": 0.30, "voyante": 0.30, "comte": 0.36},
    "chocottes": {"apprenti": 0.45, "chasseur": 0.33, "voyante": 0.33, "comte": 0.36},
    "escalier": {"apprenti": 0.45, "chasseur": 0.30, "voyante": 0.30, "comte": 0.30},
}


@dataclass(frozen=True, slots=True)
class Amount:
    """Say how many games: of the mixed field, of `comte` against the next, of other steps, and of each nemesis."""

    field: int
    comte: int
    steps: int
    nemesis: int


@click.command(name="strength")
@click.option("--game", "games", multiple=True, type=click.Choice(list(GAMES)), help="Only this game; repeatable.")
@click.option("--players", "numbers", multiple=True, type=int, help="Only so many players; repeatable.")
@click.option("--field", default=1000, show_default=True, help="Games of the mixed field.")
@click.option("--comte", default=1000, show_default=True, help="Games of `comte` against the next level.")
@click.option("--steps", default=1000, show_default=True, help="Games of each other step of the ladder.")
@click.option("--nemesis", default=200, show_default=True, help="Games of each nemesis, with four players.")
@click.option("--write", is_flag=True, help="Put the tables into docs/reports/strength.md, and the plots.")
def main(
    games: tuple[str, ...],
    numbers: tuple[int, ...],
    field: int,
    comte: int,
    steps: int,
    nemesis: int,
    write: bool,
) -> None:
    """Measure how often bots win against each other, on all cores; results are kept in .strength/.

    Asking for more games goes on from there. After a change to a bot, remove that folder.
    """
    console = Console(stderr=True)
    reports = []
    for game in games or GAMES:
        for players in numbers or sorted(GAMES[game].players, key=lambda n: n != TABLE):
            if players in GAMES[game].players:
                amount = Amount(field, comte, steps, nemesis if players == TABLE else 0)
                reports.append(measured(game, players, amount, console))
    text = "\n\n".join([machine_line(), *filter(None, map(markdown, reports))])
    click.echo(text)
    if write:
        put(PAGE, (BEGIN, END), text)
        for found in reports:
            if has_plot(found):
                chart.draw(found, PICTURES / f"strength-{found.tournament.game}.svg", load("en"))


def measured(game: str, players: int, amount: Amount, console: Console) -> Report:
    """Play the mixed field, the ladder and the nemeses of one table."""
    KEPT.mkdir(exist_ok=True)
    tournament = Tournament.of(game, players, LEVELS[::-1], amount.field, SEED, {})
    steps, nemeses = tournament.ladder(), tournament.nemeses()
    wanted = [amount.field, amount.comte, *[amount.steps] * (len(steps) - 1), *[amount.nemesis] * len(nemeses)]
    journal = TournamentJournal(KEPT / f"{game}-{players}.jsonl", tournament)
    contests = [
        replace(contest, blocks=max(-(-games // players), len(known)))
        for contest, games, known in zip([tournament, *steps, *nemeses], wanted, journal.blocks, strict=True)
    ]
    played = [list(known) for known in journal.blocks]
    total, done = sum(contest.blocks for contest in contests), sum(map(len, played))
    with console.status("") as status:

        def note(contest: int, number: int, block: Block) -> None:
            nonlocal done
            done += 1
            journal.write(contest, number, block)
            status.update(f"{game}, {players} players: {done * players} of {total * players} games")

        play_on(contests, played, note, cores=None)
    journal.close()
    return report(contests, played)


# --- Markdown ----------------------------------------------------------------------------------------------------


def markdown(found: Report) -> str:
    """Return the tables of a report, without figures of wide intervals; an empty text if no figure is left."""
    mixed = found.tournament
    parts = [part for part in (mixed_field(found), steps(found), nemeses(found)) if part]
    if not parts:
        return ""
    if has_plot(found):
        parts.append(f"![Shares of victories and ratings](../images/strength-{mixed.game}.svg)")
    return "\n\n".join(
        [f"### {GAMES[mixed.game].title}, {mixed.players} players (parity {found.parity:.3f})", *parts]
    )


def mixed_field(found: Report) -> str:
    if not all(is_sure(entry.share) for entry in found.standings):
        return ""
    rows = [
        [entry.bot, interval(entry.share), f"{entry.rating.value:.0f}", f"{entry.score.value:.1f}"]
        for entry in found.standings
    ]
    header = ["bot", "victories", "rating", "score"]
    return f"All five levels, {found.tournament.games} games:\n\n{rows_in_markdown(header, rows)}"


def steps(found: Report) -> str:
    mixed = found.tournament
    wanted = WANTED[mixed.game] if mixed.players == TABLE else dict.fromkeys(LEVELS, found.parity)
    rows = [
        [
            step.bot, f"{mixed.players - 1} × {step.against}", str(step.games), interval(step.share),
            f"{wanted[step.bot]:.2f}", "yes" if step.share.low >= wanted[step.bot] else "no",
        ]
        for step in found.ladder if is_sure(step.share)
    ]  # fmt: skip
    header = ["one", "against", "games", "victories", "at least", "reached"]
    return f"One against a table of the level below:\n\n{rows_in_markdown(header, rows)}" if rows else ""


def nemeses(found: Report) -> str:
    rows = [
        [step.against, str(step.games), interval(step.share), f"{step.share.value - found.parity:+.3f}"]
        for step in found.nemeses
        if step.games and is_sure(step.share)
    ]
    header = ["bot", "games", "its nemesis wins", "best-response gap"]
    about = "One search that knows the bot's policy, against a table of it"
    return f"{about}:\n\n{rows_in_markdown(header, rows)}" if rows else ""


def has_plot(found: Report) -> bool:
    """Tell whether the mixed field of a table is drawn: where its table is shown."""
    return found.tournament.players == TABLE and bool(mixed_field(found))


def is_sure(share: Interval) -> bool:
    """Tell whether the interval of a share is narrow enough to be shown."""
    return share.high - share.low <= 2 * WIDEST


if __name__ == "__main__":
    sys.exit(main(prog_name="python -m benchmarks.strength"))
