"""Name the command that installs the packages of an extra, where this Python runs."""

import os
import re
import shlex
import sys
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

REQUIREMENT = re.compile(r"([\w.-]+(?:\[[\w,-]+\])?)\s*\(?([^;()]*)\)?\s*(?:;(.*))?")
EXTRA = re.compile(r"extra\s*==\s*['\"]([\w-]+)['\"]")


@cache
def checkout() -> Path | None:
    """Return the checkout if this Python is the one of its `.venv`; None where Toctoc is an installed wheel."""
    root = Path(__file__).resolve().parents[2]
    is_its_own = (root / "run.py").is_file() and Path(sys.prefix).resolve() == (root / ".venv").resolve()
    return root if is_its_own else None


def how(*extras: str, package: str = "") -> str:
    """Return the command that installs `extras`, or what is right for one `package` of theirs.

    An installed wheel names the packages themselves: Toctoc is on no package index.
    """
    if root := checkout():
        run_py = "run.py" if Path.cwd() == root else shlex.quote(str(root / "run.py"))
        options = (f"--extra {name}" for name in extras if name != "serve")  # every checkout has it
        return " ".join(["py" if os.name == "nt" else "python3", run_py, "install", *options])
    wanted = {package} if package else {name for name, _ in needed(*extras)} - {name for name, _ in needed()}
    return pip(*dict.fromkeys(name + versions for name, versions in needed(*extras) if name in wanted))


def pip(*arguments: str) -> str:
    """Return the command that installs packages of others for this Python; `.venv` of a checkout has no pip."""
    program = "pip install"
    if root := checkout():
        uv = Path(sys.executable).with_name("uv")
        there = Path.cwd() == root
        program = f"{uv.relative_to(root) if there else shlex.quote(str(uv))} pip install"
        program += "" if there else f" --python {shlex.quote(str(root / '.venv'))}"
    mark = '"' if os.name == "nt" else "'"  # a version has < and >, which mean files to a shell
    return " ".join([program, *(f"{mark}{each}{mark}" if {*each} & {*"<>["} else each for each in arguments)])


def needed(*extras: str) -> Iterator[tuple[str, str]]:
    """Yield name and versions of the packages that the installed Toctoc declares, with those of `extras`."""
    try:
        declared = metadata.requires("toctoc") or []
    except metadata.PackageNotFoundError:  # it is imported from the sources, and was never installed
        return
    for requirement in declared:
        found = REQUIREMENT.fullmatch(requirement.strip())
        if found is None:
            continue
        name, versions, marker = found[1], found[2].strip(), found[3] or ""
        extra = EXTRA.search(marker)
        if (extra is None or extra[1] in extras) and not ("win32" in marker and sys.platform == "win32"):
            yield name, versions
