"""Change the rules of a game, one place at a time, and count the changes that its tests detect.

A mutant is killed if a test fails with it. Each runs in a process forked from one that has imported pytest: the
cheapest tests first, until one fails.
"""

import argparse
import ast
import json
import os
import resource
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib.machinery import SourceFileLoader
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import hypothesis  # noqa: F401  # read once for all, as numpy
import numpy  # noqa: F401
import pytest

GAMES = ("toctoctoc", "chocottes", "escalier")
HOME = Path("src/toctoc/games")
LEAST_KILLED = 0.9  # of the mutants; the others are read by a person: many change nothing that a player could see
MEMORY = 6 << 30  # bytes that a mutant may map; one that appends for ever is stopped by it
CPU_S, CPU_TIMES = 5, 2  # for a mutant: so many times the processor's time without it, and so many seconds more

# The tests of the game itself, and, for mutants that survive these, the suites that run on every game.
STAGES: tuple[tuple[str, ...], ...] = (("tests/games/{game}",), ("tests/golden", "tests/conformance"))

OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


class Mutant(NamedTuple):
    """A change of one place of a file: the bytes from `start` to `end` become `new`."""

    game: str
    file: str
    line: int
    start: int
    end: int
    old: str
    new: str

    def source(self) -> bytes:
        """Return the changed file."""
        text = Path(self.file).read_bytes()
        return text[: self.start] + self.new.encode() + text[self.end :]

    def __str__(self) -> str:
        number = self.line - 1
        before = Path(self.file).read_text("utf-8").splitlines()[number].strip()
        after = self.source().decode().splitlines()[number].strip()
        return f"{self.file}:{self.line}\n  - {before}\n  + {after}"


def mutants(game: str) -> list[Mutant]:
    """Return every mutant of the rules of `game`, in the order of the files and their lines."""
    found = []
    for file in sorted([*(HOME / game).glob("rules.py"), *(HOME / game).glob("rules/*.py")]):
        text = file.read_bytes()
        starts = [0]
        for line in text.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        for node, new in changes(ast.parse(text)):
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            old = text[start:end].decode()
            found.append(Mutant(game, str(file), node.lineno, start, end, old, new))
    return found


def changes(node: ast.AST, in_function: bool = False) -> Iterator[tuple[Any, str]]:
    """Yield the nodes of a tree that can be changed, each with its new code; annotations and docstrings stay."""
    yield from changes_of(node, in_function)
    in_function |= isinstance(node, ast.FunctionDef)
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from changes(child, in_function)


def changes_of(node: Any, in_function: bool) -> Iterator[tuple[Any, str]]:
    """Yield the changes of `node` itself."""
    match node:
        case ast.Constant(value=bool(value)):
            yield node, str(not value)
        case ast.Constant(value=int(value)):
            yield node, f"({value + 1})"
            yield node, f"({value - 1})"
        case ast.UnaryOp(op=ast.Not()):
            yield node, f"({ast.unparse(node.operand)})"
        case ast.Compare(ops=[op]) if type(op) in OTHER:
            yield node, swapped(node, ops=[OTHER[type(op)]()])
        case ast.BoolOp(op=op) | ast.BinOp(op=op) if type(op) in OTHER:
            yield node, swapped(node, op=OTHER[type(op)]())
        case ast.AugAssign(op=op) if type(op) in OTHER:
            yield node, ast.unparse(ast.AugAssign(node.target, OTHER[type(op)](), node.value))  # type: ignore[arg-type]
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            yield node, "return 0"
    match node:
        case ast.Assign() | ast.AugAssign() | ast.Expr(value=ast.Call()) | ast.Return(value=None) if in_function:
            yield node, "pass"
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if isinstance(
            test, ast.Name | ast.Call | ast.Attribute | ast.Subscript
        ):
            yield test, f"(not {ast.unparse(test)})"


def swapped(node: ast.AST, **fields: object) -> str:
    """Return the code of an expression with other `fields`."""
    kept = dict(ast.iter_fields(node))
    return f"({ast.unparse(type(node)(**{**kept, **fields}))})"


