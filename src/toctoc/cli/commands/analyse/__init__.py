"""`toctoc analyse`: tell how a recorded game went."""

from typing import Any

import click

from toctoc.cli import localized_help, params
from toctoc.lang import load

PICTURE_ENDINGS = (".svg",)


@click.command(cls=localized_help.LocalizedCommand)
@params.recorded_game
@click.option("--seat", "-s", metavar="N|NAME")
@click.option("--open", "all_open", is_flag=True)
@params.json_option
@params.path_option("--picture", callback=params.ending_in(PICTURE_ENDINGS, "error.analyse.picture"))
@params.lang_option
def command(lang: str, **typed: Any) -> None:
    """Analyse the game recorded in FILE from one seat; - is standard input."""
    from toctoc.cli.commands.analyse.run import AnalysisOptions, run

    run(AnalysisOptions(**typed), load(lang))
