"""The browser client is built when a source has changed, by a Node that is new enough."""

import os
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import run
from tests.web.engines import Missing, engine
from tools import browsers, build_client, commands, environment, prepare

NPM = """#!/bin/sh
echo "$@" >> {log}
case "$1" in
--version) echo {version} ;;
ci) rm -rf node_modules; mkdir node_modules ;;
run) mkdir -p ../src/toctoc/server/client; echo built > ../src/toctoc/server/client/index.html ;;
esac
{then}
"""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with a small client."""
    for name, content in {
        "web/package.json": "{}",
        "web/package-lock.json": "{}",
        "web/.npmrc": "",
        "web/src/App.svelte": "<h1>Toc</h1>",
        "web/src/App.test.ts": "",
        "web/src/testing/setup.ts": "",
        "web/.svelte-check/App.svelte.ts": "",
        "web/src/games/x/testing.ts": "",
        "src/toctoc/lang/common/en.json": "{}",
        "src/toctoc/bots/pictures/comte.svg": "<svg/>",
        "src/toctoc/rulebook/house.en.md": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    monkeypatch.setattr(build_client, "ROOT", tmp_path)
    monkeypatch.setattr(build_client, "WEB", tmp_path / "web")
    monkeypatch.setattr(build_client, "BUNDLE", tmp_path / "src/toctoc/server/client")
    monkeypatch.setattr(build_client, "MODULES", tmp_path / "web/node_modules")
    monkeypatch.setattr(build_client, "BUILT", tmp_path / "web/node_modules/.toctoc-built")
    monkeypatch.setattr(build_client, "FETCHED", tmp_path / "web/node_modules/.toctoc-fetched")
    return tmp_path


def program(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    (folder / name).chmod(stat.S_IRWXU)


def machine(folder: Path, node: str, npm: str, then: str = "") -> str:
    """A folder with such a Node and npm before everything else that is on the PATH."""
    program(folder, "node", f"#!/bin/sh\necho v{node}\n")
    program(folder, "npm", NPM.format(log=folder / "log", version=npm, then=then))
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


def asked(folder: Path) -> list[str]:
    """Return the commands that npm was run with."""
    return [line.split()[0] for line in (folder / "log").read_text().splitlines()]


def built(house: Path, path: str) -> list[str]:
    said: list[str] = []
    if not build_client.is_built():
        build_client.build(path, said.append)
    return said


def test_it_is_built_once(house: Path) -> None:
    path = machine(house / "bin", "24.0.0", "11.0.0")
    assert [line.split()[0] for line in built(house, path)] == ["Fetching", "Building"]
    assert built(house, path) == []
    assert asked(house / "bin") == ["ci", "run"]


def test_packages_behind_a_link_are_left_alone(house: Path) -> None:
    """`npm ci` would empty the folder of another checkout."""
    (house / "theirs").mkdir()
    (house / "web/node_modules").symlink_to(house / "theirs")
    said = built(house, machine(house / "bin", "24.0.0", "11.0.0"))
    assert [line.split()[0] for line in said] == ["web/node_modules", "Building"]
    assert asked(house / "bin") == ["run"]


@pytest.mark.parametrize(
    "changed",
    ["web/src/App.svelte", "web/new.ts", "src/toctoc/lang/common/en.json", "src/toctoc/rulebook/house.en.md",
     "src/toctoc/bots/pictures/comte.svg"],
)  # fmt: skip
def test_it_is_built_again_after_a_change(house: Path, changed: str) -> None:
    path = machine(house / "bin", "24.0.0", "11.0.0")
    built(house, path)
    (house / changed).write_text("changed")
    assert built(house, path) == ["Building the browser client"]


UNBUILT = [
    "web/src/App.test.ts",
    "web/src/testing/setup.ts",
    "web/.svelte-check/App.svelte.ts",
    "web/src/games/x/testing.ts",
    "web/node_modules/x.js",
]


@pytest.mark.parametrize("changed", UNBUILT)
def test_its_tests_are_not_in_it(house: Path, changed: str) -> None:
    path = machine(house / "bin", "24.0.0", "11.0.0")
    built(house, path)
    (house / changed).write_text("changed")
    assert built(house, path) == []


def test_only_the_tests_fetch_what_only_they_need(house: Path) -> None:
    path = machine(house / "bin", "24.0.0", "11.0.0")
    built(house, path)
    for for_tests in (True, True, False):
        build_client.fetch(path, lambda line: None, for_tests)
    assert built(house, path) == []  # although npm emptied its folder in between
    fetched = [line for line in (house / "bin/log").read_text().splitlines() if line.startswith("ci")]
    assert ["--omit=dev" in line for line in fetched] == [True, False]


def test_other_packages_are_fetched_again(house: Path) -> None:
    path = machine(house / "bin", "24.0.0", "11.0.0")
    built(house, path)
    (house / "web/package-lock.json").write_text('{"changed": true}')
    built(house, path)
    assert asked(house / "bin") == ["ci", "run", "ci", "run"]


def test_a_removed_client_is_built_again(house: Path) -> None:
    path = machine(house / "bin", "24.0.0", "11.0.0")
    built(house, path)
    (house / "src/toctoc/server/client/index.html").unlink()
    assert built(house, path) == ["Building the browser client"]


def test_a_failure_is_shown_and_not_taken_for_a_client(house: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = machine(house / "bin", "24.0.0", "11.0.0", then='echo "npm is offline"; exit 1')
    with pytest.raises(build_client.NotBuilt, match="could not be fetched, see above"):
        built(house, path)
    assert "npm is offline" in capfd.readouterr().err
    path = machine(house / "bin", "24.0.0", "11.0.0", then='test "$1" = ci || { echo "no ghosts"; exit 1; }')
    for _ in range(2):
        with pytest.raises(build_client.NotBuilt, match="could not be built, see above"):
            built(house, path)
        assert "no ghosts" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("node", "npm", "will_do"),
    [
        ("20.19.0", "11.0.0", True),
        ("20.18.3", "11.0.0", False),
        ("22.12.0", "11.4.2", True),
        ("22.11.0", "11.4.2", False),
        ("23.1.0", "11.4.2", False),
        ("24.0.0", "10.9.0", False),
        ("26.1.0", "12.0.0", True),
    ],
)
def test_the_machines_node_is_taken_if_it_is_new_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, node: str, npm: str, will_do: bool
) -> None:
    path = machine(tmp_path / "machine", node, npm)
    monkeypatch.setenv("PATH", path)
    assert build_client.find_node() == (path if will_do else None)
    machine(tmp_path / "own", "24.1.0", "11.1.0")
    assert build_client.find_node(tmp_path / "own") == (
        path if will_do else f"{tmp_path / 'own'}{os.pathsep}{path}"
    )


@pytest.fixture
def without_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], list[str]]:
    """A machine without Node, where one can be put into .venv or not."""
    monkeypatch.setattr(environment, "VENV", tmp_path / ".venv")
    monkeypatch.setenv("PATH", str(tmp_path))

    def prepared(can_be_had: bool) -> list[str]:
        asked: list[str] = []

        def install_lock(name: str) -> bool:
            asked.append(name)
            if can_be_had:
                (tmp_path / ".venv").mkdir()
                for tool, version in {"node": "v24.19.0", "npm": "11.17.0"}.items():
                    program(build_client.programs(tmp_path / ".venv"), tool, f"#!/bin/sh\necho {version}\n")
            return can_be_had

        monkeypatch.setattr(environment, "install_lock", install_lock)
        return asked

    return prepared


def test_without_a_node_one_is_installed_once(without_node: Callable[[bool], list[str]]) -> None:
    asked = without_node(True)
    assert prepare.node() == prepare.node()
    assert asked == ["node"]


def test_a_node_that_cannot_be_installed_is_told(without_node: Callable[[bool], list[str]]) -> None:
    without_node(False)
    with pytest.raises(SystemExit, match="Node could not be installed, see above"):
        prepare.node()


@pytest.fixture
def python_is_there(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let only the client be missing on a first start; return a list of the locks that were installed."""
    done: list[str] = []
    monkeypatch.setattr(environment, "is_ready", lambda level: False)
    monkeypatch.setattr(environment, "prepare", done.append)
    monkeypatch.setattr(build_client, "is_built", lambda: False)
    monkeypatch.setattr(build_client, "fetch", lambda path, say, for_tests: None)
    return done


