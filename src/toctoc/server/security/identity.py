"""Sign and verify the identity of guests: cookies of browsers, tokens of programs, and the secret behind both.

There are no accounts: the bearer of a cookie or token is that guest, and nothing is looked up. All are signed with
HMAC-SHA-256 under one secret. The signature covers the kind and its version, so that a token of one kind is not
valid as another.
"""

import asyncio
import base64
import hmac
import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path

from toctoc.storage import Document, Documents, StoreError, check_driver, is_database, locate, without_password
from toctoc.storage.common import FINGERPRINT
from toctoc.storage.sqlite.upkeep import summary
from toctoc.table.codes import LINK_KEY_LENGTH, SCREEN_KEY_LENGTH

# The first letters of a key are the mark of its table: they refuse the keys of an earlier table with its code.
MARK_LENGTHS = {LINK_KEY_LENGTH: 4, SCREEN_KEY_LENGTH: 2}  # by the length of the key: 20 and 10 bits

SECRET_FILE = "toctoc-secret"
SECRET_VARIABLE = "TOCTOC_SECRET"
MIN_SECRET_LENGTH = 32
MAX_TOKEN_LENGTH = 200
GUEST_COOKIE = "toctoc-guest"

GUEST_ID = re.compile(r"[a-z2-7]{26}")  # 128 bits in base 32
TABLE_ID = re.compile(r"[a-z0-9-]{1,40}")
UNIX_TIME = re.compile(r"[0-9]{1,12}")


class BadSecret(ValueError):
    """A secret that cannot be used. The message never contains it; `why` and `details` are for translators."""

    def __init__(self, why: str, message: str, **details: object) -> None:
        super().__init__(message)
        self.why, self.details = why, details


def new_guest() -> str:
    """Return a new random id of a guest, which cannot be guessed."""
    return base64.b32encode(secrets.token_bytes(16)).decode("ascii").rstrip("=").lower()


def new_secret() -> str:
    """Return a new random secret."""
    return secrets.token_hex(32)


def secret_beside(folder: Path) -> str | None:
    """Return the secret from its file in `folder`; None without the file."""
    file = folder / SECRET_FILE
    try:
        return _checked(read_private(file), str(file)) if file.exists() else None
    except OSError as error:
        raise _unusable(file, error) from None


