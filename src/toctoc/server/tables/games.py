"""Routes of the games of this server, and of the texts and rules of those that a client does not have."""

from http import HTTPStatus

from litestar import MediaType, Response, get
from litestar.params import FromPath

from toctoc.server.http.client import service
from toctoc.server.http.problems import HTTPRequest, problems
from toctoc.server.tables.game_list import GameList, Games, RulesText, Words, rules_text, words


@get("/api/games", summary="The games, their options, the bots and the phrases", responses=problems())
async def list_games(request: HTTPRequest) -> Response[Games]:
    return Response(service(request, GameList).encoded, media_type=MediaType.JSON)  # type: ignore[arg-type]  # encoded already


@get(
    "/api/games/{name:str}/words/{language:str}",
    summary="The texts of a game in a language",
    responses=problems(HTTPStatus.NOT_FOUND),
)
async def get_words(name: FromPath[str], language: FromPath[str]) -> Words:
    """Return the texts of a game; a client has those of the games that it draws itself."""
    return words(name, language)


@get(
    "/api/games/{name:str}/rules/{language:str}",
    summary="The rules of a game in a language",
    responses=problems(HTTPStatus.NOT_FOUND),
)
async def get_rules(name: FromPath[str], language: FromPath[str]) -> RulesText:
    """Return the rules in clauses, as all rules here; a plugin's in English where it lacks the language."""
    return rules_text(name, language)


GAME_ROUTES = [list_games, get_words, get_rules]
