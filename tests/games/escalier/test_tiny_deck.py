"""Exhaustive counts: every way in which a game of two players with one card left can go on, counted by hand."""

from collections.abc import Callable

from tests.scale import each
from toctoc.core import fields
from toctoc.games.escalier import rules as e
from toctoc.testing.players import ways

SEARCH = 1 + 3 + 3 * 2 + 3 * 2 * 1  # found at the first, second, third or fourth try


def last_card(kind: int, risk: int = 0, arrange: Callable[[e.State], None] = lambda _: None) -> e.State:
    s = fields.blank(e.State)
    e.setup(s, 2, 0, risk)
    s.stock[:] = [0] * e.KINDS
    s.stock[kind] = s.stock_size = 1
    arrange(s)
    return s


def onto_white(s: e.State) -> None:
    s.disc[e.WHITE], s.disc[0], s.free = s.disc[0], e.EMPTY, 0


@each(
    "state, count",
    [
        (last_card(e.CHILD), SEARCH),
        (last_card(e.MOVE), 4 * 4 * SEARCH),
        (last_card(e.SWAP), 6 * 4 * SEARCH),
        (last_card(e.RIDDLE), 4 * SEARCH),
        (last_card(e.RIDDLE, arrange=onto_white), 1 + 3 * 3 * SEARCH + 4 * SEARCH),
        (last_card(e.RIDDLE, risk=1), 4 * 4 + 4 * SEARCH),
    ],
)
def test_E12_the_last_card(state: e.State, count: int) -> None:
    assert ways(e, state) == count
