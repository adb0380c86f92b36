"""The browser client's own checks: types (svelte-check), lint (ESLint), format (Prettier), unit tests (Vitest)."""

import subprocess

import pytest

from tests.counts import STYLED_COMMITS
from tools import build_client, environment

# A change of these may concern every file.
SETTINGS = {"package.json", "package-lock.json", "eslint.config.js", "prettier.config.js"}
STYLES = {
    "lint": ("eslint", "--max-warnings=0", "--no-warn-ignored", "--no-error-on-unmatched-pattern"),
    "format": ("prettier", "--check", "--ignore-unknown"),
}
LINTED = (".ts", ".js", ".svelte")


# The tests beside it leave one core to Vitest at most.
@pytest.mark.parametrize("script", ["types", "unit -- --maxWorkers=1"])
def test_clean(script: str) -> None:
    npm("run", "--silent", *script.split())


@pytest.mark.parametrize("style", STYLES)
def test_style(style: str) -> None:
    """In the small edition, of the files that the last commits changed: each file is checked by itself."""
    changed = changed_files(STYLED_COMMITS)
    files = [file for file in changed if style != "lint" or file.endswith((".", *LINTED))]
    if files:
        npm("exec", "--offline", "--", *STYLES[style], *files)


def changed_files(commits: int | None) -> list[str]:
    """Return the files of web/ that differ from so many commits ago, or the whole folder where git cannot tell."""
    if commits is None:
        return ["."]
    found = []
    for command in (
        ["diff", "--name-only", "--diff-filter=d", "--relative", f"HEAD~{commits}"],
        ["ls-files", "--others", "--exclude-standard"],
    ):
        done = subprocess.run(
            ["git", *command], cwd=build_client.WEB, capture_output=True, encoding="utf-8", check=False
        )
        if done.returncode != 0:
            return ["."]
        found += done.stdout.splitlines()
    return ["."] if SETTINGS & set(found) else found


def npm(*arguments: str) -> None:
    path = build_client.find_node(build_client.programs(environment.VENV))
    assert path is not None, "python3 run.py test installs Node"
    done = build_client.npm(path, *arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, f"\n{done.stdout}"
