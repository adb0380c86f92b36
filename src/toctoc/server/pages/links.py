"""Make links to tables for other devices, and their QR codes."""

import io
from urllib.parse import urlsplit

import segno

from toctoc import lang
from toctoc.core.errors import Refused
from toctoc.server.banner import at_address, is_reachable, lan_addresses
from toctoc.server.security.access_control import Site

MAX_HOST_LENGTH = 260  # of a name and a port; more does not fit in a QR code


def link(site: Site, base: str, code: str, page: str = "t") -> str:
    """Return the link to the `page` of a table or group by its `code`; `base` is the URL that the client used."""
    return f"{site.public_url or _shared(site, base)}/{page}/{code}"


def with_language(link: str, language: str) -> str:
    """Return a link with a preview in `language`, if we have it; the page itself follows its visitor."""
    return f"{link}?lang={language}" if language in lang.KNOWN else link


def qr_code(link: str) -> bytes:
    """Draw the QR code of a link as an SVG document. It takes 10 to 50 ms."""
    drawn = io.BytesIO()
    segno.make(link, error="m").save(drawn, kind="svg", omitsize=True, xmldecl=False, nl=False)
    return drawn.getvalue()


def _shared(site: Site, url: str) -> str:
    """Return `url` as other devices in the same network can use it: localhost becomes an address."""
    if len(url.partition("://")[2]) > MAX_HOST_LENGTH:
        raise Refused("device/host", "H2", f"The name of a host has at most {MAX_HOST_LENGTH} characters.")
    try:
        if site.is_open and not is_reachable(urlsplit(url).hostname or ""):
            return next((at_address(url, address) for address in lan_addresses()), url)
    except ValueError:  # brackets without an address, or a port that is none
        raise Refused("device/host", "H2", "That is no name of a host.") from None
    return url
