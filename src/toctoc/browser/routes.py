"""Answer the requests that a device can answer without a server."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qs, unquote

import msgspec

from toctoc.browser.lines import DEVICE
from toctoc.server.bot_pools.fair_queue import QueueFull
from toctoc.server.errors import HTTPError
from toctoc.server.features.analysis.analysis_jobs import AnalysisJobs, AnalysisKey
from toctoc.server.features.analysis.progress import (
    WantAnalysis,
    analysis_key,
    analysis_progress,
    busy,
    finished_analysis,
    status_of,
)
from toctoc.server.live.hub import Hub
from toctoc.server.live.live_table import LiveTable
from toctoc.server.live.outbox import OwnedElsewhere, StoredFuture
from toctoc.server.tables.finished_games import finished_game, old_record
from toctoc.server.tables.game_list import GameList, rules_text, words
from toctoc.server.tables.new_table import (
    NewTable,
    checked_settings,
    first_commands,
    first_entry,
    made,
    new_table_id,
    unused_code,
)
from toctoc.server.tables.turn import current_turn
from toctoc.table import replay
from toctoc.table.codes import LOCAL_PREFIX, read_keyed
from toctoc.table.replay import BadRecord

MAX_GAME_NUMBER = 100_000
T = TypeVar("T")


class Answer(NamedTuple):
    """The status and the JSON text of an answer."""

    status: HTTPStatus
    body: str


class LocalRequest(NamedTuple):
    """A request: the values in its path and in its query, and its body."""

    path: dict[str, str]
    query: dict[str, str]
    body: str

    def read(self, kind: type[T]) -> T:
        """Return the body; `HTTPError` if it is not of this type."""
        try:
            return msgspec.json.decode(self.body, type=kind)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise _bad_request(str(error)) from None

    def number(self, name: str, least: int, most: int) -> int | None:
        """Return a number of the query; None if it has none."""
        value = self.query.get(name)
        if value is None:
            return None
        if not re.fullmatch("[0-9]{1,9}", value) or not least <= int(value) <= most:
            raise _bad_request(f"{name} is a number from {least} to {most}.")
        return int(value)

    @property
    def game(self) -> int | None:
        """Return the number of a game at its table; None for the last one."""
        return self.number("game", 1, MAX_GAME_NUMBER)


@dataclass(frozen=True, slots=True)
class Device:
    """The objects that answers need."""

    hub: Hub
    games: GameList
    analyses: AnalysisJobs

    async def table(self, code: str) -> LiveTable:
        """Return the table with a code; `HTTPError` if there is none, or another tab has it open."""
        read, _ = read_keyed(code)
        try:
            found = await self.hub.find_code(read) if read else None
        except OwnedElsewhere:
            message = "This table is open in another tab of this browser."
            raise HTTPError(HTTPStatus.CONFLICT, "local/other-tab", message) from None
        if found is None:
            raise HTTPError(HTTPStatus.NOT_FOUND, "table/unknown", "There is no table with this code.")
        return found


Handler = Callable[[Device, LocalRequest], Awaitable[Answer]]


async def answer(device: Device, method: str, path: str, body: str) -> Answer:
    """Answer a request; `HTTPError`, `Refused` or `StoreError` if it is refused."""
    where, _, query = path.partition("?")
    for known, pattern, handler in ROUTES:
        if known == method and (found := pattern.fullmatch(where)):
            values = {name: unquote(value) for name, value in found.groupdict().items()}
            given = {name: last[-1] for name, last in parse_qs(query, keep_blank_values=True).items()}
            return await handler(device, LocalRequest(values, given, body))
    raise HTTPError(
        HTTPStatus.NOT_FOUND, "local/needs-server", "This needs a server: a device alone cannot do it."
    )


async def _games(device: Device, _: LocalRequest) -> Answer:
    return Answer(HTTPStatus.OK, device.games.encoded.decode())


async def _words(_: Device, request: LocalRequest) -> Answer:
    return _json(words(request.path["name"], request.path["language"]))


async def _rules(_: Device, request: LocalRequest) -> Answer:
    return _json(rules_text(request.path["name"], request.path["language"]))


async def _guest(_: Device, __: LocalRequest) -> Answer:
    return Answer(HTTPStatus.NO_CONTENT, "")


async def _list_tables(_: Device, __: LocalRequest) -> Answer:
    return _json({"tables": []})  # nobody else could come


async def _make_table(device: Device, request: LocalRequest) -> Answer:
    data, stored = request.read(NewTable), StoredFuture()
    settings = checked_settings(data)
    code = await unused_code(device.hub, data.language, LOCAL_PREFIX)
    first = first_commands(data.host) if data.host else ()
    device.hub.open(new_table_id(), first_entry(data, settings, code, DEVICE), stored.done, first)
    await stored.wait()
    return _json(made(code), HTTPStatus.CREATED)


async def _look_at_table(device: Device, request: LocalRequest) -> Answer:
    return _json((await device.table(request.path["code"])).sent_lobby)


async def _look_at_turn(device: Device, request: LocalRequest) -> Answer:
    return _json(await current_turn(await device.table(request.path["code"]), DEVICE))


async def _record(device: Device, request: LocalRequest) -> Answer:
    live = await device.table(request.path["code"])
    return Answer(HTTPStatus.OK, await finished_game(device.hub, live, request.game))


async def _rendered(render: Callable[[str], bytes], device: Device, request: LocalRequest) -> Answer:
    line = (await _record(device, request)).body
    try:
        return Answer(HTTPStatus.OK, render(line).decode())
    except BadRecord:
        raise old_record() from None


async def _want_analysis(device: Device, request: LocalRequest) -> Answer:
    key, line = await _wanted(device, request, request.read(WantAnalysis))
    found = await finished_analysis(device.analyses, key)
    if found is None:
        try:
            await device.analyses.want(key, line, DEVICE)
        except QueueFull:
            raise busy() from None
        found = analysis_progress(device.analyses, key)
    return _json(found, status_of(found))


async def _get_analysis(device: Device, request: LocalRequest) -> Answer:
    wanted = WantAnalysis(request.number("seat", 0, 9) or 0, request.query.get("open") in ("1", "true"))
    key, _ = await _wanted(device, request, wanted)
    found = await finished_analysis(device.analyses, key) or analysis_progress(device.analyses, key)
    return _json(found, status_of(found))


async def _wanted(device: Device, request: LocalRequest, wanted: WantAnalysis) -> tuple[AnalysisKey, str]:
    """Return the key of an analysis, and the record."""
    live = await device.table(request.path["code"])
    number = request.game or live.table.state.number
    line = await finished_game(device.hub, live, number)
    return analysis_key(live.id, number, wanted, line), line


def _json(body: Any, status: HTTPStatus = HTTPStatus.OK) -> Answer:
    return Answer(status, msgspec.json.encode(body).decode())


def _bad_request(message: str) -> HTTPError:
    return HTTPError(HTTPStatus.BAD_REQUEST, "http/400", message)


def _route(method: str, path: str, handler: Handler) -> tuple[str, re.Pattern[str], Handler]:
    return method, re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", path)), handler


ROUTES = [
    _route("GET", "/api/games", _games),
    _route("GET", "/api/games/{name}/words/{language}", _words),
    _route("GET", "/api/games/{name}/rules/{language}", _rules),
    _route("POST", "/api/guest", _guest),
    _route("GET", "/api/tables", _list_tables),
    _route("POST", "/api/tables", _make_table),
    _route("GET", "/api/tables/{code}", _look_at_table),
    _route("GET", "/api/tables/{code}/turn", _look_at_turn),
    _route("GET", "/api/tables/{code}/record", _record),
    _route("GET", "/api/tables/{code}/replay", partial(_rendered, replay.encoded_replay)),
    _route("GET", "/api/tables/{code}/deal", partial(_rendered, replay.encoded_picks)),
    _route("POST", "/api/tables/{code}/analysis", _want_analysis),
    _route("GET", "/api/tables/{code}/analysis", _get_analysis),
]
