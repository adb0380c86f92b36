"""What a guest is told who comes, or comes back: how all is now, and what they have not been shown yet."""

from .broadcast import has_clocks, own_parts
from .commands import PROTOCOL
from .messages import Missed, Recap, Welcome
from .table import Table, seats_looking


def resync(table: Table, guest: str, since: int, arrived: int = 0) -> Welcome:
    """Return the welcome of `guest`, who has been shown everything up to version `since`; 0 for a new one.

    Up to version `arrived` all was sent before, or was not for them; but a glimpse that arrived may not have been
    seen. No older event is ever sent again: what was shown once is for the memory, not for a reload.
    """
    s, game = table.s, table.game
    seats = table.seats_of(guest)
    return Welcome(
        PROTOCOL,
        s.version,
        s.at,
        table.lobby(),
        seats,
        guest == s.creator,
        game.public() if game else None,
        s.deadlines,
        s.window,
        table.pace.since is not None and has_clocks(s),
        seats_looking(table),
        own_parts(s, game, seats),
        _missed(table, seats, since, arrived),
        [_recap(table, seat) for seat in seats if s.seats[seat].away] if game else [],
        s.talk,
    )


def _missed(table: Table, seats: list[int], since: int, arrived: int) -> list[Missed]:
    """Return the events of a connection that broke; and glimpses, until the device says that they were seen."""
    s = table.s
    missed = []
    was_away = any(s.seats[seat].away for seat in seats)
    if (since or arrived) and not (was_away and table.game and table.game.match.game.is_memory):
        mine = [s.seats[seat] for seat in seats]
        known = max(since, arrived, *(max(seat.seen, seat.told) for seat in mine), 0)
        for happening in s.recent:
            version, own = happening.version, happening.own
            if version > known:
                missed += [Missed(version, seat, own[seat]) for seat in seats if seat in own] or [
                    Missed(version, None, happening.events)
                ]
    sent = {(m.version, m.seat) for m in missed}
    unseen = [g for g in s.glimpses if g.seat in seats and g.version > max(since, s.seats[g.seat].seen)]
    missed += [Missed(g.version, g.seat, g.events) for g in unseen if (g.version, g.seat) not in sent]
    return sorted(missed, key=lambda m: m.version)


def _recap(table: Table, seat: int) -> Recap:
    assert table.game is not None
    view = table.game.match.view(None)
    return Recap(seat, table.s.seats[seat].stood_in, list(view.scores), view.active)
