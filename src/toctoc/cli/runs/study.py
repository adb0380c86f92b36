"""Run a study: show its progress, keep its journal, and write its pages."""

from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from toctoc import journal
from toctoc.arena.bot_play import BotFailed
from toctoc.arena.pool import Workers
from toctoc.cli.failures import CheckFailed, Failure, reason
from toctoc.cli.files.saving import new_file, write_errors
from toctoc.cli.progress import playing
from toctoc.cli.workers import worker_failure
from toctoc.lang import Catalogue
from toctoc.study import page, running
from toctoc.study.journal import FILE, StudyJournal
from toctoc.study.plan import Study


def seed_in(folder: Path) -> int | None:
    """Read the seed of the study in a folder; None if there is none."""
    return journal.seed_in(folder / FILE)


@dataclass(frozen=True, slots=True)
class StudyOptions:
    out: Sequence[Path]
    save: Path | None
    force: bool  # existing pages may be overwritten
    workers: Workers


def run(study: Study, options: StudyOptions, say: Catalogue) -> None:
    """Play the games of `study` and write its pages; paths are checked before anything is played."""
    out, save = options.out, options.save
    if slow := study.slow_bots:
        click.echo(say("study.slow", bots=", ".join(slow)), err=True)
    with _noted(save, study, say) as kept, ExitStack() as files:
        writers = [(files.enter_context(new_file(path, options.force, say)), path) for path in out]
        try:
            with playing(study.games * len(study.arms), say) as done:
                answers = running.run(study, kept, done, options.workers)
        except KeyboardInterrupt:
            click.echo("\n" + say("arena.stopped") + " " + _kept(save, say), err=True)
            raise
        except BrokenExecutor as error:
            raise CheckFailed(worker_failure(error, say) + " " + _kept(save, say)) from None
        except BotFailed as error:
            where = {"game": error.game, "seat": error.seat, "seed": error.seed}
            raise CheckFailed(say("simulate.failed", bot=error.bot, reason=error.why, **where)) from error
        except OSError as error:
            raise Failure(say("error.write", file=str(save), reason=reason(error, say))) from None
        for write, path in writers:
            write(page.WRITERS[path.suffix.lower()](answers).removesuffix("\n"))
    for path in out:
        click.echo(say("study.written", file=click.format_filename(path)))
    click.echo(say("simulate.again", seed=study.seed))


def _kept(save: Path | None, say: Catalogue) -> str:
    if save is None:
        return say("study.nothing-kept")
    return say("study.kept", folder=click.format_filename(save))


@contextmanager
def _noted(folder: Path | None, study: Study, say: Catalogue) -> Iterator[StudyJournal | None]:
    if folder is None:
        yield None
        return
    name = click.format_filename(folder)
    try:
        with write_errors(folder, say):
            kept = StudyJournal(folder, study)
    except (journal.AnotherWork, journal.DamagedLine) as error:
        differing = error.differing if isinstance(error, journal.AnotherWork) else []
        key = "study.another" if differing else "study.no-notebook"
        raise Failure(say(key, folder=name, names=", ".join(differing))) from None
    with closing(kept):
        yield kept
