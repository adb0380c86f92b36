"""The error that ends a request with an HTTP status, be it for a page, a program or a websocket."""

from http import HTTPStatus


class HTTPError(Exception):
    """A request that is not answered as its sender wished; `code` is for programs."""

    def __init__(self, status: HTTPStatus, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code
