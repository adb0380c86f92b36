"""Run an arena: show its progress, keep its results and records, and print the result."""

import json
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from toctoc.arena.bot_play import Block, BotFailed
from toctoc.arena.journal import TournamentJournal
from toctoc.arena.plan import Tournament, usual_field
from toctoc.arena.pool import Workers
from toctoc.arena.results import Report, as_data, report
from toctoc.arena.tournament import Note, play_on
from toctoc.cli import params
from toctoc.cli.commands.arena import chart, tables
from toctoc.cli.console import console
from toctoc.cli.failures import CheckFailed
from toctoc.cli.files.saving import WriteLines, growing_file, holds_records, journal_errors, write_errors
from toctoc.cli.progress import playing, rate
from toctoc.cli.workers import worker_failure
from toctoc.core.registry import find
from toctoc.lang import Catalogue

JOURNAL_TEXTS = ("arena.another", "arena.no-notebook", "arena.damaged")
FEWEST_BOTS = 2


def _wrong(field: Sequence[str], game: str, say: Catalogue) -> str | None:
    """Say why a field is refused; None if neither the names nor the number of its bots is the reason."""
    if len(field) < FEWEST_BOTS:
        return say("error.arena.field", least=FEWEST_BOTS, n=len(field))
    if twice := [name for name in field if field.count(name) > 1]:
        return say("error.arena.twice", bot=twice[0])
    return params.wrong_name(field, game, say)


@dataclass(frozen=True, slots=True)
class ArenaOptions:
    """Arguments and options of the command."""

    game: str
    field: list[str] | None
    players: int | None
    games: int
    ladder: bool
    nemesis: bool
    seed: int | None
    options: tuple[str, ...]
    cores: int | None
    cluster: str | None
    save: Path | None
    record: Path | None
    force: bool  # an existing file of records may be overwritten
    plot: Path | None
    as_json: bool

    def tournament(self, seed: int, say: Catalogue) -> Tournament:
        """Return the tournament to play with `seed`; a usage error says why there is none."""
        if self.field is None and len(usual_field(self.game)) < FEWEST_BOTS:
            raise click.UsageError(say("error.arena.lonely", title=say.title(find(self.game))))
        count = params.checked_players(self.game, self.players, say)
        chosen = params.chosen_options(self.game, self.options, count, say)
        field = list(self.field or usual_field(self.game))
        try:
            return Tournament.of(self.game, count, field, self.games, seed, chosen)
        except ValueError as error:
            raise click.UsageError(_wrong(field, self.game, say) or str(error)) from None


def run(tournament: Tournament, options: ArenaOptions, workers: Workers, say: Catalogue) -> None:
    if options.plot:
        chart.check(options.plot, say)
    start = time.monotonic()
    contests = tournament.programme(options.ladder, options.nemesis)
    goes_on = options.save is not None and options.save.is_file()
    with (
        _noted(options.save, tournament, say) as (known, note),
        _recorded(tournament, options, goes_on, say) as write_records,
    ):
        played = [blocks[: contest.blocks] for contest, blocks in zip(contests, known, strict=True)]
        before = sum(map(len, played))

        def kept(contest: int, number: int, block: Block) -> None:
            write_records([game.record for game in block])  # first: a noted block is not played again
            note(contest, number, block)

        _play(contests, played, kept, options, workers, say)
    new = (sum(map(len, played)) - before) * tournament.players
    result = report(contests, played)
    if options.plot:
        chart.draw(result, options.plot, say)
    if options.as_json:
        click.echo(json.dumps(as_data(result), ensure_ascii=False, indent=2))
    else:
        _tell(result, options, new, time.monotonic() - start, say)


def _play(
    contests: list[Tournament],
    played: list[list[Block]],
    note: Note,
    options: ArenaOptions,
    workers: Workers,
    say: Catalogue,
) -> None:
    """Play the missing blocks; if the run stops, say why and how much was kept."""
    seats = contests[0].players
    total = sum(contest.games for contest in contests)
    try:
        with playing(total, say) as done:
            done(seats * sum(map(len, played)))  # of earlier runs

            def noted(contest: int, number: int, block: Block) -> None:
                note(contest, number, block)
                done(seats)

            play_on(contests, played, noted, workers, keep_records=options.record is not None)
    except KeyboardInterrupt:
        click.echo("\n" + say("arena.stopped") + " " + _kept(played, options, seats, total, say), err=True)
        raise
    except BrokenExecutor as error:
        raise CheckFailed(worker_failure(error, say) + " " + _kept(played, options, seats, total, say)) from None
    except BotFailed as error:
        where = {"block": error.block, "game": error.game, "seat": error.seat, "seed": error.seed}
        raise CheckFailed(say("arena.failed", bot=error.bot, reason=error.why, **where)) from error


def _kept(played: list[list[Block]], options: ArenaOptions, seats: int, total: int, say: Catalogue) -> str:
    games = seats * sum(map(len, played))
    if options.save:
        return say("arena.kept", n=games, total=total, file=click.format_filename(options.save))
    if options.record:
        return say("arena.recorded", n=games, total=total, file=click.format_filename(options.record))
    return say("arena.nothing-kept")


@contextmanager
def _noted(path: Path | None, tournament: Tournament, say: Catalogue) -> Iterator[tuple[list[list[Block]], Note]]:
    """Yield the blocks of earlier runs, contest by contest, and a function that notes a block."""
    if path is None:
        yield [[] for _ in tournament.programme()], lambda *_: None
        return
    with journal_errors(path, JOURNAL_TEXTS, say):
        journal = TournamentJournal(path, tournament)

    def note(contest: int, number: int, block: Block) -> None:
        with write_errors(path, say):
            journal.write(contest, number, block)

    try:
        yield journal.blocks, note
    finally:
        journal.close()


@contextmanager
def _recorded(
    tournament: Tournament, options: ArenaOptions, goes_on: bool, say: Catalogue
) -> Iterator[WriteLines]:
    """Yield the function that writes the records of a block."""
    if options.record is None:
        yield lambda _: None
        return
    follows = goes_on and holds_records(options.record, tournament.game)
    with growing_file(options.record, options.force, follows, say) as write:
        yield write


def _tell(result: Report, options: ArenaOptions, new: int, seconds: float, say: Catalogue) -> None:
    screen = console()
    tables.tell(screen, result, say)
    if new:
        screen.print(say("simulate.speed", rate=rate(new / seconds, say), seconds=say.number(seconds, 1)))
    for key, file in (
        ("arena.saved", options.save),
        ("simulate.recorded", options.record),
        ("arena.drawn", options.plot),
    ):
        if file:
            screen.print(say(key, file=click.format_filename(file)), soft_wrap=True)
