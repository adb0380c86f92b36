"""The description of the protocol is fresh, complete, and true of whole games."""

import ast
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from tests.scale import each, spread
from tests.table.harness import TableHarness
from toctoc.core.errors import Refused
from toctoc.core.registry import BUILT_IN, GAMES
from toctoc.table import commands, messages, replay
from tools import ROOT
from tools.protocol import refusals
from tools.protocol.files import files
from tools.protocol.messages import schema

SOURCE = ROOT / "src/toctoc"
# What cannot happen at a live table: chance is taken at once, and seats are the table's own.
NEVER = {"chance/impossible", "chance/not-awaited", "turn/chance-first", "turn/no-such-seat"}
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("toctoctoc", 3, {}),
    ("toctoctoc", 5, {"clock": "fast", "listed": True, "options": {"memory_aid": True}}),
    ("chocottes", 2, {"options": {"dreams": 4, "tiles": [6, 8, 49], "memory_aid": True}}),
    ("chocottes", 5, {"options": {"snap_seconds": 0, "start": "random"}, "free_text": True}),
    ("escalier", 2, {"options": {"memory_aid": True}, "hints": True}),
    ("escalier", 4, {"options": {"risk": True}, "clock": "relaxed"}),
]

MEDIA = {"application", "audio", "font", "image", "text"}  # kinds of files have two parts too


@cache
def described() -> dict[str, Any]:
    """Return the schema; not before a test asks, since every worker reads this file."""
    return schema()


def validator(name: str) -> Any:
    return jsonschema_rs.validator_for({**described(), "anyOf": [{"$ref": f"#/$defs/{name}"}]})


def test_the_files_are_as_the_server_is_now() -> None:
    for path, text in files(ROOT).items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is stale: python3 run.py protocol"


@pytest.mark.parametrize(("game", "players", "settings"), spread(TABLES, 3))
def test_all_messages_of_whole_games_match_the_schema(game: str, players: int, settings: dict[str, Any]) -> None:
    harness = TableHarness.of(game, players, **settings)
    told = validator(f"{game.title()}Message")
    rng = Random(players)
    harness.come("watcher")
    harness.sit("anna", "ben")
    harness.ask("ben", commands.Ready(harness.id(), "ab" * 32))
    harness.ask("anna", commands.Say(harness.id(), phrase="hello"))
    for game_number in range(2):  # and the rematch
        told.validate(harness.welcome("anna"))
        harness.start(fill="petit-fantome")
        harness.wait(4_000)
        while harness.table.is_live:
            harness.play_on(rng.choice, steps=10)
            told.validate(harness.welcome("ben"))
            told.validate(harness.welcome("watcher", since=harness.table.state.version - 5))
            if game_number == 0 and harness.table.state.version > 60 and harness.table.presence.is_here("ben"):
                harness.go("ben")  # a stand-in plays on
    told.validate(harness.welcome("ben"))
    replayed = validator(f"{game.title()}Replay")
    for line in harness.records:
        replayed.validate(msgspec.json.decode(replay.encoded_replay(line)))
    heard = [message for messages in harness.heard.values() for message in messages]
    assert len(heard) > 100
    for message in heard:
        told.validate(message)
    for reply in harness.replies:
        told.validate(msgspec.to_builtins(reply, str_keys=True))


def test_a_message_of_another_game_is_not_as_described() -> None:
    harness = TableHarness.of("toctoctoc")
    assert not validator("EscalierMessage").is_valid(harness.welcome("anna"))
    assert validator("Welcome").is_valid(harness.welcome("anna"))


@each("game", GAMES)
def test_every_move_that_the_rules_offer_is_in_notation(game: str) -> None:
    action = validator(f"{game.title()}Action")
    harness = TableHarness.of(game)
    harness.sit("anna")
    harness.start(fill="petit-fantome")
    assert harness.table.game is not None
    for legal in harness.table.game.legal(0):
        assert action.is_valid(legal)
    assert not action.is_valid("resign")


