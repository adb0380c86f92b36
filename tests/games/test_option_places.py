"""An option is described in its clause and on the page of records, and the suites play with it (CONTRIBUTING)."""

from tests.games.conformance import conformance
from tests.scale import each
from toctoc.core.game import Game
from toctoc.core.options import Option
from toctoc.core.registry import BUILT_IN
from toctoc.lang import LANGUAGES
from tools import ROOT

COMMON = ("start", "creator", "memory_aid")  # of all games
AT_TABLES = ("snap_seconds",)  # of a table's clock: without effect on the steps
OWN = [(game, option) for game in BUILT_IN.values() for option in game.options if option.name not in COMMON]


@each("game, option", OWN)
def test_an_option_is_in_its_clause_in_the_record_and_in_the_suites(game: Game, option: Option) -> None:
    for language in LANGUAGES:
        rules = (ROOT / "src/toctoc/games" / game.name / "rulebook" / f"{language}.md").read_text(encoding="utf-8")
        assert f"\n> - {option.clause}" in rules, (
            f"rulebook/{language}.md: the note of {option.clause} lists no choices"
        )
    record = (ROOT / "docs/reference/record.md").read_text(encoding="utf-8")
    assert f"\n| `{option.name}` |" in record, "docs/reference/record.md describes its values and its effect"
    if option.name not in AT_TABLES:
        choices = conformance(game.name).choices
        assert any(option.name in chosen for chosen in choices), f"no suite plays with it: {choices}"
