"""Detect temporary files that a test leaves behind: the run fails and names the test.

Each process of the tests has a temporary folder of its own, and so have the programs that it starts. pytest's own
folders (`tmp_path`) are elsewhere; pytest removes them.
"""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest

# Of multiprocessing, which removes its folder when the process ends; of the sound of a browser, which does not.
NOT_OURS = ("pymp-", "pulse-")


class TemporaryFiles:
    """Give a process its temporary folder, and look into it after each test and at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.seen: dict[str, str] = {}  # the name of a file or folder, and the first test after which it was there
        self.left: dict[str, str] = {}  # those at the end
        self.is_worker = hasattr(config, "workerinput")
        if not self.is_worker:
            os.environ["PYTEST_DEBUG_TEMPROOT"] = tempfile.gettempdir()
            self.root = Path(tempfile.mkdtemp(prefix="toctoc-tests-"))
            self.root.chmod(0o755)  # a test that becomes another user finds its files
        self.folder = Path(os.environ["TOCTOC_TEST_FILES"]) if self.is_worker else self.root
        os.environ["TOCTOC_TEST_FILES"] = str(self.folder)
        self.folder /= os.environ.get("PYTEST_XDIST_WORKER", "main")
        self.folder.mkdir()
        os.environ["TMPDIR"] = tempfile.tempdir = str(self.folder)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Remember the files that were not there before this test."""
        for file in self.folder.glob("*"):  # there are none where somebody has removed the folder
            self.seen.setdefault(file.name, nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """List the files that are still there; the run fails if a process has any."""
        for file in self.folder.glob("*"):
            if file.name.startswith(NOT_OURS):
                continue
            self.left[file.name] = self.seen.get(file.name, "the set-up or the end of the run")
        if self.is_worker:
            worker: Any = self.config
            worker.workeroutput["left"] = self.left
        elif self.left and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take the list of a worker that has ended; one that was killed has none."""
        self.left |= getattr(node, "workeroutput", {}).get("left", {})

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name the tests that have left files."""
        if self.left:
            terminalreporter.section("temporary files left behind", red=True)
            for name, test in sorted(self.left.items()):
                terminalreporter.write_line(f"{name}: {test}")

    def pytest_unconfigure(self) -> None:
        """Remove the folder."""
        if not self.is_worker:
            os.environ["TMPDIR"] = tempfile.tempdir = os.environ["PYTEST_DEBUG_TEMPROOT"]
            shutil.rmtree(self.root, ignore_errors=True)
