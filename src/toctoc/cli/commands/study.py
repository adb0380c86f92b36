"""`toctoc study`: answer a designer's questions about a game, as a page."""

import re
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toctoc.cli import params
from toctoc.cli.failures import CheckFailed, Failure, reason
from toctoc.core.options import NumberList
from toctoc.core.registry import GAMES, find
from toctoc.lang import Catalogue, load

if TYPE_CHECKING:
    from toctoc.arena.pool import Workers
    from toctoc.study.journal import StudyJournal
    from toctoc.study.plan import Study

MAX_STUDIED_GAMES = 10**8
MAX_VALUES = 100  # of an option
PAGE_ENDINGS = (".html", ".json", ".md")


def _bad(option: str, message: str) -> click.BadParameter:
    return click.BadParameter(message, param_hint=option)


def _counts(game: str, text: str | None, say: Catalogue) -> list[int]:
    """Read numbers of players: one, a list, or a range; None means all that the game allows."""
    if text is None:
        return list(find(game).players)
    found: list[int] = []
    for part in text.split(","):
        ends = re.fullmatch(r"\s*([0-9]{1,2})(?:\s*(?:-|\.\.)\s*([0-9]{1,2}))?\s*", part)
        if ends is None or int(ends[2] or ends[1]) < int(ends[1]):
            raise _bad("--players", say("error.study.players", text=repr(text)))
        found += range(int(ends[1]), int(ends[2] or ends[1]) + 1)
    return [params.checked_players(game, count, say) for count in found]


def _values(game: str, text: str, players: int, say: Catalogue) -> tuple[str, list[object]]:
    """Read the values of an option: `dreams=0..4`, `risk=yes,no` or `tiles=3:4:5,6:8:10`."""
    name, equals, typed = text.partition("=")
    if not equals or not typed.strip():
        raise _bad("--vary", say("error.study.vary", text=repr(text)))
    numbers = any(isinstance(option, NumberList) and option.name == name for option in GAMES[game].options)
    texts: list[str] = []
    for part in typed.split(","):
        ends = re.fullmatch(r"\s*(-?[0-9]{1,4})\s*\.\.\s*(-?[0-9]{1,4})\s*", part)
        if ends and not numbers:
            if not 0 <= int(ends[2]) - int(ends[1]) < MAX_VALUES:
                raise _bad("--vary", say("error.study.range", text=repr(part.strip()), most=MAX_VALUES))
            texts += map(str, range(int(ends[1]), int(ends[2]) + 1))
        else:
            texts.append(part.strip().replace(":", ",") if numbers else part.strip())
    try:
        return name, [params.chosen_options(game, (f"{name}={each}",), players, say)[name] for each in texts]
    except click.BadParameter as error:
        raise _bad("--vary", error.message) from None


def _checked_bot(bot: str | None, game: str, say: Catalogue) -> str:
    from toctoc.bots.bulk_play import plays_by_policy
    from toctoc.bots.registry import RANDOM, bots_for, plays

    if bot is None:  # the strongest one with a compiled policy
        return [name for name in bots_for(game) if name != RANDOM and plays_by_policy(name, find(game))][-1]
    if wrong := params.wrong_name([bot], game, say):
        raise _bad("--bots", wrong)
    if not plays(bot, game):
        title = say.title(find(game))
        raise _bad("--bots", say("error.bot-game", bot=bot, title=title, bots=", ".join(bots_for(game))))
    return bot


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """Arguments and options of the command."""

    game: str
    players: str | None
    bot: str | None
    vary: tuple[str, ...]
    only: tuple[str, ...]
    games: int
    seed: int | None
    options: tuple[str, ...]
    cores: int | None
    cluster: str | None
    save: Path | None
    out: tuple[Path, ...]
    force: bool  # existing pages may be overwritten

    def study(self, seed: int, say: Catalogue) -> "Study":
        """Return the study to play with `seed`; a usage error says why there is none."""
        from toctoc.study import study_modules
        from toctoc.study.plan import NoSuchTable, Study, TableChoice

        if not study_modules.has(find(self.game)):
            raise click.UsageError(say("error.study.game", title=say.title(find(self.game))))
        counts = _counts(self.game, self.players, say)
        varied = [_values(self.game, text, min(counts), say) for text in self.vary]
        if twice := [name for name, _ in varied if [other for other, _ in varied].count(name) > 1]:
            raise _bad("--vary", say("error.study.twice", name=twice[0]))
        chosen = params.chosen_options(self.game, self.options, min(counts), say)
        bot = _checked_bot(self.bot, self.game, say)
        try:
            return Study.of(self.game, counts, bot, self.games, seed, TableChoice(chosen, varied, self.only))
        except NoSuchTable as error:
            raise _bad("--only", say("error.study.only", name=repr(error.name), tables=error.there_are)) from None


