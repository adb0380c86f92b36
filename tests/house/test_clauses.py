"""Every clause has its words in every language, a test that carries its name, and is cited by the rules."""

import ast
import re
from pathlib import Path

from tests.games.conformance import EVERY_GAME
from tests.scale import each
from toctoc import rulebook
from toctoc.lang import LANGUAGES

ROOT = Path(__file__).parents[2]
CLAUSES = {game.name: list(game.signs) for game in EVERY_GAME} | {"house": ["H1", "H2", "H3"]}
LETTERS = "".join(clauses[0][0] for clauses in CLAUSES.values())


def named_by_tests() -> dict[str, list[str]]:
    """Clauses named by test functions: `test_T14_T16_what_it_proves`."""
    found: dict[str, list[str]] = {}
    for file in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for part in node.name.split("_")[1:]:
                    if not re.fullmatch(rf"[{LETTERS}]\d+", part):
                        break
                    found.setdefault(part, []).append(node.name)
    return found


@each("lang", LANGUAGES)
@each("game", CLAUSES)
def test_every_clause_stands_in_the_rules_once_and_in_order(game: str, lang: str) -> None:
    text = rulebook.text(game, lang)
    assert re.findall(rf"^- \*\*([{LETTERS}]\d+)\*\* \S", text, re.MULTILINE) == CLAUSES[game]


def test_every_clause_is_cited_by_a_test() -> None:
    known = {clause for clauses in CLAUSES.values() for clause in clauses}
    named = named_by_tests()
    assert known - named.keys() == set()
    assert named.keys() - known == set(), "a test names a clause that is not in the rules"


def test_every_clause_about_play_is_cited_by_the_code_of_its_game() -> None:
    for game, clauses in CLAUSES.items():
        if game != "house":
            folder = ROOT / "src" / "toctoc" / "games" / game
            code = "".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))
            cited = set(re.findall(rf"\b{clauses[0][0]}\d+\b", code))
            for first, last in re.findall(
                rf"\b([{LETTERS}]\d+)-([{LETTERS}]\d+)\b", re.sub(r'""".*?by .*?"""', "", code)
            ):
                cited |= {f"{first[0]}{n}" for n in range(int(first[1:]), int(last[1:]) + 1)}
            assert set(clauses) - cited == set()
