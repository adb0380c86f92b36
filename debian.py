"""Programs that the tests need and pip does not bring: installed by apt where we are root on Debian."""

import os
import subprocess

from environment import say


def is_root() -> bool:
    """Tell whether we may install packages."""
    return os.geteuid() == 0


def install(reason: str, packages: list[str]) -> bool:
    """Install packages as root; else say how, and return False."""
    command = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    if not is_root():
        say(f"{reason}: sudo {' '.join(command)}")
        return False
    say(f"Installing for the tests (only this once; it needs the internet): {' '.join(command)}")
    # What was configured before stays as it is, and nobody is asked.
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "UCF_FORCE_CONFFOLD": "1"}
    for each in (["apt-get", "update"], command):
        subprocess.call([*each, "-qq"], env=environ, stdout=subprocess.DEVNULL)
    return True
