"""`toctoc completion`: print what makes the Tab key know the commands and the games."""

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script that makes SHELL complete the commands, options and games of toctoc.

    \b
    bash: toctoc completion bash > ~/.local/share/bash-completion/completions/toctoc
    zsh:  toctoc completion zsh > ~/.zfunc/_toctoc
          (with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc)
    fish: toctoc completion fish > ~/.config/fish/completions/toctoc.fish

    Then open a new terminal. To try it in this one: source <(toctoc completion bash)
    """
    from toctoc.cli.main import cli

    maker = get_completion_class(shell)
    assert maker is not None
    click.echo(maker(cli, {}, "toctoc", "_TOCTOC_COMPLETE").source())
