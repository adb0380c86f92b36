"""The nightly run, `run.py test-night`: tests that take too long for `make test`, in parts that also run alone."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from threading import Thread
from typing import NamedTuple

from tools import ROOT, browsers, environment
from tools.audit import audit_client, audit_python
from tools.environment import tool
from tools.prepare import prepare, prepare_with_programs
from tools.process import environ, say

SCALE = 20
LEAST_KILLS = 200
KILLS = re.compile(r"kill -9 .*: ([\d,]+)")  # figures that tests report, printed at the end of the run
GRACE_S = 60  # for a part to end by itself once its time is up


class Result(NamedTuple):
    """How a part ended."""

    passed: bool
    remark: str = ""


class Part(NamedTuple):
    """A part of the nightly run; the docstring of `run` is its help."""

    run: "Callable[[list[str], float], Result]"  # given its arguments and the seconds that it may take
    minutes: float


def scale(arguments: list[str], seconds: float) -> Result:
    """Run all tests at TOCTOC_SCALE=20, with those marked `nightly`; or: scale [PYTEST'S ARGUMENTS]"""
    prepare_tests()
    code, lines = pytest(arguments or ["-m", "not kills"], seconds)  # those are a part of their own
    counts = found(r"=* ?(\d+ (?:failed|passed|skipped|error).*?) ?=*", lines)
    left = found(r"(not reached: .*)", lines)
    return Result(code == 0, f"{counts}; {left}" if left else counts)


def mutants(arguments: list[str], seconds: float) -> Result:
    """Change the rules of one game, in turn, and see which changes tests detect: mutants [GAME|all] [--help]"""
    prepare("test")
    code, lines = python(["-m", "tests.mutants", f"--minutes={seconds / 60:.1f}", *arguments], seconds + 120)
    return Result(code == 0, found(r"(.* mutants of .*)", lines))


def audit(_arguments: list[str], _seconds: float) -> Result:
    """Look up known vulnerabilities of all packages that the locks name; needs the internet"""
    codes = {"Python": audit_python(), "the client": audit_client()}
    skipped = [name for name, code in codes.items() if code is None]
    remark = f"SKIPPED, no internet: packages of {' and '.join(skipped)} were not audited" if skipped else ""
    return Result(not any(codes.values()), remark)


def kills(arguments: list[str], seconds: float) -> Result:
    """Kill real servers at least 200 times with kill -9 while people play, and look for anything lost"""
    prepare_tests()
    code, lines = pytest(["-m", "kills", "tests/server", "tests/storage", *arguments], seconds)
    number = sum(int(match[1].replace(",", "")) for line in lines if (match := KILLS.fullmatch(line)))
    passed = code == 0 and number >= LEAST_KILLS
    return Result(passed, f"{number} kills, at least {LEAST_KILLS} wanted; pytest's exit code is {code}")


def advice(arguments: list[str], seconds: float) -> Result:
    """Run the commands that texts advise, in a clean clone and from a bare wheel: advice [clone|wheel]"""
    prepare("test", with_client=True)
    code, lines = python(["-m", "tests.advice", f"--minutes={seconds / 60:.1f}", *arguments], seconds + 120)
    return Result(code == 0, found(r"(\d+ commands? .*)", lines))


def release(arguments: list[str], seconds: float) -> Result:
    """Build wheel, sdist and static site, and play a game through each, alone: release [wheel|sdist|site]"""
    if browser := prepare_with_programs():
        os.environ["TOCTOC_CHROMIUM"] = browser
    code, lines = python(["-m", "tests.release", f"--minutes={seconds / 60:.1f}", *arguments], seconds + 120)
    return Result(code == 0, found(r"(\d+ packages? rehearsed.*)", lines))


def speed(arguments: list[str], seconds: float) -> Result:
    """Compare five speeds with benchmarks/speed.toml: speed [--write]"""
    prepare("test", with_client=True)
    code, lines = python(["-m", "benchmarks.speed", *arguments], seconds + 120)
    return Result(code == 0, "; ".join(line for line in lines if line.startswith(("SLOWER", "FASTER"))))


PARTS = {
    "speed": Part(speed, 4),  # first, while the machine is cool
    "mutants": Part(mutants, 9),
    "audit": Part(audit, 2),
    "kills": Part(kills, 7),
    "advice": Part(advice, 10),
    "release": Part(release, 5),
    "scale": Part(scale, 23),
}


def test_night(arguments: list[str]) -> int:
    """Run the long tests, within an hour, each part or all: test-night [PART [ITS ARGUMENTS]]"""
    name, *rest = arguments or [""]
    if name and name not in PARTS:
        print(f"There is no part {name!r} of the nightly run.\n\n{overview()}", file=sys.stderr)
        return 2
    return run_parts({name: PARTS[name]} if name else PARTS, rest)


def overview() -> str:
    """Return the list of the parts, in the order in which they run."""
    return "\n".join(f"  {name:10}{part.minutes:3.0f} min  {part.run.__doc__}" for name, part in PARTS.items())


def run_parts(parts: dict[str, Part], arguments: list[str]) -> int:
    """Run parts one after the other, also after a failure; print a table at the end; return 1 if one failed."""
    results: dict[str, tuple[float, Result]] = {}
    try:
        for name, part in parts.items():
            say(f"test-night {name}: begins, and may take {part.minutes:.0f} min")
            begin = time.monotonic()
            try:
                result = part.run(arguments, 60 * part.minutes)
            except (Exception, SystemExit) as failure:  # the parts after it run all the same
                result = Result(False, f"{type(failure).__name__}: {failure}")
            results[name] = time.monotonic() - begin, result
            say(f"test-night {name}: {'passed' if result.passed else 'FAILED'}")
    finally:  # after Ctrl-C too
        print("\npart       seconds  result")
        for name in parts:
            spent, result = results.get(name, (0.0, Result(False, "it did not run to its end")))
            print(f"{name:10}{spent:8.0f}  {'passed' if result.passed else 'FAILED'}  {result.remark}".rstrip())
    return 0 if all(result.passed for _, result in results.values()) else 1


def prepare_tests() -> None:
    """Install all that the tests use: packages of the full lock, the client, browsers, PyTorch."""
    if browser := prepare_with_programs():
        os.environ["TOCTOC_CHROMIUM"] = browser
    prepare("full")
    if not environment.install_lock("training", silent=True):
        say("PyTorch could not be installed: the tests of training are skipped")
    browsers.engines()


def pytest(arguments: list[str], seconds: float) -> tuple[int, list[str]]:
    """Run pytest at the scale of the night; begin no test after `seconds`. Return its exit code and its lines."""
    workers = 3 * (os.cpu_count() or 1)  # most tests wait
    command = ["-m", "pytest", "-p", "tests.time_budget", "-n", str(workers), "--dist=worksteal", *arguments]
    return python(command, seconds, TOCTOC_SCALE=str(SCALE), TOCTOC_BUDGET_ENDS=str(time.time() + seconds))


def python(arguments: list[str], seconds: float, **variables: str) -> tuple[int, list[str]]:
    """Run .venv's Python and show its output; interrupt it after `seconds`. Return its exit code and its lines.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed; the program has received it too, and has ended.
    """
    lines: list[str] = []
    command = [tool("python"), "-u", *arguments]
    child = subprocess.Popen(
        command, cwd=ROOT, env=environ(**variables), stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    reader = Thread(target=echo, args=(child, lines), daemon=True)  # a server left behind may hold the pipe open
    reader.start()
    try:
        code = wait(child, seconds + GRACE_S)
    except KeyboardInterrupt:
        child.wait()
        raise
    reader.join(10)
    return code, lines


def echo(child: "subprocess.Popen[str]", lines: list[str]) -> None:
    """Print the output of `child`, and add its lines to `lines`."""
    assert child.stdout is not None
    with child.stdout as output:
        for line in output:
            print(line, end="", flush=True)
            lines.append(line.strip())


def wait(child: "subprocess.Popen[str]", seconds: float) -> int:
    """Wait for a program; after `seconds` interrupt it, and later kill it. Return its exit code, never 0 then."""
    for number, patience_s in (signal.SIGINT, seconds), (signal.SIGKILL, GRACE_S):
        try:
            code = child.wait(patience_s)
        except subprocess.TimeoutExpired:
            say(f"its time is up: {number.name}")
            child.send_signal(number)
        else:
            return code if number == signal.SIGINT else code or 1
    return child.wait()


def found(pattern: str, lines: list[str]) -> str:
    """Return the group of the last line that matches `pattern`, or nothing."""
    matches = [match[1] for line in lines if (match := re.fullmatch(pattern, line))]
    return matches[-1] if matches else ""
