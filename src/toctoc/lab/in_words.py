"""Render the view of a seat in words, line by line."""

import dataclasses
from collections.abc import Iterator

from toctoc.core.match import Match


def table_in_words(match: Match, seat: int | None) -> str:
    """Return the view and the legal actions of `seat` in words; None is a spectator."""
    view = match.view(seat)
    lines = [f"{match.game.title}, {match.players} players"]
    for field in dataclasses.fields(view):
        value = getattr(view, field.name)
        if isinstance(value, tuple) and value and dataclasses.is_dataclass(value[0]):
            lines += [f"{_said(field.name)}:", *(f"  {_words(part)}" for part in value)]
        elif value is not None and value != ():
            lines.append(f"{_said(field.name)}: {_words(value)}")
    if seat is not None and (legal := match.legal_words(seat)):
        lines.append(f"may: {' | '.join(legal)}")
    return "\n".join(lines)


def _said(name: str) -> str:
    return name.replace("_", " ")


def _words(value: object) -> str:
    """Write a value: a list with commas, of anything with parts those that are not 0 or empty."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(_words, value)) or "none"
    if dataclasses.is_dataclass(value):
        return " · ".join(_parts(value))
    return "?" if value is None else str(value)


def _parts(thing: object) -> Iterator[str]:
    for field in dataclasses.fields(thing):  # type: ignore[arg-type]  # the caller has checked
        value = getattr(thing, field.name)
        if isinstance(value, str):
            yield value
        elif value or field.name == "seat":
            inner = _words(value)
            yield f"{_said(field.name)} ({inner})" if " · " in inner else f"{_said(field.name)} {inner}"
