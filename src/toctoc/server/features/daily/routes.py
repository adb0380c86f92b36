"""Routes of the daily deal: today's deals, the client's own tries, and the results of all."""

from collections import Counter
from dataclasses import dataclass
from http import HTTPStatus
from statistics import median_low
from typing import Annotated

import msgspec
from litestar import Response, delete, get, post
from litestar.params import Body, FromPath

from toctoc.core.errors import Refused
from toctoc.core.registry import GAMES
from toctoc.server.errors import HTTPError
from toctoc.server.features import DAILY
from toctoc.server.features.daily import results, tries
from toctoc.server.features.daily.bot_tries import BotTries
from toctoc.server.features.daily.days import later
from toctoc.server.features.daily.deals import Deals, SealedDeal
from toctoc.server.features.daily.tries import Try
from toctoc.server.http.client import Client, find_service, is_switched_off, service
from toctoc.server.http.problems import HTTPRequest, problems
from toctoc.server.live.hub import Hub
from toctoc.server.live.outbox import StoredFuture
from toctoc.server.security.rate_budget import Cost
from toctoc.server.tables.new_table import Host, Made, first_commands, new_table_id
from toctoc.server.tables.opening import TableOpener, made_for_guest
from toctoc.storage import Documents, StoreError
from toctoc.table import commands, log
from toctoc.table.codes import DEFAULT_LANGUAGE


class NewTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name and avatar for a try of the daily deal."""

    name: commands.Words
    avatar: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    language: Annotated[str, msgspec.Meta(max_length=8)] = DEFAULT_LANGUAGE  # of the words of the table's code


class DailyTry(msgspec.Struct, frozen=True, omit_defaults=True):
    """The client's own try of a daily deal."""

    code: str = ""  # of its table; empty once it was deleted
    score: int | None = None  # once it is over
    place: int | None = None  # from 1; equal scores share one
    worse: int = 0  # number of others with a worse result
    equal: int = 0  # number of others with the same result


class DailyCurve(msgspec.Struct, frozen=True):
    """The distribution of all results: numbers, no names."""

    scores: list[int]  # from the worst on
    counts: list[int]  # number of tries with each score


