"""All messages of the protocol as one JSON Schema: commands of clients, and messages of tables by game."""

from dataclasses import is_dataclass
from typing import Any, get_args

import msgspec
from msgspec import UNSET

from toctoc import analysis
from toctoc.core.game import Game
from toctoc.core.registry import BUILT_IN
from toctoc.server import facts
from toctoc.server.errors import Problem
from toctoc.server.features.analysis.progress import AnalysisProgress, WantAnalysis
from toctoc.server.features.contacts.routes import (
    AgreedSeat,
    ContactInvitation,
    Contacts,
    ContactShown,
    InviteContact,
    TableContact,
    TableContacts,
    WantedContacts,
)
from toctoc.server.features.daily.routes import (
    Daily,
    DailyBefore,
    DailyBots,
    DailyCurve,
    DailyGame,
    DailyTry,
    NewTry,
)
from toctoc.server.features.groups.routes import (
    GroupGame,
    GroupMember,
    GroupPlayer,
    GroupShown,
    GroupTable,
    Joining,
    NewGroup,
)
from toctoc.server.features.matching.routes import WantedMatch
from toctoc.server.features.push.routes import PushKey, WantPush
from toctoc.server.tables.devices import Device, Invitation, ScreenLink, TakeSeat
from toctoc.server.tables.game_list import Games, RulesText, Words
from toctoc.server.tables.new_table import Host, Made, NewTable
from toctoc.server.tables.routes import Listed
from toctoc.server.tables.turn import Turn
from toctoc.table import commands, log, messages
from toctoc.table import replay as replays
from toctoc.table.text import AVATARS, PHRASES

from . import refusals
from .games import definitions, game_ref
from .shapes import Schema, choice, comments, described, ref, summary

SCHEMA_DIALECT = "https://json-schema.org/draft/2020-12/schema"
COMMAND_TYPES = get_args(commands.Command)
# Messages that are the same at every table, and messages that depend on the game.
COMMON_MESSAGES = (
    messages.SeatShown,
    messages.AskerShown,
    messages.Absence,
    messages.VisitorShown,
    messages.Talk,
    messages.Recap,
    replays.ReplayPlayer,
    messages.Looking,
    messages.Absent,
    messages.Warming,
    messages.Visitors,
    messages.Screens,
    messages.Notice,
    messages.Done,
    messages.Refusal,
    messages.Hinted,
    messages.Pong,
    messages.Bye,
)
GAME_MESSAGES = (
    log.Settings, messages.Lobby, messages.Public, messages.Own, messages.Update, messages.Missed,
    messages.Welcome, replays.Frame, replays.Replay,
)  # fmt: skip

EITHER_GAME = ("Lobby", "Update", "Welcome", "Message", "Replay")  # without a game's name: those of any game

# The bodies of HTTP requests and answers; the OpenAPI description has their routes.
HTTP_BODIES = (
    Host, NewTable, WantedMatch, Made, TakeSeat, Device,
    Invitation, ScreenLink, facts.OptionFacts,
    facts.EventFacts, facts.BlankFacts, facts.ActionFacts, facts.FieldFacts, facts.AidFacts, facts.GameFacts,
    facts.BotFacts, Turn, PushKey, WantPush,
    Games, Words, RulesText, Listed, replays.Tickets, replays.Pick, replays.Deal,
    AgreedSeat, TableContact, TableContacts, WantedContacts, ContactInvitation, ContactShown, Contacts,
    InviteContact, Joining, NewGroup, GroupTable, GroupMember, GroupPlayer, GroupGame,
    GroupShown,
    NewTry, DailyTry, DailyCurve, DailyBots, DailyBefore, DailyGame, Daily,
    analysis.Said, analysis.Point, analysis.Turning, analysis.Costly, analysis.Lapse, analysis.Analysis,
    WantAnalysis, AnalysisProgress,
    Problem,
)  # fmt: skip
REQUEST_BODIES = (
    Host, NewTable, WantedMatch, TakeSeat, NewTry, WantAnalysis,
    Joining, NewGroup, GroupTable,
)  # fmt: skip


