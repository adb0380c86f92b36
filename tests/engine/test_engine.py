"""The engine that plays in browsers has all that it needs, and plays as Python does elsewhere."""

import ast
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from toctoc.core.registry import BUILT_IN
from tools import ROOT, build_client, engine

MAX_COMPRESSED_BYTES = 7_000_000
MINUTES = 20  # of a busy machine


@pytest.fixture(scope="module")
def built() -> Path:
    if engine.version_of(engine.ENGINE) != engine.version():
        pytest.fail("the engine is not built from these sources: python -m tools.engine")
    return engine.ENGINE


def run_inside(built: Path, edition: str, *games: str) -> dict[str, float]:
    """Run inside.py in Node; return what it counted."""
    path = build_client.find_node(build_client.programs(ROOT / ".venv"))
    node = shutil.which("node", path=path)
    mounts = [f"{ROOT / name}=/checkout/{name}" for name in ("src", "tests")]
    script = ["tests/engine/inside.py", edition, *games]
    command = [str(node), "tools/pyodide.mjs", str(built), *mounts, *script]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60 * MINUTES, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_games_stories_and_suites_pass_in_the_engine(built: Path) -> None:
    found = run_inside(built, "small", *BUILT_IN)
    assert found["games"] == found["stories"] == len(BUILT_IN)
    assert found["tests"] > 10 * len(BUILT_IN)


@pytest.mark.nightly
@pytest.mark.parametrize("game", BUILT_IN)
def test_all_stories_and_suites_pass_in_the_engine(built: Path, game: str) -> None:
    found = run_inside(built, "full", game)
    assert found["stories"] > 2
    assert found["tests"] > 50


def test_all_files_are_named_after_their_content_and_together_small(built: Path) -> None:
    manifest = json.loads((built / "engine.json").read_text(encoding="utf-8"))
    files = {built.parent / file["path"]: file["bytes"] for file in manifest["files"].values()}
    assert {*files, built / "engine.json", built / "NOTICE.txt"} == set(built.iterdir())
    assert sum(files.values()) == manifest["bytes"]
    for file, size in files.items():
        assert file.stat().st_size == size
        assert engine.hashed(file.read_bytes()) in file.name
    assert manifest["compressed"] <= MAX_COMPRESSED_BYTES


def test_no_module_of_the_engine_imports_what_its_library_lacks() -> None:
    modules = engine.modules()
    assert {engine.START, "toctoc.games.escalier.bots.policy", "toctoc.table.table"} <= modules
    assert not any(name.startswith(("toctoc.cli", "toctoc.lab", "toctoc.study")) for name in modules)
    for name in modules:
        for node in ast.walk(ast.parse(engine.file_of(name).read_bytes())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            for imported in names:
                assert engine.is_kept(f"{imported.replace('.', '/')}.py") or engine.is_kept(
                    f"{imported.replace('.', '/')}/__init__.py"
                ), f"{name} imports {imported}, which tools/engine.py drops"


def test_data_of_all_games_are_in_the_engine() -> None:
    names = {path.relative_to(engine.PACKAGE).as_posix() for path in engine.files()}
    for game in BUILT_IN:
        home = f"games/{game}"
        bots = {f"{home}/bots/{name}" for name in ("levels.toml", "weights.npz", "weights.md")}
        assert bots | {f"{home}/lesson.toml"} <= names
        for language in ("de", "en", "fr", "nl"):
            assert {f"{home}/lang/{language}.json", f"{home}/rulebook/{language}.md"} <= names


def test_msgspec_is_the_one_of_the_locks() -> None:
    lock = (ROOT / "requirements/play.lock").read_text(encoding="utf-8")
    _, found, hashes = lock.partition(f"\nmsgspec=={engine.MSGSPEC} ")
    assert found
    assert engine.MSGSPEC_SHA256 in hashes.partition("==")[0]
