"""Start the program quickly: one process for each worker of the tests has imported it, and forks it.

The import takes a second of the processor, and the tests start many servers. A forked program has files or a
terminal, an environment and an exit code of its own. Other tests start it as people do, by `python -m toctoc`.
"""

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

# Restores the handling of Ctrl-C, then becomes the program.
LAUNCHER = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
if sys.stdin.isatty():
    os.login_tty(0)
os.execv(sys.executable, [sys.executable, "-m", "toctoc", *sys.argv[1:]])
"""
ROOT = Path(__file__).parents[1]
PROCESS_TIMEOUT_S = 60.0  # for whatever takes a process or a server less than one second
LONGEST = 1 << 17  # bytes of an order: arguments and an environment
PATH = os.environ.get("PYTHONPATH", "")  # while tests are read; one that installs a game changes it


class Forked:
    """`toctoc ARGUMENTS`, with what the tests use of `subprocess.Popen`."""

    def __init__(
        self,
        arguments: list[str],
        environ: dict[str, str],
        cwd: Path | None = None,
        stderr: IO[str] | None = None,
        terminal: int | None = None,  # instead of files
        constants: dict[str, float] | None = None,  # limits that no host can set
    ) -> None:
        order = {
            "arguments": arguments,
            "environ": environ,
            "cwd": str(cwd or Path.cwd()),
            "has_terminal": terminal is not None,
            "constants": constants or {},
        }
        self.returncode: int | None = None
        self.last_words: tuple[str, str] | None = None
        reading, writing = os.pipe()
        self.stdout = os.fdopen(reading, encoding="utf-8")
        self.stderr = stderr or TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115  # which never fills like a pipe
        self.line, other_end = socket.socketpair()
        with other_end:
            written = [writing, self.stderr.fileno()] if terminal is None else [terminal, terminal]
            files = [other_end.fileno(), *written]
            socket.send_fds(forker(), [json.dumps(order).encode()], files)
        os.close(writing)
        self.pid = self._number()

    def poll(self) -> int | None:
        """Return its exit code, if it has ended."""
        try:
            return self.wait(0)
        except BlockingIOError:
            return None

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended, and return its exit code."""
        if self.returncode is None:
            self.line.settimeout(timeout)
            self.returncode = self._number()
            self.line.close()
        return self.returncode

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Wait until it has ended; return the rest of its standard output, and all of its standard error."""
        self.wait(timeout)
        if self.last_words is None:
            with self.stdout, self.stderr:
                self.stderr.seek(0)
                self.last_words = self.stdout.read(), self.stderr.read() if self.stderr.readable() else ""
        return self.last_words

    def send_signal(self, sent: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sent)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _number(self) -> int:
        told = self.line.recv(4)
        assert told, "the process that forks has ended"
        return int.from_bytes(told, "big", signed=True)


def start(
    arguments: list[str], environ: dict[str, str], constants: dict[str, float] | None = None, **more: Any
) -> "Forked | subprocess.Popen[str]":
    """Fork `toctoc ARGUMENTS`, or start it from nothing if it must find other modules than this process did."""
    if can_fork(environ):
        return Forked(arguments, environ, constants=constants, **more)
    assert not constants, f"a program that is started from nothing has its own {', '.join(constants or ())}"
    command = [sys.executable, "-c", LAUNCHER, *arguments]
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, env=environ, encoding="utf-8", **(pipes | more))


def can_fork(environ: dict[str, str]) -> bool:
    """Return whether a program with `environ` finds the modules that this process did."""
    return environ.get("PYTHONPATH", "") == PATH


@cache
def forker() -> socket.socket:
    """Start the process that forks, which ends with this one; return the line to it."""
    line, other_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-m", "tests.forks", str(other_end.fileno())]
    nowhere = subprocess.DEVNULL
    environ = {**os.environ, "PYTHONPATH": PATH}
    with other_end:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environ, stdin=nowhere, stdout=nowhere, pass_fds=[other_end.fileno()]
        )
    process.returncode = 0  # so that it is not waited for
    atexit.register(line.close)
    return line


def obey(line: socket.socket) -> list[str]:
    """Fork for every order until the tests have ended; return the command in each forked process."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the processes that wait for servers leave no zombies
    while True:
        said, files, _, _ = socket.recv_fds(line, LONGEST, 3)
        if not said:
            os._exit(0)
        if os.fork() == 0:
            line.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            return carry_out(json.loads(said), *files)
        for file in files:
            os.close(file)


def carry_out(order: dict[str, Any], asking: int, output: int, errors: int) -> list[str]:
    """Fork the program; the process between reports its number and its exit code."""
    if server := os.fork():
        os.close(output)
        os.close(errors)
        with suppress(BrokenPipeError):  # the tests have ended
            os.write(asking, server.to_bytes(4, "big"))
            _, status = os.waitpid(server, 0)
            os.write(asking, os.waitstatus_to_exitcode(status).to_bytes(4, "big", signed=True))
        os._exit(0)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # as in a terminal
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    if order["has_terminal"]:
        os.login_tty(output)
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    else:
        os.dup2(output, 1)
        os.dup2(errors, 2)
        os.close(output)
    os.close(asking)
    os.close(errors)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)  # the old objects refer to the old files
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False, buffering=1)
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["environ"])
    set_constants(order["constants"])
    return [sys.argv[0], *order["arguments"]]


def set_constants(constants: dict[str, Any]) -> None:
    """Let the server of this process have other limits than all others."""
    from toctoc.server.security.limits import Limits

    load = Limits.load
    changed: Any = lambda environ, overrides: replace(load(environ, overrides), **constants)  # noqa: E731
    setattr(Limits, load.__name__, changed)


if __name__ == "__main__":
    import gc

    import toctoc.cli.commands.play
    import toctoc.cli.commands.serve
    import toctoc.cli.terminal.solo
    import toctoc.server.run  # noqa: F401  # imported once, for all
    from toctoc.cli.main import main

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the tests, and with them this process
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as line:
        sys.argv = obey(line)
    main()
