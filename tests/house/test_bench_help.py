"""Test that the help of the benchmarks needs no package, and has all their options."""

import subprocess
import sys
from importlib import import_module

from benchmarks import COMMANDS
from tests.scale import each
from tools import ROOT


def bench_help(name: str) -> str:
    """Return what a Python without any package prints."""
    command = [sys.executable, "-E", "-s", "-S", "run.py", "bench", name, "--help"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_every_benchmark_has_help_without_packages() -> None:
    for name in COMMANDS:
        text = bench_help(name)
        assert f"Usage: run.py bench {name} " in text
        assert max(map(len, text.splitlines())) <= 100


@each("name", ["live", "soak", "flood"])
def test_help_has_the_options_of_the_command(name: str) -> None:
    text = " ".join(bench_help(name).split())
    for option in import_module(COMMANDS[name]).main.params:
        assert option.opts[0] in text
        assert (option.help or "") in text
        if option.show_default and isinstance(option.default, int | float):
            assert f"[default: {option.default}]" in text
