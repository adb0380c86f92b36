"""Lines between the page and the live tables: as websockets, without a network."""

import secrets
from collections.abc import Callable
from typing import Protocol

import msgspec

from toctoc.server.live.dispatch import receive
from toctoc.server.live.live_table import LiveTable
from toctoc.table import commands, messages

DEVICE = "device"  # the one guest of this device, and the address of all its lines


class Page(Protocol):
    """The page that shows the tables."""

    def opened(self, line: int) -> None:
        """Report that a line is open."""

    def send(self, line: int, text: str) -> None:
        """Send a message over a line."""

    def close(self, line: int) -> None:
        """Report that a line is closed, or cannot be opened."""

    async def analyse(self, text: str, seat: int, all_open: bool, report: Callable[[float], None]) -> str:
        """Return what `toctoc.browser.analysis.analyse` returns in another worker, which calls `report`."""


class Line:
    """One line of the page; `ended` is called with its number after the host has closed it."""

    address = DEVICE
    credit = 0  # a line without a network has no latency

    def __init__(
        self, page: Page, number: int, live: LiveTable, is_screen: bool, ended: Callable[[int], None]
    ) -> None:
        self.number, self.live, self.is_screen = number, live, is_screen
        # A big screen has no seat, though the same device opened it.
        self.guest = secrets.token_hex(16) if is_screen else DEVICE
        self.version = -1
        self._page, self._ended = page, ended
        self._is_open = True

    def receive(self, text: str) -> None:
        """Dispatch or refuse a message of the page."""
        if not self._is_open:
            return
        if self.version >= 0:  # a page that speaks has received everything before: it is never sent again
            self.live.acknowledge(self, self.version)
        message = text.encode(errors="surrogatepass")
        try:
            command = commands.read(message)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            why = f"This is not a message of this protocol: {commands.explained(error)}"
            self.send(messages.write(messages.Refusal("message/bad", why, commands.id_of(message))))
        else:
            receive(self.live, self, command)

    def send(self, message: bytes) -> None:
        """Send an encoded message."""
        if self._is_open:
            self._page.send(self.number, message.decode())

    def close(self, code: str, message: str) -> None:
        """Send the reason and close the line."""
        if self._is_open:
            self.send(messages.write(messages.Bye(code, message)))
            self._is_open = False
            self._page.close(self.number)
            self._ended(self.number)

    def hang_up(self) -> None:
        """Leave the table."""
        self._is_open = False
        if self.version >= 0:
            self.live.acknowledge(self, self.version)
        self.live.disconnect(self)