class CheapestFirst:
    """A plugin of pytest that notes how long each test takes, or begins with the quickest once that is known."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self.known = dict(seconds)
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.known.get(item.nodeid, 0.0))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration


class Stage(NamedTuple):
    """One group of tests of a game, and what was measured of it without any mutant."""

    tests: tuple[str, ...]
    game: str
    limit_s: int  # seconds of the processor
    seconds: dict[str, float]  # of each test


def run_tests(stage: Stage, mutant: Mutant | None, output: Path) -> int:
    """Run the tests of `stage` with `mutant` in place of the file it changes; return pytest's exit code."""
    resource.setrlimit(resource.RLIMIT_CPU, (stage.limit_s, stage.limit_s + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if mutant:
        code = compile(mutant.source(), mutant.file, "exec")
        original: Callable[[SourceFileLoader, str], Any] = SourceFileLoader.get_code
        changed = Path(mutant.file).resolve()

        def get_code(loader: SourceFileLoader, name: str) -> Any:
            return code if Path(loader.path) == changed else original(loader, name)

        SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
    quiet = ["-x", "-q", "-n0", "-p", "no:cacheprovider", "--hypothesis-seed=1", "--timeout=0"]
    quiet += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # plugins that this process has imported already
    others = " and ".join(f"not {game}" for game in GAMES if game != stage.game)  # tests of all games stay
    chosen = ["-m", "not compiled", "-k", others, *stage.tests]
    order = CheapestFirst(stage.seconds)
    with output.open("w") as file, redirect_stdout(file), redirect_stderr(file):
        exit_code = int(pytest.main([*quiet, *chosen], plugins=[order]))
    if mutant is None:
        output.with_suffix(".json").write_text(json.dumps(order.seconds))
    return exit_code


def fork(stage: Stage, mutant: Mutant | None, output: Path) -> int:
    """Start `run_tests` in a process of its own; return the id of the process."""
    if child := os.fork():
        return child
    try:
        code = run_tests(stage, mutant, output)
    except BaseException as failure:  # a mutant may do anything, and the child never returns to the caller
        output.write_text("".join(traceback.format_exception(failure)))
        code = 1
    os._exit(code)


def measured(game: str, folder: Path) -> list[Stage]:
    """Run the tests of `game` without any mutant and measure them; return nothing if they fail."""
    stages = []
    for number, tests in enumerate(STAGES):
        stage = Stage(tuple(path.format(game=game) for path in tests), game, 3600, {})
        output = folder / f"{game}-{number}.txt"
        _, status, used = os.wait4(fork(stage, None, output), 0)
        if status:
            print(f"{output.read_text()}\nThe tests of {game} fail without any mutant: see above", flush=True)
            return []
        cpu_s = used.ru_utime + used.ru_stime
        print(f"{game}: {' '.join(stage.tests)} take {cpu_s:.0f} s of the processor", flush=True)
        seconds = json.loads(output.with_suffix(".json").read_text())
        stages.append(stage._replace(limit_s=int(CPU_TIMES * cpu_s) + CPU_S, seconds=seconds))
    return stages


def judge(
    drawn: list[Mutant], stages: dict[str, list[Stage]], jobs: int, until: float, folder: Path
) -> dict[Mutant, str]:
    """Run the tests on each of the mutants, `jobs` at once; return the outcomes of those that ended by `until`."""
    outcomes: dict[Mutant, str] = {}
    waiting = [(mutant, 0) for mutant in reversed(drawn)]
    running: dict[int, tuple[Mutant, int]] = {}
    while waiting or running:
        while waiting and len(running) < jobs and time.monotonic() < until:
            mutant, number = waiting.pop()
            running[fork(stages[mutant.game][number], mutant, folder / f"{len(waiting)}.txt")] = mutant, number
        if not running:
            break
        child, status = os.waitpid(-1, 0)
        mutant, number = running.pop(child)
        if status == 0 and number + 1 < len(stages[mutant.game]):
            waiting.append((mutant, number + 1))
            continue
        outcomes[mutant] = "survived" if status == 0 else "killed" if os.WIFEXITED(status) else "timed out"
        if status == 0:
            print(f"survived: {mutant}", flush=True)
        if len(outcomes) % 10 == 0:
            print(f"{len(outcomes)} of {len(drawn)} mutants have run", flush=True)
    return outcomes


def main() -> int:
    """Draw mutants, run the tests on them, and print how many are killed."""
    parser = argparse.ArgumentParser(prog="test-night mutants", description=__doc__)
    parser.add_argument("game", nargs="?", choices=[*GAMES, "all"], help="without it the day chooses one in turn")
    parser.add_argument("--draw", type=int, default=100_000, help="the most mutants (default: all)")
    parser.add_argument("--seed", type=int, help="draw the mutants by it (default: the day)")
    parser.add_argument("--minutes", type=float, default=9, help="start no mutant later (default: 9)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at a time")
    parser.add_argument("--save", type=Path, help="write the outcome of each mutant into this file, as JSON")
    chosen = parser.parse_args()
    until = time.monotonic() + 60 * chosen.minutes
    day = int(time.time() // 86_400)
    games = GAMES if chosen.game == "all" else (chosen.game or GAMES[day % len(GAMES)],)
    everything = [mutant for game in games for mutant in mutants(game)]
    seed = day if chosen.seed is None else chosen.seed
    drawn = Random(seed).sample(everything, min(chosen.draw, len(everything)))
    with TemporaryDirectory(prefix="toctoc-mutants-") as name:
        folder = Path(name)
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = name  # no example of a mutant is tried again later
        stages = {game: measured(game, folder) for game in games}
        if not all(stages.values()):
            return 1
        outcomes = judge(drawn, stages, chosen.jobs, until, folder)
    if chosen.save:
        rows = [mutant._asdict() | {"outcome": outcome} for mutant, outcome in outcomes.items()]
        chosen.save.write_text(json.dumps(rows, indent=1), "utf-8")
    killed = sum(outcome != "survived" for outcome in outcomes.values())
    share = killed / max(1, len(outcomes))
    print(
        f"{len(outcomes)} of {len(everything)} mutants of {', '.join(games)} (seed {seed}): "
        f"{killed} killed, {len(outcomes) - killed} survived ({share:.0%}, at least {LEAST_KILLED:.0%} wanted)"
    )
    return 0 if outcomes and share >= LEAST_KILLED else 1


if __name__ == "__main__":
    sys.exit(main())
