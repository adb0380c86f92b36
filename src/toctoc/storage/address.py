"""How a store is named: by its file, or by the address of a database, whose password is shown to nobody."""

import re
from pathlib import Path

from toctoc.storage.store import StoreError

DATABASE = ("postgresql://", "postgres://")
SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*)://")
# In any other form, nobody can tell where a password ends.
HOST = r"(?:\[[^@/?#\]]*\]|[^@/?#:,\[\]]*)(?::[0-9]*)?"
PLAIN = re.compile(rf"{SCHEME.pattern}([^@/?#]*@)?({HOST}(?:,{HOST})*)(/[^@?#]*)?(\?[^@#]*)?")


def is_database(url: str) -> bool:
    """Tell whether a store is a database for many nodes, and not a file."""
    return url.startswith(DATABASE)


def shown(url: str) -> str:
    """Return a store as it may be printed and logged: without user, password and options."""
    scheme = SCHEME.match(url)
    if scheme is None or url.startswith("sqlite:"):
        return url
    plain = PLAIN.fullmatch(url)
    return f"{scheme[0]}{plain[3]}{plain[4] or ''}" if plain else f"{scheme[0]}…"


def check_address(url: str) -> None:
    """Refuse the address of a database that could be read in two ways."""
    if not PLAIN.fullmatch(url):
        message = f"{shown(url)}: in a user or a password, write @ as %40, / as %2F, ? as %3F and # as %23"
        raise StoreError("store/broken", message, "address")


def locate(url: str) -> Path:
    """Return the file of a store. Three slashes come before a path from here, four before one from the root."""
    scheme = SCHEME.match(url)
    if scheme is None and url and not url.startswith("sqlite:"):
        return Path(url)
    if url.startswith("sqlite:///") and len(url) > len("sqlite:///"):
        return Path(url.removeprefix("sqlite:///"))
    if is_database(url):
        raise StoreError("store/broken", f"{shown(url)} is a database, and not a file", "database")
    message = f"{shown(url)!r} is no store; there are sqlite:///FILE, a plain FILE and postgresql://HOST/DATABASE"
    raise StoreError("store/broken", message, "scheme")
