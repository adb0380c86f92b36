"""Errors that end a request with an HTTP status, and the public wording of store errors."""

from http import HTTPStatus

from toctoc.storage import StoreError

STORE_MESSAGES = {
    "store/full": "The server has no space left.",
    "store/busy": "The server's store is busy.",
    "store/stale": "Another server has this table now.",
}
OTHER_STORE_MESSAGE = "The server's store does not work."


class HTTPError(Exception):
    """A request that is refused with `status`; `code` is for programs, the message for people."""

    def __init__(self, status: HTTPStatus, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


def public_message(error: StoreError) -> str:
    """Return the sentence that clients are sent for `error`; it never says where the store is."""
    return f"{STORE_MESSAGES.get(error.code, OTHER_STORE_MESSAGE)} Nothing was changed: try again in a moment."
