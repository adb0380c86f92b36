"""Run the program `toctoc`. A command is loaded when it is used, so that the program starts at once."""

import difflib
import io
import os
import sys
from importlib import import_module
from typing import NoReturn

import click

from toctoc.cli.failures import BAD, INTERRUPTED, Failure, reason

COMMANDS = {
    "play": "Open a table in the browser, or play in the terminal.",
    "serve": "Host live tables for browsers and programs.",
    "simulate": "Play many random games and count.",
    "arena": "Let bots play each other and tell how strong they are.",
    "bots": "Show who can be played against.",
    "replay": "Tell a recorded game move by move.",
    "verify": "Check recorded games against the rules.",
    "backup": "Copy a store, also while a server runs on it.",
    "export": "Write all records of a store as lines of JSON.",
    "prune": "Remove old tables from a store.",
    "rules": "Show the rules, in our own words.",
    "completion": "Print the completion script for your shell.",
}


class Commands(click.Group):
    def list_commands(self, _: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"toctoc.cli.commands.{name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            ctx.fail(f"There is no command {args[0]!r}." + (f" Did you mean {near[0]}?" if near else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from toctoc import __version__

        click.echo(f"toctoc {__version__}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version."
)
def cli() -> None:
    """Play, host and study three ghostly card games: Toc Toc Toc! (toctoctoc), Toc Chocottes (chocottes)
    and L'Escalier hanté (escalier).

    \b
    toctoc play                       open a table in the browser
    toctoc play chocottes --players 3 play in the terminal
    toctoc rules toctoctoc            how to play
    toctoc COMMAND --help             everything about a command
    """


def main() -> NoReturn:
    """Run the program; every error becomes one message and an exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = cli.main(prog_name="toctoc", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except OSError as error:  # of standard output: those of files are told where they happen
        from toctoc import lang

        say = lang.load(lang.preferred(os.environ))
        Failure(say("error.output", reason=reason(error, say))).show()
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the rest is not tried again
        code = BAD
    sys.exit(code if isinstance(code, int) else 0)
