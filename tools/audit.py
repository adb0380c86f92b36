"""The commands of run.py about the locked packages: `audit` and `sbom`, by pip-audit, cyclonedx-py and npm."""

import json
import subprocess

from tools import ROOT, build_client, environment
from tools.environment import tool
from tools.lock import APART, LOCKS
from tools.prepare import node
from tools.process import run, say

SERVICE = "https://api.osv.dev"  # receives names and versions of packages, nothing else
TIMEOUT_S = 20.0
BILL = ROOT / "sbom"
BILLED_LOCKS = ("play", "fast", "host")  # those of `make play`, of the extra `fast`, and of the image

# Vulnerabilities in Python packages that do not concern Toctoc: id, and the reason.
ACCEPTED: dict[str, str] = {}


def audit(_arguments: list[str]) -> int:
    """Look up known vulnerabilities of all packages that the locks name; skipped where there is no internet"""
    return (audit_python() or 0) | (audit_client() or 0)


def sbom(_arguments: list[str]) -> int:
    """Write the software bill of materials, CycloneDX's JSON, into sbom/"""
    environment.prepare("audit")
    BILL.mkdir(exist_ok=True)
    for lock in BILLED_LOCKS:
        made = [f"--output-file={BILL / lock}.cdx.json", "--output-reproducible"]
        about = ["--pyproject=pyproject.toml", f"requirements/{lock}.lock"]
        if code := run([tool("cyclonedx-py"), "requirements", *made, *about], PYTHONWARNINGS="ignore"):
            return code
    with (BILL / "client.cdx.json").open("w", encoding="utf-8") as file:
        # The packages of its tests are in it, and marked: `--omit=dev` omits others too, for want of addresses.
        npm = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"]
        return build_client.npm(node(), *npm, stdout=file).returncode


def audit_python() -> int | None:
    """Audit the packages of every lock in requirements/; return 1 if one has a vulnerability, None offline."""
    if not is_reachable(SERVICE):
        say(f"the audit of the Python packages is skipped: {SERVICE} cannot be reached")
        return None
    environment.prepare("audit")
    # Without pip, which would look for packages that no lock names.
    options = ["--disable-pip", "--require-hashes", "--vulnerability-service=osv", "--progress-spinner=off"]
    accepted = [f"--ignore-vuln={id}" for id in ACCEPTED]
    codes = []
    for names in LOCKS.keys() - APART, APART:  # it refuses two versions of a package
        locks = [f"--requirement=requirements/{name}.lock" for name in sorted(names)]
        codes.append(run([tool("pip-audit"), *options, *locks, *accepted]))
    return max(codes)


def audit_client() -> int | None:
    """Audit the packages of web/package-lock.json; return 1 if one has a vulnerability, None offline."""
    path = node()
    answer = build_client.npm(
        path, "audit", "--package-lock-only", "--json", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    report = json.loads(answer.stdout or "{}")
    if "auditReportVersion" not in report:
        why = report.get("message", "the registry cannot be reached")
        say(f"the audit of the client's packages is skipped: {why}")
        return None
    return build_client.npm(path, "audit", "--package-lock-only").returncode


def is_reachable(url: str) -> bool:
    """Return whether a server answers at `url`, also with an error."""
    import urllib.error
    import urllib.request

    try:
        urllib.request.urlopen(url, timeout=TIMEOUT_S).close()
    except urllib.error.HTTPError as error:
        error.close()
    except OSError:
        return False
    return True
