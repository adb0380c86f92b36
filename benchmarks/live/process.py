"""Start a server's process, ask for its CPU time and memory, end it. By /proc, so on Linux only."""

import asyncio
import os
import re
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

ADDRESS = re.compile(rb"http://[^\s:]+:(\d+)")
START = 120.0  # seconds a server may take until it says its address
END = 5.0  # seconds it may take to end when asked to


class ServerFailed(Exception):
    """Report a server that did not start, or has ended too soon."""


class ServerProcess:
    """Run a server that says its address, http://HOST:PORT, in a line of its output when it is ready."""

    def __init__(self, process: Process, port: int) -> None:
        self.process = process
        self.port = port
        self._silence = asyncio.create_task(silence(process))

    @classmethod
    async def start(
        cls, command: Sequence[str], env: Mapping[str, str] | None = None, cwd: Path | None = None
    ) -> "ServerProcess":
        process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, env=env, cwd=cwd)
        try:
            port = await asyncio.wait_for(address(process), START)
        except TimeoutError:
            process.kill()
            await process.wait()
            raise ServerFailed(f"the server said no address within {START:.0f} s: {' '.join(command)}") from None
        if port is None:
            code = await process.wait()
            raise ServerFailed(f"the server ended with {code} before it was ready: {' '.join(command)}")
        return cls(process, port)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cpu_seconds(self) -> float:
        return cpu_seconds(self.process.pid)

    def resident_bytes(self) -> int:
        return resident_bytes(self.process.pid)

    async def kill(self) -> None:
        """End it without a warning."""
        self.process.kill()
        await self.process.wait()

    async def stop(self) -> None:
        if self.process.returncode is None:
            self.process.terminate()
            try:
                await asyncio.wait_for(self.process.wait(), END)
            except TimeoutError:
                self.process.kill()
                await self.process.wait()
        self._silence.cancel()
        with suppress(asyncio.CancelledError):
            await self._silence


async def address(process: Process) -> int | None:
    """Read the port in the first line that has an address; None if the output ends before."""
    assert process.stdout is not None
    async for line in process.stdout:
        if found := ADDRESS.search(line):
            return int(found[1])
    return None


async def silence(process: Process) -> None:
    """Read on, or a talkative server would block on a full pipe."""
    assert process.stdout is not None
    while await process.stdout.read(65536):
        pass


def cpu_seconds(pid: int) -> float:
    """Return the user and system time of all threads of a process, to a hundredth of a second."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_bytes(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def machine_seconds() -> float:
    """Return the CPU time that everybody on this machine has used: it tells how quiet it was."""
    user, nice, system, _idle, _wait, irq, softirq = map(
        int, Path("/proc/stat").read_text("ascii").split("\n", 1)[0].split()[1:8]
    )
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


class OneProcess:
    """A peer with a server of one process, and the tables that were opened at it."""

    def __init__(self) -> None:
        self.about = ""
        self.server: ServerProcess | None = None
        self.tables: list[Any] = []

    @property
    def running(self) -> ServerProcess:
        """Return the server, which has been started."""
        assert self.server is not None
        return self.server

    async def kill(self) -> None:
        await self.running.kill()

    def cpu_seconds(self) -> float:
        return self.running.cpu_seconds()

    def resident_bytes(self) -> int:
        return self.running.resident_bytes()

    async def stop(self) -> None:
        hang_up(self.tables)
        if self.server is not None:
            await self.server.stop()


def hang_up(tables: Iterable[Any]) -> None:
    """Disconnect everybody."""
    for seat in (seat for table in tables for seat in table.seats):
        if seat.transport is not None:
            seat.transport.disconnect(graceful=False)
