"""A table of Toc Chocottes whose snap window is open."""

from random import Random

from tests.table.desk import Desk
from toctoc.games.chocottes.rules import state as r


def open_window(*guests: str, seed: int = 1, **options: object) -> Desk:
    """All have looked; the first player drew and discarded; everybody may throw."""
    desk = Desk.of("chocottes", len(guests), options=options)
    desk.sit(*guests)
    desk.start()
    rng = Random(seed)
    while desk.table.s.window is None:
        for guest in guests:
            legal = desk.match.legal(desk.table.seats_of(guest)[0])
            if legal:
                choices = [str(action) for action in legal if str(action) != "knock"]
                desk.move(guest, "discard" if "discard" in choices else rng.choice(choices))
                break
    return desk


def wrong(desk: Desk, guest: str) -> str:
    """A throw that does not match, so that the game goes on."""
    seat = desk.table.seats_of(guest)[0]
    s = desk.match.state
    places = [n for n in range(s.row_size[seat]) if r.value(s.row[seat][n]) != s.window]
    return f"snap {places[0] + 1}"


def thrown(desk: Desk) -> list[int]:
    """The seats of the throws that were judged, in order."""
    return [move.seat for move in desk.moves if str(move.action).startswith("snap")]
