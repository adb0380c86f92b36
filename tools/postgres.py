"""The PostgreSQL that the tests of the store start: found on the machine, or installed by apt."""

import shutil
from contextlib import suppress
from pathlib import Path

from tools import apt
from tools.process import say

DEBIAN = Path("/usr/lib/postgresql")
SETTINGS = Path("/etc/postgresql-common/createcluster.conf")


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs: Debian's newest, or that on the PATH."""
    found = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


def prepare() -> None:
    """Install PostgreSQL, if root on Debian; without it the tests on it are skipped. No server is started."""
    reason = "Tests on PostgreSQL are skipped without it"
    if programs() is not None:
        return
    if shutil.which("apt-get") is None:
        say(f"{reason}: install PostgreSQL's server, with initdb on the PATH")
        return
    if apt.is_root() and not SETTINGS.exists():
        with suppress(OSError):  # apt cannot write there either, and prints the error
            SETTINGS.parent.mkdir(parents=True, exist_ok=True)
            SETTINGS.write_text("create_main_cluster = false\n", encoding="utf-8")
    if apt.install(reason, ["postgresql"]) and programs() is None:
        say("PostgreSQL could not be installed, see above. Tests on it are skipped")
