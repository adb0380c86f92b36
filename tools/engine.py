"""The engine: Python, its library and our package for the browser, in src/toctoc/server/client/engine.

Pyodide comes from npm, msgspec from PyPI, each pinned by a hash; the modules are compiled by Node. Building the
client empties its folder, so the engine is built in .engine and copied.

    python -m tools.engine
"""

import ast
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tools import ROOT, build_client
from tools.build_client import NotBuilt, Say
from tools.environment import bundled_pip

ENGINE = build_client.BUNDLE / "engine"
MADE = ROOT / ".engine"  # the downloaded wheel, and the engine as it was built last
PYODIDE = build_client.MODULES / "pyodide"
PACKAGE = ROOT / "src/toctoc"
TOOLS = [ROOT / "tools" / name for name in ("engine.py", "compile_engine.py", "pyodide.mjs")]

MSGSPEC = "0.22.0"
MSGSPEC_SHA256 = "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
PLATFORM = ["--platform=pyemscripten_2026_0_wasm32", "--python-version=3.14", "--implementation=cp", "--abi=cp314"]

START = "toctoc.browser.javascript"
# Modules of these are found by their names, and not by import statements.
BY_NAME = ("toctoc.core", "toctoc.bots", "toctoc.codec", "toctoc.games")
# Imported by functions that no browser calls.
NEVER = (
    "toctoc.games.*.study",
    "toctoc.games.*.terminal",
    "toctoc.cli",
    "toctoc.storage.sqlite",
    "toctoc.storage.postgres",
)
DATA = [
    "games/*/lang/*.json", "games/*/*.toml", "**/levels.toml", "**/weights.npz", "**/weights.md",
    "**/rulebook/*.md", "table/*.txt", "lang/common/*.json",
]  # fmt: skip

# Modules of the standard library that neither we nor Pyodide import.
DROPPED = {
    "__hello__", "__phello__", "_markupbase", "_pydatetime", "_pyio", "_pyrepl",
    "_sysconfigdata__emscripten_wasm32-emscripten", "antigravity", "argparse", "bdb", "cProfile", "cmd",
    "code", "colorsys", "compileall", "configparser", "csv", "ctypes", "difflib", "doctest", "filecmp",
    "fileinput", "ftplib", "getopt", "getpass", "gettext", "graphlib", "gzip", "imaplib", "mailbox",
    "mimetypes", "modulefinder", "multiprocessing", "netrc", "nturl2path", "optparse", "pdb", "pickletools",
    "plistlib", "poplib", "pprint", "profile", "pstats", "pty", "py_compile", "pyclbr", "pydoc", "quopri",
    "rlcompleter", "runpy", "sched", "shelve", "smtplib", "socketserver", "sqlite3", "sre_compile",
    "sre_constants", "sre_parse", "stringprep", "symtable", "tabnanny", "tarfile", "this",
    "timeit", "trace", "tracemalloc", "tty", "unittest", "wave", "webbrowser", "wsgiref", "xml", "xmlrpc",
    "zipapp", "zoneinfo",
}  # fmt: skip
# Of these packages the engine has only some modules.
KEPT = {
    "email": {"__init__"},
    "encodings": {"__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8"},  # cp437: of zip files
    "html": {"__init__", "entities"},
    "http": {"__init__"},
    "logging": {"__init__"},
    "urllib": {"__init__", "parse"},
}

NOTICE = """\
Pyodide (pyodide*.js, pyodide*.wasm): Mozilla Public License 2.0, https://github.com/pyodide/pyodide
Python (pyodide*.wasm, library*.zip, of which some modules were left out): Python Software Foundation License 2
msgspec (toctoc*.bin): BSD 3-Clause License, in the archive
Toctoc (toctoc*.bin): MIT License
"""

ZIP_TIME = (1980, 1, 1, 0, 0, 0)  # the same bytes each time


