"""Texts, plurals, numbers and lists; which language somebody wants."""

import pytest

from tests.scale import each
from toctoc import lang
from toctoc.lang import Catalogue, load, preferred

CARDS: dict[str, lang.Text] = {
    "cards": {"one": "{n} card", "other": "{n} cards"},
    "hello": "Hello {name}, {name}!",
}


def test_blanks_are_filled_in_everywhere_and_only_once() -> None:
    assert Catalogue("en", CARDS)("hello", name="{name}") == "Hello {name}, {name}!"


def test_a_key_or_a_value_that_is_missing_is_named() -> None:
    say = Catalogue("en", CARDS)
    with pytest.raises(KeyError, match="goodbye"):
        say("goodbye")
    with pytest.raises(KeyError, match="name"):
        say("hello")
    assert "hello" in say
    assert "goodbye" not in say


@each(
    "language, n, expected",
    [("en", 0, "0 cards"), ("en", 1, "1 card"), ("fr", 0, "0 card"), ("fr", 1, "1 card"), ("fr", 2, "2 cards"),
     ("nl", 0, "0 cards"), ("nl", 1, "1 card"), ("de", 0, "0 cards"), ("de", 1, "1 card")],
)  # fmt: skip
def test_nothing_is_plural_in_english_dutch_and_german_and_singular_in_french(
    language: str, n: int, expected: str
) -> None:
    assert Catalogue(language, CARDS)("cards", n=n) == expected


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert load("en").number(1234567.891, 2) == "1,234,567.89"
    assert load("fr").number(1234567.891, 2) == "1\u00a0234\u00a0567,89"
    assert load("nl").number(1234567.891, 2) == load("de").number(1234567.891, 2) == "1.234.567,89"
    assert load("fr").number(7) == "7"


def test_lists_are_joined_as_the_language_joins_them() -> None:
    assert load("en").listed(["a"]) == "a"
    assert load("en").listed(["a", "b"]) == "a and b"
    assert load("fr").listed(["a", "b", "c"]) == "a, b et c"
    assert load("nl").listed(["a", "b", "c"]) == "a, b en c"
    assert load("de").listed(["a", "b", "c"]) == "a, b und c"


@each(
    "environment, expected",
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "FR_ca@euro"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "nl_BE.UTF-8"}, "nl"),
        ({"LANG": "es_ES.UTF-8"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "fr_BE"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": ""}, "fr"),
        ({"LANG": "freaky"}, "en"),
    ],
)
def test_the_environment_sets_the_language(environment: dict[str, str], expected: str) -> None:
    assert preferred(environment) == expected


def test_a_language_that_we_do_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="there are: en, fr, nl, de"):
        load("tlh")
    assert lang.LANGUAGES == ("en", "fr", "nl", "de")
