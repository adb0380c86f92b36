"""All messages of the protocol as one JSON Schema: what is asked, and what is told at a table of each game."""

from dataclasses import is_dataclass
from inspect import cleandoc
from typing import Any, get_args

import msgspec
from msgspec import UNSET

from toctoc import analysis
from toctoc.games.game import Game
from toctoc.games.registry import OURS
from toctoc.server import facts
from toctoc.server.http import bodies
from toctoc.table import audit, commands, log, messages
from toctoc.table import replay as replays
from toctoc.table.names import AVATARS
from toctoc.table.talk import PHRASES

from . import refusals
from .games import definitions, game_ref
from .shapes import Schema, choice, comments, described, ref

DIALECT = "https://json-schema.org/draft/2020-12/schema"
COMMANDS = get_args(commands.Command)
# What is the same at every table, and what is not.
COMMON = (
    messages.SeatShown,
    messages.AskerShown,
    messages.Talk,
    messages.Recap,
    replays.ReplayPlayer,
    messages.Looking,
    messages.Warming,
    messages.Notice,
    messages.Done,
    messages.Refused,
    messages.Hinted,
    messages.Pong,
    messages.Bye,
)
VARYING = (
    log.Settings, messages.Lobby, messages.Public, messages.Own, messages.Update, messages.Missed,
    messages.Welcome, replays.Frame, replays.Replay,
)  # fmt: skip

# The bodies of HTTP requests and answers; the OpenAPI description says what belongs to which.
HTTP = (
    bodies.Host, bodies.NewTable, bodies.WantedMatch, bodies.Made, bodies.TakeSeat, bodies.Device,
    bodies.Invitation, facts.OptionFacts,
    facts.EventFacts, facts.BlankFacts, facts.ActionFacts, facts.FieldFacts, facts.AidFacts, facts.GameFacts,
    facts.BotFacts, bodies.Turn, bodies.PushKey, bodies.WantPush,
    bodies.Games, bodies.Words, bodies.RulesText, bodies.Listed, audit.Tickets, audit.Pick, audit.Deal,
    bodies.Joining, bodies.NewGroup, bodies.GroupTable, bodies.GroupMember, bodies.GroupPlayer, bodies.GroupGame,
    bodies.GroupShown,
    bodies.NewTry, bodies.DailyTry, bodies.DailyCurve, bodies.DailyBefore, bodies.DailyGame, bodies.Daily,
    analysis.Said, analysis.Point, analysis.Turning, analysis.Costly, analysis.Lapse, analysis.Analysis,
    bodies.WantAnalysis, bodies.Lookback,
    bodies.Problem,
)  # fmt: skip
ASKED = (
    bodies.Host, bodies.NewTable, bodies.WantedMatch, bodies.TakeSeat, bodies.NewTry, bodies.WantAnalysis,
    bodies.Joining, bodies.NewGroup, bodies.GroupTable,
)  # fmt: skip


def schema() -> Schema:
    """Describe what clients send, `Command`, and get, `Message`; `ToctoctocMessage` at a table of Toc Toc Toc!"""
    defs: dict[str, Schema] = {}
    for kind in COMMANDS:
        defs[kind.__name__] = _struct(kind)
    settings = _struct(log.Settings)
    settings["properties"]["options"] = choice(*(game_ref(game, "Options") for game in OURS.values()))
    defs["Settings"] = settings
    defs["Command"] = choice(*(ref(kind.__name__) for kind in COMMANDS))
    for kind in COMMON:
        defs[kind.__name__] = _sent(kind)
    for kind in HTTP:
        defs[kind.__name__] = _sent(kind) if kind not in ASKED else _struct(kind)
    defs |= _codes(defs)
    for game in OURS.values():
        defs |= definitions(game) | _messages(game)
    for name in ("Lobby", "Update", "Welcome", "Message", "Replay"):
        defs[name] = choice(*(game_ref(game, name) for game in OURS.values()))
    about = f"Every message of Toctoc's protocol {commands.PROTOCOL}; written by `python3 run.py protocol`."
    return {"$schema": DIALECT, "title": "Toctoc", "description": about, **choice(ref("Command"), ref("Message")),
            "$defs": defs}  # fmt: skip


