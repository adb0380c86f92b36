"""Describe the state of a game as one table.

A game's `State` is a class of annotations only: each line names a field, the seats that may see it, and its shape.

    class State:
        phase: Annotated[int, PUBLIC]
        hand: Annotated[Grid, OWNER, SEATS, HAND]

From that table come the plain object the rules work on, its clone, its bytes, and the NumPy record of the
compiled rules. Every number is a small integer that fits in 16 bits.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import prod
from struct import pack as pack_words
from struct import unpack as unpack_words
from typing import Annotated, TypeVar, get_args, get_origin, get_type_hints

PUBLIC = "public"  # everybody, spectators included
OWNER = "owner"  # the seat that is the field's first index
ACTIVE = "active"  # the active player only
NOBODY = "nobody"  # no seat, until the rules show it

_copied = list.copy
Row = list[int]
Grid = list[list[int]]
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Field:
    """Describe one field of a state."""

    name: str
    shape: tuple[int, ...]
    seen_by: str


_TABLES: dict[type, tuple[Field, ...]] = {}


def fields(state: type) -> tuple[Field, ...]:
    """Return the fields of a `State` class, in the order in which they are written."""
    if state not in _TABLES:
        _TABLES[state] = _table(state)
    return _TABLES[state]


def _table(state: type) -> tuple[Field, ...]:
    table = []
    for name, hint in get_type_hints(state, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{state.__name__}.{name} must be Annotated[type, PUBLIC or another viewer, shape...]")
        _, seen_by, *shape = get_args(hint)
        table.append(Field(name, tuple(shape), seen_by))
    return tuple(table)


@cache
def _named(state: type, dimensions: int) -> tuple[str, ...]:
    """Return the names of the fields with so many dimensions."""
    return tuple(field.name for field in fields(state) if len(field.shape) == dimensions)


def blank(state: type[S]) -> S:
    """Return a state with every number 0."""
    s = state()
    for field in fields(state):
        setattr(s, field.name, _zeros(field.shape))
    return s


def clone(s: S) -> S:
    """Return a copy that shares no list with `s`."""
    kind = type(s)
    copy = kind()
    numbers = vars(copy)
    numbers.update(vars(s))
    for name in _named(kind, 1):  # type: ignore[arg-type]  # mypy doubts that a class can be hashed
        numbers[name] = numbers[name][:]
    for name in _named(kind, 2):  # type: ignore[arg-type]
        numbers[name] = [*map(_copied, numbers[name])]
    return copy


def numbers(s: object) -> list[int]:
    """Return all numbers of a state, field by field in the table's order."""
    flat: list[int] = []
    for field in fields(type(s)):
        value = getattr(s, field.name)
        if len(field.shape) == 0:
            flat.append(value)
        elif len(field.shape) == 1:
            flat += value
        else:
            for row in value:
                flat += row
    return flat


def pack(s: object) -> bytes:
    """Write a state as bytes: 16-bit little-endian numbers, exactly the memory of the NumPy record."""
    words = numbers(s)
    return pack_words(f"<{len(words)}h", *words)


def unpack(state: type[S], packed: bytes) -> S:
    """Read the state that `pack` wrote; raise `ValueError` when the length is not that game's."""
    expected = sum(2 * prod(list(field.shape)) for field in fields(state))
    if len(packed) != expected:
        raise ValueError(f"a packed state of this game has {expected} bytes, not {len(packed)}")
    source = iter(unpack_words(f"<{len(packed) // 2}h", packed))
    s = state()
    for field in fields(state):
        setattr(s, field.name, _taken(source, field.shape))
    return s


def same(a: object, b: object) -> bool:
    """Tell whether two states are of one type and have the same numbers."""
    return type(a) is type(b) and numbers(a) == numbers(b)


def _zeros(shape: tuple[int, ...]) -> int | Row | Grid:
    if not shape:
        return 0
    if len(shape) == 1:
        return [0] * shape[0]
    return [[0] * shape[1] for _ in range(shape[0])]


def _taken(source: Iterator[int], shape: tuple[int, ...]) -> int | Row | Grid:
    if not shape:
        return next(source)
    if len(shape) == 1:
        return [next(source) for _ in range(shape[0])]
    return [[next(source) for _ in range(shape[1])] for _ in range(shape[0])]
