"""Every fact about a game stands once, in the game's own folders; other code names no game.

The test searches for names of games and of their events, levels of bots and languages. Other code that needs one
should read a fact on `Game`, `Event` or `Action` instead (`toctoc.core.game`).
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from toctoc.bots import LEVELS
from toctoc.core.registry import BUILT_IN
from toctoc.lang import LANGUAGES
from toctoc.server.facts import facts
from tools import ROOT

CLIENT = ROOT / "web" / "src"
SOURCE = ROOT / "src" / "toctoc"
EVENTS = {event.__name__ for game in BUILT_IN.values() for event in game.events}
COMMON_EVENTS = {"GameOver"}  # every game ends with it
# Each with its reason. The games' own folders, tests and generated files are not searched.
ALLOWED = {
    "web/src/games/index.ts": set(BUILT_IN),  # the registry of the client: one line a game
    "src/toctoc/bots/level.py": set(LEVELS),  # where the levels are named
    "src/toctoc/lang/__init__.py": set(LANGUAGES),  # where the languages are named: one line a language
}


def in_a_game(file: Path) -> bool:
    return any(part in BUILT_IN for part in (*file.parts, file.stem))


def client_files() -> Iterator[Path]:
    for file in sorted(CLIENT.rglob("*")):
        is_code = file.suffix in (".ts", ".svelte") and ".test." not in file.name and "testing" not in file.parts
        if is_code and file.name != "protocol.ts" and not in_a_game(file.relative_to(CLIENT)):
            yield file


def python_files() -> Iterator[Path]:
    for file in sorted(SOURCE.rglob("*.py")):
        room = file.relative_to(SOURCE)
        if not in_a_game(room) and room.parts[0] not in ("games", "testing"):
            yield file


def words_in(file: Path) -> set[str]:
    """Every text that stands in the code, and in the client every key of an object; no comments, no docstrings."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        return {
            node.value
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
    code = re.sub(r"/\*.*?\*/|<!--.*?-->|<style.*?</style>", "", text, flags=re.DOTALL)
    code = re.sub(r"(?<!:)//.*", "", code)
    return {*re.findall(r"[\"'`]([\w-]+)[\"'`]", code), *re.findall(r"^\s+([\w-]+): ", code, re.MULTILINE)}


def test_no_copy_of_a_fact() -> None:
    """Code in which the test finds a name should read it from the facts."""
    facts_of_games = {*BUILT_IN, *LEVELS, *(EVENTS - COMMON_EVENTS), *LANGUAGES[1:]}
    files = {file.relative_to(ROOT).as_posix(): file for file in (*client_files(), *python_files())}
    named = {name: words_in(file) & facts_of_games for name, file in files.items()}
    assert len(files) > 500
    assert {name: words for name, words in named.items() if not words <= ALLOWED.get(name, set())} == {}


def test_nothing_is_allowed_that_is_not_there() -> None:
    for name, words in ALLOWED.items():
        assert words <= words_in(ROOT / name), name


def test_bounds_of_options_reach_the_client_in_the_types_alone() -> None:
    types = (CLIENT / "protocol.ts").read_text(encoding="utf-8")
    for game in BUILT_IN.values():
        for option in facts(game).options:
            assert f'"name": "{option.name}"' in types
            for file in client_files():
                code = file.read_text(encoding="utf-8")
                bounded = re.search(rf"\b{option.name}\b[^\n]*\b(min|max|least|most)\b\W*\d", code)
                assert not bounded, f"{file.name} has its own bounds of {option.name}"
