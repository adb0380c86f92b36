"""The program in a terminal of its own, driven like by a person: read the screen, type a line."""

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from random import Random
from types import TracebackType

from tests.forks import LAUNCHER, Forked, can_fork
from toctoc.lang import Catalogue

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]")
CLEAR = "\x1b[H\x1b[2J"
TAIL = 200  # characters in which a prompt ends, with whatever the terminal is told after it
SILENCE_TIMEOUT_S = 60  # after which a silent program counts as hung


def environment(**changes: str) -> dict[str, str]:
    """This process's environment, with a terminal that can draw and no wishes about language or colour."""
    unwanted = ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "PAGER", "LESS")
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    return {**kept, "LC_CTYPE": "C.UTF-8", "TERM": "xterm-256color", **changes}


class Terminal:
    """Not traced by coverage: Ctrl-C inside of its tracer leaves a lock behind, and the program hangs for ever."""

    def __init__(
        self, *arguments: str, columns: int = 80, rows: int = 24, from_nothing: bool = False, **changes: str
    ) -> None:
        self.master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (rows, columns))
        env = {name: value for name, value in environment(**changes).items() if not name.startswith("COVERAGE")}
        self.process: Forked | subprocess.Popen[bytes]
        if can_fork(env) and not from_nothing:
            self.process = Forked(list(arguments), env, terminal=slave)
        else:
            command = [sys.executable, "-c", LAUNCHER, *arguments]
            self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=env)
        os.close(slave)
        self.output = ""  # all that was ever written, control sequences included
        self._bytes = b""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        os.close(self.master)

    def prompt(self) -> bool:
        """Read on until the program waits for a line; False if it has ended instead."""
        while not CONTROL.sub("", self.output[-TAIL:]).endswith("\n> "):
            if not self._read():
                return False
        return True

    def until(self, text: str) -> str:
        """Read on until a text has been written; all that was written so far."""
        while text not in CONTROL.sub("", self.output):
            assert self._read(), f"ended without saying {text!r}:\n{self.screen()[-2000:]}"
        return CONTROL.sub("", self.output)

    def end(self) -> int:
        """Read to the end; return the exit code, as a shell has it.

        A second Ctrl-C may come when the program has said its last word and Python has put back the default
        handler: then the signal ends it, which shells count as 130 too.
        """
        while self._read():
            pass
        code = self.process.wait(SILENCE_TIMEOUT_S)
        return 128 - code if code < 0 else code

    def screen(self) -> str:
        """What can be seen now."""
        return CONTROL.sub("", self.output.rsplit(CLEAR, 1)[-1]).replace("\r", "")

    def interrupt(self, signal_instead: int | None = None) -> None:
        """Press Ctrl-C (or send a signal); once more, as people do, if nothing comes of it.

        A prompt can be seen a moment before the program listens at it: a signal in between waits for a key.
        """
        for _ in range(SILENCE_TIMEOUT_S // 10):
            time.sleep(0.3)
            if signal_instead is None:
                os.write(self.master, b"\x03")
            else:
                self.process.send_signal(signal_instead)
            patience = time.monotonic() + 10
            while time.monotonic() < patience:
                if select.select([self.master], [], [], 0.1)[0] and not self._read():
                    return

    def type(self, line: str) -> None:
        self.keys(f"{line}\n")

    def keys(self, keys: str) -> None:
        self.output += "\n"  # the prompt that was answered is past
        os.write(self.master, keys.encode())

    def _read(self) -> bool:
        ready, _, _ = select.select([self.master], [], [], SILENCE_TIMEOUT_S)
        assert ready, f"silent for {SILENCE_TIMEOUT_S} s:\n{self.screen()[-2000:]}"
        try:
            self._bytes += os.read(self.master, 1 << 16)
        except OSError:  # the other end is closed
            return False
        text = self._bytes.decode(errors="ignore")
        self.output += text
        self._bytes = self._bytes[len(text.encode()) :]
        return True


def answer(screen: str, say: Catalogue, rng: Random) -> str:
    """Any of the answers that the screen offers."""
    lines = screen.split("\n")
    above = "\n".join(lines[-8:])
    if any(say(key) in above for key in ("play.hide", "play.enter")):
        return ""
    keys: list[int] = []
    for line in reversed(lines[:-1]):
        found = re.findall(r"(?:^|\s{2,})(\d+)(?:–(\d+))?((?:,\d+)*) \S", line)
        if not found and keys:
            break
        for first, last, more in found:
            keys += range(int(first), int(last or first) + 1)
            keys += [int(key) for key in more.split(",") if key]
    return str(rng.choice(keys))
