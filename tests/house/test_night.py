"""The nightly run: its parts run one after the other, each alone if requested, within their times."""

import ast
import sys
import time
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import run
from benchmarks.speed import COMMITTED, compare, first_page, written
from tests import mutants, release, time_budget
from tools import night
from tools.night import Part, Result, run_parts


def part(result: Result | Exception, calls: list[float] | None = None) -> Part:
    """Return a part that ends as `result` says, and adds its budget to `calls`."""

    def do(_arguments: list[str], seconds: float) -> Result:
        if calls is not None:
            calls.append(seconds)
        if isinstance(result, Exception):
            raise result
        return result

    return Part(do, 2)


def test_an_unknown_part_is_refused_with_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["test-night", "kils"]) == 2
    said = capsys.readouterr().err
    assert "no part 'kils'" in said
    assert all(f"  {name} " in said for name in night.PARTS)


def test_the_help_lists_the_parts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["test-night", "--help"]) == 0
    said = capsys.readouterr().out
    assert all(f"  {name} " in said for name in night.PARTS)


def test_all_parts_together_take_an_hour_at_most() -> None:
    assert sum(part.minutes for part in night.PARTS.values()) <= 60


def test_a_part_that_fails_stops_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    budgets: list[float] = []
    good = part(Result(True, "7 kills"), budgets)
    assert (
        run_parts({"a": part(Result(False), budgets), "b": part(OSError("no disk"), budgets), "c": good}, []) == 1
    )
    assert budgets == [120, 120, 120]
    table = capsys.readouterr().out.splitlines()
    assert [line.split()[2] for line in table if line[:1] in "abc" and line] == ["FAILED", "FAILED", "passed"]
    assert "OSError: no disk" in table[-2]
    assert table[-1].endswith("7 kills")
    assert run_parts({"c": good}, []) == 0


def test_ctrl_c_ends_the_run_with_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(_arguments: list[str], _seconds: float) -> Result:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_parts({"a": part(Result(True)), "b": Part(interrupted, 1), "c": part(Result(True))}, [])
    assert capsys.readouterr().out.count("did not run to its end") == 2


