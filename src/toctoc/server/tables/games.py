"""The games that can be played here; the words and rules of those that a client does not know by heart."""

from http import HTTPStatus

import msgspec
from litestar import MediaType, Response, get
from litestar.params import FromPath

from toctoc import __version__, lang, rulebook
from toctoc.games.game import Game
from toctoc.games.registry import GAMES
from toctoc.server.errors import HTTPError
from toctoc.server.facts import facts
from toctoc.server.http.bodies import Games, RulesText, Words, problems
from toctoc.server.http.context import Context, HTTPRequest
from toctoc.table.commands import PROTOCOL
from toctoc.table.talk import PICTURES


@get("/api/games", summary="The games, their options, the bots and the phrases", responses=problems())
async def list_games(request: HTTPRequest) -> Response[Games]:
    context = Context.of(request)
    if not context.games:  # they stay the same, and take ten milliseconds
        shown, bots = [facts(game) for game in GAMES.values()], context.bots
        names, off = [bot.name for bot in bots], list(context.without)
        told = Games(PROTOCOL, __version__, shown, names, PICTURES, bots, off)
        context.games.append(msgspec.json.encode(told))
    return Response(context.games[0], media_type=MediaType.JSON)  # type: ignore[arg-type]  # encoded already


@get(
    "/api/games/{name:str}/words/{language:str}",
    summary="The texts of a game in a language",
    responses=problems(HTTPStatus.NOT_FOUND),
)
async def get_words(name: FromPath[str], language: FromPath[str]) -> Words:
    """Return the texts of a game; a client has those of the games that it draws itself."""
    return Words(dict(lang.words(_game(name), _language(language))))  # type: ignore[arg-type]  # mappings, as JSON


@get(
    "/api/games/{name:str}/rules/{language:str}",
    summary="The rules of a game in a language",
    responses=problems(HTTPStatus.NOT_FOUND),
)
async def get_rules(name: FromPath[str], language: FromPath[str]) -> RulesText:
    """Return the rules in clauses, as all rules here; a plugin's in English where it lacks the language."""
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
