"""Guests without accounts: a browser keeps a signed cookie, a program a signed token.

The holder of one is that guest; nothing is looked up. All are signed with HMAC-SHA-256 under one secret. The kind
and its version are signed too, so that a token of one kind is worth nothing as another.
"""

import base64
import hmac
import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path

SECRET_FILE = "toctoc-secret"
VARIABLE = "TOCTOC_SECRET"
SHORTEST_SECRET = 32
LONGEST_TOKEN = 200

GUEST = re.compile(r"[a-z2-7]{26}")  # 128 bits in base 32
TABLE = re.compile(r"[a-z0-9-]{1,40}")
TIME = re.compile(r"[0-9]{1,12}")


class BadSecret(ValueError):
    """A secret that cannot be used; says why, and never what it is. `why` and `details` are for translators."""

    def __init__(self, why: str, message: str, **details: object) -> None:
        super().__init__(message)
        self.why, self.details = why, details


def new_guest() -> str:
    """Return an id that nobody else has and nobody can guess."""
    return base64.b32encode(secrets.token_bytes(16)).decode("ascii").rstrip("=").lower()


def new_secret() -> str:
    """Return one that nobody can guess."""
    return secrets.token_hex(32)


def secret_beside(folder: Path) -> str | None:
    """Read the secret from its file in a folder, if there is one."""
    file = folder / SECRET_FILE
    try:
        return _checked(read_private(file), str(file)) if file.exists() else None
    except OSError as error:
        raise _unusable(file, error) from None


class Keys:
    """Signs who a guest is, and reads it again."""

    __slots__ = ("_secret",)

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode("utf-8", "surrogateescape")

    @classmethod
    def given(cls, environ: Mapping[str, str]) -> "Keys | None":
        """Read the secret from TOCTOC_SECRET, if that is set."""
        return cls.of(environ[VARIABLE], VARIABLE) if VARIABLE in environ else None

    @classmethod
    def of(cls, secret: str, where: str) -> "Keys":
        """Sign with a secret; it is refused if it is too short."""
        return cls(_checked(secret, where))

    @classmethod
    def beside(cls, folder: Path, needed_by: Path | None = None) -> "Keys":
        """Read the secret from a file in the folder, which is made when it is missing.

        It is not made if `needed_by`, a store, has tables: with another secret all their guests are strangers.
        """
        file = folder / SECRET_FILE
        try:
            if not file.exists():
                if needed_by is not None:
                    raise _lost(file, needed_by)
                _make(file)
            return cls.of(read_private(file), str(file))
        except OSError as error:
            raise _unusable(file, error) from None

    def guest_cookie(self, guest: str) -> str:
        """Sign the cookie by which a browser is this guest, at every table."""
        return self._signed("guest1", _fit(guest, GUEST))

    def read_guest(self, cookie: str | None) -> str | None:
        """Return the guest of a cookie that we signed."""
        read = self._read("guest1", cookie, GUEST)
        return read[0] if read else None

    def seat_token(self, table: str, guest: str) -> str:
        """Sign the token by which a program is this guest at this table, and nowhere else."""
        return self._signed("seat1", _fit(table, TABLE), _fit(guest, GUEST))

    def read_token(self, token: str | None) -> tuple[str, str] | None:
        """Return the table and the guest of a token that we signed."""
        read = self._read("seat1", token, TABLE, GUEST)
        return (read[0], read[1]) if read else None

    def move_token(self, table: str, guest: str, expires: int) -> str:
        """Sign the token for another device of this guest, good until `expires` (in seconds since 1970)."""
        return self._signed("move1", _fit(table, TABLE), _fit(guest, GUEST), _fit(str(expires), TIME))

    def read_move(self, token: str | None, now: float) -> tuple[str, str, int] | None:
        """Return the table, the guest and when it expires; None once it has."""
        read = self._read("move1", token, TABLE, GUEST, TIME)
        if not read or not now < int(read[2]):
            return None
        return read[0], read[1], int(read[2])

    def seal(self, kind: str, text: str) -> str:
        """Sign a text that is not kept: what one node tells another."""
        digest = hmac.digest(self._secret, f"toctoc-{kind} {text}".encode("latin-1"), "sha256")
        return base64.urlsafe_b64encode(digest).decode("ascii").rstrip("=")

    def seed(self, kind: str) -> bytes:
        """Return 64 secret bytes of which a key of this kind is made, always the same."""
        return hmac.digest(self._secret, f"toctoc-{kind}".encode("ascii"), "sha512")

    def _signed(self, *fields: str) -> str:
        """Return the fields and their signature; no field has a dot, so they can be told apart."""
        text = ".".join(fields)
        digest = hmac.digest(self._secret, f"toctoc {text}".encode("ascii"), "sha256")
        return f"{text}.{base64.urlsafe_b64encode(digest).decode('ascii').rstrip('=')}"

    def _read(self, kind: str, token: str | None, *shapes: re.Pattern[str]) -> list[str] | None:
        """Return the fields after the kind, if we signed them."""
        if not token or len(token) > LONGEST_TOKEN or not token.isascii():
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
    if len(secret) < SHORTEST_SECRET:
        raise BadSecret(
            "short",
            f"the secret in {where} has {len(secret)} characters; it needs at least {SHORTEST_SECRET} that nobody "
            "can guess, such as those of: python3 -c 'import secrets; print(secrets.token_hex(32))'",
            where=where,
            length=len(secret),
            least=SHORTEST_SECRET,
        )
    return secret


def _lost(file: Path, store: Path) -> BadSecret:
    message = f"{file} is missing, and {store} has tables; put it back, or set TOCTOC_SECRET"
    return BadSecret("lost", message, file=file, store=store)


def _unusable(file: Path, error: OSError) -> BadSecret:
    message = f"{file} cannot be used: {error.strerror}; TOCTOC_SECRET can hold the secret instead"
    return BadSecret("unusable", message, file=file, reason=error.strerror)


def _make(file: Path) -> None:
    """Write a new secret, whole or not at all; a server that starts at the same moment uses the same one."""
    file.parent.mkdir(parents=True, exist_ok=True)
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
    """Return the text of a file that nobody but its owner can read; `BadSecret` if others can."""
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
            f"{file} is no text; delete it to have a new one, and all guests will be strangers",
            file=file,
        ) from None
