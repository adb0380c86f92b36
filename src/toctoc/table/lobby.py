"""The table around the game, as everybody sees it."""

from toctoc import fair

from .notices import Lobby, SeatShown
from .state import Seat, State


def shown(s: State) -> Lobby:
    sealed = fair.commitment(bytes.fromhex(s.secret)) if s.secret else ""
    seats = [_seat(s, seat) for seat in s.seats]
    return Lobby(s.code, s.game, s.settings, s.stage, s.number, seats, sealed, s.lesson)


def _seat(s: State, seat: Seat) -> SeatShown:
    if seat.is_free:
        return SeatShown("free", away=s.stage == "playing")
    if seat.bot:
        return SeatShown("bot", seat.bot, seat.bot)
    return SeatShown(
        "person",
        seat.name,
        creator=seat.guest == s.creator,
        hash=seat.hash,
        away=seat.away,
        muted=seat.guest in s.muted,
        avatar=seat.avatar,
    )
