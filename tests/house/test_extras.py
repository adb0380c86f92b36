"""Errors name a command that installs what is missing, in a checkout and in an installed wheel."""

import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import ClassVar

import pytest

import run
from tests.scale import each
from toctoc import extras
from tools import ROOT, commands, environment
from tools.lock import LOCKS


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let Toctoc be a wheel in another environment."""
    extras.checkout.cache_clear()
    monkeypatch.setattr(sys, "prefix", "/usr")
    yield
    extras.checkout.cache_clear()


class TestAdvice:
    def test_a_checkout_has_a_command_of_its_own(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setattr(extras, "checkout", lambda: ROOT)
        monkeypatch.chdir(ROOT)
        assert extras.how("lab", "plots") == "python3 run.py install --extra lab --extra plots"
        assert extras.how("serve") == "python3 run.py install"
        monkeypatch.chdir(tmp_path)
        assert extras.how("lab") == f"python3 {ROOT / 'run.py'} install --extra lab"

    @pytest.mark.usefixtures("installed")
    def test_a_wheel_names_the_packages_and_never_ours(self) -> None:
        assert extras.how("fast") == "pip install 'numba>=0.63' 'numpy>=2.2'"
        assert extras.how("serve", "postgres", package="click") == "pip install 'click>=8.2'"
        assert extras.pip("torch") == "pip install torch"
        for name in environment.extras():
            assert extras.how(name).startswith("pip install '")
            assert "toctoc" not in extras.how(name)

    @pytest.mark.usefixtures("installed")
    def test_the_versions_come_from_the_metadata(self, monkeypatch: pytest.MonkeyPatch) -> None:
        declared = [
            "rich>=1",
            "one[two]<2,>=1; extra == 'fast'",
            "three>=3; sys_platform != 'win32' and extra == 'fast'",
        ]
        monkeypatch.setattr(metadata, "requires", lambda _: declared)
        assert extras.how("fast") == "pip install 'one[two]<2,>=1' 'three>=3'"

    def test_no_text_advises_our_name(self) -> None:
        texts = [*(ROOT / "src/toctoc").rglob("*.py"), *(ROOT / "src/toctoc/lang/cli").glob("*.json")]
        assert [str(path) for path in texts if "toctoc[" in path.read_text("utf-8")] == []


class TestInstall:
    asked: ClassVar[list[str]] = []

    @pytest.fixture(autouse=True)
    def house(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A checkout in which installations are only listed."""
        self.asked.clear()
        monkeypatch.setattr(environment, "VENV", tmp_path)
        monkeypatch.setattr(commands, "prepare", lambda level, with_client: self.asked.append(level))
        monkeypatch.setattr(environment, "install_lock", self.note)
        return tmp_path

    def note(self, name: str) -> bool:
        self.asked.append(name)
        return True

    def test_the_packages_come_first_then_those_of_each_extra(self) -> None:
        assert run.main(["install"]) == 0
        assert self.asked == ["play"]
        assert run.main(["install", "--extra", "lab", "--extra=postgres", "--extra", "lab"]) == 0
        assert self.asked[1:] == ["play", "lab", "host"]

    def test_a_package_that_was_removed_comes_back(self, house: Path) -> None:
        (house / "toctoc-play").touch()
        assert run.main(["install"]) == 0
        assert not (house / "toctoc-play").exists()

    @pytest.mark.parametrize(
        ("arguments", "wrong"),
        [("--extra labb", "no extra 'labb'"), ("lab", "no option 'lab'"), ("--extra", "--extra needs a name"),
         ("--extra lab serve", "no option 'serve'"), ("--extras lab", "no option '--extras'")],
    )  # fmt: skip
    def test_other_arguments_are_refused_with_the_names(
        self, arguments: str, wrong: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run.main(["install", *arguments.split()]) == 2
        said = capsys.readouterr().err
        assert wrong in said
        assert all(name in said for name in environment.extras())
        assert self.asked == []

    def test_a_failed_extra_fails_the_command(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(environment, "install_lock", lambda name: False)
        assert run.main(["install", "--extra", "lab"]) == 1

    def test_the_help_lists_the_names(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run.main(["install", "--help"]) == 0
        said = capsys.readouterr().out
        assert "install [--extra NAME]..." in said
        assert all(name in said for name in environment.extras())

    @each("name", environment.extras())
    def test_each_extra_has_a_lock_with_all_its_packages(self, name: str) -> None:
        lock = environment.LOCK_OF.get(name, name)
        assert lock in LOCKS
        text = (environment.REQUIREMENTS / f"{lock}.lock").read_text("utf-8").lower()
        for package, _ in {*extras.needed(name)} - {*extras.needed()}:
            assert f"\n{package.lower().split('[')[0]}==" in f"\n{text}"
