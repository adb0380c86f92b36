"""`toctoc verify`: compare records with the rules, and with the fair shuffle if they open one."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from toctoc.cli import localized_help, params
from toctoc.cli.failures import BAD, UNUSABLE, Failure
from toctoc.lang import Catalogue, load

if TYPE_CHECKING:
    from toctoc.record import BadRecord, Record

MOST_STRANGE_LINES = 100


@click.command(cls=localized_help.LocalizedCommand)
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path, allow_dash=True)
)
@params.lang_option
@click.pass_context
def command(ctx: click.Context, files: tuple[Path, ...], lang: str) -> None:
    """Replay every record of every FILE and report those that break a rule."""
    say = load(lang)
    code = 0
    for file in files:
        try:
            code = max(code, _verified(file, say))
        except Failure as failure:
            failure.show()
            code = UNUSABLE
        except KeyboardInterrupt:
            click.echo("\n" + say("verify.stopped"), err=True)
            raise
    ctx.exit(code)


def _verified(file: Path, say: Catalogue) -> int:
    """Check one file, tell the result, and return its part of the exit code."""
    from toctoc.cli.files.records import no_record, numbered, opened
    from toctoc.cli.progress import reading, shortened
    from toctoc.cli.terminal.speech import record_error
    from toctoc.record import BadRecord, BrokenRecord

    name = click.format_filename(file)
    count = bad = strange = fair = lessons = 0
    with (
        opened(file, say) as stream,
        reading(stream, say("verify.reading", file=shortened(file.name))) as progress,
    ):
        for number, found in numbered(stream, name, say):
            count += 1
            record = None if isinstance(found, BadRecord) else found
            error = found if isinstance(found, BadRecord) else _error(found)
            fair += bool(record and record.fair and not error)
            lessons += bool(record and record.lesson and not error)
            if error:
                bad += 1
                strange += not isinstance(error, BrokenRecord)
                progress.tell(say("verify.bad", file=name, line=number, reason=record_error(error, record, say)))
            if strange == MOST_STRANGE_LINES:
                progress.tell(say("verify.gave-up", file=name, n=strange))
                break
            progress.advance()
    if not count:
        raise no_record(file, say)
    key = "verify.mixed" if bad else "verify.good"
    click.echo(say(key, file=name, records=say("words.records", n=count), bad=bad))
    if fair:
        click.echo(say("verify.fair", file=name, records=say("words.records", n=fair)))
    if lessons:
        click.echo(say("verify.lesson", file=name, records=say("words.records", n=lessons)))
    return BAD if bad else 0


def _error(record: "Record") -> "BadRecord | None":
    from toctoc.record import BadRecord, verify

    try:
        verify(record)
    except BadRecord as error:
        return error
    return None
