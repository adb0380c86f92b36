"""Clients receive the facts of a game, so that they need no copy of them."""

from tests.scale import each
from toctoc import GAMES
from toctoc.server.facts import AidFacts, facts


@each(
    "game, counts, aid",
    [
        ("toctoctoc", "points", AidFacts("player", "card")),
        ("chocottes", "points", AidFacts("player", "card")),
        ("escalier", "cards", AidFacts("place", "colour")),
    ],
)
def test_facts_name_the_unit_of_a_score_and_the_marks_of_the_memory_aid(
    game: str, counts: str, aid: AidFacts
) -> None:
    told = facts(GAMES[game])
    assert (told.counts, told.aid) == (counts, aid)


def test_C3_C24_T3_T21_numbers_of_the_rules_that_tables_show() -> None:
    assert facts(GAMES["chocottes"]).constants == {"goal": 50, "memorised": 2}
    assert facts(GAMES["toctoctoc"]).constants == {"first_guests": 2, "music": 2, "scare": 3}
