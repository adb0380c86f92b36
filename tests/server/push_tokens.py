"""Read what a push says of its sender."""

import base64
import json
from typing import Any


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def read_header(header: str) -> tuple[dict[str, Any], dict[str, Any], bytes, bytes, bytes]:
    """Head and claims of a token, what is signed, the signature, and the key."""
    assert header.startswith("vapid t=")
    token, _, key = header.removeprefix("vapid t=").partition(", k=")
    head, claims, signature = token.split(".")
    return (
        json.loads(decoded(head)), json.loads(decoded(claims)), f"{head}.{claims}".encode(), decoded(signature),
        decoded(key),
    )  # fmt: skip
