"""Run the commands that texts advise (advised_commands.toml) in a clean clone, and from the bare wheel."""

import argparse
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tools import ROOT

LISTED = tomllib.loads(Path(__file__).with_name("advised_commands.toml").read_text("utf-8"))
PLACES = ("clone", "wheel")
KEPT = ("PATH", "LANG", "TMPDIR", "SSL_CERT_FILE", "TOCTOC_CHROMIUM")  # and those of pip: registries, proxies
STARTED_S, ENDED_S, EACH_S = 120, 60, 240  # for a server to answer and to end, and for any other command
ERROR_WITH_ADVICE = re.compile(r"^toctoc: .*: ((?:python3 \S*run\.py|pip) install .*)$", re.MULTILINE)
SERVES = re.compile(r"^(?:make|python3 run\.py|toctoc) (?:serve|play)(?! [a-z])(?!.*--terminal)")
PLAYS = re.compile(r"toctoc (simulate|study|arena|dataset) ")


def filled(command: str) -> str:
    """Return a command with values in its placeholders."""
    return re.sub(r"\{(\w+)\}", lambda blank: str(LISTED["values"][blank[1]]), command)


class Place:
    """A folder with an empty home, in which commands run one after the other."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        home = folder.parent / f"home of {folder.name}"
        folder.mkdir(parents=True, exist_ok=True)
        home.mkdir()
        kept = {
            name: value for name, value in os.environ.items() if name in KEPT or name.startswith(("PIP_", "UV_"))
        }
        path = f"{programs}{os.pathsep}{os.environ['PATH']}"
        kept["TOCTOC_CACHE"] = os.environ.get("TOCTOC_CACHE", str(Path.home() / ".cache/toctoc"))  # saves minutes
        self.environ = {**kept, "HOME": str(home), "PATH": path, "LC_ALL": "C.UTF-8", "BROWSER": "true"}

    def start(self, command: str) -> "subprocess.Popen[bytes]":
        """Start a command; it reads the answers 1 to 5 in turns, and writes into the file `output`."""
        with (self.folder / "answers").open("w+b") as answers, (self.folder / "output").open("wb") as output:
            answers.write(b"1\n2\n3\n4\n5\n" * 2000)
            answers.seek(0)
            return subprocess.Popen(
                ["bash", "-c", command],
                cwd=self.folder, env=self.environ, start_new_session=True,
                stdin=answers, stdout=output, stderr=subprocess.STDOUT,
            )  # fmt: skip

    def output(self) -> str:
        return (self.folder / "output").read_text("utf-8", errors="replace")

    def fault(self, command: str) -> str:
        """Run a command; if it names the packages that it needs, do as it says first. Return what is wrong."""
        way = self.serves if SERVES.search(command) else self.ends
        wrong = way(command)
        if wrong and (advised := ERROR_WITH_ADVICE.search(self.output())):
            wrong = ((failed := self.ends(advised[1])) and f"{advised[1]}: {failed}") or way(command)
        return wrong

    def ends(self, command: str) -> str:
        """Run a command to its end, with few games; return what is wrong, or nothing."""
        if PLAYS.match(command):
            command = re.sub(r"(^toctoc \w+ \w+)(.*?)( --games \d+|$)", r"\1 --games 8\2", command, count=1)
        with self.start(command) as child:
            try:
                code = child.wait(EACH_S)
            except subprocess.TimeoutExpired:
                stop(child, signal.SIGKILL)
                return f"it did not end within {EACH_S} s"
        return f"exit code {code}" if code else ""

    def serves(self, command: str) -> str:
        """Start a server, read its first page, and end it by Ctrl-C; return what is wrong, or nothing."""
        if command.startswith("make serve"):  # another server may have the usual port
            command = f'{command[:-1]} --port 0"' if "ARGS" in command else f'{command} ARGS="--port 0"'
        elif "serve" in command:
            command = f"{command} --port 0"
        with self.start(command) as child:
            try:
                return self.answers(child) or ended(child)
            finally:
                stop(child, signal.SIGKILL)

    def answers(self, child: "subprocess.Popen[bytes]") -> str:
        """Wait until the server has printed its address and answers there."""
        until = time.monotonic() + STARTED_S
        while time.monotonic() < until:
            if child.poll() is not None:
                return f"it ended, exit code {child.returncode}"
            if found := re.search(r"http://[^/\s:]+:(\d+)", self.output()):
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{found[1]}/", timeout=10) as answer:
                        return "" if b"Toctoc" in answer.read() else "its page is not Toctoc's"
                except urllib.error.HTTPError as error:
                    return f"its page is an error, {error.code}"
                except OSError:
                    pass  # not yet
            time.sleep(0.2)
        return f"it did not answer within {STARTED_S} s"


def ended(child: "subprocess.Popen[bytes]") -> str:
    """Press Ctrl-C; return what is wrong with the end, or nothing."""
    stop(child, signal.SIGINT)
    try:
        code = child.wait(ENDED_S)
    except subprocess.TimeoutExpired:
        return f"it did not end within {ENDED_S} s of Ctrl-C"
    is_right = code in (0, 2, 130, -signal.SIGINT)  # 2: make was interrupted
    return "" if is_right else f"exit code {code} after Ctrl-C"


def stop(child: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
    """Send a signal to a command and to all that it started."""
    with suppress(ProcessLookupError):  # all have ended
        os.killpg(child.pid, number)


def clone(folder: Path) -> Place:
    """Clone the last commit."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    return Place(folder, folder / ".venv/bin")


def wheel(folder: Path) -> Place:
    """Build the wheel, and install it with the packages that it declares."""
    built = folder.parent / "dist"
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(built)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    place = Place(folder, folder / "venv/bin")
    [file] = built.glob("*.whl")
    why = place.ends(f"'{sys.executable}' -m venv venv && venv/bin/pip install --quiet {file}")
    assert not why, f"the wheel could not be installed: {why}\n{place.output()}"
    return place


def run_all(name: str, folder: Path, until: float) -> list[str]:
    """Run the commands of a place, and print each outcome; return a line for each one that failed."""
    place = {"clone": clone, "wheel": wheel}[name](folder / name)
    failures: list[str] = []
    for number, command in enumerate(LISTED[name]):
        if time.monotonic() > until:
            print(f"{name}: not reached: {', '.join(LISTED[name][number:])}", flush=True)
            return [*failures, f"{len(LISTED[name]) - number} commands not reached in the {name}"]
        begin = time.monotonic()
        why = place.fault(filled(command))
        print(f"{name}: {time.monotonic() - begin:4.0f} s  {why or 'works'}: {command}", flush=True)
        if why:
            print(place.output()[-2000:], flush=True)
            failures.append(f"{name}: {command}: {why}")
    return failures


def main() -> int:
    """Run the commands in both places side by side, or in one."""
    parser = argparse.ArgumentParser(prog="test-night advice", description=__doc__)
    parser.add_argument("place", nargs="?", choices=PLACES, help="without it both")
    parser.add_argument("--minutes", type=float, default=10, help="start no command later")
    chosen = parser.parse_args()
    until = time.monotonic() + 60 * chosen.minutes
    places = [chosen.place] if chosen.place else PLACES
    with TemporaryDirectory(prefix="toctoc-advice-") as folder, ThreadPoolExecutor() as pool:
        runs = [pool.submit(run_all, name, Path(folder), until) for name in places]
        failures = [line for run in runs for line in run.result()]
    print("\n".join(["", *failures]))
    print(f"{sum(len(LISTED[name]) for name in places)} commands advised, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