def schema() -> Schema:
    """Return the schema: `Command` from clients, `Message` to them, `ToctoctocMessage` at one game's tables."""
    defs: dict[str, Schema] = {}
    for kind in COMMAND_TYPES:
        defs[kind.__name__] = _struct(kind)
    settings = _struct(log.Settings)
    settings["properties"]["options"] = choice(*(game_ref(game, "Options") for game in BUILT_IN.values()))
    defs["Settings"] = settings
    defs["Command"] = choice(*(ref(kind.__name__) for kind in COMMAND_TYPES))
    for kind in COMMON_MESSAGES:
        defs[kind.__name__] = _sent(kind)
    for kind in HTTP_BODIES:
        defs[kind.__name__] = _sent(kind) if kind not in REQUEST_BODIES else _struct(kind)
    defs |= _codes(defs)
    for game in BUILT_IN.values():
        defs |= definitions(game) | _messages(game)
    for name in EITHER_GAME:
        defs[name] = choice(*(game_ref(game, name) for game in BUILT_IN.values()))
    about = f"Every message of Toctoc's protocol {commands.PROTOCOL}; written by `python3 run.py protocol`."
    root = choice(ref("Command"), ref("Message"))
    return {"$schema": SCHEMA_DIALECT, "title": "Toctoc", "description": about, **root, "$defs": defs}


def _messages(game: Game) -> dict[str, Schema]:
    """Return the schemas of the messages at a table of `game`."""
    kinds = {kind.__name__: _sent(kind) for kind in GAME_MESSAGES}

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
    shared = [ref(kind.__name__) for kind in COMMON_MESSAGES if issubclass(kind, messages.MessageBase)]
    kinds["Message"] = choice(own["Update"], own["Welcome"], *shared)
    return {game.name.title() + name: schema for name, schema in kinds.items()}


def _codes(defs: dict[str, Schema]) -> dict[str, Schema]:
    """Return the schemas of the lists of words: codes of refusals and of ends, phrases, avatars."""
    defs["Refusal"]["properties"]["code"] = ref("RefusalCode")
    defs["Bye"]["properties"]["code"] = ref("ByeCode")
    defs["Talk"]["properties"]["phrase"] = ref("Phrase")
    defs["Say"]["properties"]["phrase"] = choice(ref("Phrase"), {"type": "null"})
    either = choice(ref("Avatar"), {"type": "null"})
    shown = dict.fromkeys(("SeatShown", "AskerShown", "ReplayPlayer"), ref("Avatar"))
    for kind, avatar in (shown | dict.fromkeys(("Sit", "Ask", "Host"), either)).items():
        about = defs[kind]["properties"]["avatar"].get("description")
        defs[kind]["properties"]["avatar"] = described(avatar, about)
    said = {**refusals.CONNECTION_REFUSALS, **refusals.TABLE_REFUSALS, **refusals.GAME_REFUSALS}
    return {
        "RefusalCode": {
            "description": "docs/reference/protocol.md has the remedies.",
            "enum": list(said),
        },
        "ByeCode": {"enum": list(refusals.BYE_CODES)},
        "Phrase": {"enum": list(PHRASES)},
        "Avatar": {"enum": list(AVATARS)},
    }


def _struct(kind: Any) -> Schema:
    """Return the schema of a message by msgspec, with the comments of its fields."""
    _, found = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    schema: Schema = found[kind.__name__]
    said = comments(kind)
    del schema["title"]
    if "description" in schema:  # its docstring, which newer Pythons keep without the margin
        schema["description"] = summary(schema["description"])
    for name, field in schema["properties"].items():
        if name == "type" and len(field["enum"]) == 1:
            schema["properties"][name] = {"const": field["enum"][0]}
        else:
            schema["properties"][name] = described(field, said.get(name))
    return schema


def _sent(kind: Any) -> Schema:
    """Return the schema of a message to clients: fields at their defaults are omitted, or always present."""
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
