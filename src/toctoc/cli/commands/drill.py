"""`toctoc drill`: rehearse the restore of a backup, and the upgrade to this version."""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from toctoc import extras
from toctoc.cli import localized_help, params
from toctoc.cli.failures import BAD, Failure
from toctoc.cli.files.stores import store_argument, usable
from toctoc.cli.server import Missing
from toctoc.lang import Catalogue, load

if TYPE_CHECKING:
    from toctoc.server.security.identity import Keys
    from toctoc.storage.drill import DatabaseReader
    from toctoc.storage.sqlite.export_reader import ExportReader
    from toctoc.table.table import Table

    Reader = ExportReader | DatabaseReader


@click.command(cls=localized_help.LocalizedCommand)
@store_argument
@click.option("--dump", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@params.lang_option
@click.pass_context
def command(ctx: click.Context, store: str, dump: Path | None, lang: str) -> None:
    """Restore a backup of a store, and read everything in it."""
    from toctoc.storage import is_database, without_password

    say = load(lang)
    try:
        from toctoc.table.table import Table
    except ImportError as error:
        raise Missing(say("serve.missing", package=str(error.name), how=extras.how("serve"))) from None
    name = click.format_filename(without_password(store))
    restored = partial(_restored_database, dump=dump) if is_database(store) else _restored_file
    with usable(store, say):
        if dump is not None and not is_database(store):
            raise Failure(say("drill.dump", store=name))
        with restored(store, say) as (reader, faults):
            faults += [*_bad_tables(reader, Table, say), *_bad_records(reader, say)]
            tables = say("words.tables", n=len(reader.tables()))
            found = say.listed([tables, say("words.records", n=reader.record_count())])
    for fault in faults:
        click.echo(fault, err=True)
    click.echo(say("drill.bad" if faults else "drill.good", store=name, what=found))
    ctx.exit(BAD if faults else 0)


@contextmanager
def _restored_file(store: str, say: Catalogue) -> "Iterator[tuple[Reader, list[str]]]":
    """Restore a copy of a file in a temporary folder; yield it, and the faults beside it."""
    from toctoc.server.security.identity import SECRET_FILE, Keys
    from toctoc.storage import locate, open_store
    from toctoc.storage.sqlite import upkeep
    from toctoc.storage.sqlite.export_reader import export_reader

    with TemporaryDirectory(prefix="toctoc-drill-") as folder:
        source, copy = locate(store).resolve(), Path(folder) / "toctoc.db"
        upkeep.backup(source, copy)

        async def migrate() -> None:
            await (await open_store(str(copy))).close()

        asyncio.run(migrate())
        missing = say("drill.secret", file=SECRET_FILE, folder=click.format_filename(source.parent))
        with export_reader(copy) as reader:
            keys = partial(Keys.found, os.environ, source.parent)
            yield reader, list(_bad_secret(keys, reader.fingerprint(), store, missing, say))


@contextmanager
def _restored_database(store: str, say: Catalogue, dump: Path | None) -> "Iterator[tuple[Reader, list[str]]]":
    """Restore a dump into a scratch database, or take one that is restored; yield it, and the faults beside it."""
    from toctoc.server.security.identity import Keys
    from toctoc.storage import check_driver, without_password

    check_driver()
    from toctoc.storage.drill import restored

    name = without_password(store)
    with restored(store, dump) as reader:

        def keys() -> Keys | None:
            secret = reader.secret()
            return Keys.given(os.environ) or (None if secret is None else Keys.of(secret, name))

        missing = say("drill.no-secret", store=name)
        yield reader, list(_bad_secret(keys, reader.fingerprint(), name, missing, say))


def _bad_secret(
    find: "Callable[[], Keys | None]", fingerprint: bytes | None, store: str, missing: str, say: Catalogue
) -> Iterator[str]:
    """Yield a line if there is no secret for a store, or if it cannot be used, or belongs to another store."""
    from toctoc.server.security.identity import BadSecret, foreign_secret

    try:
        if (keys := find()) is None:
            yield missing
        elif not keys.fits(fingerprint):
            raise foreign_secret(keys, store)
    except BadSecret as error:
        yield say(f"serve.secret.{error.why}", **error.details)


def _bad_tables(restored: "Reader", tables: "type[Table]", say: Catalogue) -> Iterator[str]:
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


def _bad_records(restored: "Reader", say: Catalogue) -> Iterator[str]:
    """Yield a line for each record that breaks a rule."""
    from toctoc import record
    from toctoc.cli.terminal.speech import record_error

    for some in restored.records():
        for row in some:
            try:
                record.verify(record.read(row.line))
            except record.BadRecord as error:
                yield say("drill.record", number=row.game, table=row.table, reason=record_error(error, None, say))