def test_a_failed_build_ends_the_command_in_one_line(
    python_is_there: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(path: str, say: object) -> None:
        raise build_client.NotBuilt("The browser client could not be built, see above")

    monkeypatch.setattr(build_client, "find_node", lambda *_: "")
    monkeypatch.setattr(build_client, "build", broken)
    assert run.main(["serve"]) == 1
    assert capsys.readouterr().err == "Toctoc: The browser client could not be built, see above.\n"


def test_a_node_from_pypi_waits_for_python(python_is_there: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_client, "find_node", lambda *_: None)
    monkeypatch.setattr(prepare, "node", lambda: f"node after {python_is_there}")
    monkeypatch.setattr(build_client, "build", lambda path, say: python_is_there.append(path))
    prepare.prepare("play", with_client=True)
    assert python_is_there == ["play", "node after ['play']"]


@pytest.mark.parametrize(
    ("arguments", "builds"),
    [
        ([], True),
        (["--no-browser"], True),
        (["escalier"], False),
        (["--terminal"], False),
        (["--lang", "fr"], True),
    ],
)
def test_a_game_in_the_terminal_needs_no_client(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], builds: bool
) -> None:
    done: list[bool] = []
    monkeypatch.setattr(commands, "prepare", lambda level, with_client: done.append(with_client))
    monkeypatch.setattr(commands, "run_and_compile_bots", lambda command: 0)
    assert run.main(["play", *arguments]) == 0
    assert done == [builds]


