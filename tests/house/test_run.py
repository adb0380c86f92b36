"""run.py, the locks and the package: what a newcomer meets first."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import run
from client import BUNDLE

LOCKED = re.compile(r"^[a-z0-9._-]+==\S+", re.MULTILINE)


@pytest.fixture
def empty_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose installations are only noted, in the file `installed`."""
    (tmp_path / "pyproject.toml").write_text("one")
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements/play.lock").write_text("one")
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(run, "REQUIREMENTS", tmp_path / "requirements")
    monkeypatch.setattr(run, "make_venv", lambda: note(tmp_path, "venv"))
    monkeypatch.setattr(run, "install", lambda level: note(tmp_path, level))
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
        [sys.executable, "run.py", "--help"], cwd=run.ROOT, capture_output=True, text=True, check=True
    )
    for name in [
        "play",
        "serve",
        "test",
        "soak",
        "bench",
        "strength",
        "golden",
        "protocol",
        "lock",
        "check",
        "clean",
    ]:
        assert f"\n  {name} " in done.stdout


@pytest.mark.parametrize("name", run.COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([name, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"python3 run.py {name}: ")


def test_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["plya"]) == 2
    assert "There is no command 'plya'" in capsys.readouterr().err


def test_old_python_is_told_what_to_do() -> None:
    assert "needs Python 3.11 or newer, and this is Python 3.9" in (run.too_old((3, 9)) or "")
    assert run.too_old((3, 11)) is None
    assert run.too_old((4, 0)) is None


def test_missing_venv_module_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="apt install python3-venv"):
        run.make_venv()


def test_installs_once(empty_house: Path) -> None:
    run.prepare("play")
    run.prepare("play")
    assert installed(empty_house) == ["venv", "play"]


def test_levels_share_one_environment(empty_house: Path) -> None:
    for level in ["play", "test", "play", "test"]:
        run.prepare(level)
    assert installed(empty_house) == ["venv", "play", "test"]


@pytest.mark.parametrize("changed", ["pyproject.toml", "requirements/play.lock"])
def test_installs_again_after_a_change(empty_house: Path, changed: str) -> None:
    run.prepare("play")
    (empty_house / changed).write_text("two")
    run.prepare("play")
    assert installed(empty_house) == ["venv", "play", "play"]


def test_another_python_gets_another_environment(empty_house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run.prepare("play")
    monkeypatch.setattr(sys, "version", "3.99.0 (another)")
    run.prepare("play")
    assert installed(empty_house) == ["venv", "play", "venv", "play"]


def test_interrupted_installation_begins_anew(empty_house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(level: str) -> bool:
        raise KeyboardInterrupt

    run.prepare("play")
    with monkeypatch.context() as patch:
        patch.setattr(run, "install", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run.prepare("test")
    run.prepare("play")
    assert installed(empty_house) == ["venv", "play", "venv", "play"]


def test_failed_installation_is_tried_again_and_harms_no_other(
    empty_house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run.prepare("play")
    with monkeypatch.context() as patch:
        patch.setattr(run, "install", lambda level: False)
        with pytest.raises(SystemExit, match="installation failed"):
            run.prepare("bench")
    run.prepare("play")
    run.prepare("bench")
    assert installed(empty_house) == ["venv", "play", "bench"]


def test_play_does_without_numba_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def pip(*arguments: str, silent: bool = False) -> int:
        asked.append(Path(arguments[-1]).name)
        return int(asked[-1] == "fast.lock")

    monkeypatch.setattr(run, "pip", pip)
    assert run.install("play")
    assert asked == ["play.lock", "fast.lock", run.ROOT.name]


@pytest.mark.parametrize("name", run.LOCKS)
def test_lock_has_hashes_and_no_address(name: str) -> None:
    text = (run.REQUIREMENTS / f"{name}.lock").read_text(encoding="utf-8")
    assert "://" not in text
    assert "index" not in text
    for package in re.split(r"\n(?=\S)", text.strip()):
        assert LOCKED.match(package), package
        assert "--hash=sha256:" in package


def test_locks_agree() -> None:
    versions: dict[str, set[str]] = {}
    for name in run.LOCKS:
        found: dict[str, set[str]] = {}
        for pin in LOCKED.findall((run.REQUIREMENTS / f"{name}.lock").read_text(encoding="utf-8")):
            package, version = pin.split("==")
            found.setdefault(package, set()).add(version)
        for package, pinned in found.items():
            assert versions.setdefault(package, pinned) == pinned, package


def test_the_lock_of_npm_has_hashes_and_no_address() -> None:
    packages = json.loads((run.ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    del packages[""]  # the client itself
    assert packages
    for name, package in packages.items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name
    assert "://" not in (run.ROOT / "web/.npmrc").read_text(encoding="utf-8")


def test_wheel_holds_client_types_rules_and_licence(tmp_path: Path) -> None:
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(run.ROOT)], check=True)
    [wheel] = tmp_path.glob("toctoc-*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "toctoc/py.typed" in names
    assert "toctoc/storage/migrations/0001.sql" in names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    client = {f"toctoc/server/client/{file.relative_to(BUNDLE).as_posix()}" for file in BUNDLE.rglob("*.*")}
    assert client >= {"toctoc/server/client/index.html"}
    assert client <= names
    rules = sorted((run.ROOT / "docs/rules").rglob("*.md"))
    assert rules
    for page in rules:
        assert f"toctoc/rulebook/{page.relative_to(run.ROOT / 'docs/rules').as_posix()}" in names


def test_ci_does_what_a_newcomer_does() -> None:
    lines = (run.ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    commands = [line for line in lines if line and not line.startswith(("#", "set ", "cd "))]
    assert commands == ["make test"]


def test_make_knows_every_command() -> None:
    makefile = (run.ROOT / "Makefile").read_text(encoding="utf-8")
    assert f"\n{' '.join(run.COMMANDS)}:\n" in makefile
