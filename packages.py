"""The packages that the locks name: a bill of materials of them, and an audit for known vulnerabilities.

Only the standard library, as in run.py. The audit asks https://osv.dev for nothing but names and versions.
"""

import base64
import json
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import environment

ROOT = Path(__file__).resolve().parent
OSV = "https://api.osv.dev/v1/querybatch"
PATIENCE = 20.0  # seconds
MOST = 500  # packages in one question

# Vulnerabilities that do not concern us, by id, and why.
ACCEPTED: dict[str, str] = {}

PIN = re.compile(r"^(?P<name>[a-z0-9._-]+)==(?P<version>[^\s;\\]+)", re.MULTILINE)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
Ask = Callable[[bytes], bytes]


@dataclass(frozen=True, order=True)
class Package:
    """A package of a lock; `scope` says, in CycloneDX's words, whether those who play or host need it."""

    ecosystem: str  # PyPI or npm
    name: str
    version: str
    scope: str  # required, optional, excluded
    hashes: tuple[tuple[str, str], ...]  # algorithm, and digest in hexadecimal digits

    @property
    def purl(self) -> str:
        """Return the package's URL, by which other tools know it."""
        return f"pkg:{self.ecosystem.lower()}/{self.name.replace('@', '%40')}@{self.version}"


def locked() -> list[Package]:
    """Return every package of every lock, each once, with the widest scope that it has."""
    scopes = {"play": "required", "fast": "optional", "host": "optional"}
    found: dict[tuple[str, str, str], Package] = {}
    for lock in sorted(environment.LOCKS, key=lambda name: list(scopes).index(name) if name in scopes else 9):
        text = (environment.REQUIREMENTS / f"{lock}.lock").read_text(encoding="utf-8")
        for part in re.split(r"\n(?=\S)", text):
            if pin := PIN.match(part):
                hashes = tuple(("SHA-256", digest) for digest in sorted(HASH.findall(part)))
                package = Package("PyPI", pin["name"], pin["version"], scopes.get(lock, "excluded"), hashes)
                found.setdefault(("PyPI", package.name, package.version), package)
    for package in _npm():
        found.setdefault(("npm", package.name, package.version), package)
    return sorted(found.values())


def _npm() -> Iterable[Package]:
    """Yield what the browser client is built of, and with; all of that happens before it is installed."""
    packages = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    for path, package in packages.items():
        if path:
            name = path.rpartition("node_modules/")[2]
            digest = base64.b64decode(package["integrity"].removeprefix("sha512-")).hex()
            scope = "excluded" if package.get("dev") else "required"
            yield Package("npm", name, package["version"], scope, (("SHA-512", digest),))


def bill(version: str) -> dict[str, Any]:
    """Return the bill of materials of this version, as CycloneDX has it; of the same locks it is the same."""
    components = [
        {
            "type": "library", "bom-ref": package.purl, "name": package.name, "version": package.version,
            "scope": package.scope, "purl": package.purl,
            "hashes": [{"alg": algorithm, "content": digest} for algorithm, digest in package.hashes],
        }
        for package in locked()
    ]  # fmt: skip
    own = {"type": "application", "name": "toctoc", "version": version, "purl": f"pkg:pypi/toctoc@{version}"}
    return {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": {"component": own},
        "components": components,
    }  # fmt: skip


def vulnerabilities(packages: Sequence[Package], ask: Ask) -> list[tuple[Package, str]]:
    """Return the known vulnerabilities of packages, by their ids; `OSError` where nobody can be asked."""
    found = []
    for first in range(0, len(packages), MOST):
        some = packages[first : first + MOST]
        queries = [
            {"package": {"ecosystem": each.ecosystem, "name": each.name}, "version": each.version} for each in some
        ]
        answers = json.loads(ask(json.dumps({"queries": queries}).encode()))["results"]
        for package, answer in zip(some, answers, strict=True):
            found += [(package, vulnerability["id"]) for vulnerability in answer.get("vulns", [])]
    return found


def ask_osv(question: bytes) -> bytes:
    """Ask the database of open-source vulnerabilities."""
    request = urllib.request.Request(OSV, question, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        body: bytes = answer.read()
    return body


def audit(say: Callable[[str], None], ask: Ask = ask_osv) -> int:
    """Say which packages have known vulnerabilities; 1 if one has, 0 if none has or nobody can be asked.

    An answer that is none is a failure too: else a question that is not understood would pass for ever.
    """
    packages = locked()
    try:
        found = vulnerabilities(packages, ask)
    except (ValueError, KeyError, TypeError, urllib.error.HTTPError) as error:
        say(f"the audit failed: {OSV} gave no answer that can be read ({error})")
        return 1
    except OSError as error:
        say(f"the audit of {len(packages)} packages is skipped: {OSV} cannot be asked ({type(error).__name__})")
        return 0
    new = [(package, id) for package, id in found if id not in ACCEPTED]
    for package, id in new:
        say(f"{package.ecosystem} {package.name} {package.version}: https://osv.dev/{id}")
    say(
        f"{len(packages)} packages are audited: {len(new)} known vulnerabilities, {len(found) - len(new)} accepted"
    )
    return 1 if new else 0


def write_bill(version: str) -> None:
    """Write the bill of materials to standard output."""
    json.dump(bill(version), sys.stdout, indent=1)
    print()
