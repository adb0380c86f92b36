"""TypeScript types from the JSON Schema: only types and a few lists, no code."""

import json
import re
from typing import get_type_hints

import msgspec

from toctoc import lang
from toctoc.analysis.model import CAREFUL_REGRET
from toctoc.bots import LEVELS
from toctoc.core.game import Action, Game
from toctoc.core.notation import blanks
from toctoc.core.registry import BUILT_IN
from toctoc.lang.bots import NAMES
from toctoc.server.facts import facts
from toctoc.server.features import FEATURES
from toctoc.server.pages.previews import PAGES
from toctoc.table.commands import PROTOCOL
from toctoc.table.text import AVATARS, PHRASE_PICTURES

from .games import word_list
from .messages import EITHER_GAME, GAME_MESSAGES
from .shapes import Schema

TYPESCRIPT_HEAD = """\
// Every message of Toctoc's protocol: see docs/reference/protocol.md.
// Written by `python3 run.py protocol` from the types that the server uses; do not change it by hand.
"""
# The types of each game, with their keys in `GameTypes`.
GAME_TYPES = {
    "View": "view", "Changes": "changes", "OwnView": "own", "Event": "event", "Action": "action", "Move": "move",
    "Aid": "aid", "Options": "options",
}  # fmt: skip
# Messages of every game, which differ in those types alone: `ToctoctocLobby` is written as `LobbyOf<"toctoctoc">`.
GENERIC = (*(kind.__name__ for kind in GAME_MESSAGES), "Message")
CHANGES = {"Changes": "View", "OwnChanges": "OwnView", "LobbyChanges": "Lobby"}  # with the fields that they change
TYPE_NAMES = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def typescript(schema: Schema) -> str:
    pictures = ", ".join(f"{json.dumps(phrase)}: {json.dumps(sign, ensure_ascii=False)}"
                         for phrase, sign in PHRASE_PICTURES.items())  # fmt: skip
    parts = [
        TYPESCRIPT_HEAD,
        f"export const PROTOCOL = {PROTOCOL};\n",
        "/** What can be said, and its picture. */\n" + f"export const PICTURES = {{ {pictures} }} as const;\n",
        "/** The pictures that people choose from for their seats. */\n"
        + f"export const AVATARS = {json.dumps(AVATARS)} as const;\n",
        "/** The languages, each by its own name. */\n"
        + f"export const LANGUAGES = {_json({code: known.name for code, known in lang.KNOWN.items()})} as const;\n"
        + "export type Language = keyof typeof LANGUAGES;\n",
        "/** The bots that every server has, from the gentlest to the strongest. */\n"
        + f"export const BOTS = {_json(LEVELS)} as const;\n",
        "/** The proper names of bots, the same in every language. */\n"
        + f"export const BOT_NAMES: Record<string, readonly string[] | undefined> = {_json(NAMES)};\n",
        "/** The greatest `regret` of an analysis that deserves praise. */\n"
        + f"export const CAREFUL_REGRET = {CAREFUL_REGRET};\n",
        "/** The first part of the path of every page but the first one; for others the server answers 404. */\n"
        + f"export const PAGES = {_json(PAGES)} as const;\n"
        + "export type PageName = (typeof PAGES)[number];\n",
        "/** What a host can switch off: `Games.without` says what is. */\n"
        + f"export type Feature = {' | '.join(map(_json, FEATURES))};\n",
        "/** The games of this page. A server may have more: `GET /api/games` tells. */\n"
        + f"export const GAME_NAMES = {_json(tuple(BUILT_IN))} as const;\n"
        + "export type GameName = (typeof GAME_NAMES)[number];\n",
        _games(),
        *(_moves(game) for game in BUILT_IN.values()),
        _game_types(),
        *_definitions(schema["$defs"]),
    ]
    return "\n".join(parts)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _games() -> str:
    """Write the facts of our games, a line for each of their parts."""
    written = ""
    for name, game in BUILT_IN.items():
        rows = ""
        for key, value in msgspec.to_builtins(facts(game)).items():
            several = isinstance(value, dict) and any(isinstance(each, dict) for each in value.values())
            inner = "".join(f"      {_json(k)}: {_json(v)},\n" for k, v in value.items()) if several else ""
            rows += f"    {key}: {{\n{inner}    }},\n" if several else f"    {key}: {_json(value)},\n"
        written += f"  {name}: {{\n{rows}  }},\n"
    return f"export const GAMES: Record<GameName, GameFacts> = {{\n{written}}};\n"


