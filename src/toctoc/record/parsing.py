"""Parse a line of JSON and check the types of its parts; `BadRecord` has the path of the wrong part."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NoReturn, cast

from .errors import BadRecord, shown


def parsed(line: str) -> object:
    """Return the JSON value of a line."""
    try:
        return json.loads(
            line, object_pairs_hook=_without_repeats, parse_float=_not_whole, parse_constant=_not_whole
        )
    except BadRecord:
        raise
    except json.JSONDecodeError as error:
        raise _no_json(line, error) from None
    except RecursionError:
        raise BadRecord("too-deep") from None
    except ValueError:  # Python makes no integer of thousands of digits
        raise BadRecord("too-many-digits") from None


def take_object(data: object, path: str, keys: Sequence[str], optional: Sequence[str] = ()) -> dict[str, object]:
    """Return a JSON object with all of `keys`, possibly some of `optional`, and no others."""
    fields = take_map(data, path)
    for key in keys:
        if key not in fields:
            raise BadRecord("missing-key", path=joined(path, key))
    for key in fields:
        if key not in keys and key not in optional:
            raise BadRecord("unknown-key", path=joined(path, key), keys=", ".join([*keys, *optional]))
    return fields


def take_map(data: object, path: str) -> dict[str, object]:
    """Return a JSON object with any keys."""
    if not isinstance(data, dict):
        raise BadRecord("not-an-object" if path else "not-a-record", path=path, value=shown(data))
    return data


def take_list(data: object, path: str, entries: int | None = None) -> list[object]:
    """Return a JSON list; with `entries`, of that length: one for each seat."""
    if not isinstance(data, list):
        raise BadRecord("not-a-list", path=path, value=shown(data))
    if entries is not None and len(data) != entries:
        raise BadRecord("one-a-seat", path=path, count=len(data), seats=entries)
    return data


def take_numbers(data: object, path: str, entries: int | None = None) -> tuple[int, ...]:
    """Return the whole numbers of a JSON list."""
    numbers = take_list(data, path, entries)
    for n, number in enumerate(numbers):
        if not is_whole(number):
            raise BadRecord("whole", path=f"{path}[{n}]", value=shown(number))
    return tuple(cast(list[int], numbers))


def is_whole(data: object) -> bool:
    """Tell whether a value is a whole number; `true` and `false` are none."""
    return isinstance(data, int) and not isinstance(data, bool)


def is_number(data: object, number: int) -> bool:
    """Tell whether a value is that whole number."""
    return is_whole(data) and data == number


def joined(path: str, key: str) -> str:
    """Return the path of a key of the object at `path`."""
    name = key if re.fullmatch(r"\w{1,40}", key, re.ASCII) else shown(key)
    return f"{path}.{name}" if path else name


def _no_json(line: str, error: json.JSONDecodeError) -> BadRecord:
    if line.startswith("\ufeff"):
        return BadRecord("byte-order-mark")
    rest = line[error.pos :].rstrip(" \t\r\n")
    begun = any(word.startswith(rest) for word in ("true", "false", "null", "-"))
    if begun or error.msg.startswith("Unterminated string"):
        return BadRecord("cut-off")
    return BadRecord("not-json", character=error.pos + 1, near=shown(rest))


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        ((repeated, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise BadRecord("repeated-key", key=shown(repeated))
    return fields


def _not_whole(text: str) -> NoReturn:
    raise BadRecord("not-whole", value=text if len(text) <= 40 else f"{text[:37]}...")
