"""`toctoc drill`: rehearse the restore of a backup, and the upgrade to this version."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from toctoc.cli import localized_help, params
from toctoc.cli.failures import BAD
from toctoc.cli.files.stores import store_argument, usable
from toctoc.cli.runs.server import Missing
from toctoc.lang import Catalogue, load

if TYPE_CHECKING:
    from toctoc.storage.sqlite.export_reader import ExportReader
    from toctoc.table.table import Table


@click.command(cls=localized_help.LocalizedCommand)
@store_argument
@params.lang_option
@click.pass_context
def command(ctx: click.Context, store: str, lang: str) -> None:
    """Restore a copy of STORE in a temporary folder, and read everything in it."""
    from toctoc.server.security.identity import SECRET_FILE, SECRET_VARIABLE
    from toctoc.storage import locate, open_store
    from toctoc.storage.sqlite import upkeep
    from toctoc.storage.sqlite.export_reader import export_reader

    say, name = load(lang), click.format_filename(store)
    try:
        from toctoc.table.table import Table
    except ImportError as error:
        raise Missing(say("serve.missing", package=str(error.name))) from None
    with usable(store, say), TemporaryDirectory(prefix="toctoc-drill-") as folder:
        source, copy = locate(store).resolve(), Path(folder) / "toctoc.db"
        upkeep.backup(source, copy)

        async def migrate() -> None:
            await (await open_store(str(copy))).close()

        asyncio.run(migrate())
        with export_reader(copy) as restored:
            faults = [*_bad_tables(restored, Table, say), *_bad_records(restored, say)]
            tables = say("words.tables", n=len(restored.tables()))
            found = say.listed([tables, say("words.records", n=restored.record_count())])
    if SECRET_VARIABLE not in os.environ and not source.with_name(SECRET_FILE).is_file():
        faults.append(say("drill.secret", file=SECRET_FILE, folder=click.format_filename(source.parent)))
    for fault in faults:
        click.echo(fault, err=True)
    click.echo(say("drill.bad" if faults else "drill.good", store=name, what=found))
    ctx.exit(BAD if faults else 0)


def _bad_tables(restored: "ExportReader", tables: "type[Table]", say: Catalogue) -> Iterator[str]:
    """Yield a line for each table that cannot be built from its log, or differs from its snapshot."""
    for row in restored.tables():
        try:
            log = restored.log(row)
            whole = tables.restore(None, log)
            resumed = tables.restore(restored.snapshot(row), log[row.snapped :])
            is_good = whole.version == resumed.version == row.number
        except Exception as error:  # its message may quote hidden cards
            yield say("drill.table", code=row.head.code, reason=type(error).__name__)
            continue
        if not is_good:
            yield say("drill.table", code=row.head.code, reason=say("drill.snapshot"))


def _bad_records(restored: "ExportReader", say: Catalogue) -> Iterator[str]:
    """Yield a line for each record that breaks a rule."""
    from toctoc import record
    from toctoc.cli.terminal.speech import record_error

    for some in restored.records():
        for row in some:
            try:
                record.verify(record.read(row.line))
            except record.BadRecord as error:
                yield say("drill.record", number=row.game, table=row.table, reason=record_error(error, None, say))
