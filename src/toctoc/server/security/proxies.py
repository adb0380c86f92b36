"""What proxies say of a request: whose it is, and over which scheme it came."""

from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

ADDRESSES, SCHEME = "x-forwarded-for", "x-forwarded-proto"


def joined(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return headers by their names in small letters; what stands in several lines is one list."""
    found: dict[str, str] = {}
    for name, value in headers:
        key = name.lower()
        if key in found:
            value = f"{found[key]}{'; ' if key == 'cookie' else ', '}{value}"
        found[key] = value
    return found


def address(headers: Mapping[str, str], hops: int, peer: str) -> str:
    """Return the address that a request comes from: its `peer`, or what the outermost of our proxies saw.

    Each proxy adds the address that it saw at the end, so what stands before the last `hops` may be invented.
    """
    return _at_hop(headers.get(ADDRESSES, ""), hops) or peer


def scheme(headers: Mapping[str, str], hops: int, own: str) -> str | None:
    """Return the scheme by which a request came to the outermost of our proxies; None if they do not say."""
    if not hops:
        return own
    return _at_hop(headers.get(SCHEME, ""), hops).lower() or None


def _at_hop(values: str, hops: int) -> str:
    if not hops:
        return ""
    told = [value for part in values.split(",") if (value := part.strip())]
    return told[-min(hops, len(told))] if told else ""


def without_port(address: str) -> str:
    """Return an address as proxies write it, 192.0.2.1:50123 or [2001:db8::1]:50123, without the port."""
    if address.startswith("[") or address.count(":") == 1:
        try:
            return urlsplit(f"//{address}").hostname or address
        except ValueError:  # brackets without an address
            return address
    return address
