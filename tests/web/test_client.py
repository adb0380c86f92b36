"""The browser client's own checks: types (svelte-check), lint (ESLint), format (Prettier), unit tests (Vitest)."""

import subprocess

import pytest

from tools import build_client, environment


# The tests beside it leave one core to Vitest at most.
@pytest.mark.parametrize("script", ["types", "lint", "format", "unit -- --maxWorkers=1"])
def test_clean(script: str) -> None:
    npm("run", "--silent", *script.split())


def npm(*arguments: str) -> None:
    path = build_client.find_node(build_client.programs(environment.VENV))
    assert path is not None, "python3 run.py test installs Node"
    done = build_client.npm(path, *arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, f"\n{done.stdout}"
