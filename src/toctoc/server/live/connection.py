"""The interface of a client's connection to a live table."""

from typing import Protocol


class Connection(Protocol):
    """Connects a guest to a table."""

    guest: str
    address: str  # of the client, for budgets
    is_screen: bool  # a big screen for everybody in the room
    version: int  # up to which all updates were sent; -1 before hello
    credit: int  # milliseconds that its throws are credited

    def send(self, message: bytes) -> None:
        """Send an encoded message."""

    def close(self, code: str, message: str) -> None:
        """Send the reason and close the connection."""
