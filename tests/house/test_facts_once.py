"""Every fact about a game stands once, in the game's own folders; other code names no game.

The tests search code for names of games, of their events and of their refusals, levels of bots and languages, and
code with its comments for clauses. Other code that needs one should read a fact on `Game`, `Event` or `Action`
instead (`toctoc.core.game`). Catalogues of all games have blanks for names, titles and clauses.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

from tests.scale import each
from toctoc.bots import LEVELS
from toctoc.core.registry import BUILT_IN
from toctoc.lang import LANGUAGES, load
from toctoc.server.facts import facts
from tools import ROOT

CLIENT = ROOT / "web" / "src"
SOURCE = ROOT / "src" / "toctoc"
EVENTS = {event.__name__ for game in BUILT_IN.values() for event in game.events}
COMMON_EVENTS = {"GameOver"}  # every game ends with it
REFUSALS = {code for game in BUILT_IN.values() for code in game.remedies}
CLAUSE = re.compile(rf"\b[{''.join(game.letter for game in BUILT_IN.values())}]\d{{1,2}}\b")
EXAMPLE = re.compile(r'^ *>>> .*(\n(?! *($|""")).*)*', re.MULTILINE)  # of a docstring, with its output
COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<!:)//[^\n]*", re.DOTALL)
QUOTED = re.compile(r"[\"'`]([\w/-]+)[\"'`]")
# Each with its reason. The games' own folders, tests and generated files are not searched.
ALLOWED = {
    "web/src/games/index.ts": set(BUILT_IN),  # the registry of the client: one line a game
    "src/toctoc/bots/level.py": set(LEVELS),  # where the levels are named
    "src/toctoc/lang/bots.py": set(LEVELS),  # where they have their proper names
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
    return {*QUOTED.findall(code), *re.findall(r"^\s+([\w-]+): ", code, re.MULTILINE)}


def clauses_in(file: Path) -> set[str]:
    """Every clause that the code, its comments or its docstrings cite, besides examples in docstrings."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        return set(CLAUSE.findall(EXAMPLE.sub("", text)))
    return set(CLAUSE.findall(" ".join([*COMMENT.findall(text), *QUOTED.findall(text)])))


def test_no_copy_of_a_fact() -> None:
    """Code in which the test finds a name should read it from the facts."""
    facts_of_games = {*BUILT_IN, *LEVELS, *(EVENTS - COMMON_EVENTS), *REFUSALS, *LANGUAGES[1:]}
    files = {file.relative_to(ROOT).as_posix(): file for file in (*client_files(), *python_files())}
    named = {name: words_in(file) & facts_of_games for name, file in files.items()}
    assert len(files) > 500
    assert {name: words for name, words in named.items() if not words <= ALLOWED.get(name, set())} == {}


def test_no_clause_of_a_game_is_cited_elsewhere() -> None:
    """Code in which the test finds one should cite the concept, or a clause that the game declares."""
    cited = {
        file.relative_to(ROOT).as_posix(): clauses
        for file in (*client_files(), *python_files(), *sorted((SOURCE / "testing").glob("*.py")))
        if (clauses := clauses_in(file))
    }
    assert cited == {}


def test_the_search_finds_clauses_in_code_and_comments_but_not_in_examples(tmp_path: Path) -> None:
    python, client = tmp_path / "module.py", tmp_path / "module.ts"
    python.write_text(
        '"""C5: do it.\n\n    >>> cited()\n    \'E8\'\n"""\nCITED = "C10"  # T6\nH2 = XC9 = "T123"\n'
    )
    client.write_text('// (T23)\n/* C27,\n E14 */\nconst C4 = tone(E5); // https://a/T1\nconst cited = "C9";\n')
    assert clauses_in(python) == {"C5", "C10", "T6"}
    assert clauses_in(client) == {"T23", "C27", "E14", "C9", "T1"}


@each("language", LANGUAGES)
def test_catalogues_of_all_games_name_none_of_ours(language: str) -> None:
    titles = {load(each).title(game).split(",")[0] for each in LANGUAGES for game in BUILT_IN.values()}
    names = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, [*BUILT_IN, *titles]))})(?!\w)", re.IGNORECASE)
    catalogues = sorted((SOURCE / "lang").glob(f"*/{language}.json"))
    assert len(catalogues) > 4
    for file in catalogues:
        texts = json.loads(file.read_text(encoding="utf-8"))
        assert {key.removeprefix("refusal.") for key in texts} & REFUSALS == set(), file
        for key, text in texts.items():
            said = f"{key} {json.dumps(text, ensure_ascii=False)}"
            assert not names.search(said), f"{file}: {key}"
            assert not CLAUSE.search(said), f"{file}: {key}"


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
