"""The program run as a command: in this process for speed, in another one for what only that shows."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import IO

from click.testing import CliRunner, Result

from tests.cli.pseudo_terminal import environment
from tests.forks import LAUNCHER
from toctoc import Match
from toctoc.cli.main import cli
from toctoc.fair import Fair
from toctoc.record import Seat, record, write


def run(*arguments: str | Path, typed: str | bytes | None = None, **environ: str) -> Result:
    """In this process. An exception that is not an exit is a defect, and comes through."""
    wishes = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "", **environ}
    result = CliRunner(env=wishes).invoke(cli, list(map(str, arguments)), input=typed, prog_name="toctoc")
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def start(*arguments: str | Path, standard_output: int | IO[str] = subprocess.PIPE) -> "subprocess.Popen[str]":
    """As a process of its own, its streams as pipes."""
    return subprocess.Popen(
        [sys.executable, "-c", LAUNCHER, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=standard_output,
        stderr=subprocess.PIPE,
        env=environment(),
        encoding="utf-8",
    )


def process(*arguments: str | Path, typed: str = "") -> tuple[int, str, str]:
    """Exit code, standard output and standard error."""
    with start(*arguments) as child:
        out, err = child.communicate(typed)
    return child.returncode, out, err


ONE_AFTER_THE_OTHER = """
import json, sys
from tests.cli.invoke import run
commands, typed = json.load(sys.stdin)
results = [run(*command, typed=typed) for command in commands]
json.dump([(result.exit_code, result.stdout, result.stderr) for result in results], sys.stdout)
"""


def processed(*commands: tuple[str | Path, ...], typed: str = "") -> list[tuple[int, str, str]]:
    """Some commands one after the other in one other process: exit code, standard output and error of each."""
    done = subprocess.run(
        [sys.executable, "-c", ONE_AFTER_THE_OTHER],
        input=json.dumps(([list(map(str, command)) for command in commands], typed)),
        capture_output=True,
        env=environment(),
        encoding="utf-8",
        check=True,
    )
    return [(code, out, err) for code, out, err in json.loads(done.stdout)]


def children(pid: int) -> list[int]:
    """The processes that a process has started; on Linux."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def written(game: str, seed: int = 1, by: str = "player", players: int = 3, **chosen: object) -> str:
    """The line of a random game; `by` marks every move."""
    rng = Random(seed)
    match = Match(game, players, chosen, chance=rng.randrange)
    while (seat := match.asked) is not None:
        match.play(seat, rng.choice(match.legal(seat)), by)
    return write(record(match, tuple(Seat(name) for name in ("Ada", "Ben", "Cleo", "Dan", "Eve")[:players])))


def written_fairly(game: str, fair: Fair, **chosen: object) -> str:
    """The line of a random game at a live table."""
    rng = Random(1)
    match = Match(game, len(fair.seats), chosen, chance=fair.dice())
    while (seat := match.asked) is not None:
        match.play(seat, rng.choice(match.legal(seat)))
    return write(record(match, tuple(Seat(f"seat {p}") for p in range(match.players)), fair))


def changed(line: str, change: Callable[[dict[str, object]], object]) -> str:
    """A record with something else in it."""
    data = json.loads(line)
    change(data)
    return json.dumps(data)
