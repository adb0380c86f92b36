"""Compare Python and the installed packages with the requirements of the installed Toctoc."""

import platform
import re
from collections.abc import Iterator
from importlib import metadata

from toctoc import __version__
from toctoc.cli.finding import Finding, ok, problem, warning
from toctoc.extras import how, needed


def check_packages(extras: tuple[str, ...]) -> Iterator[Finding]:
    """Yield a problem for each package of `extras` that is missing or has another version than needed."""
    try:
        about = metadata.metadata("toctoc")
    except metadata.PackageNotFoundError:
        yield warning("not-installed", "how-to/rented-machine", version=__version__)
        return
    python, faults = platform.python_version(), 0
    if not satisfies(python, versions := about["Requires-Python"] or ""):
        faults += 1
        yield problem("python", "how-to/update", version=python, needed=versions)
    for name, versions in needed(*extras):
        about_it = {"package": name, "how": how(*extras, package=name)}
        try:
            found = metadata.version(name)
        except metadata.PackageNotFoundError:
            faults += 1
            yield problem("package-missing", "how-to/update", **about_it)
            continue
        if not satisfies(found, versions):
            faults += 1
            yield problem("package", "how-to/update", found=found, needed=versions, **about_it)
    if not faults:
        yield ok("packages", python=python, version=__version__)


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
