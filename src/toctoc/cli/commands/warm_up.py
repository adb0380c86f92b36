"""`toctoc warm-up`: compile games beforehand."""

import time

import click

from toctoc import extras
from toctoc.cli import localized_help, params
from toctoc.cli.failures import Failure
from toctoc.core.compile import compiled
from toctoc.core.registry import GAMES
from toctoc.lang import load


@click.command(cls=localized_help.LocalizedCommand)
@click.argument("games", type=params.GameName(), nargs=-1, metavar="[GAME]...")
@params.lang_option
def command(games: tuple[str, ...], lang: str) -> None:
    """Compile the rules and bots of each GAME, or of all games."""
    from toctoc.cli.progress import warming

    say = load(lang)
    if not compiled.available():
        raise Failure(say("warm-up.missing", how=extras.how("fast")))
    from toctoc.lab.warming import parts

    for game in [GAMES[name] for name in dict.fromkeys(games or GAMES)]:
        start, todo = time.monotonic(), parts(game)
        with warming(len(todo), say) as done:
            for part in todo:
                part()
                done()
        click.echo(say("warm-up.done", title=say.title(game), seconds=round(time.monotonic() - start)))
