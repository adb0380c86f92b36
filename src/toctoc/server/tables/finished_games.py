"""Find the records of the finished games of a table."""

from http import HTTPStatus

from toctoc.server.errors import HTTPError
from toctoc.server.live.hub import Hub
from toctoc.server.live.live_table import LiveTable


async def finished_game(hub: Hub, live: LiveTable, game: int | None) -> str:
    """Return the record of game number `game`, or of the last one.

    `HTTPError` before its end, or while a daily deal is sealed.
    """
    if (daily := live.table.state.daily) is not None and hub.wall() < daily.opens:
        message = "How a daily deal was played is told when its day is over."
        raise HTTPError(HTTPStatus.CONFLICT, "daily/sealed", message)
    line = await hub.store.record(live.id, game or live.table.state.number)
    if line is None:
        raise HTTPError(HTTPStatus.CONFLICT, "record/not-over", "There is a record once the game is over.")
    return line


def old_record() -> HTTPError:
    """Return the error for a record that these rules cannot replay."""
    return HTTPError(HTTPStatus.CONFLICT, "record/old", "The rules have changed since that game.")
