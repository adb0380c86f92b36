"""The daily deal: what it is today, one's own try of it, and how others did."""

from http import HTTPStatus
from typing import Annotated

from litestar import Response, delete, get, post
from litestar.params import Body, FromPath

from toctoc.bots import usual_opponent
from toctoc.games.errors import Refused
from toctoc.games.registry import GAMES
from toctoc.server.errors import HTTPError
from toctoc.server.facts import BotFacts
from toctoc.server.features.admin.tables import remove
from toctoc.server.features.daily import results, tries
from toctoc.server.features.daily.days import Days, later
from toctoc.server.features.daily.deals import ChooseTable, Deal, Deals
from toctoc.server.features.daily.tries import Try
from toctoc.server.http.bodies import (
    Daily,
    DailyBefore,
    DailyCurve,
    DailyGame,
    DailyTry,
    Host,
    Made,
    NewTry,
    problems,
)  # fmt: skip
from toctoc.server.http.context import (
    Context,
    HTTPRequest,
    Stored,
    address_of,
    answer_guest,
    guest_of,
    socket_path,
    table_of,
)
from toctoc.server.security.identity import new_guest
from toctoc.server.tables.routes import check_room, first_commands, unused_code
from toctoc.server.transport.access import new_table_id
from toctoc.storage import Documents, StoreError
from toctoc.table import log

FEATURE = "daily-deal"
USUAL_PLAYERS = 4  # or as many as a game is for
COST = 3.0  # besides the request: several looks into the store


def chosen_by(bots: list[BotFacts]) -> ChooseTable:
    """Return what decides for how many a game is dealt, and against whom: the usual opponent, if there is one."""

    def choose(game: str) -> tuple[int, str]:
        offered = [bot.name for bot in bots if game in bot.games]
        usual = usual_opponent(game)
        fitting = [players for players in GAMES[game].players if players <= USUAL_PLAYERS]
        return max(fitting or GAMES[game].players), usual if usual in offered else offered[0]

    return choose


def make_deals(documents: Documents, bots: list[BotFacts], begins: int) -> Deals:
    """Return the deals of a server whose days begin so many seconds after midnight, UTC."""
    return Deals(documents, Days(begins), chosen_by(bots))


@get("/api/daily", summary="The daily deals, one's own tries, and how others did", responses=problems(404))
async def get_daily(request: HTTPRequest) -> Daily:
    deals, now = await _deals(request), _now(request)
    guest, day = guest_of(request), deals.days.day(now)
    games = [await _game(request, deals, game, day, guest) for game in GAMES]
    return Daily(day, now, deals.days.end(day), games)


@post("/api/daily/{game:str}", summary="Try the daily deal of a game, or go on", responses=problems(400, 404, 503))
async def try_daily(request: HTTPRequest, game: FromPath[str], data: Annotated[NewTry, Body()]) -> Response[Made]:
    deals, day = await _deals(request), ""
    if game not in GAMES:
        there_are = ", ".join(GAMES)
        raise HTTPError(HTTPStatus.NOT_FOUND, "game/unknown", f"There is no such game; there are: {there_are}.")
    day = deals.days.day(_now(request))
    guest = guest_of(request) or new_guest()
    hub = Context.of(request).access.hub
    id, documents = tries.try_id(day, game, guest), hub.services.store.documents
    found = await tries.find(documents, id)
    if found is None:
        await check_room(request)
        fresh = Try(await unused_code(hub, data.language), new_table_id())
        found = await tries.keep(documents, deals.days, id, fresh, 0)
    if not found.at.code:
        raise Refused("daily/one-try", "H2", "You have deleted today's try: the next deal comes tomorrow.")
    owner = await hub.services.store.find(found.at.code)
    if owner not in (None, found.at.table):  # a crash came between, and the code is somebody else's now
        other = Try(await unused_code(hub, data.language), found.at.table)
        found, owner = await tries.keep(documents, deals.days, id, other, found.version), None
    if owner is None:
        host = Host(data.name, data.avatar, start=True)
        await _open(
            request,
            deals,
            log.Daily(day, id, deals.days.end(day), deals.days.opens(day)),
            found.at,
            guest,
            game,
            host,
        )
    return answer_guest(request, Made(found.at.code, socket_path(found.at.code)), guest)


