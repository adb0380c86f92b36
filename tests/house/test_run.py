"""Test run.py, the set-up of .venv, the locks and the wheel."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

import run
from tests.scale import each
from tools import ROOT, checking, commands, environment
from tools.build_client import BUNDLE
from tools.lock import APART, LOCKS
from tools.testing import are_bare

INSTALL = environment.install
LOCKED = re.compile(r"^[a-z0-9._-]+==\S+", re.MULTILINE)


@pytest.fixture
def empty_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout in which installations are only listed, in the file `installed`."""
    (tmp_path / "pyproject.toml").write_text("one")
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements/play.lock").write_text("one")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(environment, "REQUIREMENTS", tmp_path / "requirements")
    monkeypatch.setattr(environment, "make_venv", lambda: note(tmp_path, "venv"))
    monkeypatch.setattr(environment, "install", lambda level: note(tmp_path, level))
    return tmp_path


def note(house: Path, what: str) -> bool:
    if what == "venv":
        shutil.rmtree(house / ".venv", ignore_errors=True)
        (house / ".venv").mkdir()
    with (house / "installed").open("a") as file:
        file.write(f"{what}\n")
    return True


def installed(house: Path) -> list[str]:
    return (house / "installed").read_text().split()


def test_help_names_every_command() -> None:
    done = subprocess.run(
        [sys.executable, "run.py", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert len(run.COMMANDS) == 18
    for name in run.COMMANDS:
        assert f"\n  {name} " in done.stdout


@each("name", run.COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([name, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"python3 run.py {name}: ")


def test_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["plya"]) == 2
    assert "There is no command 'plya'. Did you mean play?" in capsys.readouterr().err


def test_old_python_is_told_what_to_do() -> None:
    assert "needs Python 3.11 or newer, and this is Python 3.9" in (run.too_old((3, 9)) or "")
    assert run.too_old((3, 11)) is None
    assert run.too_old((4, 0)) is None


def test_missing_venv_module_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="apt install python3-venv"):
        environment.make_venv()


def test_installs_once(empty_house: Path) -> None:
    environment.prepare("play")
    environment.prepare("play")
    assert installed(empty_house) == ["venv", "play"]


def test_levels_share_one_environment(empty_house: Path) -> None:
    for level in ["play", "test", "play", "test"]:
        environment.prepare(level)
    assert installed(empty_house) == ["venv", "play", "test"]


@pytest.mark.parametrize("changed", ["pyproject.toml", "requirements/play.lock"])
def test_installs_again_after_a_change(empty_house: Path, changed: str) -> None:
    environment.prepare("play")
    (empty_house / changed).write_text("two")
    environment.prepare("play")
    assert installed(empty_house) == ["venv", "play", "play"]


def test_another_python_gets_another_environment(empty_house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment.prepare("play")
    monkeypatch.setattr(sys, "version", "3.99.0 (another)")
    environment.prepare("play")
    assert installed(empty_house) == ["venv", "play", "venv", "play"]


def test_interrupted_installation_begins_anew(empty_house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(level: str) -> bool:
        raise KeyboardInterrupt

    environment.prepare("play")
    with monkeypatch.context() as patch:
        patch.setattr(environment, "install", interrupted)
        with pytest.raises(KeyboardInterrupt):
            environment.prepare("test")
    environment.prepare("play")
    assert installed(empty_house) == ["venv", "play", "venv", "play"]


def test_failed_installation_is_tried_again_and_harms_no_other(
    empty_house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment.prepare("play")
    with monkeypatch.context() as patch:
        patch.setattr(environment, "install", lambda level: False)
        with pytest.raises(SystemExit, match="installation failed"):
            environment.prepare("bench")
    environment.prepare("play")
    environment.prepare("bench")
    assert installed(empty_house) == ["venv", "play", "bench"]


class Installers:
    """Record the installations that uv and pip are run for, and let those in `failing` fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, house: Path, *failing: str) -> None:
        self.asked: list[str] = []
        self.failing = failing
        monkeypatch.setattr(environment, "uv", lambda *arguments: self.install("uv", *arguments))
        monkeypatch.setattr(environment, "pip", lambda *arguments, **_: self.install("pip", *arguments))
        (house / ".venv").mkdir()

    def install(self, program: str, *arguments: str) -> int:
        self.asked.append(f"{program} {Path(arguments[-1]).name}")
        return int(self.asked[-1] in self.failing)


@pytest.fixture
def really_installing(empty_house: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(environment, "install", INSTALL)
    return empty_house


def test_pip_installs_uv_and_uv_the_rest(really_installing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installers = Installers(monkeypatch, really_installing)
    assert environment.install("play")
    assert environment.install("test")
    house = really_installing.name
    assert installers.asked == [
        "pip installer.lock", "uv play.lock", "uv fast.lock", f"uv {house}", "uv test.lock", f"uv {house}",
    ]  # fmt: skip


def test_where_uv_cannot_be_had_pip_installs_all(really_installing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installers = Installers(monkeypatch, really_installing, "pip installer.lock")
    assert environment.install("test")
    asked = [line for line in installers.asked if line != "pip installer.lock"]
    assert asked == ["pip test.lock", f"pip {really_installing.name}"]


def test_what_uv_cannot_do_pip_tries(really_installing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installers = Installers(monkeypatch, really_installing, "uv test.lock", "pip test.lock")
    assert not environment.install("test")
    assert installers.asked == ["pip installer.lock", "uv test.lock", "pip test.lock"]


def test_play_does_without_numba_where_there_is_none(
    really_installing: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Installers(monkeypatch, really_installing, "uv fast.lock", "pip fast.lock")
    assert environment.install("play")
    assert "Numba could not be installed. It is optional" in capsys.readouterr().err


def test_what_is_set_for_pip_holds_for_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, str] = {}
    monkeypatch.setenv("PIP_INDEX_URL", "file:///mirror")
    monkeypatch.delenv("UV_DEFAULT_INDEX", raising=False)
    monkeypatch.setattr(subprocess, "call", lambda command, env, **_: asked.update(env))
    environment.uv("--editable", ".")
    assert asked["UV_DEFAULT_INDEX"] == "file:///mirror"


def test_pip_comes_with_python() -> None:
    """So that making .venv takes a moment; where it does not, .venv gets a pip of its own."""
    wheel = environment.bundled_pip()
    assert wheel is None or "pip/__main__.py" in zipfile.ZipFile(wheel).namelist()


@each("name", LOCKS)
def test_lock_has_hashes_and_no_address(name: str) -> None:
    text = (environment.REQUIREMENTS / f"{name}.lock").read_text(encoding="utf-8")
    assert "://" not in text
    assert "index" not in text
    for package in re.split(r"\n(?=\S)", text.strip()):
        assert LOCKED.match(package), package
        assert "--hash=sha256:" in package


def test_locks_agree() -> None:
    versions: dict[str, set[str]] = {}
    for name in LOCKS.keys() - APART:
        found: dict[str, set[str]] = {}
        for pin in LOCKED.findall((environment.REQUIREMENTS / f"{name}.lock").read_text(encoding="utf-8")):
            package, version = pin.split("==")
            found.setdefault(package, set()).add(version)
        for package, pinned in found.items():
            assert versions.setdefault(package, pinned) == pinned, package


def test_the_lock_of_npm_has_hashes_and_no_address() -> None:
    packages = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    del packages[""]  # the client itself
    assert packages
    for name, package in packages.items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name
    assert "://" not in (ROOT / "web/.npmrc").read_text(encoding="utf-8")


def test_wheel_holds_client_types_rules_and_licence(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [wheel] = tmp_path.glob("toctoc-*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "toctoc/py.typed" in names
    assert "toctoc/storage/sqlite/migrations/0010.sql" in names
    assert {"toctoc/games/toctoctoc/bots/weights.npz", "toctoc/games/toctoctoc/bots/weights.md"} <= names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    client = {f"toctoc/server/client/{file.relative_to(BUNDLE).as_posix()}" for file in BUNDLE.rglob("*.*")}
    assert client >= {"toctoc/server/client/index.html"}
    assert client <= names
    sources = ROOT / "src"
    rules = {file.relative_to(sources).as_posix() for file in sources.glob("toctoc/**/rulebook/*.md")}
    assert len(rules) > 12
    assert rules <= names


@each(
    "arguments, bare",
    [
        ("tests/games/toctoctoc -k T16", True),
        ("tests/test_fair.py::test_it tests/storage", True),
        ("tests/games tests/web", False),
        ("tests", False),
        ("-k T16", False),
        ("", False),
    ],
)
def test_tests_of_the_rules_need_no_client(arguments: str, bare: bool) -> None:
    assert are_bare(arguments.split()) == bare


def test_strong_bots_are_compiled_once_beside_the_first_game(
    empty_house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed_by = empty_house / "installed"
    monkeypatch.setattr(commands, "tool", lambda name: sys.executable)
    monkeypatch.setattr(
        commands, "COMPILE", f"import os; open({str(installed_by)!r}, 'a').write(f'{{os.getpid()}} ')"
    )
    (empty_house / ".venv").mkdir()

    def play_until_compiled(_command: list[str], cwd: Path) -> int:
        while not installed_by.is_file() or not installed(empty_house):
            time.sleep(0.01)
        os.waitid(os.P_PID, int(installed_by.read_text(encoding="utf-8")), os.WEXITED | os.WNOWAIT)
        return 0

    monkeypatch.setattr(commands, "run", play_until_compiled)
    assert commands.run_and_compile_bots(["play"]) == 0
    monkeypatch.setattr(commands, "run", lambda _command, cwd: 0)
    assert commands.run_and_compile_bots(["play"]) == 0
    assert len(installed(empty_house)) == 1


def test_ci_does_what_a_newcomer_does() -> None:
    lines = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    typed = [line for line in lines if line and not line.startswith(("#", "set ", "cd "))]
    assert typed == ["make check", "make test"]


def test_the_workflow_does_it_with_every_python() -> None:
    text = (ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8")
    assert re.findall(r"- run: (.*)", text) == [
        "make check",
        "make test",
        'make test-night ARGS="scale tests/house/test_floors.py"',
        "make test-night",
    ]
    assert 'python: ["3.11", "3.12", "3.13"]' in text
    assert "://" not in text


def test_make_knows_every_command() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert f"\n{' '.join(run.COMMANDS)}:\n" in makefile


def test_an_unknown_check_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["check", "typos"]) == 2
    assert "there is no check 'typos'; the checks are: types, coverage, " in capsys.readouterr().err


def test_a_check_that_fails_shows_its_output_and_ends_there(capsys: pytest.CaptureFixture[str]) -> None:
    fails = [sys.executable, "-c", "print('first line'); print('the reason'); raise SystemExit(3)"]
    passes = [sys.executable, "-c", "print('many words'); print('== 7 files ==')"]
    assert checking.perform(checking.Check("one", [passes, fails, ["not", "reached"]])) == 1
    said = capsys.readouterr().err
    assert "one FAILED" in said
    assert "first line\nthe reason\n" in said
    assert checking.perform(checking.Check("two", [passes])) == 0
    assert "two: 7 files (" in capsys.readouterr().err
