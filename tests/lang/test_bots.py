"""What the bots at a table are called."""

import pytest

from toctoc import lang
from toctoc.lang.bots import called

FIRST = {
    "en": ["Boo", "Pip", "Hunter Max", "Madame Luna", "Count Vlad"],
    "fr": ["Bouh", "Filou", "Max", "Madame Luna", "Comte Vlad"],
    "nl": ["Boe", "Pim", "Jager Max", "Madame Luna", "Graaf Vlad"],
    "de": ["Buh", "Pip", "Jäger Max", "Madame Luna", "Graf Vlad"],
}
LEVELS = ["petit-fantome", "apprenti", "chasseur", "medium", "comte"]


@pytest.mark.parametrize("language", lang.LANGUAGES)
def test_a_bot_has_a_proper_name_and_not_its_level_s(language: str) -> None:
    assert called(lang.load(language), LEVELS) == FIRST[language]


def test_the_next_of_the_same_level_is_somebody_else_wherever_they_sit() -> None:
    say = lang.load("en")
    assert called(say, ["comte", None, "petit-fantome", "comte"]) == ["Count Vlad", None, "Boo", "Countess Mina"]
    assert len(set(called(say, ["random"] * 5))) == 5


def test_a_bot_of_somebody_s_own_keeps_its_title_and_several_are_counted() -> None:
    say = lang.load("en")
    assert called(say, ["mamie", "comte"], {"mamie": "Granny"}) == ["Granny", "Count Vlad"]
    assert called(say, ["mamie", None, "mamie"], {"mamie": "Granny"}) == ["Granny 1", None, "Granny 2"]
    assert called(say, ["mamie"]) == ["mamie"]
