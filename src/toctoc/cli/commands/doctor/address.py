"""Check the public address of a server: TLS, the proxy, websockets, and the headers that browsers need."""

import ipaddress
import json
import re
import ssl
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.message import Message
from email.utils import parsedate_to_datetime
from functools import cached_property
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from toctoc.cli.failures import reason
from toctoc.cli.finding import PROBLEM, Finding, ok, problem, warning
from toctoc.lang import Catalogue
from toctoc.server.banner import is_reachable
from toctoc.server.config import ServerConfig
from toctoc.server.transport.middleware import SECURITY_HEADERS
from toctoc.storage.common import DAY_SECONDS

PROXY_PAGE = "how-to/proxy"
ADDRESS_TIMEOUT_SECONDS = 10.0
MIN_CERTIFICATE_DAYS = 14.0  # Let's Encrypt's are renewed 30 days before their end
MAX_DATE_DIFFERENCE_SECONDS = 10.0  # the header `Date` has whole seconds, and a slow line adds some
INVENTED_ADDRESS = "203.0.113.77"  # for documentation: nobody has it
SCRIPT = re.compile(r'src="(/assets/[^"]+\.js)"')
POLICY, HSTS = "Content-Security-Policy", "Strict-Transport-Security"
HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dG9jdG9jIGRvY3RvciE/Pw==",
}
REFUSED_CODES = ("table/unknown", "table/guessing")  # the server itself has read the request for a websocket


class Answer:
    """The answer to a request, and the address from which it was sent."""

    def __init__(self, status: int, headers: Message, body: bytes, source: str) -> None:
        self.status, self.headers, self.body, self.source = status, headers, body, source

    @property
    def data(self) -> dict[str, Any]:
        """Return the JSON object of the body; empty if it has none."""
        try:
            found = json.loads(self.body)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}


@dataclass
class Visit:
    """Requests to one public address. Redirects are not followed."""

    url: str
    config: ServerConfig
    say: Catalogue
    wall: Callable[[], float] = time.time
    http_port: int | None = None  # at which a server with TLS redirects; by default 80 for one at 443
    source: str = ""  # address to send from; empty for the system's choice
    tls: ssl.SSLContext = field(default_factory=ssl.create_default_context)

    def connection(self, scheme: str = "", port: int | None = None) -> HTTPConnection:
        """Return a connection that is not open yet."""
        parts, source = urlsplit(self.url), (self.source, 0) if self.source else None
        host = parts.hostname or ""
        if (scheme or parts.scheme) == "https":
            return HTTPSConnection(
                host, port or parts.port, timeout=ADDRESS_TIMEOUT_SECONDS, source_address=source, context=self.tls
            )
        return HTTPConnection(host, port or parts.port, timeout=ADDRESS_TIMEOUT_SECONDS, source_address=source)

    def ask(
        self,
        path: str,
        headers: dict[str, str] | None = None,
        method: str = "GET",
        line: HTTPConnection | None = None,
    ) -> Answer:
        """Send one request on a connection of its own, and return the answer."""
        line = line or self.connection()
        try:
            line.request(method, path, headers={"Accept-Encoding": "identity", **(headers or {})})
            source = line.sock.getsockname()[0]
            found = line.getresponse()
            return Answer(found.status, found.headers, found.read(), source)
        finally:
            line.close()

    @cached_property
    def page(self) -> Answer:
        """Return the first page."""
        return self.ask("/")

    @property
    def is_secure(self) -> bool:
        return self.url.startswith("https:")


def check_address(visit: Visit) -> Iterator[Finding]:
    """Yield the findings of the checks, until one shows that no Toctoc can be reached."""
    for check in CHECKS:
        try:
            found = list(check(visit))
        except OSError as error:
            yield problem("unreachable", PROXY_PAGE, url=visit.url, reason=_reason(error, visit.say))
            return
        except HTTPException as error:
            yield problem("no-http", PROXY_PAGE, url=visit.url, reason=type(error).__name__)
            return
        yield from found
        if check is check_health and found[0].level == PROBLEM:
            return


def _reason(error: OSError, say: Catalogue) -> str:
    if isinstance(error, ssl.SSLError):
        return str(error.reason or error)
    return str(error.strerror) if (error.errno or 0) < 0 else reason(error, say)  # the name is unknown


def check_certificate(visit: Visit) -> Iterator[Finding]:
    """Browsers trust the certificate, and do so for some time. Else, later checks go on without that."""
    if not visit.is_secure:
        if is_reachable(urlsplit(visit.url).hostname or ""):
            yield warning("no-tls", PROXY_PAGE, url=visit.url)
        return
    line = visit.connection()
    try:
        line.connect()
        assert isinstance(line.sock, ssl.SSLSocket)
        certificate: Any = line.sock.getpeercert()
    except ssl.SSLCertVerificationError as error:
        yield problem("certificate", PROXY_PAGE, reason=error.verify_message)
        visit.tls.check_hostname, visit.tls.verify_mode = False, ssl.CERT_NONE
        return
    finally:
        line.close()
    days = (ssl.cert_time_to_seconds(certificate["notAfter"]) - visit.wall()) / DAY_SECONDS
    left = visit.say.number(days)
    is_short = days < MIN_CERTIFICATE_DAYS
    yield warning("certificate-ends", PROXY_PAGE, days=left) if is_short else ok("certificate-good", days=left)


