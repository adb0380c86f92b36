"""`toctoc prune`: remove old tables from a store."""

import sys
from typing import TYPE_CHECKING

import click

from toctoc.cli import localized_help, params
from toctoc.cli.failures import Failure
from toctoc.cli.files.stores import store_argument, upkeep_of, usable
from toctoc.lang import load

if TYPE_CHECKING:
    from toctoc.storage.common import Pruned


@click.command(cls=localized_help.LocalizedCommand)
@store_argument
@click.option(
    "--older-than",
    "days",
    type=click.IntRange(1, 36_500),
    required=True,
    metavar="DAYS",
)
@click.option("--records", is_flag=True)
@click.option("--dry-run", is_flag=True)
@click.option("--yes", "-y", is_flag=True)
@params.lang_option
def command(store: str, days: int, records: bool, dry_run: bool, yes: bool, lang: str) -> None:
    """Remove old tables from STORE, closed or not, with their logs."""
    say = load(lang)

    def described(found: "Pruned") -> str:
        tables = say("words.tables", n=found.tables)
        return say.listed([tables, say("words.records", n=found.records)]) if records else tables

    since = say("words.days", n=days)
    with usable(store, say):
        upkeep = upkeep_of(store)
        found = upkeep.prunable(days)
        if not found.tables and not (records and found.records):
            click.echo(say("prune.nothing", days=since))
            return
        click.echo(say("prune.found", days=since, what=described(found)))
        if dry_run:
            return
        if not yes and not sys.stdin.isatty():
            raise Failure(say("prune.unasked"))
        if yes or click.confirm(say("prune.ask")):
            click.echo(say("prune.done", what=described(upkeep.prune(days, records))))
        else:
            click.echo(say("prune.kept"))
