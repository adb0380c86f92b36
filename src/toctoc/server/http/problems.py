"""Answer errors over HTTP: each becomes a problem with a code, and a status."""

import logging
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec

from toctoc.core.errors import Refused
from toctoc.server.errors import HTTPError, public_message
from toctoc.storage import StoreError

HTTPRequest = Request[Any, Any, Any]
logger = logging.getLogger("toctoc.server")


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was not done."""

    code: str
    message: str
    clause: str | None = None
    details: dict[str, Any] = {}


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the problems with `statuses` for the OpenAPI description, besides those of every handler."""
    every = sorted({*statuses, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.INTERNAL_SERVER_ERROR})
    return {
        int(status): ResponseSpec(Problem, generate_examples=False, description=HTTPStatus(status).phrase)
        for status in every
    }


def _refused(_: HTTPRequest, why: Refused) -> Response[Problem]:
    return Response(Problem(why.code, why.message, why.clause, why.details), status_code=HTTPStatus.BAD_REQUEST)


def _http_error(_: HTTPRequest, why: HTTPError) -> Response[Problem]:
    return Response(Problem(why.code, str(why)), status_code=why.status)


def _store_error(_: HTTPRequest, why: StoreError) -> Response[Problem]:
    return Response(Problem(why.code, public_message(why)), status_code=HTTPStatus.SERVICE_UNAVAILABLE)


def _http_exception(_: HTTPRequest, why: HTTPException) -> Response[Problem]:
    details = {"problems": why.extra} if why.extra else {}
    problem = Problem(f"http/{why.status_code}", str(why.detail), None, details)
    return Response(problem, status_code=why.status_code, headers=why.headers)


def _too_deep(_: HTTPRequest, __: RecursionError) -> Response[Problem]:
    return Response(Problem("http/400", "This is nested too deeply."), status_code=HTTPStatus.BAD_REQUEST)


def _unexpected(request: HTTPRequest, why: Exception) -> Response[Problem]:
    route = request.scope.get("path_template", "")  # not the path itself, which may have a table's code in it
    logger.error("a request failed: %s %s", request.method, route, exc_info=why)
    problem = Problem("server/error", "Something went wrong here; the host finds it in the log.")
    return Response(problem, status_code=HTTPStatus.INTERNAL_SERVER_ERROR)


ERROR_HANDLERS: Any = {
    Refused: _refused,
    HTTPError: _http_error,
    StoreError: _store_error,
    HTTPException: _http_exception,
    RecursionError: _too_deep,
    Exception: _unexpected,
}
