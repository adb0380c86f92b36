"""Tell a service manager that the server is ready and alive: systemd's sd_notify(3), in plain Python.

The manager sets NOTIFY_SOCKET, and WATCHDOG_USEC to the time without a sign of life after which it restarts the
server. The server then also ends by itself. So in a container, WATCHDOG_USEC alone is enough.
"""

import asyncio
import faulthandler
import os
import socket
from contextlib import suppress

BEAT_SECONDS = 1.0  # between two signs of life, at most


def notify(state: str) -> None:
    """Send `state` to the service manager, if there is one."""
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        if address.startswith("@"):  # without a file
            address = f"\0{address[1:]}"
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(state.encode(), address)


async def show_life() -> None:
    """Send signs of life while the event loop runs, for ever; do nothing without WATCHDOG_USEC.

    If the loop stands still for that long, the process ends, and writes where each of its threads was.
    """
    seconds = int(os.environ.get("WATCHDOG_USEC", "0")) / 1e6
    if not seconds:
        return
    try:
        while True:
            notify("WATCHDOG=1")
            faulthandler.dump_traceback_later(seconds, exit=True)  # and no longer after the last time
            await asyncio.sleep(min(BEAT_SECONDS, seconds / 2))
    finally:
        faulthandler.cancel_dump_traceback_later()
