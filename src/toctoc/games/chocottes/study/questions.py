"""Measure games of Toc Chocottes for a study: ends of rounds, knocks, throws, cards. Compiled as the rules are."""

from typing import Any

from toctoc.games.chocottes.rules import (
    DECLINE,
    DISCARD,
    DRAW,
    EFFECT,
    GOAL,
    KNOCKED,
    OVER,
    PASS,
    PLACING,
    SEATS,
    SNAP,
    TURN,
    WINDOW,
    State,
    knocked_to_goal,
    value,
)
from toctoc.games.chocottes.rules.state import KINDS, KNOCK, PILE_EMPTY, VALUES, worth
from toctoc.study.cells import OWN, SHARE

SCORE_STEP, LENGTH_FROM, LENGTH_STEP = 5, 0, 100

ROUND_COUNT = OWN  # rounds of a game
ROUND_TURNS = ROUND_COUNT + 1  # turns of a round
ROUND_ENDS = ROUND_TURNS + 1  # share of rounds ended: by a knock, by an empty row, by an empty stock
LOWEST = ROUND_ENDS + 3  # share of knocks with strictly the fewest points
KNOCKED_WITH = LOWEST + 1  # points in the knocker's row
FIFTY = KNOCKED_WITH + 1  # share of games won by exactly 50
STOLEN = FIFTY + 1  # share of games won by exactly 50 against a lower total
THROWS = STOLEN + 1  # share of throws that are right
DEALT_CARD = THROWS + 1  # rounds won by a player that was dealt a card of the kind, in sixtieths
THROWN = DEALT_CARD + KINDS  # rounds won by a player that threw a card of the value, in sixtieths
CELLS = THROWN + VALUES + 1

SEEN, TURN_COUNT, FIRST_DEALT, FIRST_THROWN = 0, 1, 2, 2 + SEATS  # the last two: bitmasks, one a seat
MEMO = 2 + 2 * SEATS

NEVER_KNOCKS, NEVER_THROWS, NEVER_REPLACES, NO_EFFECTS = 1, 2, 3, 4
NEVER_LOOKS = 5  # this and the next three: never uses the effect of a 10, 11, 12, 13
FIRST_EFFECT = 10

KNOCKING, THROWING = 0, 1  # forks
FORK_POINTS, POINT_CLASSES = 0, 6  # points of the row of the player that decides, in classes of 3
FORK_ROWS, ROW_CLASSES = POINT_CLASSES, 5  # cards of that row
MARKS, FORK_CELLS = 2, POINT_CLASSES + ROW_CLASSES


def standing(s: State, p: int) -> int:
    return -s.total[p]


def count(x: Any, y: Any, cell: int, what: int) -> None:
    x[cell] += what
    y[cell] += 1


def row_points(s: State, p: int) -> int:
    """Return the points of the row of `p`."""
    points = 0
    for i in range(s.row_size[p]):
        points += worth(s.row[p][i])
    return points


def before(s: State, memo: Any, x: Any, y: Any, seat: int, code: int) -> None:
    """Record the deal of a round, its turns, knocks and throws, just before an action."""
    if seat < 0:
        return
    if memo[SEEN] != s.round:
        memo[SEEN] = s.round
        for p in range(s.players):
            memo[FIRST_DEALT + p] = memo[FIRST_THROWN + p] = 0
            for i in range(s.row_size[p]):
                memo[FIRST_DEALT + p] |= 1 << s.row[p][i]
    if s.phase == TURN:
        memo[TURN_COUNT] += 1
        if code == KNOCK:
            count(x, y, KNOCKED_WITH, row_points(s, seat))
    elif s.phase == WINDOW and code >= SNAP:
        right = value(s.row[seat][code - SNAP]) == s.window
        count(x, y, THROWS, 1 if right else 0)
        if right:
            memo[FIRST_THROWN + seat] |= 1 << s.window


def after(s: State, memo: Any, x: Any, y: Any, seat: int, code: int) -> None:
    """Count the round, if it has just ended."""
    if memo[SEEN] == 0 or (s.round == memo[SEEN] and s.phase != OVER):
        return
    count(x, y, ROUND_TURNS, memo[TURN_COUNT])
    memo[TURN_COUNT] = 0
    for how in range(KNOCKED, PILE_EMPTY + 1):
        count(x, y, ROUND_ENDS + how - KNOCKED, 1 if s.ended == how else 0)
    if s.ended == KNOCKED:
        count(x, y, LOWEST, 1 if s.tile == 0 else 0)
    fewest, winners = 30000, 0
    for p in range(s.players):
        if s.points[p] < fewest:
            fewest, winners = s.points[p], 0
        if s.points[p] == fewest:
            winners += 1
    for p in range(s.players):
        mine = SHARE // winners if s.points[p] == fewest else 0
        for kind in range(1, KINDS):
            if memo[FIRST_DEALT + p] & (1 << kind):
                count(x, y, DEALT_CARD + kind, mine)
        for v in range(1, VALUES + 1):
            if memo[FIRST_THROWN + p] & (1 << v):
                count(x, y, THROWN + v, mine)
    memo[SEEN] = 0


def finished(s: State, memo: Any, x: Any, y: Any) -> None:
    """Count the rounds of a finished game, and a win by exactly 50."""
    count(x, y, ROUND_COUNT, s.round)
    exactly = 1 if knocked_to_goal(s) else 0
    count(x, y, FIFTY, exactly)
    stolen = 0
    if exactly == 1:
        for p in range(s.players):
            if s.total[p] < GOAL:
                stolen = 1
    count(x, y, STOLEN, stolen)


# --- ablations ------------------------------------------------------------------------------------------------


def stubborn(s: State, seat: int, rule: int, code: int, rng: Any) -> int:
    """Return the action of `seat` under the ablation `rule`, where its policy chose `code`."""
    if s.phase == TURN and rule == NEVER_KNOCKS:
        return DRAW
    if s.phase == WINDOW and rule == NEVER_THROWS:
        return PASS
    if s.phase == PLACING and rule == NEVER_REPLACES:
        return DISCARD
    if s.phase == EFFECT and (rule == NO_EFFECTS or s.effect[0] == FIRST_EFFECT + rule - NEVER_LOOKS):
        return DECLINE
    return code


# --- forks: one knock or one throw, made or not -----------------------------------------------------------------


def forks(s: State, seat: int, fork: int, code: int) -> bool:
    if fork == KNOCKING:
        return s.phase == TURN and code == KNOCK
    return s.phase == WINDOW and code >= SNAP


def side(s: State, fork: int, code: int) -> int:
    return 0


def otherwise(s: State, seat: int, fork: int, code: int) -> int:
    return DRAW if fork == KNOCKING else PASS


def mark(s: State, seat: int, fork: int, marks: Any) -> None:
    """Write the classes of a fork: points of the row, and its number of cards."""
    marks[0] = FORK_POINTS + min(row_points(s, seat) // 3, POINT_CLASSES - 1)
    marks[1] = FORK_ROWS + min(s.row_size[seat], ROW_CLASSES) - 1
