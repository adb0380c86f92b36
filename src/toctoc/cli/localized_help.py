"""Show the help of commands in the language of whoever asks: its words are `usage.*` in lang/cli."""

import os
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import click

from toctoc import lang

ASKED = "toctoc.language"  # where a context keeps it


def language(ctx: click.Context) -> str:
    """Return the language in which a command is to explain itself."""
    return str(ctx.meta.get(ASKED) or lang.preferred(os.environ))


def asked(arguments: Sequence[str]) -> str:
    """Return the language that the arguments or the environment ask for; `--help` may stand before `--lang`."""
    for wish, following in pairwise([*arguments, ""]):
        name, equals, joined = wish.partition("=")
        if name == "--lang" and (found := joined if equals else following) in lang.LANGUAGES:
            return found
    return lang.preferred(os.environ)


class Option(click.Option):
    """Fills the blanks that its help has."""

    def blanks(self, say: lang.Catalogue) -> Mapping[str, object]:  # noqa: ARG002  # for those who say something
        return {}


class Command(click.Command):
    """Explains itself in four languages: `usage.NAME`, `usage.NAME.OPTION` or `usage.OPTION`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[ASKED] = asked(args)
        ctx.allow_extra_args = True  # so that it is we who say that there are some
        try:
            more = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # not all of click's have it
            raise
        if more and not ctx.resilient_parsing and not isinstance(self, click.Group):
            ctx.fail(lang.program(language(ctx))("usage.wrong.extra", arguments=" ".join(more)))
        return more

    def get_short_help_str(self, limit: int = 45) -> str:  # noqa: ARG002  # click's signature; ours are short
        return lang.program(lang.preferred(os.environ))(f"usage.{self.name}.short")

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        say = lang.program(language(ctx))
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{say('usage.prefix')} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(lang.program(language(ctx))(f"usage.{self.name}"))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        say = lang.program(language(ctx))
        options = [option for option in self.get_params(ctx) if isinstance(option, click.Option)]
        rows = [
            (record[0], self._told(option, ctx, say))
            for option in options
            if (record := option.get_help_record(ctx))
        ]
        write_section(formatter, say("usage.heading"), rows)

    def _told(self, option: click.Option, ctx: click.Context, say: lang.Catalogue) -> str:
        """Return what the help says of an option: its text, and what is usual, allowed or needed."""
        name = "help" if "--help" in option.opts else option.name
        own = f"usage.{self.name}.{name}"
        text = say(
            own if own in say else f"usage.{name}", **option.blanks(say) if isinstance(option, Option) else {}
        )
        extra: Mapping[str, Any] = option.get_help_extra(ctx)
        remarks = [
            *([say("usage.default", value=str(extra["default"]).strip("()"))] if "default" in extra else []),
            *([str(extra["range"])] if "range" in extra else []),
            *([say("usage.required")] if "required" in extra else []),
        ]
        return f"{text} [{'; '.join(remarks)}]" if remarks else text


def write_section(formatter: click.HelpFormatter, heading: str, rows: Sequence[tuple[str, str]]) -> None:
    """Write a list under a heading, whose text ends as its language ends one."""
    formatter.write_paragraph()
    formatter.write(f"{heading}\n")
    with formatter.indentation():
        formatter.write_dl(rows)