@delete(
    "/api/tables/{code:str}/daily", summary="Delete one's try of a daily deal, with its table and its result",
    responses=problems(403, 404),
)  # fmt: skip
async def delete_try(request: HTTPRequest, code: FromPath[str]) -> None:
    """Remove a try. Until its day is over, that there was one is kept, and nothing else."""
    live = await table_of(request, code)
    daily, guest = live.table.s.daily, guest_of(request)
    if daily is None or guest != live.table.s.creator:
        raise HTTPError(HTTPStatus.FORBIDDEN, "daily/not-yours", "This is no try of the daily deal of yours.")
    context, stored = Context.of(request), Stored()
    documents, deals = context.access.hub.services.store.documents, context.deals
    found = await tries.find(documents, daily.id)
    if found is not None:
        await tries.keep(documents, deals.days, daily.id, Try(), found.version)
    remove(context.access.hub, live, stored.done)
    await stored.wait()


async def _deals(request: HTTPRequest) -> Deals:
    """Return the deals, at the cost of who asks; `HTTPError` where the host does not want any."""
    context = Context.of(request)
    if FEATURE in context.without:
        raise HTTPError(HTTPStatus.NOT_FOUND, "daily/off", "There is no daily deal at this server.")
    await context.access.turn(address_of(request), COST)
    return context.deals


def _now(request: HTTPRequest) -> float:
    return Context.of(request).access.hub.services.wall()


async def _open(
    request: HTTPRequest, deals: Deals, daily: log.Daily, at: Try, guest: str, game: str, host: Host
) -> None:
    """Make the table of a try, dealt as everybody's; if it was made meanwhile, that is as well."""
    hub = Context.of(request).access.hub
    deal = await deals.of(daily.day, game)
    bot = deal.bot if hub.services.offers_bot(deal.bot, game) else chosen_by(Context.of(request).bots)(game)[1]
    settings = log.Settings(deal.players, {"start": "creator", "creator": results.SEAT})
    opened = log.Opened(at.code, game, GAMES[game].rules.VERSION, guest, settings, daily=daily)
    first, stored = first_commands(Host(host.name, host.avatar, results.SEAT, start=True, fill=bot)), Stored()
    live = hub.open(at.table, opened, stored.done, first, deal.sealed())
    try:
        await stored.wait()
    except StoreError as error:
        if error.code != "store/stale" or await hub.services.store.find(at.code) != at.table:
            raise
        return
    if Context.of(request).access.forwarding is not None:
        await hub.let_go(live)


async def _game(request: HTTPRequest, deals: Deals, game: str, day: str, guest: str | None) -> DailyGame:
    documents = Context.of(request).access.hub.services.store.documents
    deal, following = await deals.of(day, game), await deals.of(later(day, 1), game)
    mine, standing = await _standing(documents, day, game, guest)
    is_over = mine is not None and mine.score is not None
    return DailyGame(
        game, deal.players, deal.bot, deal.commitment, following.commitment, standing.played, mine,
        _curve(standing) if is_over else None, await _before(request, deals, game, later(day, -1), guest),
    )  # fmt: skip


async def _before(
    request: HTTPRequest, deals: Deals, game: str, day: str, guest: str | None
) -> DailyBefore | None:
    """Return the deal of the day before, once it may be opened."""
    deal: Deal | None = await deals.find(day, game)
    if deal is None or _now(request) < deals.days.opens(day):
        return None
    documents = Context.of(request).access.hub.services.store.documents
    mine, standing = await _standing(documents, day, game, guest)
    return DailyBefore(day, deal.commitment, deal.secret, standing.played, _curve(standing), mine)


async def _standing(
    documents: Documents, day: str, game: str, guest: str | None
) -> tuple[DailyTry | None, results.Standing]:
    """Return somebody's own try, and how everybody did."""
    id = tries.try_id(day, game, guest) if guest else ""
    begun = await tries.find(documents, id) if guest else None
    result = await results.result(documents, id) if begun else None
    standing = await results.standing(documents, day, game, result)
    if begun is None:
        return None, standing
    if result is None:
        return DailyTry(begun.at.code), standing
    return DailyTry(begun.at.code, result.score, result.place, standing.worse, standing.equal), standing


def _curve(standing: results.Standing) -> DailyCurve:
    return DailyCurve([score for score, _ in standing.curve], [many for _, many in standing.curve])
