"""Identify the server to push services: VAPID (RFC 8292), a token signed with ES256.

The key is derived from the server's secret. So it is the same at all nodes and after every restart, and is not
stored.
"""

import base64
import json
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
TOKEN_SECONDS = 12 * 3_600  # the RFC allows a day
JWT_HEADER = {"typ": "JWT", "alg": "ES256"}


class Signer:
    """Signs the tokens. `seed` is secret, and has at least 48 bytes."""

    def __init__(self, seed: bytes) -> None:
        if len(seed) < 48:
            raise ValueError(f"a key is made of at least 48 bytes, not of {len(seed)}: fewer would not be even")
        self._key = ec.derive_private_key(int.from_bytes(seed) % (P256_ORDER - 1) + 1, ec.SECP256R1())
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = _text(point)  # the `applicationServerKey` of browsers

    def authorization(self, endpoint: str, contact: str, now: float) -> str:
        """Return the Authorization header for a push to `endpoint`; `contact` is the server's URL."""
        url = urlsplit(endpoint)
        claims: dict[str, object] = {"aud": f"{url.scheme}://{url.netloc}", "exp": int(now) + TOKEN_SECONDS}
        if contact.startswith("https://"):
            claims["sub"] = contact
        signed = f"{_text(_json(JWT_HEADER))}.{_text(_json(claims))}"
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={signed}.{_text(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"

    def __repr__(self) -> str:
        return "Signer(…)"


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _text(some: bytes) -> str:
    return base64.urlsafe_b64encode(some).decode("ascii").rstrip("=")
