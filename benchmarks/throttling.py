"""Slow down a browser from outside: Chromium's own throttling reaches the main thread of a page, and no worker."""

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PERIOD_S = 0.02
CHUNK = 16_384


@contextmanager
def slow_network(port: int, bytes_a_second: float) -> Iterator[int]:
    """Forward connections to `port`, with all answers together at this speed; yield the port to connect to."""
    lock, free_at = threading.Lock(), [0.0]

    def wait_for(size: int) -> None:
        with lock:
            free_at[0] = max(free_at[0], time.monotonic()) + size / bytes_a_second
            until = free_at[0]
        time.sleep(max(0.0, until - time.monotonic()))

    def copy(source: socket.socket, target: socket.socket, is_limited: bool) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                if is_limited:
                    wait_for(len(data))
                target.sendall(data)
        for one in (source, target):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def accept() -> None:
        with suppress(OSError):
            while True:
                client, _ = listener.accept()
                server = socket.create_connection(("127.0.0.1", port))
                threading.Thread(target=copy, args=(client, server, False), daemon=True).start()
                threading.Thread(target=copy, args=(server, client, True), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=accept, daemon=True).start()
        yield listener.getsockname()[1]


@contextmanager
def slow_renderers(factor: int) -> Iterator[None]:
    """Let the renderers of our own browsers run only 1/`factor` of the time: all their threads."""
    is_over = threading.Event()
    pids = list(renderers())

    def send(number: signal.Signals) -> None:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def pause() -> None:
        while not is_over.wait(PERIOD_S / factor):
            send(signal.SIGSTOP)
            is_over.wait(PERIOD_S * (factor - 1) / factor)
            send(signal.SIGCONT)

    thread = threading.Thread(target=pause)
    if factor > 1:
        thread.start()
    try:
        yield
    finally:
        is_over.set()
        if factor > 1:
            thread.join()


def renderers() -> Iterator[int]:
    """Yield the renderers that descend from this process."""
    parents: dict[int, int] = {}
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(process.name)] = int((process / "stat").read_text().rpartition(")")[2].split()[1])
    for pid in parents:
        above = pid
        while above in parents and above != os.getpid():
            above = parents[above]
        with suppress(OSError):
            if above == os.getpid() and b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes():
                yield pid


def resident_bytes() -> int:
    """Return the resident memory of our renderers."""
    pages = 0
    for pid in renderers():
        with suppress(OSError):
            pages += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
