"""The games of a group: each is stored in one commit with its record, and counted at the next look at the group.

The counts are in the group's own document, so that a look costs the same after ten games and after a thousand.
"""

import msgspec

from toctoc.server.features.groups import group
from toctoc.server.features.groups.group import GROUP_KEPT_SECONDS, Group, PlayedGame, SeriesPlayer, pseudonym
from toctoc.storage import Document, Documents, changes
from toctoc.table.table import Table

GAME_DOCUMENT = "group-game"
GAME_PAGE = 50  # games in one query

_read = msgspec.json.Decoder(PlayedGame).decode


def documents_of(table: Table, table_id: str, now: float) -> tuple[Document, ...]:
    """Return the document to store with the record of a game at a group's table; empty for other tables."""
    s, game = table.state, table.game
    if not s.group or game is None:
        return ()
    players = [
        SeriesPlayer(
            seat.name or seat.bot or "",
            seat.avatar,
            seat.bot,
            pseudonym(s.group, seat.guest) if seat.guest else "",
        )
        for seat in s.seats[: game.match.players]
    ]
    scores, winners = list(game.match.scores), list(game.match.winners or ())
    played = PlayedGame(s.game, now, players, scores, winners, s.code, s.number, table_id)
    id = f"{s.group}/{int(now * 1000):015}/{table_id}/{s.number}"
    return (Document(GAME_DOCUMENT, id, msgspec.json.encode(played), expires=now + GROUP_KEPT_SECONDS),)


async def counted(documents: Documents, id: str, now: float) -> Group | None:
    """Return a group with all its games counted, each once; None if there is none.

    A game is first put into the group's document, with its id, and then its own document is removed. After a
    crash in between, the next call finds the id and only removes. So the group is read before the games.
    """
    attempts = changes.MAX_ATTEMPTS
    while attempts:
        found = await group.find(documents, id)
        some = await documents.some(GAME_DOCUMENT, f"{id}/", most=GAME_PAGE)
        if found is None:  # closed, while a game was played
            await forget(documents, id)
            return None
        kept, version = found
        if not some:  # there were none, or another request has counted and removed them since the group was read
            newest = await group.find(documents, id)
            return newest[0] if newest else None
        await _remove(documents, kept.counted)
        new = [(each.id, _read(each.body)) for each in some if each.id not in kept.counted]
        if not new or await group.put(documents, id, kept.counting(id, new), now, version):
            await _remove(documents, [document for document, _ in new])
        else:
            attempts -= 1
    raise changes.busy(group.GROUP_DOCUMENT, id)


async def forget(documents: Documents, id: str) -> None:
    """Remove all games of a group; the records of the tables stay."""
    while some := await documents.some(GAME_DOCUMENT, f"{id}/", most=GAME_PAGE):
        await _remove(documents, [each.id for each in some])


async def _remove(documents: Documents, ids: list[str]) -> None:
    for id in ids:
        await documents.delete(GAME_DOCUMENT, id)
