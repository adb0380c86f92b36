"""The games of a group: each is one document, stored with the record of its game; the series is their sum."""

from collections.abc import Sequence

import msgspec

from toctoc.server.groups.group import KEPT, who
from toctoc.storage import Document, Documents
from toctoc.table.table import Table

KIND = "group-game"
AT_ONCE = 500


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sat where: a person as they were called then, or a bot."""

    name: str
    avatar: str | None = None
    bot: str | None = None
    who: str = ""  # of a person


class PlayedGame(msgspec.Struct, frozen=True):
    """A game that is over."""

    game: str
    at: float  # seconds since 1970
    players: list[Player]
    scores: list[int]
    winners: list[int]


_read = msgspec.json.Decoder(PlayedGame).decode


def documents_of(table: Table, table_id: str, now: float) -> tuple[Document, ...]:
    """Return what is to be stored besides the record of a game that has just ended at a group's table."""
    s, game = table.s, table.game
    if not s.group or game is None:
        return ()
    players = [
        Player(seat.name or seat.bot or "", seat.avatar, seat.bot, who(s.group, seat.guest) if seat.guest else "")
        for seat in s.seats[: game.match.players]
    ]
    played = PlayedGame(s.game, now, players, list(game.match.scores), list(game.match.winners or ()))
    id = f"{s.group}/{int(now * 1000):015}/{table_id}/{s.number}"
    return (Document(KIND, id, msgspec.json.encode(played), expires=now + KEPT, table=table_id),)


async def games_of(documents: Documents, group: str) -> list[PlayedGame]:
    """Return all games of a group, the oldest first."""
    found: list[PlayedGame] = []
    prefix, after = f"{group}/", ""
    while some := await documents.some(KIND, prefix, after, AT_ONCE):
        after = some[-1].id
        found += [_read(each.body) for each in some]
    return found


async def forget(documents: Documents, group: str) -> None:
    """Remove all games of a group; their records are the tables'."""
    while some := await documents.some(KIND, f"{group}/", most=AT_ONCE):
        for each in some:
            await documents.delete(KIND, each.id)


def series(games: Sequence[PlayedGame], member: str) -> tuple[int, int]:
    """Return how many games a member has played, and how many of them won."""
    played = won = 0
    for game in games:
        seats = [seat for seat, player in enumerate(game.players) if player.who == member]
        played += bool(seats)
        won += any(seat in game.winners for seat in seats)
    return played, won
