"""Print on the terminal, or wherever standard output goes."""

import os
import re
import sys

import click
from rich import _wrap
from rich.console import Console

# French keeps `: ; ! ?` on the line with a space that does not break; rich breaks lines at every space.
_wrap.re_word = re.compile(r"[^\S\u00a0]*[\S\u00a0]+[^\S\u00a0]*")


def console() -> Console:
    """Return standard output as rich prints on it, with nothing in a text taken for markup."""
    return Console(highlight=False, markup=False, emoji=False)


def interactive() -> bool:
    """Tell whether a person reads and types."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def paged(text: str, console: Console) -> None:
    """Print a text, through the reader's pager if it is longer than their terminal."""
    if interactive() and text.count("\n") >= console.height and not console.is_dumb_terminal:
        os.environ.setdefault("LESS", "-FR")
        click.echo_via_pager(text, color=True)
    else:
        click.echo(text, nl=False)