def is_ready() -> bool:
    """Return whether the engine is built from the sources as they are now, and in its place."""
    digest = version()
    return all(version_of(folder) == digest for folder in (MADE / "engine", ENGINE))


def build(path: str, say: Say) -> None:
    """Build the engine with the Node on `path`, unless it is built, and put it beside the client."""
    digest = version()
    if version_of(MADE / "engine") != digest:
        if not PYODIDE.is_dir():
            build_client.fetch(path, say, for_tests=True)
        say("Building the engine that plays in the browser")
        _build(path, digest)
    if version_of(ENGINE) != digest:
        shutil.rmtree(ENGINE, ignore_errors=True)
        shutil.copytree(MADE / "engine", ENGINE)


def _build(path: str, digest: str) -> None:
    wheel = _download()
    library, packages, made = (MADE / name for name in ("library", "packages", "engine"))
    for folder in (library, packages, made):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    _unzip(PYODIDE / "python_stdlib.zip", library, is_kept)
    _unzip(wheel, packages, lambda name: not name.endswith(".pyi"))
    for source in sorted(files()):
        target = packages / source.relative_to(PACKAGE.parent)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    mounts = [f"{library}=/library", f"{packages}=/packages"]
    run(path, PYODIDE, *mounts, ROOT / "tools/compile_engine.py")
    parts = {
        "loader": ("pyodide.js", (PYODIDE / "pyodide.mjs").read_bytes()),
        "script": ("pyodide.asm.js", (PYODIDE / "pyodide.asm.mjs").read_bytes()),
        "wasm": ("pyodide.asm.wasm", (PYODIDE / "pyodide.asm.wasm").read_bytes()),
        "library": ("library.zip", _zipped(library)),
        "toctoc": ("toctoc.bin", _tarred(packages)),  # some servers would announce a .gz as compressed text
    }
    described, compressed = {}, 0
    for part, (name, content) in parts.items():
        stem, _, ending = name.rpartition(".")
        file = f"{stem}-{hashed(content)}.{ending}"
        (made / file).write_bytes(content)
        described[part] = {"path": f"engine/{file}", "bytes": len(content)}
        compressed += min(len(content), len(gzip.compress(content, mtime=0)))
    manifest = {
        "version": digest,
        "bytes": sum(len(content) for _, content in parts.values()),
        "compressed": compressed,
        "files": described,
    }
    (made / "NOTICE.txt").write_text(NOTICE, encoding="utf-8")
    (made / "engine.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def run(path: str, home: Path, *arguments: "str | Path") -> None:
    """Run a script by tools/pyodide.mjs with the Node on `path`; raise `NotBuilt` if it fails."""
    node = shutil.which("node", path=path)
    command = [str(node), str(ROOT / "tools/pyodide.mjs"), str(home), *map(str, arguments)]
    if subprocess.call(command, env={**os.environ, "PATH": path}):
        raise NotBuilt("The engine could not be built, see above")


def files() -> Iterator[Path]:
    """Yield the files of our package that the engine has: modules that are imported from `START`, and data."""
    for name in modules():
        yield file_of(name)
    for pattern in DATA:
        yield from PACKAGE.glob(pattern)


def modules() -> set[str]:
    """Return the names of our modules that the engine needs."""
    known = {_name(file): file for file in PACKAGE.rglob("*.py") if build_client.BUNDLE not in file.parents}
    by_name = [name for name in known if any(_is_in(name, package) for package in BY_NAME)]
    found: set[str] = set()
    waiting = [START, *by_name]
    while waiting:
        name = waiting.pop()
        if name in found or name not in known or any(_is_in(name, package) for package in NEVER):
            continue
        found.add(name)
        waiting += [name.rpartition(".")[0], *_imports(name, known[name])]
    return found


def is_kept(name: str) -> bool:
    """Return whether the engine has a file of the standard library."""
    package, _, module = name.removesuffix(".py").partition("/")
    return package not in DROPPED and module in KEPT.get(package, {module})


def _imports(name: str, file: Path) -> Iterator[str]:
    """Yield what a module imports, inside of functions too, but not for type checkers only."""
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    waiting: list[ast.AST] = [ast.parse(file.read_bytes())]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            home = package.rsplit(".", node.level - 1)[0] if node.level else ""
            start = ".".join(filter(None, [home, node.module]))
            yield from (start, *(f"{start}.{alias.name}" for alias in node.names))
        waiting += ast.iter_child_nodes(node)


def _is_in(name: str, package: str) -> bool:
    parts, wanted = name.split("."), package.split(".")
    return len(parts) >= len(wanted) and all(
        want in ("*", part) for part, want in zip(parts, wanted, strict=False)
    )


def _name(file: Path) -> str:
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def file_of(name: str) -> Path:
    """Return the source of one of our modules."""
    path = PACKAGE.parent / name.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _download() -> Path:
    """Return the wheel of msgspec for Pyodide; download it with pip unless it is there."""
    folder = MADE / "wheels"
    found = next(iter(folder.glob(f"msgspec-{MSGSPEC}-*.whl")), None)
    if found is None:
        folder.mkdir(parents=True, exist_ok=True)
        wanted = folder / "requirements.txt"
        wanted.write_text(f"msgspec=={MSGSPEC} --hash=sha256:{MSGSPEC_SHA256}\n", encoding="utf-8")
        options = ["-qq", "--disable-pip-version-check", "--no-input", "--require-hashes", "--no-deps"]
        options += ["--only-binary=:all:", *PLATFORM, f"--dest={folder}", f"--requirement={wanted}"]
        wheel = bundled_pip()
        environ = {**os.environ, "PYTHONPATH": str(wheel)} if wheel else None
        if subprocess.call([sys.executable, "-m", "pip", "download", *options], env=environ):
            raise NotBuilt("msgspec could not be fetched, see above. Is the internet reachable? Then try again")
        found = next(folder.glob(f"msgspec-{MSGSPEC}-*.whl"))
    if hashlib.sha256(found.read_bytes()).hexdigest() != MSGSPEC_SHA256:
        raise NotBuilt(f"{found} is not the msgspec that tools/engine.py names")
    return found


def _unzip(archive: Path, folder: Path, wants: Callable[[str], bool]) -> None:
    with zipfile.ZipFile(archive) as opened:
        names = [info.filename for info in opened.infolist() if not info.is_dir()]
        opened.extractall(folder, [name for name in names if wants(name)])


def _zipped(folder: Path) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in _all_in(folder):
            archive.writestr(
                zipfile.ZipInfo(path.relative_to(folder).as_posix(), ZIP_TIME),
                path.read_bytes(),
                zipfile.ZIP_DEFLATED,
            )
    return buffer.getvalue()


def _tarred(folder: Path) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in _all_in(folder):
            info = tarfile.TarInfo(path.relative_to(folder).as_posix())
            info.size = path.stat().st_size
            with path.open("rb") as file:
                archive.addfile(info, file)
    return gzip.compress(buffer.getvalue(), mtime=0)


def _all_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def hashed(content: bytes) -> str:
    """Return the part of a file's name that changes with its content."""
    return hashlib.sha256(content).hexdigest()[:12]


def version() -> str:
    """Return a digest of all that the engine is made of."""
    digest = hashlib.sha256()
    sources = [
        path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".json", ".toml", ".npz", ".md", ".txt")
    ]
    sources = [path for path in sources if build_client.BUNDLE not in path.parents]
    for path in [*sorted(sources), *TOOLS, build_client.WEB / "package-lock.json"]:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:12]


def version_of(engine: Path) -> str | None:
    """Return the version of a built engine; None if there is none."""
    try:
        return str(json.loads((engine / "engine.json").read_text(encoding="utf-8"))["version"])
    except (OSError, ValueError, KeyError):
        return None


if __name__ == "__main__":
    from tools.prepare import node
    from tools.process import say

    build(node(), say)
