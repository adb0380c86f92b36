"""Test the names of the bots at a table."""

import re

from toctoc import GAMES, lang
from toctoc.bots import BOTS
from toctoc.lang.bots import NAMES, adviser, called
from toctoc.table.text import MAX_NAME_CHARS

ARTICLES = {"the", "a", "an", "le", "la", "les", "l", "de", "het", "een", "der", "die", "das", "ein", "eine"}

LEVELS = ["petit-fantome", "apprenti", "chasseur", "voyante", "comte"]


def test_a_bot_has_a_proper_name_and_not_its_level_s() -> None:
    assert called(LEVELS) == ["Boo", "Pip", "Max", "Madame Luna", "Vlad"]


def test_bots_of_one_level_have_different_names_at_any_seats() -> None:
    assert called(["comte", None, "petit-fantome", "comte"]) == ["Vlad", None, "Boo", "Mina"]
    assert len(set(called(["random"] * 5))) == 5


def test_no_bot_is_called_like_a_person_at_the_table() -> None:
    assert called(["comte", None, "comte"], people=["vlad"]) == ["Mina", None, "Boris"]
    assert adviser("comte", ["Vlad", "Anna"]) == "Mina"


def test_a_custom_bot_keeps_its_title_and_several_are_counted() -> None:
    assert called(["mamie", "comte"], {"mamie": "Granny"}) == ["Granny", "Vlad"]
    assert called(["mamie", None, "mamie"], {"mamie": "Granny"}) == ["Granny 1", None, "Granny 2"]
    assert called(["mamie"]) == ["mamie"]


def test_every_bot_has_a_title_a_line_and_proper_names() -> None:
    needed = {f"bot.{name}{key}" for name in BOTS for key in ("", ".line")} | {"bot.level"}
    assert needed == {key for key in lang.load("en").texts if key.startswith("bot.")}
    assert list(NAMES) == list(BOTS)


def test_bots_are_called_by_short_proper_names_that_are_all_different() -> None:
    most = max(max(game.players) for game in GAMES.values())
    assert all(len(names) > most for names in NAMES.values())  # and one has the name of a person
    names = [name for names in NAMES.values() for name in names]
    assert len(names) == len(set(names))
    for name in names:
        assert re.fullmatch(r"[^\W\d_]+( [^\W\d_]+)?", name), name
        assert name[0].isupper(), name
        assert len(name) <= MAX_NAME_CHARS - 5, name
        assert name.split()[0].lower() not in ARTICLES, name
