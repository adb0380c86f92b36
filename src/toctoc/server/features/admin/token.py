"""The admin token, which identifies the host of a server."""

import hashlib
import hmac
import re
from collections.abc import Mapping
from pathlib import Path

from toctoc.server.security.identity import BadSecret, read_private

TOKEN_VARIABLE = "TOCTOC_ADMIN_TOKEN"
MIN_TOKEN_LENGTH = 20
TOKEN = re.compile(rf"[!-~]{{{MIN_TOKEN_LENGTH},200}}")  # it travels in a header
BEARER_PREFIX = "Bearer "


class Admin:
    """Checks the admin token; without one, no request passes. Only a digest of the token is kept."""

    def __init__(self, token: str | None = None) -> None:
        self._digest = None if token is None else _digest(token)
        self.done = 0  # number of actions of the host
        self.refused = 0  # number of wrong tokens

    @classmethod
    def load(cls, environ: Mapping[str, str], file: Path | None) -> "Admin":
        """Read the token from `file`, or else from `environ`; `BadSecret` if it cannot be used."""
        if file is not None:
            return cls(_checked(read_private(file), str(file)))
        return cls(_checked(environ[TOKEN_VARIABLE], TOKEN_VARIABLE)) if TOKEN_VARIABLE in environ else cls()

    @property
    def is_on(self) -> bool:
        """Tell whether there is a token."""
        return self._digest is not None

    def knows(self, authorization: str) -> bool:
        """Tell whether an Authorization header has the token, in constant time."""
        if self._digest is None or not authorization.startswith(BEARER_PREFIX):
            return False
        return hmac.compare_digest(_digest(authorization.removeprefix(BEARER_PREFIX)), self._digest)

    def __repr__(self) -> str:
        return "Admin(…)"


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


def _checked(token: str, where: str) -> str:
    token = token.strip()
    if not TOKEN.fullmatch(token):
        raise BadSecret(
            "token",
            f"{where} has no admin token: it needs at least {MIN_TOKEN_LENGTH} letters, digits and signs "
            "without space, such as those of: python3 -c 'import secrets; print(secrets.token_hex(32))'",
            where=where,
            least=MIN_TOKEN_LENGTH,
        )
    return token
