"""Run the program `toctoc`. A command is loaded when it is used, so that the program starts at once."""

import io
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import click
from click.shell_completion import CompletionItem

from toctoc import lang
from toctoc.cli import localized_help
from toctoc.cli.failures import BAD, INTERRUPTED, Failure, reason
from toctoc.cli.localized_errors import did_you_mean, localized_errors

if TYPE_CHECKING:
    from toctoc.core.game import Game

COMMAND_NAMES = (
    "play", "serve", "doctor", "site", "simulate", "study", "arena", "exploit", "dataset", "warm-up", "bots",
    "replay", "analyse", "verify", "backup", "drill", "migrate", "export", "prune", "rules", "completion",
)  # fmt: skip


class Commands(localized_help.LocalizedCommand, click.Group):
    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        with localized_errors():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        from toctoc.core.compile.notice import reporting_to  # late: it loads the games

        def report(game: "Game") -> None:
            say = lang.load(localized_help.language(ctx))
            click.echo(say("compiling", title=say.title(game)), err=True)

        with localized_errors(), reporting_to(report):
            return super().invoke(ctx)

    def list_commands(self, _: click.Context) -> list[str]:
        return list(COMMAND_NAMES)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        if name not in COMMAND_NAMES:
            return None
        command: click.Command = import_module(f"toctoc.cli.commands.{name.replace('-', '_')}").command
        command.name = name  # the help is found by it
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        say = lang.program(lang.preferred(os.environ))
        names = [name for name in COMMAND_NAMES if name.startswith(incomplete)]
        commands = [CompletionItem(name, help=say(f"usage.{name}.short")) for name in names]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMAND_NAMES and not args[0].startswith("-") and not ctx.resilient_parsing:
            say = lang.program(localized_help.language(ctx))
            unknown = say("usage.wrong.no-command", what=repr(args[0]))
            ctx.fail(unknown + did_you_mean(args[0], COMMAND_NAMES, say))
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        say = lang.program(localized_help.language(ctx))
        localized_help.write_section(
            formatter, say("usage.commands"), [(name, say(f"usage.{name}.short")) for name in COMMAND_NAMES]
        )


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from toctoc import __version__

        click.echo(f"toctoc {__version__}")
        ctx.exit()


@click.group(
    "toctoc",
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    invoke_without_command=True,  # with `--lang` alone
    no_args_is_help=True,
    subcommand_metavar="COMMAND [ARGS]...",
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version)
@localized_help.language_option(expose_value=False)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Play, host and study ghostly card games."""
    if ctx.invoked_subcommand is None:
        raise click.exceptions.NoArgsIsHelpError(ctx)


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
    except OSError as error:  # of standard output; those of files are failures already
        say = lang.load(lang.preferred(os.environ))
        Failure(say("error.output", reason=reason(error, say))).show()
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the rest is not written
        code = BAD
    sys.exit(code if isinstance(code, int) else 0)
