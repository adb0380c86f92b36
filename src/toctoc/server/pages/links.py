"""Make links to a table for other devices, and their QR codes."""

import io
from urllib.parse import urlsplit

import segno

from toctoc import lang
from toctoc.games.errors import Refused
from toctoc.server.banner import elsewhere, lan_addresses, reachable
from toctoc.server.transport.access import Access

LONGEST_HOST = 260  # a name and a port: what does not fit in a QR code is none


def link(access: Access, scheme: str, host: str, code: str, page: str = "t") -> str:
    """Return where others find a table, or what else `page` shows, when a request found this server at `host`."""
    return f"{access.public_url or _shared(access, scheme, host)}/{page}/{code}"


def spoken(link: str, language: str) -> str:
    """Return a link whose preview is in a language, if it is one of ours; the page follows its visitor."""
    return f"{link}?lang={language}" if language in lang.KNOWN else link


def picture(link: str) -> bytes:
    """Draw a link's QR code as SVG: a picture in its own right, not only a part of a page.

    It takes 10 to 50 ms.
    """
    drawn = io.BytesIO()
    segno.make(link, error="m").save(drawn, kind="svg", omitsize=True, xmldecl=False, nl=False)
    return drawn.getvalue()


def _shared(access: Access, scheme: str, host: str) -> str:
    """Return this server's URL; what only this machine understands, such as localhost, as phones nearby say it."""
    if len(host) > LONGEST_HOST:
        raise Refused("device/host", "H2", f"The name of a host has at most {LONGEST_HOST} characters.")
    url = f"{scheme}://{host}"
    try:
        if access.is_open and not reachable(urlsplit(url).hostname or ""):
            return next((elsewhere(url, address) for address in lan_addresses()), url)
    except ValueError:  # brackets without an address, or a port that is none
        raise Refused("device/host", "H2", "That is no name of a host.") from None
    return url
