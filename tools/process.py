"""Start programs from run.py, and print its messages."""

import os
import subprocess
import sys
from pathlib import Path

from tools import ROOT


def run(command: list[str], cwd: Path = ROOT, **more: str) -> int:
    """Run a program with the variables `more` in its environment; return its exit code."""
    with subprocess.Popen(command, cwd=cwd, env=environ(**more)) as child:
        while True:
            try:
                return child.wait()
            except KeyboardInterrupt:
                pass  # Ctrl-C reached the child as well; the child decides when to end


def environ(**more: str) -> dict[str, str]:
    """Return the environment variables for a child process, with `more` added.

    Without PYTHONDONTWRITEBYTECODE: with it, every start and every worker of the tests would compile all modules.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, **more}


def say(line: str) -> None:
    """Print a message to standard error."""
    print(f"Toctoc: {line}", file=sys.stderr, flush=True)
