"""The folder .venv: made once, it holds what the locks in requirements/ name and nothing else.

Only the standard library, since nothing is installed yet. uv installs, being quick; pip installs uv, and does all
of it where uv has no wheel or cannot reach the packages.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import client

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
REQUIREMENTS = ROOT / "requirements"

# Which parts of pyproject.toml each lock holds. Each is complete in itself; all agree with the first.
PROJECT = ["pyproject.toml", "--group=build", "--extra=serve"]
EXTRAS = [*PROJECT, "--extra=cluster", "--extra=lab", "--extra=openspiel", "--extra=plots", "--extra=postgres"]
LOCKS = {
    "soak": [*EXTRAS, "--group=soak"],
    "play": PROJECT,
    "fast": [*PROJECT, "--extra=fast"],
    "host": ["pyproject.toml", "--extra=serve", "--extra=postgres"],  # for deploy/Dockerfile
    "test": [*PROJECT, "--extra=lab", "--extra=plots", "--extra=postgres", "--group=test"],
    "full": [*EXTRAS, "--group=full"],
    "bench": [*PROJECT, "--extra=lab", "--extra=openspiel", "--extra=postgres"],
    "training": [*PROJECT, "--extra=lab", "--group=training"],
    "node": ["--group=node"],  # for machines without a Node of their own
    "installer": ["--group=installer"],  # uv
}

# What whoever runs us has set for pip holds for uv too.
SAME_FOR_UV = {
    "PIP_INDEX_URL": "UV_DEFAULT_INDEX",
    "PIP_EXTRA_INDEX_URL": "UV_INDEX",
    "PIP_FIND_LINKS": "UV_FIND_LINKS",
    "PIP_CERT": "SSL_CERT_FILE",
}


def is_ready(level: str) -> bool:
    """Tell whether .venv already holds everything of this level."""
    return _read(VENV / "toctoc-made") == maker() and _read(VENV / f"toctoc-{level}") == fingerprint()


def prepare(level: str) -> None:
    """Make .venv hold everything of this level; at once when it already does."""
    if is_ready(level):
        return
    start = time.monotonic()
    made = VENV / "toctoc-made"
    if _read(made) != maker():
        make_venv()
    made.unlink(missing_ok=True)  # while it is away, .venv counts as half made and is thrown away next time
    say(f"Installing what `{level}` needs (only this once; it needs the internet)")
    complete = install(level)
    made.write_text(maker(), encoding="utf-8")
    if not complete:
        sys.exit("Toctoc: the installation failed, see above. Is the internet reachable? Then try again.")
    (VENV / f"toctoc-{level}").write_text(fingerprint(), encoding="utf-8")
    say(f"Python's packages are there after {time.monotonic() - start:.0f} s")


def prepare_to_lock() -> bool:
    """Make .venv hold uv, from the lock it has: `lock` may have to write all others anew."""
    if _read(VENV / "toctoc-made") != maker():
        make_venv()
        (VENV / "toctoc-made").write_text(maker(), encoding="utf-8")
    return _has_uv()


def maker() -> str:
    """Name the Python that makes .venv, and where: it works with no other and nowhere else."""
    return f"{sys.version}\n{sys.base_prefix}\n{ROOT}\n"


def fingerprint(*folders: str) -> str:
    """Return a digest that changes when what is to be installed changes, or the code of these folders."""
    digest = hashlib.sha256()
    code = [path for folder in folders for path in sorted((ROOT / "src/toctoc" / folder).rglob("*.py"))]
    for path in [ROOT / "pyproject.toml", *sorted(REQUIREMENTS.glob("*.lock")), *code]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def make_venv() -> None:
    """Make .venv anew, empty: pip stays in Python's own wheel of it."""
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
    """Find the wheel of pip that comes with Python: pip runs from there, and need not be installed."""
    found = importlib.util.find_spec("ensurepip")
    folders = [Path(str(found.origin)).with_name("_bundled")] if found else []
    if distribution := sysconfig.get_config_var("WHEEL_PKG_DIR"):
        folders.append(Path(distribution))
    return next((wheel for folder in folders for wheel in sorted(folder.glob("pip-*.whl"))), None)


def install(level: str) -> bool:
    """Install the locked requirements, then this project itself, editable; nothing that is not locked."""
    if not install_lock(level):
        return False
    if level == "play" and not install_lock("fast", silent=True):
        say("Numba could not be installed. It is optional: without it simulations and the count are slower")
    return _install("--no-deps", "--no-build-isolation", "--editable", str(ROOT))


def install_lock(name: str, silent: bool = False) -> bool:
    """Install what a lock names; tell whether that went well."""
    # Wheels only: to build from a source package would fetch what no lock names.
    options = ["--require-hashes", "--no-deps", "--only-binary=:all:"]
    return _install(*options, "--requirement", str(REQUIREMENTS / f"{name}.lock"), silent=silent)


def _install(*arguments: str, silent: bool = False) -> bool:
    return (_has_uv() and uv(*arguments) == 0) or pip(*arguments, silent=silent) == 0


def _has_uv() -> bool:
    """Install uv with pip, where it has a wheel, unless it is there."""
    is_there = _read(VENV / "toctoc-uv") == fingerprint()
    if not is_there:
        options = ["--require-hashes", "--no-deps", "--only-binary=:all:"]
        is_there = pip(*options, "--requirement", str(REQUIREMENTS / "installer.lock"), silent=True) == 0
        if is_there:
            (VENV / "toctoc-uv").write_text(fingerprint(), encoding="utf-8")
    return is_there


def uv(*arguments: str) -> int:
    """Install with uv, trusting whom the machine trusts; where it fails, pip tries the same and says why."""
    given = {ours: os.environ[pips] for pips, ours in SAME_FOR_UV.items() if pips in os.environ}
    command = [tool("uv"), "pip", "install", "--system-certs", "--python", tool("python"), *arguments]
    nowhere = subprocess.DEVNULL
    return subprocess.call(command, cwd=ROOT, env={**given, **os.environ}, stdout=nowhere, stderr=nowhere)


def pip(*arguments: str, silent: bool = False) -> int:
    """Install with pip, from the wheel that comes with Python where there is one."""
    options = ["-qq", "--disable-pip-version-check", "--no-input", "--no-warn-script-location"]
    command = [tool("python"), "-m", "pip", "install", *options, *arguments]
    wheel = bundled_pip()
    environ = {**os.environ, "PYTHONPATH": str(wheel)} if wheel else None
    return subprocess.call(command, cwd=ROOT, env=environ, stderr=subprocess.DEVNULL if silent else None)


def tool(name: str) -> str:
    """Return the path of a program in .venv."""
    return str(client.programs(VENV) / name)


def say(line: str) -> None:
    """Tell the person who waits."""
    print(f"Toctoc: {line}", file=sys.stderr, flush=True)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""
