"""Answer errors over HTTP: each becomes a problem with a code, and a status."""

import logging
from http import HTTPStatus
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec

from toctoc.core.errors import Refused
from toctoc.server.errors import HTTPError, Problem, problem_of
from toctoc.storage import StoreError

HTTPRequest = Request[Any, Any, Any]
logger = logging.getLogger("toctoc.server")


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the problems with `statuses` for the OpenAPI description, besides those of every handler."""
    every = sorted({*statuses, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.INTERNAL_SERVER_ERROR})
    return {
        int(status): ResponseSpec(Problem, generate_examples=False, description=HTTPStatus(status).phrase)
        for status in every
    }


def _expected(_: HTTPRequest, why: Exception) -> Response[Problem]:
    status, problem = problem_of(why)
    return Response(problem, status_code=status)


def _http_exception(_: HTTPRequest, why: HTTPException) -> Response[Problem]:
    details = {"problems": why.extra} if why.extra else {}
    problem = Problem(f"http/{why.status_code}", str(why.detail), None, details)
    return Response(problem, status_code=why.status_code, headers=why.headers)


def _unexpected(request: HTTPRequest, why: Exception) -> Response[Problem]:
    route = request.scope.get("path_template", "")  # not the path itself, which may have a table's code in it
    logger.error("a request failed: %s %s", request.method, route, exc_info=why)
    return _expected(request, why)


ERROR_HANDLERS: Any = {
    Refused: _expected,
    HTTPError: _expected,
    StoreError: _expected,
    HTTPException: _http_exception,
    RecursionError: _expected,
    Exception: _unexpected,
}
