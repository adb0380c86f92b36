"""The load needs Linux: /proc, and the packages of the server."""

import sys

from tests.storage.postgres import cluster

__all__ = ["cluster"]
collect_ignore_glob = [] if sys.platform.startswith("linux") else ["test_*.py"]
