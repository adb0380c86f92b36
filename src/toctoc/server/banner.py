"""The banner of a started server in the terminal: its addresses, and a QR code for phones in the same network."""

import ipaddress
import socket
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

import segno

# Addresses in networks of each kind. Nothing is sent there: connecting a UDP socket only queries the address that
# the
# system would use.
PROBED_ADDRESSES = [
    (socket.AF_INET, "192.0.2.1"),
    (socket.AF_INET, "192.168.255.254"),
    (socket.AF_INET, "172.31.255.254"),
    (socket.AF_INET, "10.255.255.254"),
    (socket.AF_INET6, "2001:db8::1"),
    (socket.AF_INET6, "fd00::1"),
]
QR_BORDER = 2  # modules; cameras do not need the four of the standard
HALF_BLOCKS = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
BLACK_ON_WHITE, RESET = "\x1b[30;107m", "\x1b[0m"


class BannerTexts(NamedTuple):
    """The texts around the addresses; the command line has them in other languages."""

    here: str = "Toctoc is open at"
    others: str = "On the same network:"
    scan: str = "Or scan this code with a phone:"


ENGLISH = BannerTexts()


def lan_addresses() -> list[str]:
    """Return this machine's addresses that others in its networks can reach, IPv4 first."""
    found: dict[str, None] = {}
    for family, far in PROBED_ADDRESSES:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asked:
                asked.connect((far, 9))
                own = str(asked.getsockname()[0])
        except OSError:
            continue  # this machine has no such network
        if is_reachable(own):
            found[own] = None
    return list(found)


def lines(
    url: str, lan: Sequence[str], width: int = 80, colours: bool = False, words: BannerTexts = ENGLISH
) -> list[str]:
    """Return the banner, line by line.

    `url` is the address of the server for this machine, or its public one. `lan` are addresses of this machine for
    others; empty if they cannot or need not be used. The QR code has the first address that a phone can use; it is
    omitted if it is wider than the terminal. Without colours it suits light letters on a dark ground.
    """
    shared = [at_address(url, address) for address in lan]
    said = [f"{words.here} {url}"]
    if shared:
        said += ["", words.others, *(f"  {each}" for each in shared)]
    target = shared[0] if shared else url if is_reachable(urlsplit(url).hostname or "") else None
    code = qr(target, colours) if target else []
    if code and _wide(code[0]) <= width:
        said += ["", words.scan, "", *code]
    return said


def qr(text: str, colours: bool = False) -> list[str]:
    """Draw the QR code of `text`, two rows of it in each line; empty if the text is too long."""
    try:
        code = segno.make_qr(text, error="m")
    except segno.DataOverflowError:
        return []
    rows = [[bool(dark) for dark in row] for row in code.matrix_iter(border=QR_BORDER)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    # Letters draw the dark modules where we choose the colours, and the light ones where we cannot.
    drawn = [
        "".join(HALF_BLOCKS[upper is colours, lower is colours] for upper, lower in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    ]
    return [f"{BLACK_ON_WHITE}{line}{RESET}" for line in drawn] if colours else drawn


def _wide(line: str) -> int:
    return len(line.removeprefix(BLACK_ON_WHITE).removesuffix(RESET))


def at_address(url: str, address: str) -> str:
    """Return `url` with another address for its host."""
    parts = urlsplit(url)
    host = f"[{address}]" if ":" in address else address
    return parts._replace(netloc=f"{host}:{parts.port}" if parts.port else host).geturl()


def is_reachable(host: str) -> bool:
    """Tell whether another machine could reach `host`, as far as its name says."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return bool(host) and host != "localhost" and not host.endswith(".localhost")
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)
