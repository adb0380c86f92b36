"""Count tries, riddles and piles in games of L'Escalier hanté. Compiled by the same means as the rules."""

from typing import Any

from toctoc.core.compile.playout import roll
from toctoc.games.escalier.rules import (
    ANSWERING,
    ASKING,
    DECLINE,
    MOVING,
    NAME,
    RIDDLING,
    SEARCHING,
    SWAPPING,
    TURN,
    WHITE,
    State,
    legal_count,
    legal_nth,
)
from toctoc.study.cells import OWN

SCORE_STEP, LENGTH_FROM, LENGTH_STEP = 4, 46, 1
TRY_COUNT = 4

FOUND_AT_TRY = OWN  # share of tries that find the child, by number of the try in its search
SEARCHES = FOUND_AT_TRY + TRY_COUNT  # share of searches won by the active player
PILE = SEARCHES + 1  # cards in a pile when it is won
DARED = PILE + 1  # share of riddles tried, of those with a ghost on white
SOLVED = DARED + 1  # share of right answers, of riddles tried
RISK_ASKED = SOLVED + 1  # E10: share of riddles with an opponent asked
KNEW = RISK_ASKED + 1  # E10: share of right answers, of opponents asked
CELLS = KNEW + 1

TRY, PILES = 0, 1
MEMO = 2

SEEKS_ANY, MOVES_ANY, SWAPS_ANY, NEVER_SOLVES, ALWAYS_SOLVES = 1, 2, 3, 4, 5
MARKS, FORK_CELLS = 1, 4  # cells of the fork, by the size of the pile


def standing(s: State, p: int) -> int:
    return s.cards_won[p]


def count(x: Any, y: Any, cell: int, what: int) -> None:
    x[cell] += what
    y[cell] += 1


def before(s: State, memo: Any, x: Any, y: Any, seat: int, code: int) -> None:
    """Count tries, riddles and piles won, before the action `code` of `seat`."""
    if seat < 0:
        return
    if s.phase == SEARCHING:
        if s.tried == 0:
            memo[TRY] = 0
        right = 1 if s.disc[code - TURN] == s.sought else 0
        count(x, y, FOUND_AT_TRY + memo[TRY], right)
        memo[TRY] += 1
        if right == 1:
            count(x, y, SEARCHES, 1 if seat == s.active else 0)
            count(x, y, PILE, s.discard_size)
    elif s.phase == RIDDLING:
        count(x, y, DARED, 0 if code == DECLINE else 1)
        if code != DECLINE:
            right = 1 if s.disc[WHITE] == code - NAME else 0
            count(x, y, SOLVED, right)
            if right == 1:
                count(x, y, PILE, s.discard_size)
    elif s.phase == ASKING:
        count(x, y, RISK_ASKED, 0 if code == DECLINE else 1)
    elif s.phase == ANSWERING:
        count(x, y, KNEW, 1 if s.disc[s.pointed] == code - NAME else 0)
        count(x, y, PILE, s.discard_size)


def after(s: State, memo: Any, x: Any, y: Any, seat: int, code: int) -> None:
    """Do nothing: `before` counts all."""


def finished(s: State, memo: Any, x: Any, y: Any) -> None:
    """Do nothing: `before` counts all."""


# --- ablations ------------------------------------------------------------------------------------------------


def stubborn(s: State, seat: int, rule: int, code: int, rng: Any) -> int:
    """Return the action of `seat` under the ablation `rule`, where its policy chose `code`."""
    if (
        (rule == SEEKS_ANY and s.phase == SEARCHING)
        or (rule == MOVES_ANY and s.phase == MOVING)
        or (rule == SWAPS_ANY and s.phase == SWAPPING)
    ):
        any_one: int = legal_nth(s, seat, roll(rng, legal_count(s, seat)))
        return any_one
    if rule == NEVER_SOLVES and (s.phase == RIDDLING or s.phase == ASKING):
        return DECLINE
    if rule == ALWAYS_SOLVES and s.phase == RIDDLING and code == DECLINE:
        return NAME + roll(rng, 4)
    return code


# --- the fork: a riddle, tried or declined ----------------------------------------------------------------------


def forks(s: State, seat: int, fork: int, code: int) -> bool:
    return s.phase == RIDDLING and code != DECLINE


def side(s: State, fork: int, code: int) -> int:
    return 0


def otherwise(s: State, seat: int, fork: int, code: int) -> int:
    return DECLINE


def mark(s: State, seat: int, fork: int, marks: Any) -> None:
    """Record the size of the pile."""
    marks[0] = min(s.discard_size // 3, FORK_CELLS - 1)
