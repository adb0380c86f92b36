"""Change stored data as if another version had written it: one without an option, or with one more."""

import json
from collections.abc import Iterator
from typing import Any

UNKNOWN = "phase_of_the_moon"  # an option of no game


def options_in(data: Any) -> Iterator[dict[str, Any]]:
    """Yield the options of settings, games and records, wherever they stand in what was stored."""
    if isinstance(data, dict):
        if isinstance(found := data.get("options"), dict):
            yield found
        for value in data.values():
            yield from options_in(value)
    elif isinstance(data, list):
        if data[:1] == ["began"]:
            yield data[1]
        for value in data:
            yield from options_in(value)


def without(text: str | bytes, option: str, default: object) -> bytes:
    """Return what was stored as if it were older than an option of its game, where that is at its default."""
    data = json.loads(text)
    for options in options_in(data):
        if options.get(option) == default:
            del options[option]
    return json.dumps(data).encode()


def with_unknown(text: str | bytes) -> bytes:
    data = json.loads(text)
    for options in options_in(data):
        options[UNKNOWN] = "full"
    return json.dumps(data).encode()


def contains(found: Any, stored: Any) -> bool:
    """Tell whether all that was stored is there; a later version may have more to say."""
    if isinstance(stored, dict):
        return isinstance(found, dict) and all(contains(found.get(key), value) for key, value in stored.items())
    return bool(found == stored)
