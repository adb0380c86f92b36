"""The virtual environment .venv: it is made once and holds only packages that a lock in requirements/ names.

pip installs uv, and uv installs the rest. pip installs everything where uv has no wheel or fails.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
from pathlib import Path

from tools import ROOT, build_client
from tools.process import say

VENV = ROOT / ".venv"
REQUIREMENTS = ROOT / "requirements"

# The locks of extras that have none of their own name.
LOCK_OF = {"serve": "play", "postgres": "host"}

# Settings of pip, and the variables of uv with the same meaning.
PIP_TO_UV = {
    "PIP_INDEX_URL": "UV_DEFAULT_INDEX",
    "PIP_EXTRA_INDEX_URL": "UV_INDEX",
    "PIP_FIND_LINKS": "UV_FIND_LINKS",
    "PIP_CERT": "SSL_CERT_FILE",
}


def is_ready(level: str) -> bool:
    """Return whether .venv holds the packages of the lock `level`."""
    return _read(VENV / "toctoc-made") == maker() and _read(VENV / f"toctoc-{level}") == fingerprint()


def prepare(level: str) -> None:
    """Install the packages of the lock `level` into .venv, unless they are there."""
    if is_ready(level):
        return
    start = time.monotonic()
    made = VENV / "toctoc-made"
    if _read(made) != maker():
        make_venv()
    made.unlink(missing_ok=True)  # without it .venv counts as unfinished, and the next run removes it
    say(f"Installing what `{level}` needs (only this once; it needs the internet)")
    complete = install(level)
    made.write_text(maker(), encoding="utf-8")
    if not complete:
        sys.exit("Toctoc: the installation failed, see above. Is the internet reachable? Then try again.")
    (VENV / f"toctoc-{level}").write_text(fingerprint(), encoding="utf-8")
    say(f"Python's packages are there after {time.monotonic() - start:.0f} s")


def prepare_to_lock() -> bool:
    """Install uv into .venv, and nothing else; return whether that worked."""
    if _read(VENV / "toctoc-made") != maker():
        make_venv()
        (VENV / "toctoc-made").write_text(maker(), encoding="utf-8")
    return _has_uv()


def maker() -> str:
    """Return the identity of .venv: the Python that makes it, and its place. With others it does not work."""
    return f"{sys.version}\n{sys.base_prefix}\n{ROOT}\n"


def fingerprint(*folders: str) -> str:
    """Return a digest of the locks, and of the code in `folders` of src/toctoc."""
    digest = hashlib.sha256()
    code = [path for folder in folders for path in sorted((ROOT / "src/toctoc" / folder).rglob("*.py"))]
    for path in [ROOT / "pyproject.toml", *sorted(REQUIREMENTS.glob("*.lock")), *code]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def make_venv() -> None:
    """Make an empty .venv. It gets no pip where Python brings a wheel of pip: that is quicker."""
    if importlib.util.find_spec("ensurepip") is None:
        sys.exit(
            "Toctoc: this Python cannot make virtual environments.\n"
            "On Debian or Ubuntu, this adds what is missing: apt install python3-venv"
        )
    if VENV.exists():
        say("Removing the old .venv: it is unfinished, or of another Python or place")
        shutil.rmtree(VENV)
    say(f"Making .venv with Python {sys.version.split()[0]}")
    without = ["--without-pip"] if bundled_pip() else []
    if subprocess.call([sys.executable, "-m", "venv", *without, str(VENV)]):
        sys.exit("Toctoc: could not make the virtual environment .venv, see above.")


def bundled_pip() -> Path | None:
    """Return the wheel of pip that comes with Python; pip can run from there without being installed."""
    found = importlib.util.find_spec("ensurepip")
    folders = [Path(str(found.origin)).with_name("_bundled")] if found else []
    if distribution := sysconfig.get_config_var("WHEEL_PKG_DIR"):
        folders.append(Path(distribution))
    return next((wheel for folder in folders for wheel in sorted(folder.glob("pip-*.whl"))), None)


def install(level: str) -> bool:
    """Install the lock `level`, then this project itself, editable; return whether that worked."""
    if not install_lock(level):
        return False
    if level == "play" and not install_lock("fast", silent=True):
        say("Numba could not be installed. It is optional: without it, simulations and the best bots are slower")
    return _install("--no-deps", "--no-build-isolation", "--editable", str(ROOT))


def extras() -> list[str]:
    """Return the names of the extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return sorted(project["optional-dependencies"])


def install_extra(name: str) -> bool:
    """Install the packages of an extra; return whether that worked."""
    say(f"Installing the extra `{name}`")
    return install_lock(LOCK_OF.get(name, name))


def install_lock(name: str, silent: bool = False) -> bool:
    """Install the packages of the lock `name`; return whether that worked."""
    # Wheels only: building from source would fetch packages that no lock names.
    options = ["--require-hashes", "--no-deps", "--only-binary=:all:"]
    return _install(*options, "--requirement", str(REQUIREMENTS / f"{name}.lock"), silent=silent)


def _install(*arguments: str, silent: bool = False) -> bool:
    return (_has_uv() and uv(*arguments) == 0) or pip(*arguments, silent=silent) == 0


def _has_uv() -> bool:
    """Install uv with pip, unless it is there; return whether .venv has it."""
    is_there = _read(VENV / "toctoc-uv") == fingerprint()
    if not is_there:
        options = ["--require-hashes", "--no-deps", "--only-binary=:all:"]
        is_there = pip(*options, "--requirement", str(REQUIREMENTS / "installer.lock"), silent=True) == 0
        if is_there:
            (VENV / "toctoc-uv").write_text(fingerprint(), encoding="utf-8")
    return is_there


def uv(*arguments: str) -> int:
    """Install with uv, silently: where it fails, pip tries the same and prints the reason."""
    given = {ours: os.environ[pips] for pips, ours in PIP_TO_UV.items() if pips in os.environ}
    command = [tool("uv"), "pip", "install", "--system-certs", "--python", tool("python"), *arguments]
    nowhere = subprocess.DEVNULL
    return subprocess.call(command, cwd=ROOT, env={**given, **os.environ}, stdout=nowhere, stderr=nowhere)


def pip(*arguments: str, silent: bool = False) -> int:
    """Install with pip, run from the wheel that comes with Python where there is one."""
    options = ["-qq", "--disable-pip-version-check", "--no-input", "--no-warn-script-location"]
    command = [tool("python"), "-m", "pip", "install", *options, *arguments]
    wheel = bundled_pip()
    environ = {**os.environ, "PYTHONPATH": str(wheel)} if wheel else None
    return subprocess.call(command, cwd=ROOT, env=environ, stderr=subprocess.DEVNULL if silent else None)


def tool(name: str) -> str:
    """Return the path of a program in .venv."""
    return str(build_client.programs(VENV) / name)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""
