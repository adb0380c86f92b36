"""The games with their bots, texts and rules, as every host of tables sends them."""

from collections.abc import Sequence
from functools import cached_property
from http import HTTPStatus

import msgspec

from toctoc import __version__, lang, rulebook
from toctoc.core.game import Game
from toctoc.core.registry import GAMES
from toctoc.server.errors import HTTPError
from toctoc.server.facts import BotFacts, GameFacts, facts
from toctoc.table.commands import PROTOCOL
from toctoc.table.text import PHRASE_PICTURES


class Games(msgspec.Struct, frozen=True):
    """The games of a server, its bots, and the phrases of table talk."""

    protocol: int
    version: str
    games: list[GameFacts]
    bots: list[str]
    phrases: dict[str, str]
    bot_facts: list[BotFacts]  # of the same bots
    without: list[str] = []  # features that the host has switched off


class Words(msgspec.Struct, frozen=True):
    """The texts of a game in one language, by their keys; one for each plural form where it has some."""

    texts: dict[str, str | dict[str, str]]


class RulesText(msgspec.Struct, frozen=True):
    """The rules of a game in one language."""

    text: str  # Markdown, in sections and numbered clauses


class GameList:
    """The list of games, bots and switched-off features, encoded at the first request."""

    def __init__(self, bots: Sequence[BotFacts], without: Sequence[str]) -> None:
        self.bots, self.without = list(bots), list(without)

    @cached_property
    def encoded(self) -> bytes:
        """Return the list as JSON. It takes ten milliseconds, once."""
        shown, names = [facts(game) for game in GAMES.values()], [bot.name for bot in self.bots]
        return msgspec.json.encode(
            Games(PROTOCOL, __version__, shown, names, PHRASE_PICTURES, self.bots, self.without)
        )


def words(name: str, language: str) -> Words:
    """Return the texts of the game `name`; `HTTPError` if there is no such game or language."""
    return Words(dict(lang.words(_game(name), _language(language))))  # type: ignore[arg-type]  # mappings, as JSON


def rules_text(name: str, language: str) -> RulesText:
    """Return the rules of the game `name`; `HTTPError` if it has none, or there is no such game or language."""
    try:
        return RulesText(rulebook.text(_game(name).name, _language(language)))
    except OSError:
        raise HTTPError(HTTPStatus.NOT_FOUND, "path/unknown", "This game came without its rules.") from None


def _game(name: str) -> Game:
    if name not in GAMES:
        there_are = ", ".join(GAMES)
        raise HTTPError(HTTPStatus.NOT_FOUND, "game/unknown", f"There is no such game; there are: {there_are}.")
    return GAMES[name]


def _language(language: str) -> str:
    if language not in lang.LANGUAGES:
        there_are = ", ".join(lang.LANGUAGES)
        raise HTTPError(
            HTTPStatus.NOT_FOUND, "path/unknown", f"There is no such language; there are: {there_are}."
        )
    return language