def test_the_browser_for_the_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("TOCTOC_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert browsers.chromium() is None
    assert "TOCTOC_CHROMIUM may say where it is" in capsys.readouterr().err
    program(tmp_path, "apt-get", "#!/bin/sh\n")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert browsers.chromium() is None
    assert (
        "sudo apt-get install --yes --no-install-recommends chromium-headless-shell\n" in capsys.readouterr().err
    )
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert browsers.chromium() is None
    assert "Chromium could not be installed" in capsys.readouterr().err
    shell = "chromium-headless-shell"
    monkeypatch.setattr(subprocess, "call", lambda command, **_: program(tmp_path, shell, "#!/bin/sh\n"))
    assert browsers.chromium() == str(tmp_path / shell)
    (tmp_path / shell).unlink()
    program(tmp_path, "chromium", "#!/bin/sh\n")
    assert browsers.chromium() == str(tmp_path / "chromium"), "one that is there is enough"
    program(tmp_path, "chrome", "#!/bin/sh\n")
    monkeypatch.setenv("TOCTOC_CHROMIUM", str(tmp_path / "chrome"))
    assert browsers.chromium() == str(tmp_path / "chrome")


def test_the_other_engines_are_for_the_full_edition_and_may_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    browsers.engines()
    assert "Games in Firefox and WebKit are skipped" in capsys.readouterr().err
    program(tmp_path, "apt-get", "#!/bin/sh\n")
    program(tmp_path, "firefox-esr", "#!/bin/sh\n")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    browsers.engines()
    assert (
        "sudo apt-get install --yes --no-install-recommends webkit2gtk-driver xvfb xauth\n"
        in capsys.readouterr().err
    )
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    browsers.engines()
    assert "Could not be installed: webkit2gtk-driver xvfb xauth" in capsys.readouterr().err
    for name in ("WebKitWebDriver", "xvfb-run", "xauth"):
        program(tmp_path, name, "#!/bin/sh\n")
    browsers.engines()
    assert capsys.readouterr().err == ""


def test_an_engine_that_is_missing_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with (
        pytest.raises(Missing, match="there is no firefox-esr here: apt-get install firefox-esr"),
        engine("firefox", pytest.fail),
    ):
        pass