class Keys:
    """Signs and verifies identities with one secret, which was found at `where`, or just made there."""

    __slots__ = ("_secret", "is_new", "where")

    def __init__(self, secret: str, where: str = "", is_new: bool = False) -> None:
        self._secret = secret.encode("utf-8", "surrogateescape")
        self.where, self.is_new = where, is_new

    @classmethod
    def given(cls, environ: Mapping[str, str]) -> "Keys | None":
        """Return the keys of TOCTOC_SECRET; None if it is not set."""
        return cls.of(environ[SECRET_VARIABLE], SECRET_VARIABLE) if SECRET_VARIABLE in environ else None

    @classmethod
    def of(cls, secret: str, where: str, is_new: bool = False) -> "Keys":
        """Return the keys of `secret`; `BadSecret` if it is too short."""
        return cls(_checked(secret, where), where, is_new)

    @classmethod
    def found(cls, environ: Mapping[str, str], folder: Path) -> "Keys | None":
        """Return the keys of TOCTOC_SECRET, or of the file in `folder`; None without both."""
        if (given := cls.given(environ)) is not None:
            return given
        secret = secret_beside(folder)
        return None if secret is None else cls(secret, str(folder / SECRET_FILE))

    @classmethod
    def beside(cls, folder: Path, needed_by: Path | None = None) -> "Keys":
        """Read the secret from its file in `folder`, or create the file.

        `BadSecret` if it is missing and `needed_by`, a store, has tables: a new secret would invalidate their
        guests.
        """
        file = folder / SECRET_FILE
        try:
            if is_new := not file.exists():
                if needed_by is not None:
                    raise _lost(file, needed_by)
                _make(file)
            return cls.of(read_private(file), str(file), is_new)
        except OSError as error:
            raise _unusable(file, error) from None

    def guest_cookie(self, guest: str) -> str:
        """Return the cookie that identifies a browser as `guest`, at every table."""
        return self._signed("guest1", _fit(guest, GUEST_ID))

    def read_guest(self, cookie: str | None) -> str | None:
        """Return the guest of `cookie`; None if its signature is not valid."""
        read = self._read("guest1", cookie, GUEST_ID)
        return read[0] if read else None

    def guest(self, headers: Mapping[str, str], table: str | None = None, token: str | None = None) -> str | None:
        """Return the guest of a request: by `token` or bearer token for `table`, else by the cookie; or None."""
        bearer = headers.get("authorization", "")
        token = token or (bearer.removeprefix("Bearer ") if bearer.startswith("Bearer ") else None)
        if token is not None:
            read = self.read_token(token)
            return read[1] if read and read[0] == table else None
        return self.read_guest(_cookie(headers.get("cookie", "")))

    def seat_token(self, table: str, guest: str) -> str:
        """Return the token that identifies a program as `guest` at `table` alone."""
        return self._signed("seat1", _fit(table, TABLE_ID), _fit(guest, GUEST_ID))

    def read_token(self, token: str | None) -> tuple[str, str] | None:
        """Return the table and the guest of `token`; None if its signature is not valid."""
        read = self._read("seat1", token, TABLE_ID, GUEST_ID)
        return (read[0], read[1]) if read else None

    def move_token(self, table: str, guest: str, expires: int) -> str:
        """Return the token by which another device takes over the seats of `guest`.

        It is valid until `expires` (Unix time).
        """
        return self._signed("move1", _fit(table, TABLE_ID), _fit(guest, GUEST_ID), _fit(str(expires), UNIX_TIME))

    def read_move(self, token: str | None, now: float) -> tuple[str, str, int] | None:
        """Return table, guest and expiry of a `move_token`; None if it is not valid or has expired."""
        read = self._read("move1", token, TABLE_ID, GUEST_ID, UNIX_TIME)
        if not read or not now < int(read[2]):
            return None
        return read[0], read[1], int(read[2])

    def link_key(self, code: str, table: str) -> str:
        """Return the key that the links to a table carry, by its code and its id: only this server can make it."""
        return self._key(code, self._mark(table, LINK_KEY_LENGTH), LINK_KEY_LENGTH)

    def screen_key(self, code: str, table: str) -> str:
        """Return the key in the link of a television, which a player of the table has given to it."""
        return self._key(code, self._mark(table, SCREEN_KEY_LENGTH), SCREEN_KEY_LENGTH)

    def opens(self, code: str, key: str) -> bool:
        """Tell whether this server has made `key` for a table with a code, in a time that reveals nothing.

        No table is looked up for that: `is_of` tells whether it is the one that has the code now.
        """
        own = self._key(code, key[: MARK_LENGTHS[len(key)]], len(key))
        return hmac.compare_digest(key, own)

    def is_of(self, table: str, key: str) -> bool:
        """Tell whether a key that `opens` a code is of the table with an id, in a time that reveals nothing."""
        mark = self._mark(table, len(key))
        return hmac.compare_digest(key[: len(mark)], mark)

    def _key(self, code: str, mark: str, length: int) -> str:
        """Return the key of a code, with the mark of its table at the beginning."""
        return mark + self._letters(f"toctoc-key{length} {code} {mark}")[: length - len(mark)]

    def _mark(self, table: str, length: int) -> str:
        return self._letters(f"toctoc-mark{length} {table}")[: MARK_LENGTHS[length]]

    def _letters(self, text: str) -> str:
        digest = hmac.digest(self._secret, text.encode("ascii"), "sha256")
        return base64.b32encode(digest).decode("ascii").lower()

    def seal(self, kind: str, text: str) -> str:
        """Return the signature of `text`, a message of this `kind` from one node to another."""
        digest = hmac.digest(self._secret, f"toctoc-{kind} {text}".encode("latin-1"), "sha256")
        return base64.urlsafe_b64encode(digest).decode("ascii").rstrip("=")

    def seed(self, kind: str) -> bytes:
        """Derive 64 secret bytes for a key of this `kind`; they are always the same."""
        return hmac.digest(self._secret, f"toctoc-{kind}".encode("ascii"), "sha512")

    @property
    def fingerprint(self) -> bytes:
        """Return a keyed hash that shows whether two secrets are the same, and nothing else about them."""
        return self.seal("fingerprint", "of the secret").encode("ascii")

    def fits(self, fingerprint: bytes | None) -> bool:
        """Tell whether this is the secret of a store with that fingerprint; a store may have none."""
        return fingerprint is None or hmac.compare_digest(fingerprint, self.fingerprint)

    def _signed(self, *fields: str) -> str:
        """Return `fields` with their signature, separated by dots; no field has one."""
        text = ".".join(fields)
        digest = hmac.digest(self._secret, f"toctoc {text}".encode("ascii"), "sha256")
        return f"{text}.{base64.urlsafe_b64encode(digest).decode('ascii').rstrip('=')}"

    def _read(self, kind: str, token: str | None, *shapes: re.Pattern[str]) -> list[str] | None:
        """Return the fields after `kind`; None if the signature is not valid."""
        if not token or len(token) > MAX_TOKEN_LENGTH or not token.isascii():
            return None
        first, *fields = token.split(".")[:-1] or [""]
        if first != kind or len(fields) != len(shapes):
            return None
        if not all(shape.fullmatch(field) for shape, field in zip(shapes, fields, strict=True)):
            return None
        return fields if hmac.compare_digest(token, self._signed(kind, *fields)) else None

    def __repr__(self) -> str:
        return "Keys(…)"


