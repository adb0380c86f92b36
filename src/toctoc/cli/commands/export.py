"""`toctoc export`: write every record of a store, a line each."""

import sys
from pathlib import Path

import click

from toctoc.cli import params
from toctoc.cli.files.stores import store_argument, usable
from toctoc.lang import load


@click.command()
@store_argument
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), default="-")
@click.option("--force", is_flag=True, help="Write over FILE if it is there.")
@params.lang_option
def command(store: str, file: Path, force: bool, lang: str) -> None:
    """Write the records of all games that ended in STORE into FILE, a line of JSON each, as they were stored; - is
    standard output, and so is no FILE at all.

    STORE is a file, or sqlite:///FILE. A server may run on it meanwhile. `toctoc verify` and `toctoc replay` read
    what this writes.
    """
    from toctoc.cli.files.saving import saved
    from toctoc.storage import locate, upkeep

    say = load(lang)
    with usable(store, say):
        lines = upkeep.records(locate(store))
        if str(file) == "-":
            sys.stdout.buffer.writelines(f"{line}\n".encode() for line in lines)
            return
        count = 0
        with saved(file, force, say) as write_line:
            for line in lines:
                write_line(line)
                count += 1
    click.echo(say("export.done", file=click.format_filename(file), records=say("words.records", n=count)))
