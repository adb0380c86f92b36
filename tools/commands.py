"""The commands of run.py that start one program; the docstring of each is its help text."""

import os
import shutil
import subprocess
from pathlib import Path

from benchmarks import COMMANDS, IN_CHROMIUM
from tools import ROOT, browsers, environment
from tools.click_help import click_help, summary
from tools.environment import tool
from tools.prepare import prepare
from tools.process import environ, run, say

# Compiles the strong bots into the cache in the home directory; returns at once if they are there.
COMPILE = """
from toctoc.bots.compiling import compile_games
compile_games([], niceness=19)  # below the server and its bots
"""

# Everything that the commands write; all of it can be made again.
GENERATED = [
    ".docs", ".engine", ".venv", ".hypothesis", ".import_linter_cache", ".mypy_cache", ".pytest_cache",
    ".ruff_cache", ".screenshots", ".strength",
    "benchmarks/live/node/node_modules", "dist", "sbom", "site", "src/toctoc/server/client",
    "web/.svelte-check", "web/node_modules",
]  # fmt: skip


def install(arguments: list[str]) -> int:
    """Install the packages, and build the browser client; also those of extras: install [--extra NAME]..."""
    known = environment.extras()
    words = [word for argument in arguments for word in argument.split("=", 1)]
    chosen = words[1::2]
    wrong = [f"there is no option {word!r}" for word in words[::2] if word != "--extra"]
    wrong += [f"there is no extra {name!r}" for name in chosen if name not in known]
    wrong += ["--extra needs a name"] * (len(words) % 2)
    if wrong:
        say(f"{wrong[0]}. Type install [--extra NAME]...; the extras are: {', '.join(known)}")
        return 2
    (environment.VENV / "toctoc-play").unlink(missing_ok=True)  # so that a package which was removed comes back
    prepare("play", with_client=True)
    installed = [environment.install_extra(name) for name in dict.fromkeys(chosen)]
    if not all(installed):
        return 1
    say("All is installed: python3 run.py play opens a table")
    return 0


def play(arguments: list[str]) -> int:
    """Open a table in the browser; or play in the terminal: play GAME [OPTIONS OF `toctoc play`]"""
    in_terminal = "--terminal" in arguments or bool(arguments and not arguments[0].startswith("-"))
    prepare("play", with_client=not in_terminal)
    return run_and_compile_bots([tool("toctoc"), "play", *arguments])


def serve(arguments: list[str]) -> int:
    """Host live tables for browsers and programs: serve [OPTIONS OF `toctoc serve`]"""
    prepare("play", with_client=True)
    return run_and_compile_bots([tool("toctoc"), "serve", *arguments])


def site(arguments: list[str]) -> int:
    """Write a static site that needs no server, into the folder site: site [OPTIONS OF `toctoc site`]"""
    prepare("play", with_client=True, with_engine=True)
    return run([tool("toctoc"), "site", *arguments], cwd=Path.cwd())


def bench(arguments: list[str]) -> int:
    """Run a benchmark, or list them: bench [NAME [ITS ARGUMENTS]]"""
    name = "".join(arguments[:1])
    sources = {name: ROOT / f"{module.replace('.', '/')}.py" for name, module in COMMANDS.items()}
    if name not in sources:
        print("python3 run.py bench NAME [OPTIONS]\n")
        print("\n".join(f"  {name:17}{summary(source)}" for name, source in sources.items()))
        return 0 if name in ("", "-h", "--help") else 2
    if {"-h", "--help"} & set(arguments):  # nothing is installed for it
        print(click_help(sources[name], f"run.py bench {name}"))
        return 0
    prepare("bench", with_client=name in IN_CHROMIUM, for_tests=name in IN_CHROMIUM, with_engine=name == "browser")
    if name in IN_CHROMIUM:
        browser = browsers.chromium()
        if browser is None:
            return 1
        os.environ["TOCTOC_CHROMIUM"] = browser
    return run([tool("python"), "-m", "benchmarks", *arguments])


def strength(arguments: list[str]) -> int:
    """Let the bots play each other for an hour, for docs/reports/strength.md: strength [ITS ARGUMENTS]"""
    prepare("test")
    return run([tool("python"), "-m", "benchmarks.strength", *arguments])


def train(arguments: list[str]) -> int:
    """Train a network to play: train GAME [--device cpu|cuda] [--minutes M] [--seed S] [--out DIR] [--resume]"""
    prepare("training")
    return run([tool("python"), "-m", "training", *arguments])


def golden(arguments: list[str]) -> int:
    """Write the golden playthroughs anew; read the difference before you commit it"""
    prepare("test")
    return run([tool("python"), "-m", "tests.golden", *arguments])


def protocol(arguments: list[str]) -> int:
    """Write the description of the protocol anew: JSON Schema, TypeScript, and the codes in its page"""
    prepare("test")
    return run([tool("python"), "-m", "tools.protocol", *arguments])


def screenshots(arguments: list[str]) -> int:
    """Take pictures of every screen, at phone and desktop size, into .screenshots: screenshots [NAMES]"""
    prepare("test", with_client=True, for_tests=True)
    browser = browsers.chromium()
    if browser is None:
        return 1
    os.environ["TOCTOC_CHROMIUM"] = browser
    return run([tool("python"), "-m", "tests.web.screens", *arguments])


def clean(_arguments: list[str]) -> int:
    """Remove .venv and everything else that was made here and can be made again"""
    for name in GENERATED:
        shutil.rmtree(ROOT / name, ignore_errors=True)
    for folder in ["src", "tests", "tools", "benchmarks"]:
        for cache in (ROOT / folder).rglob("__pycache__"):
            shutil.rmtree(cache, ignore_errors=True)
    for data in ROOT.glob(".coverage*"):
        data.unlink()
    return 0


def run_and_compile_bots(command: list[str]) -> int:
    """Run `command`. The first time, compile the strong bots in the background, half a minute for each game."""
    marker, wanted = environment.VENV / "toctoc-compiled", environment.fingerprint("games", "bots")
    if marker.is_file() and marker.read_text(encoding="utf-8") == wanted:
        return run(command, cwd=Path.cwd())
    nowhere = subprocess.DEVNULL
    with subprocess.Popen(
        [tool("python"), "-c", COMPILE], cwd=ROOT, env=environ(), stdin=nowhere, stdout=nowhere, stderr=nowhere
    ) as compiling:
        code = run(command, cwd=Path.cwd())
        if compiling.poll() == 0:
            marker.write_text(wanted, encoding="utf-8")
        compiling.terminate()
    return code