def _fit(field: str, shape: re.Pattern[str]) -> str:
    if not shape.fullmatch(field):
        raise ValueError(f"only what looks like {shape.pattern} can be signed here")
    return field


def _checked(secret: str, where: str) -> str:
    secret = secret.strip()
    if len(secret) < MIN_SECRET_LENGTH:
        raise BadSecret(
            "short",
            f"the secret in {where} has {len(secret)} characters; it needs at least {MIN_SECRET_LENGTH} that "
            "nobody can guess, such as those of: python3 -c 'import secrets; print(secrets.token_hex(32))'",
            where=where,
            length=len(secret),
            least=MIN_SECRET_LENGTH,
        )
    return secret


def _lost(file: Path, store: Path) -> BadSecret:
    message = f"{file} is missing, and {store} has tables; put it back, or set TOCTOC_SECRET"
    return BadSecret("lost", message, file=file, store=store)


def _unusable(file: Path, error: OSError) -> BadSecret:
    message = f"{file} cannot be used: {error.strerror}; TOCTOC_SECRET can hold the secret instead"
    return BadSecret("unusable", message, file=file, reason=error.strerror)


def _make(file: Path) -> None:
    """Write a new secret atomically; a server that starts at the same moment uses the same one."""
    draft = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as out:
            out.write(f"{new_secret()}\n")
            out.flush()
            os.fsync(out.fileno())
        os.link(draft, file)
    except FileExistsError:
        pass  # the other server was faster
    finally:
        draft.unlink(missing_ok=True)


def read_private(file: Path) -> str:
    """Return the text of `file`; `BadSecret` if others than its owner can read it."""
    with file.open("rb") as source:
        mode = os.fstat(source.fileno()).st_mode
        if os.name == "posix" and mode & 0o077:
            message = f"{file} can be read by others (mode {mode & 0o777:o}); run: chmod 600 {file}"
            raise BadSecret("open", message, file=file, mode=f"{mode & 0o777:o}")
        secret = source.read(4_096)
    try:
        return secret.decode("utf-8")
    except UnicodeDecodeError:
        raise BadSecret(
            "no-text",
            f"{file} is not a text file; delete it to get a new secret, and all guests will lose their seats",
            file=file,
        ) from None


def _cookie(header: str) -> str | None:
    """Return the value of our cookie. The standard library's parser takes quadratic time."""
    cookies = (part.strip().partition("=") for part in header.split(";"))
    return next((value for name, _, value in cookies if name == GUEST_COOKIE), None)


def load_keys(environ: Mapping[str, str], store: str, wants_new: bool = False) -> Keys:
    """Return the keys of `store`: from `environ`, or from beside its file, or from its database.

    A missing secret is created, but not for a store with tables, unless `wants_new`. Another store's secret is
    refused here for a file, and by `check_secret` for a database.
    """
    if is_database(store):
        return Keys.given(environ) or _shared_keys(store, wants_new)
    file = locate(store).resolve()
    stored = summary(file)
    keys = Keys.given(environ) or Keys.beside(file.parent, file if stored.has_tables and not wants_new else None)
    if not (wants_new or keys.is_new or keys.fits(stored.fingerprint)):
        raise foreign_secret(keys, store)
    return keys


def _shared_keys(url: str, wants_new: bool) -> Keys:
    check_driver()
    from toctoc.storage.postgres.schema import shared_secret

    fresh = new_secret()
    found = asyncio.run(shared_secret(url, fresh, wants_new))
    if found is None:
        message = f"{without_password(url)} has tables and no secret; set TOCTOC_SECRET, or make a new one"
        raise BadSecret("none-kept", message, store=without_password(url))
    return Keys.of(found, without_password(url), is_new=found == fresh)


async def check_secret(documents: Documents, keys: Keys, store: str, wants_new: bool = False) -> None:
    """Refuse a secret that is not that of the store; store the fingerprint of the first one, and of a new one.

    A secret that was just made is new: `load_keys` makes none for a store with tables, except with `wants_new`.
    """
    found = await documents.get(*FINGERPRINT)
    if found is not None and found.body == keys.fingerprint:
        return
    if found is not None and not (wants_new or keys.is_new):
        raise foreign_secret(keys, store)
    try:
        await documents.put(Document(*FINGERPRINT, keys.fingerprint), found.version if found else 0)
    except StoreError as error:
        if error.code != "store/stale":
            raise
        await check_secret(documents, keys, store)  # another node was faster


def foreign_secret(keys: Keys, store: str) -> BadSecret:
    """Return the error for the secret of another store."""
    message = f"the secret in {keys.where} is not that of {store}; put that one back"
    return BadSecret("foreign", message, where=keys.where, store=store)
