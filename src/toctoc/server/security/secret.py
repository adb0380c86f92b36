"""Find the secret of a store's guests: in the environment, beside its file, or in its database."""

import asyncio
from collections.abc import Mapping

from toctoc.server.security.identity import BadSecret, Keys, new_secret
from toctoc.storage import check_driver, is_database, locate, shown
from toctoc.storage.upkeep import has_tables


def load_keys(environ: Mapping[str, str], store: str, wants_new: bool = False) -> Keys:
    """Read the secret of a store, or make it; but not for a store with tables, unless a new one is wanted."""
    if (given := Keys.given(environ)) is not None:
        return given
    if is_database(store):
        return _shared(store, wants_new)
    file = locate(store).resolve()
    return Keys.beside(file.parent, file if not wants_new and has_tables(file) else None)


def _shared(url: str, wants_new: bool) -> Keys:
    check_driver()
    from toctoc.storage.postgres.secret import shared_secret

    found = asyncio.run(shared_secret(url, new_secret(), wants_new))
    if found is None:
        message = f"{shown(url)} has tables and no secret; set TOCTOC_SECRET, or make a new one"
        raise BadSecret("none-kept", message, store=shown(url))
    return Keys.of(found, shown(url))
