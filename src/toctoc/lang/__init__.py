"""Translated texts: a folder for each concern, with a file for each language.

A file (`common/en.json`, `web/fr.json` …) maps keys to texts. A text is a line with blanks in braces,
or several plural forms, selected by the number `n` and named as in Unicode's CLDR: {"one": "{n} card",
"other": "{n} cards"}. All languages have the same keys, and each key the same blanks in all of them. A new
language is a new file in each folder and its line in `KNOWN`. A plugin has the texts of its own game.
"""

import json
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from toctoc.core.game import Game

Text = str | Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Language:
    name: str  # in the language itself, for the menu
    locale: str  # for link previews
    plural: Callable[[int], str]  # number to plural form


KNOWN: dict[str, Language] = {
    "en": Language("English", "en_GB", lambda n: "one" if n == 1 else "other"),
    "fr": Language("Français", "fr_FR", lambda n: "one" if n in (0, 1) else "other"),
    "nl": Language("Nederlands", "nl_NL", lambda n: "one" if n == 1 else "other"),
    "de": Language("Deutsch", "de_DE", lambda n: "one" if n == 1 else "other"),
}
LANGUAGES = tuple(KNOWN)
CONCERNS = ("common", "cli", "web", "pages", "admin")  # and the folder `lang` of each game
logger = logging.getLogger(__name__)
BLANK = re.compile(r"{(\w+)}")


class Catalogue:
    """The texts of a language: `say = load("fr")`, then `say("play.goodbye")`."""

    def __init__(self, language: str, texts: Mapping[str, Text], plugins: frozenset[str] = frozenset()) -> None:
        self.language = language
        self.texts = texts
        self.plugins = plugins  # games with texts of their own packages

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the text of `key` with its blanks filled in; `KeyError` for a missing key or value.

        For a missing text of a plugin, return the key itself.
        """
        try:
            return self._filled(key, values)
        except KeyError:
            kind = key.partition(".")[0]
            if kind in self.plugins or (kind == "refusal" and self.plugins):
                return key
            raise

    def _filled(self, key: str, values: Mapping[str, object]) -> str:
        text = self.texts[key]
        if not isinstance(text, str):
            n = values["n"]
            text = text[KNOWN[self.language].plural(n if isinstance(n, int) else int(str(n)))]
        return BLANK.sub(lambda blank: str(values[blank[1]]), text)

    def title(self, game: "Game") -> str:
        """Return the title of a game in this language; a plugin may have one title for all languages."""
        key = f"title.{game.name}"
        return self(key) if self.texts.get(key, key) != key else game.title

    def number(self, value: float, digits: int = 0) -> str:
        """Return a number in the format of this language."""
        marks = {",": self("number.group"), ".": self("number.decimal")}
        return "".join(marks.get(sign, sign) for sign in f"{value:,.{digits}f}")

    def listed(self, parts: Sequence[str]) -> str:
        """Join parts of a list: `a, b and c`."""
        *most, last = parts
        return self("list.and").join([self("list.comma").join(most), last]) if most else last


@cache
def load(language: str) -> Catalogue:
    """Return the catalogue of one of `LANGUAGES`, with the words of all games."""
    if language not in KNOWN:
        raise ValueError(f"there is no language {language!r}; there are: {', '.join(LANGUAGES)}")
    from toctoc.core.registry import BUILT_IN, GAMES  # late: programs without texts of games start sooner

    texts: dict[str, Text] = {}
    for concern in CONCERNS:
        texts |= _read(concern, language)
    for game in GAMES.values():  # built-in games first: a plugin replaces none of their texts
        texts |= {key: text for key, text in words(game, language).items() if key not in texts}
    return Catalogue(language, texts, frozenset(GAMES.keys() - BUILT_IN.keys()))


@cache
def program(language: str) -> Catalogue:
    """Return the texts of the command line only, for use before games are loaded."""
    return Catalogue(language, _read("cli", language))


def words(game: "Game", language: str) -> dict[str, Text]:
    """Return the texts of one game; of a plugin, the English text if a translation is missing.

    For a text that a plugin does not have in English either, use its key, and log a warning once.
    """
    from toctoc.core.plugins import is_built_in  # late: the program starts sooner

    return _own(game, language) if is_built_in(game) else dict(_checked(game, language))


@cache
def _checked(game: "Game", language: str) -> dict[str, Text]:
    """Return the texts of a plugin's game; for a missing or invalid text its key."""
    from . import needed  # late: it imports more of games

    texts: dict[str, Text] = {}
    wrong: dict[str, str] = {}
    for each in dict.fromkeys(("en", language)):
        own = _own(game, each)
        if unfit := needed.unfit(game, own, KNOWN[each].plural):
            _warn(game, each, "cannot be said", [f"{key} ({reason})" for key, reason in unfit.items()])
        wrong |= unfit
        texts |= {key: text for key, text in own.items() if key not in unfit}
    texts.setdefault(f"title.{game.name}", game.title)
    unsaid = needed.missing(game, texts)
    if missing := [key for key in unsaid if key not in wrong]:
        _warn(game, language, "are missing", missing)
    return texts | dict(zip(unsaid, unsaid, strict=True))


def _own(game: "Game", language: str) -> dict[str, Text]:
    from toctoc.core import game_package  # late: the program starts sooner

    found = game_package.file(game, "lang", f"{language}.json")
    return json.loads(found.read_text(encoding="utf-8")) if found.is_file() else {}


def _warn(game: "Game", language: str, what: str, keys: Sequence[str]) -> None:
    logger.warning("%s/lang/%s.json: %d texts %s: %s", game.home, language, len(keys), what, ", ".join(keys))


def _read(concern: str, language: str) -> dict[str, Text]:
    text = (Path(__file__).parent / concern / f"{language}.json").read_text(encoding="utf-8")
    return cast(dict[str, Text], json.loads(text))


def preferred(environment: Mapping[str, str]) -> str:
    """Return the language of the environment variables; English if it is not one of `LANGUAGES`."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            language = re.split(r"[_.@-]", environment[name].lower())[0]
            return language if language in KNOWN else LANGUAGES[0]
    return LANGUAGES[0]
