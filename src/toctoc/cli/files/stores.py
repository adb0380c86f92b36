"""Open stores as they are named on the command line."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import click

from toctoc import extras
from toctoc.cli.failures import Failure
from toctoc.lang import Catalogue
from toctoc.storage import StoreError, check_driver, is_database, locate, without_password

if TYPE_CHECKING:
    from toctoc.storage.common import Pruned

store_argument = click.argument("store", metavar="STORE")


class InUse(Failure):
    """Raised where another server has the store."""


@contextmanager
def usable(store: str, say: Catalogue) -> Iterator[None]:
    """Raise a `Failure` with the reason for a `StoreError` of the block."""
    try:
        yield
    except StoreError as error:
        name = click.format_filename(without_password(store))
        reason = say(f"error.reason.{error.why}", how=extras.how("postgres"), store=name, **error.details)
        kind = InUse if error.why == "in-use" else Failure
        raise kind(say("error.store", store=name, reason=reason)) from None


@dataclass(frozen=True, slots=True)
class Upkeep:
    """Maintenance operations of a store, which is a file or a database."""

    records: Callable[[], Iterator[str]]
    prunable: "Callable[[float], Pruned]"
    prune: "Callable[[float, bool], Pruned]"


def upkeep_of(store: str) -> Upkeep:
    """Return the maintenance operations of `store`; each of them opens it."""
    if is_database(store):
        check_driver()
        from toctoc.storage.postgres import upkeep as database

        return Upkeep(
            partial(database.records, store), partial(database.prunable, store), partial(database.prune, store)
        )
    from toctoc.storage.sqlite import upkeep as file

    path = locate(store)
    return Upkeep(partial(file.records, path), partial(file.prunable, path), partial(file.prune, path))
