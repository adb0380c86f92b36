"""JSON Schema of the parts of messages that depend on the game: views, events, actions, options."""

import re
import sys
from collections.abc import Set
from typing import get_args, get_type_hints

from toctoc.core.game import Action, Event, Game
from toctoc.core.notation import MOST_SEATS
from toctoc.core.options import Choice, Flag, Number, NumberList, Option

from .shapes import Schema, Shapes, choice, closed, described, doc, ref


def definitions(game: Game) -> dict[str, Schema]:
    """Return the schemas of a game, under its name."""
    table, seat = game.views
    shapes = _shapes(game)
    public = shapes.fields(table)
    own: dict[str, Schema] = {}
    if seat:
        more = shapes.fields(seat)
        own = {name: schema for name, schema in more.items() if name not in public and name != "seat"}
    shapes.define("View", closed(public, "What everybody sees of the game."))
    shapes.define("Changes", _changes(public, "What changed in the view.", table.in_parts))
    shapes.define("OwnView", closed(own, "What one seat sees besides."))
    shapes.define("OwnChanges", _changes(own, "What changed in it."))
    shapes.define("Event", choice(*(_event(shapes, kind) for kind in game.events)))
    actions = described(choice(*(_action(shapes, kind) for kind in game.actions)), "A move, in notation.")
    shapes.define("Action", actions)
    aid = get_type_hints(game.knowledge.aid, include_extras=True)["return"]  # type: ignore[attr-defined]  # a class
    shapes.define("Aid", described(shapes.of(aid), "What the memory aid marks."))
    options = {option.name: _option(option) for option in game.options}
    shapes.define("Options", closed(options, "Those not given are at their defaults.", optional=True))
    return shapes.defs


def word_list(game: Game, hint: object) -> str:
    """Return the name of the type of a list of words: `ToctoctocCard`."""
    return str(_shapes(game).of(hint)["$ref"]).rpartition("/")[2]


def _shapes(game: Game) -> Shapes:
    """Return a namer of the game's types; lists of words are called as in the modules where the types are."""
    types = (*game.actions, *game.outcomes, *game.events, game.views[0])
    modules = {kind.__module__: sys.modules[kind.__module__] for kind in types}
    return Shapes(game.name.title(), *modules.values())


def _event(shapes: Shapes, kind: type[Event]) -> Schema:
    about = " ".join(
        filter(None, [doc(kind), "A glimpse: send `seen` once it was shown." if kind.glimpse else ""])
    )
    return shapes.define(kind.__name__, closed({"type": {"const": kind.__name__}, **shapes.fields(kind)}, about))


def _changes(fields: dict[str, Schema], about: str, in_parts: Set[str] = frozenset()) -> Schema:
    """Return the schema of changed fields; of those with a part for every seat also `name/2` for seat 2 alone."""
    seats = f"[0-{MOST_SEATS - 1}]"
    parts = {f"^{name}/{seats}$": schema["items"] for name, schema in fields.items() if name in in_parts}
    schema = closed(fields, about, optional=True)
    return {**schema, "patternProperties": parts} if parts else schema


def _action(shapes: Shapes, kind: type[Action]) -> Schema:
    hints = get_type_hints(kind, include_extras=True)
    pattern, typescript = kind.form, kind.form
    for name in re.findall(r"{(\w+)}", kind.form):
        what, *bounds = get_args(hints[name])[1:]
        if isinstance(what, tuple):
            words, shown = "|".join(what), shapes.of(hints[name])["$ref"].rpartition("/")[2]
        else:
            words, shown = f"[{bounds[0]}-{bounds[1]}]" if bounds[1] < 10 else "[1-9][0-9]?", "number"
        pattern = pattern.replace(f"{{{name}}}", f"({words})")
        typescript = typescript.replace(f"{{{name}}}", f"${{{shown}}}")
    about = " ".join(filter(None, [f"`{kind.form}`.", doc(kind)]))
    return {"description": about, "type": "string", "pattern": f"^{pattern}$", "tsType": f"`{typescript}`"}


def _option(option: Option) -> Schema:
    default = list(option.default) if isinstance(option.default, tuple) else option.default
    schema: Schema = {"description": f"{option.clause}: {option.takes}.", "default": default}
    match option:
        case Choice(choices=choices):
            return {**schema, "enum": list(choices)}
        case Flag():
            return {**schema, "type": "boolean"}
        case Number(least=least, most=most):
            return {**schema, "type": "integer", "minimum": least, "maximum": most}
        case NumberList(default=numbers, least=least, most=most):
            items = {"type": "integer", "minimum": least, "maximum": most}
            return {**schema, "type": "array", "items": items, "minItems": len(numbers), "maxItems": len(numbers)}
    raise TypeError(f"{option!r} is no option that messages know")


def game_ref(game: Game, name: str) -> Schema:
    return ref(game.name.title() + name)
