"""`toctoc replay`: tell a recorded game move by move."""

from pathlib import Path

import click

from toctoc.cli import localized_help, params
from toctoc.lang import load


@click.command(cls=localized_help.LocalizedCommand)
@params.recorded_game
@click.option("--from-seat", "seat", type=int, metavar="S")
@click.option("--step", is_flag=True)
@params.lang_option
def command(file: Path, number: int, seat: int | None, step: bool, lang: str) -> None:
    """Narrate the game recorded in FILE move by move, in words; - is standard input."""
    from toctoc.cli.terminal import narration

    say = load(lang)
    record = narration.find(file, number, say)
    if seat is not None and not 0 <= seat < len(record.seats):
        message = say("error.seat", seat=seat, most=len(record.seats) - 1)
        raise click.BadParameter(message, param_hint="--from-seat")
    narration.tell(record, seat, step, f"{click.format_filename(file)}", number, say)