def test_the_schema_accepts_what_the_server_reads() -> None:
    asked = validator("Command")
    good = [
        {"type": "hello", "protocol": 1},
        {"type": "move", "id": "7", "action": "open", "seat": None},
        {"type": "set", "id": "8", "settings": {"players": 3, "options": {"risk": True}}},
        {"type": "say", "id": "9", "phrase": "boo"},
        {"type": "sit", "id": "10", "seat": 1, "name": "Anna", "avatar": "owl"},
    ]
    bad = [
        {"type": "hello"},
        {"type": "move", "id": "", "action": "open"},
        {"type": "sit", "id": "7", "seat": 5, "name": "A"},
        {"type": "leave", "id": "7", "why": "bored"},
        {"type": "ready", "id": "7", "hash": "AB" * 32},
    ]
    for message in good:
        asked.validate(message)
        commands.read(msgspec.json.encode(message))
    for message in bad:
        assert not asked.is_valid(message)
        with pytest.raises(msgspec.ValidationError):
            commands.read(msgspec.json.encode(message))


def codes(*folders: str) -> set[str]:
    """Return all codes in the sources of these folders, besides the remedies."""
    files = [file for folder in folders for file in (SOURCE / folder).rglob("*.py")]
    found = set[str]().union(*map(codes_in, files))
    return {code for code in found if code.partition("/")[0] not in MEDIA}


@cache
def codes_in(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    tree.body = [node for node in tree.body if not is_remedies(node)]
    texts = [str(node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return {text for text in texts if re.fullmatch(r"[a-z-]+/[a-z-]+", text)}


def is_remedies(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "REMEDIES"


def test_every_code_has_a_remedy() -> None:
    listed = {
        **refusals.HTTP_REFUSALS,
        **refusals.ADMIN_REFUSALS,
        **refusals.CONNECTION_REFUSALS,
        **refusals.TABLE_REFUSALS,
        **refusals.RACE_REFUSALS,
        **refusals.BYE_CODES,
    }
    made = {f"{room}/{why}" for room in ("name", "text") for why in ("empty", "too-long", "unprintable")}
    stored = {"store/full", "store/busy", "store/stale", "store/broken"}
    assert set(refusals.RULES_REFUSALS) == codes("core") - NEVER
    for game in BUILT_IN.values():
        assert set(game.remedies) == codes(f"games/{game.name}") - set(refusals.RULES_REFUSALS)
    assert set(refusals.GAME_REFUSALS) == codes("core", "games") - NEVER | set(refusals.RACE_REFUSALS)
    assert set(listed) == codes("table", "server") | made | stored | {"name/abusive"}
    assert set(refusals.LOCAL_REFUSALS) == codes("browser") - set(listed)


def test_a_game_of_another_package_adds_its_remedies() -> None:
    added = {"turn/late": "Hurry.", "knock/twice": "Knock once."}
    game = replace(BUILT_IN["escalier"], name="knock", remedies=added)
    ours, listed = refusals.of_games(BUILT_IN.values()), refusals.of_games([*BUILT_IN.values(), game])
    assert listed == ours | added
    assert [code for code in listed if code not in added] == list(ours)
    turns = [code.startswith("turn/") for code in listed]
    assert turns.index(True) + sum(turns) == len(turns) - turns[::-1].index(True)  # the family stands together
    assert listed.keys() - refusals.of_games([game]).keys() >= set(refusals.RACE_REFUSALS)  # it has no race


def test_a_refusal_is_as_described() -> None:
    harness = TableHarness.of("chocottes")
    harness.sit("anna")
    harness.start(fill="petit-fantome")
    for text in ("", "fly", "look 9", "draw"):
        with pytest.raises(Refused) as why:
            harness.move("anna", text)
        refused = messages.Refusal(why.value.code, why.value.message, "7", why.value.clause, why.value.details)
        validator("ChocottesMessage").validate(msgspec.to_builtins(refused))
