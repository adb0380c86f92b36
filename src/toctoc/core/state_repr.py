"""Write a state in words, line by line, for debugging: the public view first, then the hidden cards."""

import dataclasses
from collections.abc import Iterator
from typing import Any

from . import fields
from .game import Game


def install(game: Game) -> None:
    """Let `repr` of a state of `game` be in words.

    The rules define `State` and know no words, so the method is added here.
    """

    def state_repr(s: object) -> str:
        try:
            lines = list(_in_words(game, s))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):  # incomplete, or a partial world
            lines = [f"{name}: {value}" for name, value in vars(s).items()]
        return "\n  ".join([f"<state of {game.name}", *lines]) + ">"

    game.rules.State.__repr__ = state_repr


def _in_words(game: Game, s: Any) -> Iterator[str]:
    seen = game.view(s, None)
    for field in dataclasses.fields(seen):
        yield f"{field.name}: {getattr(seen, field.name)!r}"
    yield f"hidden: {game.opened(s)!r}"
    for table_field in fields.fields(type(s)):  # fields without words, such as a stock
        if table_field.seen_by != fields.PUBLIC and len(table_field.shape) < 2:
            yield f"hidden {table_field.name}: {getattr(s, table_field.name)}"
