"""The browser's host is imported where no library but msgspec is there."""

import subprocess
import sys

from tools import ROOT

ABSENT = ("litestar", "uvicorn", "picows", "click", "numpy", "numba", "cryptography", "segno", "rich", "sqlite3",
          "asyncpg", "prometheus_client")  # fmt: skip
PROGRAM = f"""
import sys
for name in {ABSENT}:
    sys.modules[name] = None  # an import of it fails
import toctoc.browser.host
from toctoc.core.registry import BUILT_IN
assert len(BUILT_IN) == 3
"""


def test_the_host_is_imported_without_other_libraries() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