def check_health(visit: Visit) -> Iterator[Finding]:
    """The server itself answers."""
    found = visit.ask("/healthz")
    if (found.status, found.body) == (200, b"well\n"):
        yield ok("health", url=visit.url)
    elif found.data.get("code") == "host/unknown":
        yield problem("host-unknown", PROXY_PAGE, url=visit.url, name=urlsplit(visit.url).hostname)
    else:
        yield problem("health-bad", PROXY_PAGE, url=visit.url, status=found.status)


def check_public_url(visit: Visit) -> Iterator[Finding]:
    """The server knows this address."""
    known = (visit.config.public_url or "").rstrip("/")
    if known and known != visit.url:
        yield warning("other-url", "reference/server-options", known=known, url=visit.url)


def check_redirect(visit: Visit) -> Iterator[Finding]:
    """Plain HTTP leads to TLS."""
    port = visit.http_port or (80 if urlsplit(visit.url).port in (None, 443) else None)
    if not visit.is_secure or port is None:
        return
    try:
        found = visit.ask("/", line=visit.connection("http", port))
    except (OSError, HTTPException):
        yield warning("redirect-closed", PROXY_PAGE, port=port)
        return
    if 300 <= found.status < 400 and found.headers.get("Location", "").startswith("https:"):
        yield ok("redirect")
    else:
        yield problem("redirect-none", PROXY_PAGE, status=found.status)


def check_client(visit: Visit) -> Iterator[Finding]:
    """The server sees the address and the scheme of the client, and does not believe invented addresses."""
    found = visit.ask("/api/client")
    if found.status != 200 or "address" not in found.data:
        yield warning("client-unknown", "how-to/update", status=found.status)
        return
    address, scheme = str(found.data["address"]), str(found.data["scheme"])
    invented = visit.ask("/api/client", {"X-Forwarded-For": INVENTED_ADDRESS}).data.get("address")
    if invented == INVENTED_ADDRESS:
        yield problem("address-invented", PROXY_PAGE, proxies=visit.config.behind_proxy)
    elif address != found.source and _is_loopback(address):
        yield problem("address-proxy", PROXY_PAGE, address=address)
    elif address != found.source and not is_global(address) and is_global(found.source):
        yield warning("address-private", PROXY_PAGE, address=address)
    elif scheme != urlsplit(visit.url).scheme:
        yield warning("scheme", PROXY_PAGE, scheme=scheme)
    else:
        yield ok("client", address=address, scheme=scheme)


def is_global(address: str) -> bool:
    """Tell whether `address` is one of the internet."""
    try:
        return ipaddress.ip_address(address).is_global
    except ValueError:
        return False


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return not address


def check_cookie(visit: Visit) -> Iterator[Finding]:
    """A page of this address may write to the server, and its cookie needs TLS."""
    found = visit.ask("/api/guest", {"Origin": visit.url, "Content-Length": "0"}, "POST")
    is_restricted = "secure" in [part.strip().lower() for part in found.headers.get("Set-Cookie", "").split(";")]
    if found.status != 204:
        code = found.data.get("code", found.status)
        yield problem("origin", PROXY_PAGE, url=visit.url, code=code)
    elif visit.is_secure and not is_restricted:
        yield problem("cookie-open", PROXY_PAGE, url=visit.url)
    else:
        yield ok("cookie")


def check_websocket(visit: Visit) -> Iterator[Finding]:
    """The request for a websocket reaches the server, which refuses a table that does not exist."""
    found = visit.ask("/api/tables/doctor/ws", {"Origin": visit.url, **HANDSHAKE})
    code = found.data.get("code", "")
    if code in REFUSED_CODES:
        yield ok("websocket")
    else:
        yield problem("websocket-lost", PROXY_PAGE, status=found.status, code=code or "–")


def check_headers(visit: Visit) -> Iterator[Finding]:
    """The security headers of the server arrive as it sends them."""
    headers = visit.page.headers
    if headers.get(POLICY) == SECURITY_HEADERS[POLICY]:
        yield ok("policy")
    else:
        yield warning("policy-changed", PROXY_PAGE, header=POLICY)
    if visit.is_secure and visit.config.hsts_days:
        yield ok("hsts") if headers.get(HSTS) else warning("hsts-none", PROXY_PAGE, header=HSTS, url=visit.url)


def check_compression(visit: Visit) -> Iterator[Finding]:
    """Scripts arrive compressed."""
    script = SCRIPT.search(visit.page.body.decode("utf-8", "replace"))
    if script is None:
        yield warning("client-unbuilt", "how-to/rented-machine")
    elif visit.ask(script[1], {"Accept-Encoding": "gzip"}).headers.get("Content-Encoding"):
        yield ok("compression")
    else:
        yield warning("compression-none", PROXY_PAGE)


def check_metrics(visit: Visit) -> Iterator[Finding]:
    """The pages for the host alone are not public."""
    if is_reachable(urlsplit(visit.url).hostname or "") and visit.ask("/metrics").status == 200:
        yield warning("metrics-open", PROXY_PAGE, url=visit.url)


def check_date(visit: Visit) -> Iterator[Finding]:
    """The server has the time of this machine."""
    try:
        there = parsedate_to_datetime(visit.page.headers.get("Date", "")).timestamp()
    except ValueError:
        return
    apart = abs(there - visit.wall())
    far = visit.say.number(apart)
    yield warning("date", seconds=far) if apart > MAX_DATE_DIFFERENCE_SECONDS else ok("date-same")


CHECKS = (
    check_certificate, check_health, check_public_url, check_redirect, check_client, check_cookie, check_websocket,
    check_headers, check_compression, check_metrics, check_date,
)  # fmt: skip