class DailyBots(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tries of the same deal by bots, in the client's seat."""

    tries: int = 0  # 0 while they still play
    worse: int = 0  # tries with a worse result than the client's
    equal: int = 0
    par: int = 0  # the median of their scores
    curve: DailyCurve | None = None


class DailyBefore(msgspec.Struct, frozen=True):
    """The deal of the day before, which is open."""

    day: str
    commitment: str
    secret: str
    played: int
    curve: DailyCurve
    mine: DailyTry | None = None


class DailyGame(msgspec.Struct, frozen=True):
    """The daily deal of a game."""

    game: str
    players: int
    bot: str  # in all seats but the first
    commitment: str  # SHA-256 of the sealed secret of today's deal
    next_commitment: str  # of tomorrow's
    played: int  # tries that are over
    mine: DailyTry | None = None
    curve: DailyCurve | None = None  # after the end of the client's own try
    before: DailyBefore | None = None
    bots: DailyBots | None = None  # after the end of the client's own try, if the server lets bots play the deal


class Daily(msgspec.Struct, frozen=True):
    """The daily deals of a server."""

    day: str
    now: float  # by the server's clock, in seconds since 1970
    ends: int  # the beginning of the next ones
    games: list[DailyGame]


@get("/api/daily", summary="The daily deals, one's own tries, and how others did", responses=problems(404))
async def get_daily(request: HTTPRequest) -> Daily:
    client = Client(request)
    deals, now = await _deals(request, client), service(request, Hub).wall()
    day = deals.days.day(now)
    bots = find_service(request, BotTries)
    shown = _Shown(deals, service(request, Hub).store.documents, now, client.guest(), bots)
    return Daily(day, now, deals.days.end(day), [await shown.game(game, day) for game in GAMES])


@post("/api/daily/{game:str}", summary="Try the daily deal of a game, or go on", responses=problems(400, 404, 503))
async def try_daily(request: HTTPRequest, game: FromPath[str], data: Annotated[NewTry, Body()]) -> Response[Made]:
    client = Client(request)
    deals = await _deals(request, client)
    if game not in GAMES:
        there_are = ", ".join(GAMES)
        raise HTTPError(HTTPStatus.NOT_FOUND, "game/unknown", f"There is no such game; there are: {there_are}.")
    hub, opener = service(request, Hub), service(request, TableOpener)
    day, guest = deals.days.day(hub.wall()), client.guest_or_new()
    id, documents = tries.try_id(day, game, guest), hub.store.documents
    found = await tries.find(documents, id)
    if found is None:
        await opener.check_room(client)
        fresh = Try(await opener.unused_code(data.language), new_table_id())
        found = await tries.keep(documents, deals.days, id, fresh, 0)
    if not found.at.code:
        raise Refused("daily/one-try", "H2", "You have deleted today's try: the next deal comes tomorrow.")
    table = await hub.store.find(found.at.code)
    if table not in (None, found.at.table):  # after a crash in between, another table has the code
        other = Try(await opener.unused_code(data.language), found.at.table)
        found, table = await tries.keep(documents, deals.days, id, other, found.version), None
    if table is None:
        daily = log.DailyDeal(day, id, deals.days.end(day), deals.days.opens(day))
        await _open(request, _NewTable(found.at, game, guest, daily), data)
    return made_for_guest(client, found.at.code, found.at.table, guest)


@delete(
    "/api/tables/{code:str}/daily", summary="Delete one's try of a daily deal, with its table and its result",
    responses=problems(403, 404),
)  # fmt: skip
async def delete_try(request: HTTPRequest, code: FromPath[str]) -> None:
    """Remove a try. Until the end of its day, only the fact that there was one is kept."""
    client, hub, stored = Client(request), service(request, Hub), StoredFuture()
    live = await client.table(code)
    daily, guest = live.table.state.daily, client.guest()
    if daily is None or guest != live.table.state.creator:
        raise HTTPError(HTTPStatus.FORBIDDEN, "daily/not-yours", "This is no try of the daily deal of yours.")
    documents = hub.store.documents
    found = await tries.find(documents, daily.id)
    if found is not None:
        await tries.keep(documents, service(request, Deals).days, daily.id, Try(), found.version)
    hub.remove(live, stored.done)
    await stored.wait()


async def _deals(request: HTTPRequest, client: Client) -> Deals:
    """Return the deals, at the cost of `client`; `HTTPError` where the feature is off."""
    if is_switched_off(request, DAILY):
        raise HTTPError(HTTPStatus.NOT_FOUND, "daily/off", "This server has no daily deal.")
    await client.charge(Cost.DAILY)
    return service(request, Deals)


@dataclass(frozen=True, slots=True)
class _NewTable:
    """The table of a new try."""

    at: Try
    game: str
    guest: str
    daily: log.DailyDeal


async def _open(request: HTTPRequest, new: _NewTable, data: NewTry) -> None:
    """Open the table of a try, with the same deal as all others; a table that exists already is left as it is."""
    hub, deals, at = service(request, Hub), service(request, Deals), new.at
    deal = await deals.of(new.daily.day, new.game)
    if bots := find_service(request, BotTries):
        bots.want(new.daily.day, new.game, deal)  # their results are there when the try is over
    bot = deal.bot if hub.offers_bot(deal.bot, new.game) else deals.choose(new.game)[1]
    settings = log.Settings(deal.players, {"start": "creator", "creator": results.SEAT})
    version = GAMES[new.game].rules.VERSION
    opened = log.Opened(at.code, new.game, version, new.guest, settings, daily=new.daily)
    first = first_commands(Host(data.name, data.avatar, results.SEAT, start=True, fill=bot))
    try:
        await service(request, TableOpener).open(opened, first, at.table, deal.sealed())
    except StoreError as error:
        if error.code != "store/stale" or await hub.store.find(at.code) != at.table:
            raise


@dataclass(frozen=True, slots=True)
class _Shown:
    """Makes the bodies that show the deals to one guest."""

    deals: Deals
    documents: Documents
    now: float
    guest: str | None
    bots: BotTries | None

    async def game(self, game: str, day: str) -> DailyGame:
        """Return today's deal of `game`."""
        deal, following = await self.deals.of(day, game), await self.deals.of(later(day, 1), game)
        mine, standing = await self._standing(day, game)
        is_over = mine is not None and mine.score is not None
        bots = await self._bot_standing(day, game, deal, mine) if mine and is_over else None
        return DailyGame(
            game, deal.players, deal.bot, deal.commitment, following.commitment, standing.played, mine,
            _curve(standing.curve) if is_over else None, await self._before(game, later(day, -1)),
            bots,
        )  # fmt: skip

    async def _before(self, game: str, day: str) -> DailyBefore | None:
        """Return the deal of the day before; None until it may be opened."""
        deal: SealedDeal | None = await self.deals.find(day, game)
        if deal is None or self.now < self.deals.days.opens(day):
            return None
        mine, standing = await self._standing(day, game)
        return DailyBefore(day, deal.commitment, deal.secret, standing.played, _curve(standing.curve), mine)

    async def _bot_standing(self, day: str, game: str, deal: SealedDeal, mine: DailyTry) -> DailyBots | None:
        """Compare a try that is over with those of bots."""
        found = await self.bots.get(day, game, deal) if self.bots else None
        if not found:
            return None if found is None else DailyBots()
        counts, own = Counter(found), results.TryResult(mine.score or 0, mine.place or 0)
        curve = results.curve_of(game, counts)
        par = median_low(each.score for each in found)
        return DailyBots(len(found), *results.compare(game, counts, own), par, _curve(curve))

    async def _standing(self, day: str, game: str) -> tuple[DailyTry | None, results.DailyStanding]:
        """Return the guest's own try, and the results of all."""
        id = tries.try_id(day, game, self.guest) if self.guest else ""
        begun = await tries.find(self.documents, id) if self.guest else None
        result = await results.result(self.documents, id) if begun else None
        standing = await results.standing(self.documents, day, game, result)
        if begun is None:
            return None, standing
        if result is None:
            return DailyTry(begun.at.code), standing
        return DailyTry(begun.at.code, result.score, result.place, standing.worse, standing.equal), standing


def _curve(curve: list[tuple[int, int]]) -> DailyCurve:
    return DailyCurve([score for score, _ in curve], [many for _, many in curve])


DAILY_ROUTES = [get_daily, try_daily, delete_try]
