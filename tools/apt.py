"""Install Debian packages for the tests, where run.py runs as root."""

import os
import subprocess

from tools.process import say


def is_root() -> bool:
    """Return whether this process may install packages."""
    return os.geteuid() == 0


def install(reason: str, packages: list[str]) -> bool:
    """Install `packages` as root; else print the command with the `reason` for it, and return False."""
    command = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    if not is_root():
        say(f"{reason}: sudo {' '.join(command)}")
        return False
    say(f"Installing for the tests (only this once; it needs the internet): {' '.join(command)}")
    # No questions, and existing settings stay.
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "UCF_FORCE_CONFFOLD": "1"}
    for each in (["apt-get", "update"], command):
        subprocess.call([*each, "-qq"], env=environ, stdout=subprocess.DEVNULL)
    return True
