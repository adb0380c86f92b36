"""Tables of the command line for the directive `generated`, from the click commands and their English texts."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import click
from generated import TABLES, table
from sphinx.application import Sphinx

from toctoc import lang
from toctoc.cli import localized_help, params
from toctoc.cli.main import COMMAND_NAMES, cli
from toctoc.core.registry import GAMES

REMARK = re.compile(r"\s*\[((?:default: |required|\d|x)[^\]]*)\]")
CODE = re.compile(r"(?<![\w`-])(--?[a-z][\w-]*(?: \d+)?|toctoc\[\w+\]|[A-Z]+_[A-Z_]+)")
BOUNDS = re.compile(r"(?:(\d+)<=)?x(?:(<=|>=)(\d+))?")


def setup(_: Sphinx) -> dict[str, bool]:
    """Add a table for each command, and one of the table options."""
    TABLES.update(tables())
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def tables() -> dict[str, Callable[[], str]]:
    """Return the tables by the names that pages use."""
    found: dict[str, Callable[[], str]] = {f"toctoc-{name}": partial(command, name) for name in COMMAND_NAMES}
    return found | {"commands": commands, "table-options": table_options}


def commands() -> str:
    """List the commands, with links to their sections."""
    say = lang.program("en")
    return table(
        ("command", "purpose"),
        ((f"[`toctoc {name}`](#{name})", marked(say(f"usage.{name}.short"))) for name in COMMAND_NAMES),
    )


def command(name: str) -> str:
    """Describe a command: usage, explanation, options."""
    say = lang.program("en")
    context = click.Context(cli, info_name="toctoc", **cli.context_settings)
    found: Any = cli.get_command(context, name)
    context = click.Context(found, info_name=name, parent=context)
    context.meta[localized_help.LANGUAGE_KEY] = "en"
    usage = " ".join(("toctoc", name, *found.collect_usage_pieces(context)))
    parts = [f"```console\n{usage}\n```", *map(paragraph, found.explanation("en").split("\n\n"))]
    options = [option for option in found.get_params(context) if isinstance(option, click.Option)]
    rows = [
        option_row(record[0], found.description(option, context, say), option.envvar)
        for option in options
        if (record := option.get_help_record(context))
    ]
    return "\n\n".join([*parts, table(("option", "default", "meaning"), rows)])


def option_row(declared: str, text: str, variable: Any) -> tuple[str, str, str]:
    """Return a row: the option, its default, and its meaning with its bounds and its environment variable."""
    remarks = [part for found in REMARK.findall(text) for part in found.split("; ")]
    defaults = [part.removeprefix("default: ") for part in remarks if part.startswith(("default: ", "required"))]
    bounds = [bound for part in remarks if (bound := BOUNDS.fullmatch(part))]
    meaning = marked(REMARK.sub("", text))
    if bounds:
        least, sign, most = bounds[0].groups()
        meaning += f" From {least} to {most}." if least else f" At {'most' if sign == '<=' else 'least'} {most}."
    if variable:
        meaning += f" Variable: `{variable}`."
    return f"`{declared.replace(' RANGE', '')}`", ", ".join(map(marked, defaults)), meaning


def paragraph(text: str) -> str:
    """Return a paragraph of help as Markdown: lines after a mark are examples."""
    if text.startswith("\b"):
        return "```console\n" + text.removeprefix("\b").strip("\n") + "\n```"
    return marked(text)


def marked(text: str) -> str:
    """Mark options and variables as code, and escape characters that Markdown would read."""
    pieces = CODE.split(text)
    plain = [re.sub(r"([<>*~\[\]])", r"\\\1", piece) for piece in pieces[::2]]
    codes = [f"`{piece}`" for piece in pieces[1::2]]
    return "".join(part for pair in zip(plain, [*codes, ""], strict=True) for part in pair)


def table_options() -> str:
    """List the options of tables, by game."""
    say = lang.load("en")
    rows = [
        (game.name, f"`{option.name}={params.written(option.default)}`",
         f"{params.option_text(game, option.name, say)} ({option.clause})")
        for game in GAMES.values()
        for option in game.options
    ]  # fmt: skip
    return table(("game", "option and default", "meaning"), rows)
