"""`toctoc rules`: show the rules in our own words."""

import re
import sys

import click

from toctoc.cli import localized_help, params
from toctoc.core.registry import GAMES
from toctoc.lang import Catalogue, load


class _Subject(params.GameName):
    """Parse a game, the house rules, or a clause."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from toctoc.rulebook import book_of

        clause = value.upper()
        if book_of(clause):
            return clause
        if re.fullmatch(r"[A-Z]\d+", clause):
            from toctoc.cli.terminal.prompt import no_clause

            raise click.BadParameter(no_clause(clause, load(ctx.params["lang"] if ctx else "en")), ctx, param)
        return super().convert(value, param, ctx)


@click.command(cls=localized_help.LocalizedCommand)
@click.argument("game", type=_Subject("house"), required=False)
@click.argument("clauses", nargs=-1, metavar="[CLAUSE]...")
@params.lang_option
def command(game: str | None, clauses: tuple[str, ...], lang: str) -> None:
    """Show the rules of GAME, or only some of its clauses."""
    say = load(lang)
    if game is None:
        _list_games(say)
        return
    if game not in GAMES and game != "house":
        clauses = (game, *clauses)
    _show(_wanted(game, clauses, say))


def _list_games(say: Catalogue) -> None:
    click.echo(say("rules.games"))
    for game in GAMES.values():
        click.echo(f"  {game.name:10} {params.game_line(game, say)}")
    click.echo(f"  {'house':10} {say('rules.house')}: {say('game.house')}")
    click.echo(say("rules.how", **localized_help.example_games(say.language)))


def _wanted(game: str, clauses: tuple[str, ...], say: Catalogue) -> str:
    """Return the Markdown to show."""
    from toctoc import rulebook
    from toctoc.cli.terminal.prompt import clause_text, no_clause

    if not clauses:
        return rulebook.text(game, say.language)
    for clause in clauses:
        if rulebook.book_of(clause.upper()) is None:
            raise click.BadParameter(no_clause(clause.upper(), say), param_hint="CLAUSE")
    return "\n\n".join(clause_text(clause.upper(), say) for clause in clauses)


def _show(markdown: str) -> None:
    if not sys.stdout.isatty():
        click.echo(markdown.rstrip("\n"))
        return
    from rich.markdown import Markdown

    from toctoc.cli.console import console, paged

    screen = console()
    with screen.capture() as captured:
        screen.print(Markdown(markdown))
    paged(captured.get(), screen)
