"""`toctoc backup`: copy a store, with or without a server running on it."""

import errno
import os
from pathlib import Path

import click

from toctoc.cli import localized_help, params
from toctoc.cli.failures import Failure
from toctoc.cli.files.stores import store_argument, usable
from toctoc.lang import load


@click.command(cls=localized_help.LocalizedCommand)
@store_argument
@click.argument("file", type=click.Path(path_type=Path))
@params.force_option
@params.lang_option
def command(store: str, file: Path, force: bool, lang: str) -> None:
    """Copy STORE, as it is at one moment, into FILE, which is then a store itself."""
    from toctoc.cli.files.saving import write_errors
    from toctoc.storage import is_database, locate, without_password
    from toctoc.storage.sqlite import upkeep

    say = load(lang)
    name = click.format_filename(file)
    if is_database(store):
        raise Failure(say("backup.database", store=without_password(store), file=name))
    if file.is_file() and not force:
        raise Failure(say("error.exists", file=name))
    part = file.with_name(f"{file.name}.part")
    with usable(store, say), write_errors(file, say):
        source = locate(store)
        if file.exists() and source.exists() and file.samefile(source):
            raise Failure(say("backup.itself", file=name))
        if file.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if file.with_name(f"{file.name}-wal").exists():  # would be taken for a part of the new file
            raise Failure(say("backup.in-use", file=name))
        try:
            upkeep.backup(source, part)
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)
    click.echo(say("backup.done", store=click.format_filename(store), file=name))
