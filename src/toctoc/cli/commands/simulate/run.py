"""Run a simulation: show its progress, and print the result."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from toctoc.arena.bot_play import BotFailed
from toctoc.arena.journal import SimulationJournal
from toctoc.arena.plan import Simulation
from toctoc.arena.pool import Workers
from toctoc.arena.simulation import simulate, slow_bots
from toctoc.arena.tally import Figure, Tally
from toctoc.bots.registry import short_name
from toctoc.cli.console import console
from toctoc.cli.failures import CheckFailed
from toctoc.cli.files.saving import WriteLine, growing_file, holds_records, journal_errors, new_file
from toctoc.cli.progress import playing, rate
from toctoc.cli.terminal.paint import QUIET
from toctoc.cli.workers import worker_failure
from toctoc.core.registry import GAMES
from toctoc.lang import Catalogue

JOURNAL_TEXTS = ("simulate.another", "simulate.no-notebook", "simulate.damaged")


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    workers: Workers
    save: Path | None
    record: Path | None
    force: bool  # an existing file of records may be overwritten
    as_json: bool


@dataclass(frozen=True, slots=True)
class SimulationResult:
    simulation: Simulation
    tally: Tally
    seconds: float
    new_games: int  # played in this run; the others are of the journal

    @property
    def speed(self) -> float:
        """Return the new games a second."""
        return self.new_games / self.seconds


def run(simulation: Simulation, options: SimulationOptions, say: Catalogue) -> None:
    start = time.monotonic()
    if slow := slow_bots(simulation):
        click.echo(say("simulate.slow", bots=", ".join(slow)), err=True)
    with _kept(options.save, simulation, say) as journal:
        before = journal.games if journal else 0
        try:
            with (
                _recorded(simulation, options, journal, say) as write_line,
                playing(simulation.games, say) as done,
            ):
                tally = simulate(simulation, done, write_line, options.workers, journal)
        except KeyboardInterrupt:
            click.echo("\n" + say("arena.stopped") + " " + _left(options, journal, simulation, say), err=True)
            raise
        except BrokenExecutor as error:
            raise CheckFailed(f"{worker_failure(error, say)} {_left(options, journal, simulation, say)}") from None
        except BotFailed as error:
            where = {"game": error.game, "seat": error.seat, "seed": error.seed}
            raise CheckFailed(say("simulate.failed", bot=error.bot, reason=error.why, **where)) from error
    result = SimulationResult(simulation, tally, time.monotonic() - start, max(0, tally.games - before))
    if options.as_json:
        click.echo(json.dumps(as_data(result), ensure_ascii=False, indent=2))
    else:
        tell(console(), result, options, say)


@contextmanager
def _kept(path: Path | None, simulation: Simulation, say: Catalogue) -> Iterator[SimulationJournal | None]:
    """Yield the journal at `path`; None without a path."""
    if path is None:
        yield None
        return
    with journal_errors(path, JOURNAL_TEXTS, say):
        journal = SimulationJournal(path, simulation)
    try:
        yield journal
    finally:
        journal.close()


@contextmanager
def _recorded(
    simulation: Simulation, options: SimulationOptions, journal: SimulationJournal | None, say: Catalogue
) -> Iterator[WriteLine | None]:
    """Yield the function that writes a record, if they are wanted; those of a batch go before its counts."""
    if options.record is None:
        yield None
    elif journal is None:
        with new_file(options.record, options.force, say) as write:
            yield write
    else:
        follows = bool(journal.games) and holds_records(options.record, simulation.game)
        with growing_file(options.record, options.force, follows, say) as write_lines:
            lines: list[str] = []

            def flush() -> None:
                write_lines(lines)
                lines.clear()

            journal.before = flush
            yield lines.append


def _left(
    options: SimulationOptions, journal: SimulationJournal | None, simulation: Simulation, say: Catalogue
) -> str:
    """Say how many games a stopped simulation has kept."""
    if journal is None or options.save is None:
        return say("simulate.nothing")
    file = click.format_filename(options.save)
    return say("arena.kept", n=journal.games, total=simulation.games, file=file)


def as_data(result: SimulationResult) -> dict[str, object]:
    """Return the summary for programs. Only `speed` differs when the same games are played again."""
    simulation, tally = result.simulation, result.tally
    length, by_bot = tally.length(), tally.bots
    bots = (
        {
            "lineup": list(simulation.lineup),
            "bots": [
                {
                    "bot": bot,
                    "seats": seats,
                    "score": _pair(by_bot.score(bot)),
                    "victories": _pair(by_bot.victories(bot)),
                }
                for bot, seats in by_bot.seats.items()
            ],
        }
        if by_bot
        else {}
    )
    return {
        "game": simulation.game,
        "players": simulation.players,
        "options": dict(simulation.options),
        "seed": simulation.seed,
        "games": tally.games,
        **bots,
        "seats": [
            {"seat": seat, "score": _pair(tally.score(seat)), "victories": _pair(tally.victories(seat))}
            for seat in range(tally.players)
        ],
        "decisions": {**_pair(length), "shortest": tally.shortest, "longest": tally.longest},
        "speed": {"seconds": round(result.seconds, 3), "games_per_second": round(result.speed, 1)},
    }


def tell(screen: Console, result: SimulationResult, options: SimulationOptions, say: Catalogue) -> None:
    """Print the summary for people."""
    simulation, tally = result.simulation, result.tally
    players, games = say("words.players", n=simulation.players), say("words.games", n=simulation.games)
    title = say.title(GAMES[simulation.game])
    screen.print(
        Text(say("simulate.title", title=title, players=players, games=games, seed=simulation.seed), "bold")
    )
    table = _table(say("simulate.seat"), say)
    for seat in range(tally.players):
        table.add_row(str(seat), _figure(tally.score(seat), say), _percentage(tally.victories(seat), say))
    screen.print(table)
    if by_bot := tally.bots:
        table = _table(say("simulate.bot"), say, say("simulate.seats"))
        for bot, seats in by_bot.seats.items():
            figures = _figure(by_bot.score(bot), say), _percentage(by_bot.victories(bot), say)
            table.add_row(short_name(bot), *figures, str(seats))
        screen.print(table)
    length = _figure(tally.length(), say)
    screen.print(say("simulate.decisions", figure=length, shortest=tally.shortest, longest=tally.longest))
    if result.new_games:
        seconds = say.number(result.seconds, 1)
        screen.print(say("simulate.speed", rate=rate(result.speed, say), seconds=seconds))
    for key, file in (("arena.saved", options.save), ("simulate.recorded", options.record)):
        if file:
            screen.print(say(key, file=click.format_filename(file)), soft_wrap=True)
    screen.print(Text(say("simulate.margins"), QUIET), soft_wrap=True)
    if tally.bots:
        screen.print(Text(say("simulate.turns"), QUIET), soft_wrap=True)
    screen.print(Text(say("simulate.again", seed=simulation.seed), QUIET))


def _table(first: str, say: Catalogue, *more: str) -> Table:
    table = Table(box=None, padding=(0, 2), pad_edge=False, header_style="bold underline")
    for heading in (first, say("simulate.score"), say("simulate.victories"), *more):
        table.add_column(heading, justify="right")
    return table


def _pair(figure: Figure) -> dict[str, float]:
    return {"mean": figure.mean, "margin": figure.margin}


def _figure(figure: Figure, say: Catalogue) -> str:
    return say("simulate.figure", mean=say.number(figure.mean, 2), margin=say.number(figure.margin, 2))


def _percentage(figure: Figure, say: Catalogue) -> str:
    mean, margin = say.number(100 * figure.mean, 2), say.number(100 * figure.margin, 2)
    return say("simulate.percent", value=say("simulate.figure", mean=mean, margin=margin))
