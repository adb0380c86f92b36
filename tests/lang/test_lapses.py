"""Every sentence on where somebody lost track is there, and says what there is to say."""

from tests.lang.test_catalogues import ENGLISH, reasons_given
from tests.scale import each
from toctoc import GAMES
from toctoc.lang.needed import blanks, with_articles


@each("game", GAMES)
def test_the_evidence_against_a_lapse_fills_the_blanks_of_its_sentence(game: str) -> None:
    codes = dict(reasons_given(game, "lapses"))
    assert bool(codes) == GAMES[game].is_memory
    assert {f"{game}.lapse.{code}" for code in codes} == {
        key for key in ENGLISH.texts if key.startswith(f"{game}.lapse.")
    }
    for code, names in codes.items():
        assert blanks(ENGLISH.texts[f"{game}.lapse.{code}"]) <= names | with_articles(names), code
