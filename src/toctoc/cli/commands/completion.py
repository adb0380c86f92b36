"""`toctoc completion`: print the completion script of a shell."""

import click
from click.shell_completion import get_completion_class

from toctoc.cli import localized_help


@click.command(cls=localized_help.LocalizedCommand)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@localized_help.language_option(expose_value=False)
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the script that makes SHELL complete the commands, options and games of toctoc."""
    maker = get_completion_class(shell)
    assert maker is not None
    click.echo(maker(ctx.find_root().command, {}, "toctoc", "_TOCTOC_COMPLETE").source())
