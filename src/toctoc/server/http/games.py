"""What clients read of a game that they do not know by heart: its words and its rules, in a language."""

from http import HTTPStatus

from litestar import get
from litestar.params import FromPath

from toctoc import lang, rulebook
from toctoc.games.game import Game
from toctoc.games.registry import GAMES
from toctoc.server.access import NotHere
from toctoc.server.http.bodies import RulesText, Words, problems


@get(
    "/api/games/{name:str}/words/{language:str}",
    summary="The texts of a game in a language",
    responses=problems(HTTPStatus.NOT_FOUND),
)
async def words(name: FromPath[str], language: FromPath[str]) -> Words:
    """A client has the texts of the games that it draws itself; of all others it asks for them."""
    return Words(dict(lang.words(_game(name), _language(language))))  # type: ignore[arg-type]  # mappings, as JSON


@get(
    "/api/games/{name:str}/rules/{language:str}",
    summary="The rules of a game in a language",
    responses=problems(HTTPStatus.NOT_FOUND),
)
async def rules(name: FromPath[str], language: FromPath[str]) -> RulesText:
    """In clauses, as all rules here; a plugin's in English where it lacks the language."""
    try:
        return RulesText(rulebook.text(_game(name).name, _language(language)))
    except OSError:
        raise NotHere("path/unknown", "This game came without its rules.", HTTPStatus.NOT_FOUND) from None


def _game(name: str) -> Game:
    if name not in GAMES:
        there_are = ", ".join(GAMES)
        raise NotHere("game/unknown", f"There is no such game; there are: {there_are}.", HTTPStatus.NOT_FOUND)
    return GAMES[name]


def _language(language: str) -> str:
    if language not in lang.LANGUAGES:
        there_are = ", ".join(lang.LANGUAGES)
        raise NotHere("path/unknown", f"There is no such language; there are: {there_are}.", HTTPStatus.NOT_FOUND)
    return language
