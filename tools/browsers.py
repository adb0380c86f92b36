"""The browsers of the tests: found on the machine, or installed by apt."""

import os
import shutil

from tools.apt import install
from tools.process import say

# The first has no windows, and needs half of the processor time.
CHROMIUM = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
# The programs of the other two engines, and the packages that bring them.
ENGINES = {
    "firefox-esr": "firefox-esr",
    "WebKitWebDriver": "webkit2gtk-driver",
    "xvfb-run": "xvfb",
    "xauth": "xauth",
}


def find_chromium() -> str | None:
    """Return the path of the browser of the tests: the one in TOCTOC_CHROMIUM, or the first that is installed."""
    names = [os.environ.get("TOCTOC_CHROMIUM", ""), *CHROMIUM]
    return next(filter(None, map(shutil.which, filter(None, names))), None)


def chromium() -> str | None:
    """Return the path of Chromium; install it if root on Debian. Else print how to, and return None."""
    if found := find_chromium():
        return found
    if shutil.which("apt-get") is None:
        say("The tests in a browser need Chromium or Chrome; TOCTOC_CHROMIUM may say where it is")
        return None
    for package in CHROMIUM[:2]:  # older systems have only the second
        if not install("The tests in a browser need Chromium", [package]):
            return None
        if found := shutil.which(package):
            return found
    say("Chromium could not be installed, see above. Is the internet reachable? Then try again")
    return None


def engines() -> None:
    """Install Firefox and WebKit for the full edition, if root on Debian; without them their tests are skipped."""
    missing = [package for program, package in ENGINES.items() if shutil.which(program) is None]
    if not missing:
        return
    if shutil.which("apt-get") is None:
        say("Games in Firefox and WebKit are skipped: they need Firefox, WebKitWebDriver and Xvfb")
    elif install("Games in Firefox and WebKit are skipped without them", missing):
        missing = [package for program, package in ENGINES.items() if shutil.which(program) is None]
        if missing:
            say(f"Could not be installed: {' '.join(missing)}. Their tests are skipped")
