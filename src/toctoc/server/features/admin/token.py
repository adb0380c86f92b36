"""The token by which a server knows its host."""

import hashlib
import hmac
import re
from collections.abc import Mapping
from pathlib import Path

from toctoc.server.security.identity import BadSecret, read_private

ENVIRONMENT = "TOCTOC_ADMIN_TOKEN"
SHORTEST = 20
SHAPE = re.compile(rf"[!-~]{{{SHORTEST},200}}")  # it travels in a header
SCHEME = "Bearer "


class Admin:
    """Knows whoever has the token; without one, nobody. It keeps a fingerprint of it, not the token."""

    def __init__(self, token: str | None = None) -> None:
        self._digest = None if token is None else _digest(token)
        self.done = 0  # how often something was done with it
        self.refused = 0  # wrong ones

    @classmethod
    def load(cls, environ: Mapping[str, str], file: Path | None) -> "Admin":
        """Read the token from a file, or else from the environment; `BadSecret` says what is wrong with it."""
        if file is not None:
            return cls(_checked(read_private(file), str(file)))
        return cls(_checked(environ[ENVIRONMENT], ENVIRONMENT)) if ENVIRONMENT in environ else cls()

    @property
    def is_on(self) -> bool:
        """Tell whether there is a token at all."""
        return self._digest is not None

    def knows(self, authorization: str) -> bool:
        """Tell whether an Authorization header has the token; how long that takes says nothing of it."""
        if self._digest is None or not authorization.startswith(SCHEME):
            return False
        return hmac.compare_digest(_digest(authorization.removeprefix(SCHEME)), self._digest)

    def __repr__(self) -> str:
        return "Admin(…)"


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


def _checked(token: str, where: str) -> str:
    token = token.strip()
    if not SHAPE.fullmatch(token):
        raise BadSecret(
            "token",
            f"{where} has no admin token: it takes at least {SHORTEST} letters, figures and signs without space, "
            "such as those of: python3 -c 'import secrets; print(secrets.token_hex(32))'",
            where=where,
            least=SHORTEST,
        )
    return token
