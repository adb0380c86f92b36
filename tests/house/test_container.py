"""Test the container image: its Dockerfile is clean, its rights are few, its server starts and ends in order."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
import yaml  # type: ignore[import-untyped]

from tests.docs.server_tables import column
from tests.forks import PROCESS_TIMEOUT_S
from toctoc.cli.main import cli
from tools import ROOT

DEPLOY = ROOT / "deploy"
DOCKERFILE = DEPLOY / "Dockerfile"
COMPOSES = sorted(DEPLOY.glob("compose*.yaml"))
ALLOWED = [
    line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line.startswith("!")
]
LINTER = shutil.which("hadolint", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
NODES = ROOT / "docs/how-to/nodes.md"
BALANCER = (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8")
Step = tuple[str, str]  # an instruction and its arguments


def steps() -> list[list[Step]]:
    """The instructions of each stage."""
    text = re.sub(r"^#.*\n", "", DOCKERFILE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = [line.strip() for line in text.replace("\\\n", " ").splitlines() if line.strip()]
    pairs: list[Step] = [(line.split(" ", 1)[0], " ".join(line.split(" ", 1)[1].split())) for line in lines]
    begins = [at for at, (what, _) in enumerate(pairs) if what == "FROM"]
    return [pairs[begin:end] for begin, end in zip(begins, [*begins[1:], len(pairs)], strict=True)]


BUILD, LAST = steps()


def last(what: str) -> str:
    """Return the arguments of the last instruction of that kind."""
    return [rest for name, rest in LAST if name == what][-1]


def options(command: list[str]) -> set[str]:
    """Those that a command line has and `toctoc serve` has not."""
    found = cli.get_command(click.Context(cli), "serve")
    assert found is not None
    return {each for each in command if each.startswith("--")} - {
        name for each in found.params for name in each.opts
    }


@pytest.mark.skipif(LINTER is None, reason="hadolint is not here: it comes from PyPI, for Linux")
def test_the_linter_finds_nothing() -> None:
    command = [str(LINTER), "--no-color", str(DOCKERFILE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_it_is_built_on_one_pinned_base() -> None:
    [base] = {rest.split(" ")[0] for stage in (BUILD, LAST) for what, rest in stage if what == "FROM"}
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+", base)
    pip = [part for _, rest in BUILD for part in re.findall(r"pip install ([^&;|]*)", rest)]
    assert len(pip) == 3
    assert all("--require-hashes" in each or "--no-index" in each for each in pip)


def test_it_runs_as_nobody_and_signals_reach_the_server() -> None:
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", last("USER"))
    assert json.loads(last("ENTRYPOINT")) == ["toctoc"], "no shell that would keep SIGTERM to itself"
    command: list[str] = json.loads(last("CMD"))
    assert command[0] == "serve"
    assert not options(command)
    assert last("STOPSIGNAL") == "SIGTERM"
    health = last("HEALTHCHECK")
    assert "/readyz" in health
    assert "WATCHDOG_USEC=30000000" in last("ENV").split(" "), "a server that hangs ends"
    json.loads(health[health.index("[") :])
    assert [rest for what, rest in LAST if what == "COPY"] == ["--from=build /opt/toctoc /opt/toctoc"]
    assert not re.search("SECRET|TOKEN", DOCKERFILE.read_text(encoding="utf-8"))


def test_only_what_a_wheel_is_built_of_gets_in() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert next(line for line in lines if not line.startswith("#")) == "*"
    assert all((ROOT / name).exists() for name in ALLOWED)
    assert not {".git", "deploy", "tests", "docs"} & set(ALLOWED)


@pytest.mark.parametrize("file", COMPOSES, ids=lambda file: file.name)
def test_a_server_of_compose_may_do_little(file: Path) -> None:
    composed = yaml.safe_load(file.read_text(encoding="utf-8"))
    servers: list[dict[str, Any]] = [
        each for each in composed["services"].values() if each.get("image") == "toctoc"
    ]
    assert servers
    for server in servers:
        assert server["read_only"] is True
        assert server["cap_drop"] == ["ALL"]
        assert server["security_opt"] == ["no-new-privileges:true"]
        assert server["stop_grace_period"] == "30s"
        assert server["restart"] == "unless-stopped"
        assert "healthcheck" not in server, "the check of the image"
        assert server["build"] == {"context": "..", "dockerfile": "deploy/Dockerfile"}
        assert not options(server["command"])
        named = {volume.split(":")[0] for volume in server.get("volumes", [])}
        assert named <= composed.get("volumes", {}).keys()
    pinned = [each["image"] for each in composed["services"].values() if each.get("image") != "toctoc"]
    assert all(re.fullmatch(r"\w+:\d+(\.\d+)+(-\w+)*", image) for image in pinned)


@pytest.mark.parametrize("file", COMPOSES, ids=lambda file: file.name)
def test_what_compose_sets_is_something_that_can_be_set(file: Path) -> None:
    page = (ROOT / "docs/reference/server-options.md").read_text(encoding="utf-8")
    known = {*column("server-options", 3), *re.findall(r"^\| `(TOCTOC_\w+)` \|", page, re.MULTILINE)}
    for service in yaml.safe_load(file.read_text(encoding="utf-8"))["services"].values():
        if service.get("image") == "toctoc":
            assert service["environment"].keys() <= known


def test_the_nodes_of_the_cluster_are_where_the_others_look_for_them() -> None:
    composed = yaml.safe_load((DEPLOY / "compose.nodes.yaml").read_text(encoding="utf-8"))
    nodes = {name: each for name, each in composed["services"].items() if each.get("image") == "toctoc"}
    assert len(nodes) == 2
    for name, node in nodes.items():
        host, port = node["environment"]["TOCTOC_NODE_ADDRESS"].split(":")
        assert node["networks"]["private"]["aliases"] == [host]
        assert port not in node["command"]
        assert f"\n    server {name} {name}:8080 " in BALANCER
    assert composed["networks"]["private"]["internal"] is True
    assert composed["services"]["database"]["networks"] == ["private"]
    assert "ports" not in composed["services"]["database"]


def test_the_balancer_is_set_up_as_the_page_says() -> None:
    page = NODES.read_text(encoding="utf-8")
    [told] = [block for block in re.findall(r"```\w*\n(.*?)```", page, re.DOTALL) if block.startswith("defaults")]
    done = BALANCER[BALANCER.index("defaults") :]
    assert settings(done) == settings(told)


@pytest.mark.skipif(not shutil.which("haproxy"), reason="HAProxy is not installed: apt install haproxy")
def test_the_balancer_understands_how_it_is_set_up() -> None:
    command = ["haproxy", "-c", "-f", str(DEPLOY / "haproxy.cfg")]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


def settings(text: str) -> list[str]:
    """Its lines, apart from where it listens and where the nodes are."""
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith(("bind ", "server "))]


# --- the steps, without a daemon ---------------------------------------------------------------------------------


class Image:
    """Runs the steps of the Dockerfile below a folder, as they stand, but for where they write."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.environ = dict(os.environ)
        for name in ("src", "opt", "data"):
            (folder / name).mkdir(mode=0o755)

    def there(self, text: str) -> str:
        text = re.sub(r"(?<![\w.])/(src|build|opt/toctoc|data)\b", rf"{self.folder}/\1", text)
        return text.replace("8080", str(self.port)).replace("python -m venv", f"{sys.executable} -m venv")

    def build(self) -> None:
        for what, rest in BUILD:
            if what in ("ENV", "ARG"):
                self.environ |= dict(pair.split("=", 1) for pair in rest.split(" "))
            elif what == "COPY":
                self.copy(rest.split(" ")[0])
            elif what == "RUN":
                done = subprocess.run(
                    ["/bin/sh", "-c", self.there(rest)], cwd=self.folder / "src", env=self.environ,
                    capture_output=True, text=True, check=False,
                )  # fmt: skip
                if re.search("Could not find a version|ENOTFOUND|Connection|Temporary failure", done.stderr):
                    pytest.skip("the packages of the image cannot be fetched here")
                assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]

    def copy(self, source: str) -> None:
        ignored = shutil.ignore_patterns("__pycache__", "node_modules", "client")
        for name in ALLOWED if source == "." else [source.rstrip("/")]:
            found, target = ROOT / name, self.folder / "src" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if found.is_dir():
                shutil.copytree(found, target, ignore=ignored, dirs_exist_ok=True)
            else:
                shutil.copy(found, target)

    def start(self, **who: Any) -> "subprocess.Popen[str]":
        given = dict(pair.split("=", 1) for pair in last("ENV").split(" "))
        self.environ = {
            name: self.there(value).replace("$PATH", os.environ["PATH"]) for name, value in given.items()
        }
        command = [*json.loads(last("ENTRYPOINT")), *json.loads(last("CMD"))]
        return subprocess.Popen(
            [self.there(part) for part in command], cwd=self.folder / "data", env=self.environ, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **who,
        )  # fmt: skip

    def is_healthy(self, **who: Any) -> bool:
        health = last("HEALTHCHECK")
        command = [self.there(part) for part in json.loads(health[health.index("[") :])]
        return subprocess.run(command, env=self.environ, capture_output=True, check=False, **who).returncode == 0


