"""Errors that end a request with an HTTP status, their bodies, and the public wording of store errors."""

from http import HTTPStatus
from typing import Any

import msgspec

from toctoc.core.errors import Refused
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


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was not done."""

    code: str
    message: str
    clause: str | None = None
    details: dict[str, Any] = {}


def public_message(error: StoreError) -> str:
    """Return the sentence that clients are sent for `error`; it never says where the store is."""
    return f"{STORE_MESSAGES.get(error.code, OTHER_STORE_MESSAGE)} Nothing was changed: try again in a moment."


def problem_of(error: Exception) -> tuple[HTTPStatus, Problem]:
    """Return the status and the body with which `error` is answered; unexpected ones tell nothing."""
    match error:
        case Refused():
            return HTTPStatus.BAD_REQUEST, Problem(error.code, error.message, error.clause, error.details)
        case HTTPError():
            return error.status, Problem(error.code, str(error))
        case StoreError():
            return HTTPStatus.SERVICE_UNAVAILABLE, Problem(error.code, public_message(error))
        case RecursionError():
            return HTTPStatus.BAD_REQUEST, Problem("http/400", "This is nested too deeply.")
    message = "Something went wrong here; the host finds it in the log."
    return HTTPStatus.INTERNAL_SERVER_ERROR, Problem("server/error", message)
