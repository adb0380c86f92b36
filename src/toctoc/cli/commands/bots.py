"""`toctoc bots`: list the bots."""

import click

from toctoc.cli import localized_help, params
from toctoc.core.registry import GAMES
from toctoc.lang import load


@click.command(cls=localized_help.LocalizedCommand)
@params.lang_option
def command(lang: str) -> None:
    """Show the bots, from the gentlest to the strongest, and their way of playing."""
    from rich.table import Table
    from rich.text import Text

    from toctoc.bots import BOTS, bots_for
    from toctoc.bots.programs import installed
    from toctoc.cli.console import console

    say = load(lang)
    table = Table(box=None, padding=(0, 2), pad_edge=False, show_header=False)
    for name in BOTS:
        table.add_row(Text(name, "bold"), say(f"bot.{name}"), say(f"bot.{name}.line"))
    screen = console()
    screen.print(Text(say("bots.title"), "bold underline"))
    screen.print(table)
    for game in GAMES.values():
        if (there := bots_for(game.name)) != BOTS:
            screen.print(say("bots.for-game", title=say.title(game), bots=", ".join(there)))
    if installed():
        screen.print(say("bots.installed", bots=", ".join(installed())))
    screen.print(say("bots.own"))
