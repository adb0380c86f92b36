"""Describe the views of a game, field by field, as data: for tables that are drawn without knowing the game."""

import dataclasses
from functools import cache
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from .game import EACH_SEAT, Event, Game, View

COMMON_FIELDS = frozenset(field.name for field in dataclasses.fields(View))  # the fields of every view


@dataclasses.dataclass(frozen=True, slots=True)
class ViewField:
    """A field of a view, or of a part of one; its label is `<game>.field.<name>` of the catalogues."""

    kind: str  # as in `Game.kinds`, or "number", "flag"; of a part its type: in words it is `<game>.part.<kind>`
    many: str = "one"  # "list", or "seats": a list with one part for each seat
    parts: dict[str, "ViewField"] = dataclasses.field(default_factory=dict)


@cache
def public(game: Game) -> dict[str, ViewField]:
    """Return the fields of a spectator's view, without those of every view."""
    return _fields(game, game.views[0], COMMON_FIELDS)


@cache
def own(game: Game) -> dict[str, ViewField]:
    """Return the fields that only a seat's own view has."""
    seat = game.views[1]
    return _fields(game, seat, COMMON_FIELDS | {"seat", *public(game)}) if seat else {}


def each_seat(event: type[Event]) -> tuple[str, ...]:
    """Return the fields of an event that have a part for each seat."""
    kind: Any = event  # the checker takes dataclasses for unhashable classes
    return _each_seat(kind)


@cache
def _each_seat(kind: Any) -> tuple[str, ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(field.name for field in dataclasses.fields(kind) if _is_each_seat(hints[field.name]))


def _fields(game: Game, kind: Any, without: frozenset[str] = frozenset()) -> dict[str, ViewField]:
    hints = get_type_hints(kind, include_extras=True)
    names = [field.name for field in dataclasses.fields(kind) if field.name not in without]
    return {name: _field(game, kind.__name__, name, hints[name]) for name in names}


def _field(game: Game, owner: str, name: str, hint: Any) -> ViewField:
    """Describe a field by its type and by the kind that the game says it is of."""
    if NoneType in get_args(hint):
        hint = next(each for each in get_args(hint) if each is not NoneType)
    said, many = game.kind(owner, name), "one"
    if _is_each_seat(hint):
        many, hint = "seats", get_args(get_args(hint)[0])[0]
    elif get_origin(hint) is tuple and said != "cards":
        many, hint = "list", get_args(hint)[0]
    if dataclasses.is_dataclass(hint):
        return ViewField(hint.__name__, many, _fields(game, hint))  # type: ignore[union-attr]  # a class
    return ViewField(said or ("flag" if hint is bool else "number"), many)


def _is_each_seat(hint: Any) -> bool:
    return get_origin(hint) is Annotated and get_args(hint)[1] == EACH_SEAT
