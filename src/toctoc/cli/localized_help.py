"""Help of commands in the language of the user; its texts are `usage.*` in lang/cli."""

import os
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import click

from toctoc import lang

LANGUAGE_KEY = "toctoc.language"  # in `meta` of a context


def language(ctx: click.Context) -> str:
    """Return the language of the help and the errors of a command."""
    return str(ctx.meta.get(LANGUAGE_KEY) or lang.preferred(os.environ))


def asked(arguments: Sequence[str], otherwise: str | None = None) -> str:
    """Return the language of the arguments, or else `otherwise`, or that of the environment.

    `--help` may stand before `--lang`.
    """
    for wish, following in pairwise([*arguments, ""]):
        name, equals, joined = wish.partition("=")
        if name == "--lang" and (found := joined if equals else following) in lang.LANGUAGES:
            return found
    return otherwise or lang.preferred(os.environ)


def language_option(**more: Any) -> Callable[[Any], Any]:
    """Return the option `--lang` of a command, or of the program before its command."""
    return click.option(
        "--lang",
        type=click.Choice(lang.LANGUAGES),
        default=lambda: language(click.get_current_context()),
        is_eager=True,  # so that errors of other options are in that language
        **more,
    )


class LocalizedOption(click.Option):
    """An option with blanks in its help."""

    def blanks(self, say: lang.Catalogue) -> Mapping[str, object]:  # noqa: ARG002  # of subclasses
        return {}


class LocalizedCommand(click.Command):
    """A command with help in four languages: `usage.NAME`, `usage.NAME.OPTION` or `usage.OPTION`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[LANGUAGE_KEY] = asked(args, ctx.meta.get(LANGUAGE_KEY))
        ctx.allow_extra_args = True  # they are refused below, in the language of the user
        try:
            more = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # click leaves it out of some
            raise
        if more and not ctx.resilient_parsing and not isinstance(self, click.Group):
            ctx.fail(lang.program(language(ctx))("usage.wrong.extra", arguments=" ".join(more)))
        return more

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        say = lang.program(language(ctx))
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{say('usage.prefix')} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(self.explanation(language(ctx)))
            for argument in self.get_params(ctx):
                if isinstance(argument, click.Argument) and (names := getattr(argument.type, "names", ())):
                    formatter.write_paragraph()
                    say = lang.program(language(ctx))
                    formatter.write_text(say("usage.game-names", games=", ".join(names)))

    def explanation(self, language: str) -> str:
        """Return what the command does; its blanks are filled with the installed games, which are loaded then."""
        say, key = lang.program(language), f"usage.{self.name}"
        return say(key, **example_games(language) if lang.BLANK.search(str(say.texts[key])) else {})

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        say = lang.program(language(ctx))
        options = [option for option in self.get_params(ctx) if isinstance(option, click.Option)]
        rows = [
            (record[0], self.description(option, ctx, say))
            for option in options
            if (record := option.get_help_record(ctx))
        ]
        write_section(formatter, say("usage.heading"), rows)

    def description(self, option: click.Option, ctx: click.Context, say: lang.Catalogue) -> str:
        """Return the help of an option: its text, its default, its range, and whether it is required."""
        name = "help" if "--help" in option.opts else option.name
        own = f"usage.{self.name}.{name}"
        text = say(
            own if own in say else f"usage.{name}",
            **option.blanks(say) if isinstance(option, LocalizedOption) else {},
        )
        extra: Mapping[str, Any] = option.get_help_extra(ctx)
        remarks = [
            *([say("usage.default", value=str(extra["default"]).strip("()"))] if "default" in extra else []),
            *([str(extra["range"])] if "range" in extra else []),
            *([say("usage.required")] if "required" in extra else []),
        ]
        return f"{text} [{'; '.join(remarks)}]" if remarks else text


def example_games(language: str) -> dict[str, str]:
    """Return the blanks of texts with examples: a list of the installed games, two of them, and two clauses."""
    from toctoc.core.registry import GAMES  # late: without examples the program starts sooner

    say = lang.load(language)
    game, *others = GAMES.values()
    return {
        "games": say.listed([f"{say.title(each).split(',')[0]} ({each.name})" for each in GAMES.values()]),
        "game": game.name,
        "other": others[0].name if others else game.name,
        "clause": f"{game.letter}1",
        "next_clause": f"{game.letter}2",
    }


def write_section(formatter: click.HelpFormatter, heading: str, rows: Sequence[tuple[str, str]]) -> None:
    """Write a list under a heading, which brings its own colon."""
    formatter.write_paragraph()
    formatter.write(f"{heading}\n")
    with formatter.indentation():
        formatter.write_dl(rows)
