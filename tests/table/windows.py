"""A table of Toc Chocottes, or of a game with its rules, whose snap window is open."""

from random import Random

from tests.table.harness import TableHarness
from toctoc.games.chocottes.rules import state as r


def open_window(
    *guests: str, seed: int = 1, clock: str = "none", game: str = "chocottes", **options: object
) -> TableHarness:
    """All have looked; the first player drew and discarded; everybody may throw."""
    harness = TableHarness.of(game, len(guests), options=options, clock=clock)
    harness.sit(*guests)
    harness.start()
    play_until_window(harness, *guests, seed=seed)
    return harness


def play_until_window(harness: TableHarness, *guests: str, seed: int = 1) -> None:
    rng = Random(seed)
    while harness.table.state.window is None:
        for guest in guests:
            legal = harness.match.legal(harness.table.seats_of(guest)[0])
            if legal:
                choices = [str(action) for action in legal if str(action) != "knock"]
                harness.move(guest, "discard" if "discard" in choices else rng.choice(choices))
                break


def wrong(harness: TableHarness, guest: str) -> str:
    """A throw that does not match, so that the game goes on."""
    seat = harness.table.seats_of(guest)[0]
    s = harness.match.state
    places = [n for n in range(s.row_size[seat]) if r.value(s.row[seat][n]) != s.window]
    return f"snap {places[0] + 1}"


def thrown(harness: TableHarness) -> list[int]:
    """The seats of the throws that were judged, in order."""
    return [move.seat for move in harness.moves if str(move.action).startswith("snap")]
