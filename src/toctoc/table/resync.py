"""What somebody who comes, or comes back, is told: how all is now, and what they have not been shown yet."""

from .commands import PROTOCOL
from .messages import Missed, Recap, Welcome
from .table import Table


def resync(table: Table, guest: str, since: int, arrived: int = 0) -> Welcome:
    """`since` is the version up to which this guest says to have been shown everything; 0 for somebody new. Up to
    `arrived` all was sent before, or was not for them; but a glimpse that arrived may not have been seen.

    Never an older event again: what was shown once is for the memory, not for a reload.
    """
    s, playing = table.s, table.game
    seats = table.seats_of(guest)
    return Welcome(
        PROTOCOL,
        s.version,
        s.at,
        table.lobby(),
        seats,
        guest == s.creator,
        playing.public() if playing else None,
        s.deadlines,
        s.window,
        [table.broadcaster.own(seat) for seat in seats] if playing else [],
        _missed(table, seats, since, arrived),
        [_recap(table, seat) for seat in seats if s.seats[seat].away] if playing else [],
        s.talk,
    )


def _missed(table: Table, seats: list[int], since: int, arrived: int) -> list[Missed]:
    """Events of a connection that broke; and glimpses, until the device says that they were seen."""
    s = table.s
    missed = []
    was_away = any(s.seats[seat].away for seat in seats)
    if (since or arrived) and not (was_away and table.game and table.game.match.game.is_memory):
        shown = max(since, arrived, *(s.seats[seat].seen for seat in seats), 0)
        for version, public, others in table.broadcaster.recent:
            if version > shown:
                mine = [Missed(version, seat, others[seat]) for seat in seats if seat in others]
                missed += mine or [Missed(version, None, public)]
    known = {(m.version, m.seat) for m in missed}
    unseen = [g for g in s.glimpses if g.seat in seats and g.version > max(since, s.seats[g.seat].seen)]
    missed += [Missed(g.version, g.seat, g.events) for g in unseen if (g.version, g.seat) not in known]
    return sorted(missed, key=lambda m: m.version)


def _recap(table: Table, seat: int) -> Recap:
    playing = table.game
    assert playing is not None
    view = playing.match.view(None)
    return Recap(seat, table.s.seats[seat].stood_in, list(view.scores), view.active)
