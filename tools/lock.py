"""The locks in requirements/: their contents, and the command of run.py that writes them."""

from tools import environment
from tools.environment import tool
from tools.process import run, say

# The parts of pyproject.toml in each lock. Each lock is complete in itself; all agree with the first.
PROJECT = ["pyproject.toml", "--group=build", "--extra=serve"]
EXTRAS = [*PROJECT, "--extra=cluster", "--extra=lab", "--extra=openspiel", "--extra=plots", "--extra=postgres"]
LOCKS = {
    "full": [*EXTRAS, "--group=full"],
    "play": PROJECT,
    "fast": [*PROJECT, "--extra=fast"],
    "host": ["pyproject.toml", "--extra=serve", "--extra=postgres"],  # for deploy/Dockerfile
    "test": [*PROJECT, "--extra=lab", "--extra=plots", "--extra=postgres", "--group=test"],
    # Benchmarks import guests, browsers and databases from the tests.
    "bench": [*PROJECT, "--extra=lab", "--extra=openspiel", "--extra=postgres", "--group=test"],
    "training": [*PROJECT, "--extra=lab", "--group=training"],
    "audit": [*PROJECT, "--group=audit"],
    "node": ["--group=node"],  # for machines without a Node of their own
    "installer": ["--group=installer"],  # uv
    # For `install --extra`, with nothing else; tools.environment.LOCK_OF names the locks of the other extras.
    **{
        extra: ["pyproject.toml", f"--extra={extra}"] for extra in ("cluster", "cuda", "lab", "openspiel", "plots")
    },
}
APART = {"cuda"}  # agrees with all but `training`: PyTorch wants other versions of NVIDIA's packages
# The oldest packages that the extra `lab` permits, for tests of the adapters. The audit leaves them out: they may
# have known vulnerabilities.
FLOORS = ["pyproject.toml", "--extra=lab", "--group=build", "--group=floors", "--resolution=lowest-direct"]


def lock(arguments: list[str]) -> int:
    """Write requirements/* anew from pyproject.toml: lock [--upgrade]"""
    if not environment.prepare_to_lock():
        return 1
    uv = [tool("uv"), "pip", "compile", "--quiet", "--universal", "--generate-hashes"]
    uv += ["--no-emit-index-url", "--no-header", "--python-version=3.11", *arguments]
    for name, parts in LOCKS.items():
        agreeing = [] if name == "full" else ["--constraint=requirements/full.lock"]
        say(f"requirements/{name}.lock")
        if run([*uv, *parts, *agreeing, f"--output-file=requirements/{name}.lock"]):
            return 1
    say("requirements/floors.txt")
    return run([*uv, *FLOORS, "--output-file=requirements/floors.txt"])
