"""`toctoc analyse`: tell how a recorded game went."""

from pathlib import Path
from typing import Any

import click

from toctoc.cli import localized_help, params
from toctoc.cli.localized_errors import LocalizedBadParameter
from toctoc.lang import load

PICTURE_ENDINGS = (".svg",)


def _picture(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
    if path and path.suffix.lower() not in PICTURE_ENDINGS:
        say = load(ctx.params["lang"])
        raise LocalizedBadParameter(
            say("error.analyse.picture", endings=", ".join(PICTURE_ENDINGS), name=repr(path.name)), ctx, param
        )
    return path


@click.command(cls=localized_help.LocalizedCommand)
@params.recorded_game
@click.option("--seat", "-s", metavar="N|NAME")
@click.option("--open", "all_open", is_flag=True)
@click.option("--json", "as_json", is_flag=True)
@click.option("--picture", type=click.Path(path_type=Path), callback=_picture, metavar="FILE")
@params.lang_option
def command(lang: str, **typed: Any) -> None:
    """Analyse the game recorded in FILE from one seat; - is standard input."""
    from toctoc.cli.commands.analyse.run import AnalysisOptions, run

    run(AnalysisOptions(**typed), load(lang))
