"""Parse and print the address of a store: a file, or the URL of a database without its password."""

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from toctoc.storage.store import StoreError

DATABASE_SCHEMES = ("postgresql://", "postgres://")
URL_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*)://")
# In any other form, the end of the password is ambiguous.
URL_HOST = r"(?:\[[^@/?#\]]*\]|[^@/?#:,\[\]]*)(?::[0-9]*)?"
# Parameters that may be printed; any other one could be a password.
PUBLIC_PARAMETERS = ("user", "sslmode", "sslrootcert")
DATABASE_URL = re.compile(rf"{URL_SCHEME.pattern}([^@/?#]*@)?({URL_HOST}(?:,{URL_HOST})*)(/[^@?#]*)?(\?[^@#]*)?")


def is_database(url: str) -> bool:
    """Tell whether `url` names a database for many nodes, not a file."""
    return url.startswith(DATABASE_SCHEMES)


def without_password(url: str) -> str:
    """Return `url` as it may be printed and logged: without a password, and with known parameters only."""
    scheme = URL_SCHEME.match(url)
    if scheme is None or url.startswith("sqlite:"):
        return url
    plain = DATABASE_URL.fullmatch(url)
    if plain is None:
        return f"{scheme[0]}…"
    user = f"{plain[2].rstrip('@').partition(':')[0]}@" if plain[2] else ""
    shown = [each for each in (plain[5] or "?")[1:].split("&") if each.partition("=")[0] in PUBLIC_PARAMETERS]
    return f"{scheme[0]}{user}{plain[3]}{plain[4] or ''}{'?' if shown else ''}{'&'.join(shown)}"


def split_password(url: str) -> tuple[str, str]:
    """Return the URL of a database without its password, and the password; empty if it has none."""
    parts = urlsplit(url)
    login, at, host = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    query = [each for each in parts.query.split("&") if each]
    in_query = [each.partition("=")[2] for each in query if each.startswith("password=")]
    rest = "&".join(each for each in query if not each.startswith("password="))
    if not (password or in_query):
        return url, ""
    bare = parts._replace(netloc=f"{user}{at}{host}", query=rest).geturl()
    return bare, unquote(password or in_query[0])


def check_address(url: str) -> None:
    """Refuse an ambiguous database URL."""
    if not DATABASE_URL.fullmatch(url):
        name = without_password(url)
        message = f"{name}: in a user or a password, write @ as %40, / as %2F, ? as %3F and # as %23"
        raise StoreError("store/broken", message, "address")


def locate(url: str) -> Path:
    """Return the file of a store; `sqlite:///` precedes a relative path, `sqlite:////` an absolute one."""
    scheme = URL_SCHEME.match(url)
    if scheme is None and url and not url.startswith("sqlite:"):
        return Path(url)
    if url.startswith("sqlite:///") and len(url) > len("sqlite:///"):
        return Path(url.removeprefix("sqlite:///"))
    if is_database(url):
        raise StoreError("store/broken", f"{without_password(url)} is a database, not a file", "database")
    message = f"{without_password(url)!r} is no store; there are sqlite:///FILE, a plain FILE and postgresql://HOST/DATABASE"
    raise StoreError("store/broken", message, "scheme")