@click.command(cls=params.TableCommand)
@click.argument("game", type=params.GameName())
@click.option("--players", "-p", metavar="N-M")
@click.option("--bots", "bot", type=params.BotName(), metavar="BOT")
@click.option("--vary", multiple=True, metavar="NAME=VALUES")
@click.option("--only", multiple=True, metavar="TABLE")
@params.games_option(MAX_STUDIED_GAMES, 30_000)
@params.seed_option
@params.table_option
@params.cores_option
@params.cluster_option
@params.path_option("--save", "DIR")
@params.path_option("--out", required=True, multiple=True)
@params.force_option
@params.lang_option
def command(lang: str, **typed: Any) -> None:
    """Play many games of GAME by bots, and answer a designer's questions on a page."""
    from toctoc.cli.workers import workers_for
    from toctoc.journal import seed_in
    from toctoc.study.journal import FILE

    say, wanted = load(lang), StudyOptions(**typed)
    if wrong := [path.name for path in wanted.out if path.suffix.lower() not in PAGE_ENDINGS]:
        endings = say("list.comma").join(PAGE_ENDINGS)
        raise _bad("--out", say("error.study.out", endings=endings, name=repr(wrong[0])))
    found = seed_in(wanted.save / FILE) if wanted.seed is None and wanted.save else wanted.seed
    study = wanted.study(secrets.randbelow(1 << 32) if found is None else found, say)
    with workers_for(wanted.cores, wanted.cluster, say) as workers:
        _run(study, wanted, workers, say)


def _run(study: "Study", wanted: StudyOptions, workers: "Workers", say: Catalogue) -> None:
    """Play the games of `study` and write its pages; paths are checked before anything is played."""
    from concurrent.futures import BrokenExecutor

    from toctoc.arena.bot_play import BotFailed
    from toctoc.cli.files.saving import new_file
    from toctoc.cli.progress import playing
    from toctoc.cli.workers import worker_failure
    from toctoc.study import page, running

    save = wanted.save
    if slow := study.slow_bots:
        click.echo(say("study.slow", bots=", ".join(slow)), err=True)
    with _noted(save, study, say) as kept, ExitStack() as files:
        writers = [(files.enter_context(new_file(path, wanted.force, say)), path) for path in wanted.out]
        try:
            with playing(study.games * len(study.arms), say) as done:
                answers = running.run(study, kept, done, workers)
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
    for path in wanted.out:
        click.echo(say("study.written", file=click.format_filename(path)))
    click.echo(say("simulate.again", seed=study.seed))


def _kept(save: Path | None, say: Catalogue) -> str:
    if save is None:
        return say("study.nothing-kept")
    return say("study.kept", folder=click.format_filename(save))


@contextmanager
def _noted(folder: Path | None, study: "Study", say: Catalogue) -> "Iterator[StudyJournal | None]":
    """Yield the journal in `folder`; None without a folder."""
    from toctoc.cli.files.saving import write_errors
    from toctoc.journal import AnotherWork, DamagedLine
    from toctoc.study.journal import StudyJournal

    if folder is None:
        yield None
        return
    name = click.format_filename(folder)
    try:
        with write_errors(folder, say):
            kept = StudyJournal(folder, study)
    except (AnotherWork, DamagedLine) as error:
        differing = error.differing if isinstance(error, AnotherWork) else []
        key = "study.another" if differing else "study.no-notebook"
        raise Failure(say(key, folder=name, names=", ".join(differing))) from None
    with closing(kept):
        yield kept
