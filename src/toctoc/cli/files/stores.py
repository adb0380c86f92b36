"""Open stores as they are named on the command line."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from toctoc.cli.failures import Failure
from toctoc.lang import Catalogue
from toctoc.storage import StoreError

store_argument = click.argument("store", metavar="STORE")


class InUse(Failure):
    """Another Toctoc has the store."""


@contextmanager
def usable(store: str, say: Catalogue) -> Iterator[None]:
    """Tell in one line why a store cannot be used."""
    try:
        yield
    except StoreError as error:
        reason = say(f"error.reason.{error.why}")
        kind = InUse if error.why == "in-use" else Failure
        raise kind(say("error.store", store=click.format_filename(store), reason=reason)) from None
