"""Read the headers that proxies add: the address and the scheme of the client."""

from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

FORWARDED_FOR, FORWARDED_PROTO = "x-forwarded-for", "x-forwarded-proto"
# Any of these says that a request has come through a proxy.
FORWARDING_HEADERS = (FORWARDED_FOR, FORWARDED_PROTO, "x-forwarded-host", "x-real-ip", "forwarded", "via")


def join_headers(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return `headers` by their names in lower case; the values of repeated ones are joined to a list."""
    found: dict[str, str] = {}
    for name, value in headers:
        key = name.lower()
        if key in found:
            value = f"{found[key]}{'; ' if key == 'cookie' else ', '}{value}"
        found[key] = value
    return found


def decoded_headers(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return the headers of an HTTP request, as `join_headers`."""
    return join_headers((name.decode("latin-1"), value.decode("latin-1")) for name, value in headers)


def client_address(headers: Mapping[str, str], proxies: int, peer: str) -> str:
    """Return the address of the client: `peer`, or the one that the outermost of `proxies` own proxies saw.

    Each proxy appends the address that it saw. Addresses before the last `proxies` may be invented by the client.
    """
    return _nth_last(headers.get(FORWARDED_FOR, ""), proxies) or peer


def client_scheme(headers: Mapping[str, str], proxies: int, own: str) -> str | None:
    """Return the scheme of the client's request at the outermost proxy; None if the proxies do not say."""
    if not proxies:
        return own
    return _nth_last(headers.get(FORWARDED_PROTO, ""), proxies).lower() or None


def is_forwarded(headers: Mapping[str, str]) -> bool:
    """Tell whether a request has come through a proxy that says so."""
    return any(name in headers for name in FORWARDING_HEADERS)


def _nth_last(values: str, proxies: int) -> str:
    if not proxies:
        return ""
    found = [value for part in values.split(",") if (value := part.strip())]
    return found[-min(proxies, len(found))] if found else ""


def without_port(address: str) -> str:
    """Return an address as proxies write it, 192.0.2.1:50123 or [2001:db8::1]:50123, without the port."""
    if address.startswith("[") or address.count(":") == 1:
        try:
            return urlsplit(f"//{address}").hostname or address
        except ValueError:  # brackets without an address
            return address
    return address
