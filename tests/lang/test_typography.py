"""Texts are set as each language sets them: apostrophes, ellipses, percents, spaces before marks."""

import re

from tests.scale import each
from toctoc import GAMES, lang


@each("language", lang.LANGUAGES)
def test_apostrophes_ellipses_and_percents_are_set_as_the_language_sets_them(language: str) -> None:
    for key, text in lang.load(language).texts.items():
        for form in [text] if isinstance(text, str) else text.values():
            prose = re.sub(r"'toctoc\[\w+\]'|`[^`]*`", "", form)  # what is typed
            assert "'" not in prose, key
            assert "..." not in prose, key
            assert not re.search(r"\w…" if language == "de" else r"\w …", prose), key
            assert not re.search(r"\d\}? %" if language in ("en", "nl") else r"\d\}?%(?!-)", prose), key


@each("language", lang.LANGUAGES)
@each("game", GAMES)
def test_the_description_of_a_game_is_a_sentence(game: str, language: str) -> None:
    line = lang.load(language)(f"game.{game}")
    assert line[0].isupper()
    assert line.endswith(".")


def test_french_keeps_its_double_marks_on_the_line() -> None:
    for key, text in lang.load("fr").texts.items():
        for form in [text] if isinstance(text, str) else text.values():
            prose = form.replace("(? ?)", "").replace("Toc Toc Toc!", "")  # a ghost's eyes; the box's title
            assert not re.search(r" [;:!?%»]|« ", prose), key
            assert not re.search(r"[^\s\u00a0][;!?»]", prose), key
