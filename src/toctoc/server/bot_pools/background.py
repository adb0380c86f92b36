"""Run modules in processes of low priority, for work that nobody at a table waits for."""

import os
import subprocess
import sys
from contextlib import suppress
from threading import Lock
from typing import IO

ONE_CORE = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
# As `python -m`, but the imports have the low priority as well: they take half a second.
START = """
import os, runpy, sys
if hasattr(os, "nice"):
    os.nice(int(sys.argv[2]))
runpy.run_module(sys.argv[1], run_name="__main__", alter_sys=True)
"""


class BackgroundProcess:
    """A process that runs a module, which answers lines of standard input; it is started when there is work.

    Its methods block: call them in a thread. uvloop would start the process in the event loop and copy the page
    tables of the server, which stopped all tables for 0.2 s. A process of low priority may also take long to end.
    """

    def __init__(self, module: str, niceness: int) -> None:
        self._module, self._niceness = module, niceness
        self._process: subprocess.Popen[bytes] | None = None
        self._starting = Lock()
        self.is_closed = False

    def send(self, line: bytes) -> IO[bytes]:
        """Send a line; return the pipe with the answer. `OSError` if the process has died, or after `close`."""
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line + b"\n")
        process.stdin.flush()
        return process.stdout

    def _started(self) -> "subprocess.Popen[bytes]":
        with self._starting:
            if self.is_closed:
                raise BrokenPipeError
            if self._process is None:
                command = [sys.executable, "-c", START, self._module, str(self._niceness)]
                self._process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                    env={**os.environ, **ONE_CORE},
                )  # fmt: skip
            return self._process

    def end(self) -> None:
        """Kill the process, until there is work again."""
        with self._starting:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):  # half a line is still in the buffer
                    pipe.close()  # type: ignore[union-attr]  # both are pipes

    def close(self) -> None:
        """Kill the process for good, also at work."""
        with self._starting:
            self.is_closed = True
        self.end()
