"""Test the names of the bots at a table."""

import re

import pytest

from toctoc import GAMES, lang
from toctoc.bots import BOTS
from toctoc.lang.bots import called
from toctoc.table.text import MAX_NAME_CHARS

ARTICLES = {"the", "a", "an", "le", "la", "les", "l", "de", "het", "een", "der", "die", "das", "ein", "eine"}

FIRST = {
    "en": ["Boo", "Pip", "Hunter Max", "Madame Luna", "Count Vlad"],
    "fr": ["Bouh", "Filou", "Max", "Madame Luna", "Vlad"],
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


def test_every_bot_has_a_title_a_line_and_proper_names() -> None:
    needed = {f"bot.{name}{key}" for name in BOTS for key in ("", ".line", ".called")} | {"bot.level"}
    assert needed == {key for key in lang.load("en").texts if key.startswith("bot.")}


@pytest.mark.parametrize("language", lang.LANGUAGES)
def test_bots_are_called_by_short_proper_names_that_are_all_different(language: str) -> None:
    say = lang.load(language)
    most = max(max(game.players) for game in GAMES.values())
    lists = [say(f"bot.{name}.called").split(",") for name in BOTS]
    assert all(len(names) >= most for names in lists)
    names = [name for names in lists for name in names]
    assert len(names) == len(set(names))
    for name in names:
        assert re.fullmatch(r"[^\W\d_]+( [^\W\d_]+)?", name), name
        assert name[0].isupper(), name
        assert len(name) <= MAX_NAME_CHARS - 5, name
        assert name.split()[0].lower() not in ARTICLES, name
