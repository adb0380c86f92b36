"""`toctoc completion`: print what makes the Tab key know the commands and the games."""

import click
from click.shell_completion import get_completion_class

from toctoc.cli import spoken


@click.command(cls=spoken.Command)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script that makes SHELL complete the commands, options and games of toctoc."""
    from toctoc.cli.main import cli

    maker = get_completion_class(shell)
    assert maker is not None
    click.echo(maker(cli, {}, "toctoc", "_TOCTOC_COMPLETE").source())
