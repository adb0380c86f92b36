"""The unit tests of the browser client, by Vitest; `make check` runs its linters."""

import subprocess

from tools import build_client, environment


def test_the_unit_tests_of_the_client_pass() -> None:
    path = build_client.find_node(build_client.programs(environment.VENV))
    assert path is not None, "python3 run.py test installs Node"
    # One worker: the tests beside it have the other core.
    command = ("run", "--silent", "unit", "--", "--maxWorkers=1")
    done = build_client.npm(path, *command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, f"\n{done.stdout}"