def _messages(game: Game) -> dict[str, Schema]:
    """Describe what is told at a table of this game."""
    kinds = {kind.__name__: _sent(kind) for kind in VARYING}

    def fill(kind: str, field: str, content: Schema, several: bool = False) -> None:
        about = kinds[kind]["properties"][field].get("description")
        schema = {"type": "array", "items": content} if several else content
        kinds[kind]["properties"][field] = described(schema, about)

    own = {name: game_ref(game, name) for name in (*kinds, "View", "Changes", "OwnChanges", "Event", "Action")}
    fill("Settings", "options", game_ref(game, "Options"))
    fill("Lobby", "game", {"const": game.name})
    fill("Lobby", "settings", own["Settings"])
    lobby = {**kinds["Lobby"], "description": "Fields of the lobby that changed."}
    del lobby["required"]
    fill("Public", "events", own["Event"], several=True)
    fill("Public", "view", own["Changes"])
    fill("Public", "lobby", game_ref(game, "LobbyChanges"))
    fill("Own", "events", own["Event"], several=True)
    fill("Own", "view", own["OwnChanges"])
    fill("Own", "legal", own["Action"], several=True)
    fill("Own", "aid", game_ref(game, "Aid"))
    fill("Update", "public", own["Public"])
    fill("Update", "own", own["Own"], several=True)
    fill("Missed", "events", own["Event"], several=True)
    fill("Frame", "action", own["Action"])
    fill("Frame", "events", own["Event"], several=True)
    fill("Frame", "own", own["Own"], several=True)
    fill("Frame", "view", own["Changes"])
    fill("Frame", "open", game_ref(game, "Aid"))
    fill("Replay", "game", {"const": game.name})
    fill("Replay", "options", game_ref(game, "Options"))
    fill("Replay", "frames", own["Frame"], several=True)
    fill("Welcome", "lobby", own["Lobby"])
    fill("Welcome", "view", own["View"])
    fill("Welcome", "own", own["Own"], several=True)
    fill("Welcome", "missed", own["Missed"], several=True)
    kinds["LobbyChanges"] = lobby
    shared = [ref(kind.__name__) for kind in COMMON if issubclass(kind, messages.MessageBase)]
    kinds["Message"] = choice(own["Update"], own["Welcome"], *shared)
    return {game.name.title() + name: schema for name, schema in kinds.items()}


def _codes(defs: dict[str, Schema]) -> dict[str, Schema]:
    """List words: why something is refused, why a connection ends, and what can be said."""
    defs["Refused"]["properties"]["code"] = ref("RefusalCode")
    defs["Bye"]["properties"]["code"] = ref("ByeCode")
    defs["Talk"]["properties"]["phrase"] = ref("Phrase")
    defs["Say"]["properties"]["phrase"] = choice(ref("Phrase"), {"type": "null"})
    either = choice(ref("Avatar"), {"type": "null"})
    shown = dict.fromkeys(("SeatShown", "AskerShown", "ReplayPlayer"), ref("Avatar"))
    for kind, avatar in (shown | dict.fromkeys(("Sit", "Ask", "Host"), either)).items():
        about = defs[kind]["properties"]["avatar"].get("description")
        defs[kind]["properties"]["avatar"] = described(avatar, about)
    said = {**refusals.CONNECTION, **refusals.TABLE, **refusals.GAMES}
    return {
        "RefusalCode": {
            "description": "What would be right is in docs/reference/protocol.md.",
            "enum": list(said),
        },
        "ByeCode": {"enum": list(refusals.BYE)},
        "Phrase": {"enum": list(PHRASES)},
        "Avatar": {"enum": list(AVATARS)},
    }


def _struct(kind: Any) -> Schema:
    """Describe a message as msgspec does, with what the source says beside its fields."""
    _, found = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    schema: Schema = found[kind.__name__]
    said = comments(kind)
    del schema["title"]
    if "description" in schema:  # its docstring, which newer Pythons keep without the margin
        schema["description"] = cleandoc(schema["description"])
    for name, field in schema["properties"].items():
        if name == "type" and len(field["enum"]) == 1:
            schema["properties"][name] = {"const": field["enum"][0]}
        else:
            schema["properties"][name] = described(field, said.get(name))
    return schema


def _sent(kind: Any) -> Schema:
    """Describe a message that goes out: fields at their defaults are left out or always there."""
    schema = _struct(kind)
    fields = schema["properties"]
    leaves_out = not is_dataclass(kind) and kind.__struct_config__.omit_defaults
    for name, field in fields.items():
        default = field.pop("default", UNSET)
        if leaves_out and default is None and "anyOf" in field:
            fields[name] = _never_null(field)
    if not leaves_out:
        schema["required"] = list(fields)
    schema["additionalProperties"] = False
    return schema


def _never_null(field: Schema) -> Schema:
    kept = [form for form in field.pop("anyOf") if form != {"type": "null"}]
    return {**field, **(kept[0] if len(kept) == 1 else choice(*kept))}