@pytest.mark.nightly
@pytest.mark.skipif(os.name != "posix", reason="images are Linux's")
def test_its_steps_make_a_server_that_needs_nothing_but_its_data_and_ends_in_order() -> None:
    with TemporaryFolder() as folder, socket.create_server(("127.0.0.1", 0)) as taken:
        image = Image(folder, taken.getsockname()[1])
        taken.close()
        image.build()
        shutil.rmtree(folder / "src")
        shutil.rmtree(folder / "build")
        who = unprivileged(folder)
        before = files(folder / "opt")
        process = image.start(**who)
        try:
            assert process.stdout is not None
            assert str(image.port) in process.stdout.readline(), process.stderr and process.stderr.read()
            assert image.is_healthy(**who)
            process.send_signal(signal.SIGTERM)
            _, complaints = process.communicate(timeout=PROCESS_TIMEOUT_S)
        finally:
            process.kill()
        assert (process.returncode, complaints) == (0, "")
        assert not image.is_healthy(**who)
        assert files(folder / "opt") == before, "its own files may be read-only"
        assert {"toctoc.db", "toctoc-secret"} <= {file.name for file in (folder / "data").iterdir()}


class TemporaryFolder:
    """A folder that other users may read, unlike pytest's: the server runs as the user `nobody`."""

    def __enter__(self) -> Path:
        from tempfile import mkdtemp

        self.folder = Path(mkdtemp(prefix="toctoc-image-"))
        self.folder.chmod(0o755)
        return self.folder

    def __exit__(self, *_: object) -> None:
        subprocess.run(["chmod", "-R", "u+w", str(self.folder)], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


def unprivileged(folder: Path) -> dict[str, Any]:
    """Return the user for the server, with write access only to its data: `nobody`, if that user has a Python."""
    subprocess.run(["chmod", "-R", "a-w,a+rX", str(folder / "opt")], check=True)
    nobody: dict[str, Any] = {"user": 65534, "group": 65534, "extra_groups": []}
    try:
        subprocess.run([folder / "opt/toctoc/bin/python", "--version"], check=True, capture_output=True, **nobody)
    except (OSError, subprocess.SubprocessError):  # we are not root, or Python lies in root's own home
        return {}
    os.chown(folder / "data", 65534, 65534)
    return nobody


def files(folder: Path) -> dict[str, float]:
    """Every file below, and when it was last written."""
    return {str(path): path.lstat().st_mtime for path in folder.rglob("*")}
