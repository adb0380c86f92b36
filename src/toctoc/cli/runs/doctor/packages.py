"""Compare Python and the installed packages with the requirements of the installed Toctoc."""

import platform
import re
import sys
from collections.abc import Iterator
from importlib import metadata

from toctoc import __version__
from toctoc.cli.runs.doctor.finding import Finding, ok, problem, warning

REQUIREMENT = re.compile(r"([\w.-]+)\s*\(?([^;()]*)\)?\s*(?:;(.*))?")
EXTRA = re.compile(r"extra\s*==\s*['\"]([\w-]+)['\"]")


def check_packages(extras: tuple[str, ...]) -> Iterator[Finding]:
    """Yield a problem for each package of `extras` that is missing or has another version than needed."""
    try:
        about = metadata.metadata("toctoc")
    except metadata.PackageNotFoundError:
        yield warning("not-installed", "how-to/rented-machine", version=__version__)
        return
    python, faults = platform.python_version(), 0
    if not satisfies(python, needed := about["Requires-Python"] or ""):
        faults += 1
        yield problem("python", "how-to/update", version=python, needed=needed)
    for name, versions in _needed(metadata.requires("toctoc") or [], extras):
        try:
            found = metadata.version(name)
        except metadata.PackageNotFoundError:
            faults += 1
            yield problem("package-missing", "how-to/update", package=name, extras=",".join(extras))
            continue
        if not satisfies(found, versions):
            faults += 1
            yield problem(
                "package", "how-to/update", package=name, found=found, needed=versions, extras=",".join(extras)
            )
    if not faults:
        yield ok("packages", python=python, version=__version__)


def _needed(requirements: list[str], extras: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield name and versions of each requirement for this system."""
    for requirement in requirements:
        found = REQUIREMENT.fullmatch(requirement.strip())
        if found is None:
            continue
        name, versions, marker = found[1], found[2].strip(), found[3] or ""
        extra = EXTRA.search(marker)
        if (extra is None or extra[1] in extras) and not ("win32" in marker and sys.platform == "win32"):
            yield name, versions


def satisfies(version: str, versions: str) -> bool:
    """Tell whether `version` is within `versions`, such as `>=2.3,<3`; other operators are not compared."""
    for bound in versions.split(","):
        found = re.fullmatch(r"\s*(>=|<)\s*([\d.]+)\s*", bound)
        if found and (_numbers(version) >= _numbers(found[2])) != (found[1] == ">="):
            return False
    return True


def _numbers(version: str) -> list[int]:
    numbers = [int(number) for number in re.match(r"[\d.]*", version)[0].strip(".").split(".") if number]  # type: ignore[index]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return numbers