def _moves(game: Game) -> str:
    """Write the type of a game's parsed actions: the name, and the values of the blanks."""
    moves = "".join(f"\n  | {_move(game, kind)}" for kind in game.actions)
    about = "/** An action, read; `is` is its name in the facts. */\n"
    return f"{about}export type {game.name.title()}Move ={moves};\n"


def _game_types() -> str:
    """Write the map from games to their types."""
    written = ""
    for name in BUILT_IN:
        rows = "".join(f"    {key}: {name.title()}{type_name};\n" for type_name, key in GAME_TYPES.items())
        written += f"  {name}: {{\n{rows}  }};\n"
    return f"/** The types of each game. */\nexport interface GameTypes {{\n{written}}}\n"


def _move(game: Game, kind: type[Action]) -> str:
    parts = [f'is: "{kind.__name__}"']
    hints = get_type_hints(kind, include_extras=True)
    for name, (what, *_) in blanks(kind).items():
        parts.append(f"{name}: {word_list(game, hints[name]) if isinstance(what, tuple) else 'number'}")
    return f"{{ {'; '.join(parts)} }}"


def _definitions(defs: dict[str, Schema]) -> list[str]:
    """Write a type for each schema; a message of every game once, with the game as its parameter."""
    games = {game: game.title() for game in BUILT_IN}
    generic = [_generic(name, {game: defs[prefix + name] for game, prefix in games.items()}) for name in GENERIC]
    either = [f"export type {name} = {{ [G in GameName]: {name}Of<G> }}[GameName];\n" for name in EITHER_GAME]
    changes = [_changes(prefix, defs) for prefix in games.values()]
    written = {prefix + name for prefix in games.values() for name in (*GENERIC, *CHANGES)} | {*EITHER_GAME}
    others = [_declared(name, schema) for name, schema in defs.items() if name not in written]
    return [*others, *changes, *generic, *either]


def _generic(name: str, schemas: dict[str, Schema]) -> str:
    """Write a message of every game, with the game as its parameter `G`."""
    forms = set()
    for game, schema in schemas.items():
        text = _declared(f"{name}Of<G extends GameName>", schema).replace(f'"{game}"', "G")
        forms.add(re.sub(rf"\b{game.title()}(\w+)", lambda found: _of_any_game(found[1]), text))
    if len(forms) > 1:
        raise ValueError(f"{name} differs in more than the types of the game")
    return forms.pop()


def _of_any_game(name: str) -> str:
    """Return a type of the game `G`."""
    if name in GENERIC:
        return f"{name}Of<G>"
    if name in GAME_TYPES:
        return f'GameTypes[G]["{GAME_TYPES[name]}"]'
    return f"Partial<{_of_any_game(CHANGES[name])}>"


def _changes(prefix: str, defs: dict[str, Schema]) -> str:
    """Write the type of the changes of a game's view: its fields, and parts of them by their own names."""
    for changes, whole in CHANGES.items():
        if defs[prefix + changes]["properties"] != defs[prefix + whole]["properties"]:
            raise ValueError(f"{prefix}{changes} has other fields than {prefix}{whole}")
    schema = defs[f"{prefix}Changes"]
    parts = _body({**schema, "properties": {}}, "")
    return f"{_comment(schema, '')}export interface {prefix}Changes extends Partial<{prefix}View> {parts}\n"


def _declared(name: str, schema: Schema) -> str:
    about = _comment(schema, "")
    if "properties" in schema:
        return f"{about}export interface {name} {_body(schema, '')}\n"
    return f"{about}export type {name} = {_type(schema)};\n"


def _body(schema: Schema, indent: str) -> str:
    inner = indent + "  "
    required = schema.get("required", [])
    lines = []
    for name, field in schema["properties"].items():
        lines.append(f"{_comment(field, inner)}{inner}{name}{'' if name in required else '?'}: {_type(field)};\n")
    for pattern, field in schema.get("patternProperties", {}).items():
        name = re.sub(r"^\^(\w+)/.*$", r"\1", pattern)
        lines.append(f"{inner}[part: `{name}/${{number}}`]: {_type(field)};\n")
    return f"{{\n{''.join(lines)}{indent}}}" if lines else "{}"


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "tsType" in schema:
        return str(schema["tsType"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    if schema.get("type") == "array":
        item = _type(schema["items"])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
    return TYPE_NAMES.get(schema.get("type", ""), "unknown")


def _comment(schema: Schema, indent: str) -> str:
    about = " ".join(schema.get("description", "").split())
    return f"{indent}/** {about} */\n" if about else ""