@pytest.mark.parametrize("program", ["import time; time.sleep(600)", "print('ready')"])
def test_a_program_ends_when_its_time_is_up(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    is_slow = "sleep" in program
    monkeypatch.setattr(night, "GRACE_S", 0.1 if is_slow else 600)
    monkeypatch.setattr(night, "tool", lambda name: sys.executable)
    code, lines = night.python(["-c", program], 0)
    assert (code != 0, lines) == (is_slow, [] if is_slow else ["ready"])


@pytest.mark.parametrize(
    ("code", "figures", "passed"),
    [(0, ["kill -9 of the server: 180", "kill -9 of a node: 1,020"], True), (0, ["kill -9 of a node: 199"], False),
     (1, ["kill -9 of a node: 400"], False), (0, ["kills after which all came back: 300"], False)],
)  # fmt: skip
def test_fewer_than_200_kills_fail(
    code: int, figures: list[str], passed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(night, "prepare_tests", lambda: None)
    monkeypatch.setattr(night, "python", lambda *_, **__: (code, figures))
    assert night.kills([], 60).passed == passed


def test_a_package_that_fails_fails_the_rehearsal_and_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def wheel(_built: Path, home: release.Home) -> str:
        home.must("echo no network; exit 3")
        return "never"

    monkeypatch.setattr("sys.argv", ["release"])
    monkeypatch.setattr(release, "build", lambda _: "toctoc.whl 9 MB")
    monkeypatch.setattr(release, "PARTS", {"wheel": wheel, "site": lambda *_: "a game"})
    assert release.main() == 1
    said = capsys.readouterr().out
    assert "wheel: FAILED, Failed: echo no network; exit 3: exit code 3\nno network\n" in said
    assert "\nsite: a game (" in said
    assert said.endswith("\n2 packages rehearsed, failed: wheel\n")
    monkeypatch.setattr(night, "prepare_with_programs", lambda: None)
    monkeypatch.setattr(night, "python", lambda *_, **__: (1, said.splitlines()))
    assert night.release([], 60) == Result(False, "2 packages rehearsed, failed: wheel")


def test_a_rehearsal_ends_with_its_time(tmp_path: Path) -> None:
    home = release.Home(tmp_path / "home", time.monotonic())
    with pytest.raises(release.Failed, match="sleep 600: its time is up"):
        home.must("sleep 600")
    with pytest.raises(release.Failed, match="true: it ended, exit code 0"), home.served("true"):
        pass


def test_an_audit_without_the_internet_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(night, "audit_python", lambda: None)
    monkeypatch.setattr(night, "audit_client", lambda: 0)
    assert night.audit([], 60) == Result(True, "SKIPPED, no internet: packages of Python were not audited")
    monkeypatch.setattr(night, "audit_client", lambda: 1)
    assert not night.audit([], 60).passed


def test_tests_after_the_end_of_the_budget_are_counted_as_not_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    time_budget.pytest_runtest_setup()
    monkeypatch.setattr(time_budget, "ENDS", 0.0)
    with pytest.raises(pytest.skip.Exception, match=time_budget.REASON):
        time_budget.pytest_runtest_setup()
    ids = ["tests/web/test_a.py::test_it", "tests/web/test_b.py::test_it", "tests/test_fair.py::test_it"]
    skipped = [SimpleNamespace(nodeid=id, longrepr=("", 1, f"Skipped: {time_budget.REASON}")) for id in ids]
    skipped.append(SimpleNamespace(nodeid="tests/lab/test_c.py::test_it", longrepr=("", 1, "Skipped: no GPU")))
    lines: list[str] = []
    reporter: Any = SimpleNamespace(getreports=lambda _: skipped, write_line=lines.append)
    time_budget.pytest_terminal_summary(reporter)
    assert lines == ["not reached: 3 tests (tests/test_fair.py 1, tests/web 2)"]


def test_a_speed_fails_beyond_its_tolerance() -> None:
    committed = {"move": {"figure": 100.0, "tolerance": 0.2}}
    for figure, verdict in (121, "SLOWER"), (119, "as before"), (81, "as before"), (79, "FASTER"):
        [line] = compare({"move": float(figure)}, committed)
        assert line.startswith(f"{verdict}: move {figure}, committed 100 ({figure - 100:+}%, tolerance 20%)")
        assert ("--write" in line) == (verdict == "FASTER")


def test_written_speeds_keep_their_tolerances() -> None:
    text = written({"move": 90.0, "page": 5.0}, {"move": {"figure": 100.0, "tolerance": 0.3}})
    assert tomllib.loads(text) == {
        "move": {"figure": 90, "tolerance": 0.3},
        "page": {"figure": 5.0, "tolerance": 0.15},
    }
    assert len(tomllib.loads(COMMITTED.read_text("utf-8"))) == 5


def test_the_first_page_is_what_a_browser_loads_first(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_bytes(bytes(range(256)) * 9)
    (tmp_path / "index.html").write_text('<script type="module" crossorigin src="/a.js"></script>')
    alone = first_page(tmp_path)
    (tmp_path / "b.css").write_bytes(b"b" * 99)
    assert first_page(tmp_path) == alone
    with (tmp_path / "index.html").open("a") as page:
        page.write('<link rel="stylesheet" crossorigin href="/b.css">')
    assert first_page(tmp_path) > alone


def test_mutants_change_one_place_and_can_be_compiled() -> None:
    found = mutants.mutants("escalier")
    assert len(found) > 300
    for mutant in found[::20]:
        text = Path(mutant.file).read_bytes()
        assert mutant.source() != text
        compile(mutant.source(), mutant.file, "exec")


@pytest.mark.parametrize(
    ("code", "changed"),
    [("a < b", "(a <= b)"), ("a and b", "(a or b)"), ("not a", "(a)"), ("a + b", "(a - b)"), ("True", "False"),
     ("a if b else c", "(not b)"), ("7", "(8)")],
)  # fmt: skip
def test_mutants_change_comparisons_numbers_and_logic(code: str, changed: str) -> None:
    assert changed in [new for _, new in mutants.changes(ast.parse(code))]
