"""`toctoc export`: write every record of a store, a line each."""

import sys
from pathlib import Path

import click

from toctoc.cli import localized_help, params
from toctoc.cli.files.stores import store_argument, upkeep_of, usable
from toctoc.lang import load


@click.command(cls=localized_help.LocalizedCommand)
@store_argument
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), default="-")
@params.force_option
@params.lang_option
def command(store: str, file: Path, force: bool, lang: str) -> None:
    """Write the records of all games that ended in STORE into FILE, a line of JSON each."""
    from toctoc.cli.files.saving import new_file

    say = load(lang)
    with usable(store, say):
        lines = upkeep_of(store).records()
        if str(file) == "-":
            sys.stdout.buffer.writelines(f"{line}\n".encode() for line in lines)
            return
        count = 0
        with new_file(file, force, say) as write_line:
            for line in lines:
                write_line(line)
                count += 1
    click.echo(say("export.done", file=click.format_filename(file), records=say("words.records", n=count)))
