"""`toctoc migrate`: migrate a store from its file to PostgreSQL."""

import asyncio
import os

import click

from toctoc.cli import localized_help, params
from toctoc.cli.failures import Failure
from toctoc.cli.files.stores import usable
from toctoc.lang import load


@click.command(cls=localized_help.LocalizedCommand)
@click.argument("source", metavar="SOURCE")
@click.argument("target", metavar="TARGET")
@click.option("--new-secret", "wants_new_secret", is_flag=True)
@params.lang_option
def command(source: str, target: str, wants_new_secret: bool, lang: str) -> None:
    """Copy everything in SOURCE, the file of a store, into TARGET, a database, and compare it there."""
    from toctoc.cli.progress import migrating
    from toctoc.server.security.identity import SECRET_FILE, BadSecret, Keys, foreign_secret, secret_beside
    from toctoc.storage import check_driver, is_database, locate, without_password
    from toctoc.storage.sqlite.export_reader import export_reader

    say = load(lang)
    names = {"source": click.format_filename(without_password(source)), "target": without_password(target)}
    if not is_database(target):
        raise Failure(say("migrate.to-database", **names))
    with usable(source, say):
        path = locate(source).resolve()
        secret_file = path.with_name(SECRET_FILE)
    with usable(target, say):
        check_driver()
    from toctoc.storage.migrate import CannotMigrate, migrate_store

    with usable(source, say), export_reader(path) as file, usable(target, say), migrating(say) as tell:
        try:
            secret = secret_beside(path.parent)
            keys = Keys.given(os.environ) if secret is None else Keys.of(secret, str(secret_file))
            if keys is not None and not wants_new_secret and not keys.fits(file.fingerprint()):
                raise foreign_secret(keys, names["source"])
            done = asyncio.run(migrate_store(file, target, secret, wants_new_secret, tell))
        except BadSecret as error:
            raise Failure(say(f"serve.secret.{error.why}", **error.details)) from None
        except CannotMigrate as error:
            raise Failure(say(f"migrate.{error.why}", **names, **error.details)) from None
    if done.tables and keys is None and not done.has_secret:
        click.echo(say("migrate.no-secret", file=click.format_filename(secret_file), **names), err=True)
    tables, records = say("words.tables", n=done.tables), say("words.records", n=done.records)
    click.echo(say("migrate.done", what=say.listed([tables, records]), **names))
