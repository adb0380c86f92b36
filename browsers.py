"""The browsers that the tests need: found on the machine, or installed."""

import os
import shutil
import subprocess

from environment import say

CHROMIUM = ["chromium", "chromium-browser", "google-chrome"]


def chromium() -> str | None:
    """Find the browser for the tests; root on Debian gets one. Else say what to do."""
    for name in filter(None, [os.environ.get("TOCTOC_CHROMIUM"), *CHROMIUM]):
        if found := shutil.which(name):
            return found
    install = ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]
    if shutil.which("apt-get") is None:
        say("The tests in a browser need Chromium or Chrome; TOCTOC_CHROMIUM may say where it is")
    elif os.geteuid() != 0:
        say(f"The tests in a browser need Chromium: sudo {' '.join(install)}")
    else:
        say(f"Installing a browser for the tests (only this once; it needs the internet): {' '.join(install)}")
        environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update"], install):
            subprocess.call([*command, "-qq"], env=environ, stdout=subprocess.DEVNULL)
        if found := shutil.which("chromium"):
            return found
        say("Chromium could not be installed, see above. Is the internet reachable? Then try again")
    return None
