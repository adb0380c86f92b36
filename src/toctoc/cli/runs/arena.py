"""Run an arena: show its progress, keep its results and records, and print the result."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from toctoc.arena.bot_play import Block, BotFailed
from toctoc.arena.journal import TournamentJournal
from toctoc.arena.plan import Tournament
from toctoc.arena.pool import Workers
from toctoc.arena.results import Report, as_data, report
from toctoc.arena.tournament import Note, play_on
from toctoc.cli.console import console
from toctoc.cli.failures import CheckFailed
from toctoc.cli.files.saving import (
    ARENA_TEXTS,
    WriteLines,
    growing_file,
    holds_records,
    journal_errors,
    write_errors,
)
from toctoc.cli.progress import playing, rate
from toctoc.cli.runs import arena_chart, arena_tables
from toctoc.cli.workers import worker_failure
from toctoc.lang import Catalogue


@dataclass(frozen=True, slots=True)
class ArenaOptions:
    ladder: bool
    nemesis: bool
    workers: Workers
    save: Path | None
    record: Path | None
    force: bool  # an existing file of records may be overwritten
    plot: Path | None
    as_json: bool


def run(tournament: Tournament, options: ArenaOptions, say: Catalogue) -> None:
    if options.plot:
        arena_chart.check(options.plot, say)
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

        _play(contests, played, kept, options, say)
    new = (sum(map(len, played)) - before) * tournament.players
    result = report(contests, played)
    if options.plot:
        arena_chart.draw(result, options.plot, say)
    if options.as_json:
        click.echo(json.dumps(as_data(result), ensure_ascii=False, indent=2))
    else:
        _tell(result, options, new, time.monotonic() - start, say)


def _play(
    contests: list[Tournament], played: list[list[Block]], note: Note, options: ArenaOptions, say: Catalogue
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

            play_on(contests, played, noted, options.workers, keep_records=options.record is not None)
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
    with journal_errors(path, ARENA_TEXTS, say):
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
    arena_tables.tell(screen, result, say)
    if new:
        screen.print(say("simulate.speed", rate=rate(new / seconds, say), seconds=say.number(seconds, 1)))
    for key, file in (
        ("arena.saved", options.save),
        ("simulate.recorded", options.record),
        ("arena.drawn", options.plot),
    ):
        if file:
            screen.print(say(key, file=click.format_filename(file)), soft_wrap=True)
