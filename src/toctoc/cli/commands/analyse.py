"""`toctoc analyse`: tell how a recorded game went."""

from pathlib import Path

import click

from toctoc.cli import params, spoken
from toctoc.cli.complaints import Wrong
from toctoc.lang import load

PICTURES = (".svg",)


def _picture(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
    if path and path.suffix.lower() not in PICTURES:
        say = load(ctx.params["lang"])
        raise Wrong(say("error.analyse.picture", endings=", ".join(PICTURES), name=repr(path.name)), ctx, param)
    return path


@click.command(cls=spoken.Command)
@params.recorded_game
@click.option("--seat", "-s", metavar="N|NAME")
@click.option("--open", "all_open", is_flag=True)
@click.option("--json", "as_json", is_flag=True)
@click.option("--picture", type=click.Path(path_type=Path), callback=_picture, metavar="FILE")
@params.lang_option
def command(
    file: Path, number: int, seat: str | None, all_open: bool, as_json: bool, picture: Path | None, lang: str
) -> None:
    """Look back at the game recorded in FILE from one seat; - is standard input."""
    from toctoc.cli.output import analysis_run

    wanted = analysis_run.Wanted(file, number, seat, all_open, as_json, picture)
    analysis_run.run(wanted, load(lang))
