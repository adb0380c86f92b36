"""The games of a group: each is stored with its record, in one commit, and counted when somebody looks.

What is counted is in the group's own document; so it costs the same to look after ten games and after a thousand.
"""

import msgspec

from toctoc.server.features.groups import group
from toctoc.server.features.groups.group import KEPT, Group, PlayedGame, Player, who
from toctoc.storage import Document, Documents
from toctoc.table.table import Table

KIND = "group-game"
AT_ONCE = 50

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
    return (Document(KIND, id, msgspec.json.encode(played), expires=now + KEPT),)


async def counted(documents: Documents, id: str, now: float) -> Group | None:
    """Return a group with all its games counted, each once; None if there is none.

    A game is first put into the group's document, with its id, and then its own is removed. Whoever was killed in
    between has counted it: the next one knows the id, and only removes. So the group is read before the games are.
    """
    tries = group.TRIES
    while tries:
        found = await group.find(documents, id)
        some = await documents.some(KIND, f"{id}/", most=AT_ONCE)
        if found is None:  # closed, while somebody still played
            await forget(documents, id)
            return None
        kept, version = found
        if not some:
            return kept
        await _remove(documents, kept.counted)
        new = [(each.id, _read(each.body)) for each in some if each.id not in kept.counted]
        if not new or await group.put(documents, id, kept.counting(id, new), now, version):
            await _remove(documents, [document for document, _ in new])
        else:
            tries -= 1
    raise group.busy(id)


async def forget(documents: Documents, id: str) -> None:
    """Remove all games of a group; their records are the tables'."""
    while some := await documents.some(KIND, f"{id}/", most=AT_ONCE):
        await _remove(documents, [each.id for each in some])


async def _remove(documents: Documents, ids: list[str]) -> None:
    for id in ids:
        await documents.delete(KIND, id)
