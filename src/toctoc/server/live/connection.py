"""Say what a table needs of a connection, whatever carries it."""

from typing import Protocol


class Connection(Protocol):
    """Joins a guest to a table."""

    guest: str
    address: str  # that it comes from, for budgets
    version: int  # up to which everything was sent; -1 before hello
    credit: int  # milliseconds that its throws are credited

    def send(self, message: bytes) -> None:
        """Send an encoded message."""

    def close(self, code: str, message: str) -> None:
        """Say why, and hang up."""
