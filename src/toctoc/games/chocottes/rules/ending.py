"""End a round, and the game (C20-C26)."""

from .state import DRAWING_TILE, GOAL, KNOCKED, NONE, OVER, State, drop_effect, new_round, worth


def end_round(s: State, how: int) -> None:
    """C20-C22: windows close, waiting effects are dropped, all cards are revealed."""
    s.ended = how
    if how != KNOCKED:
        s.knocker = NONE
    s.window = s.passed = s.tile = 0
    while s.effects > 0:
        drop_effect(s)
    count_points(s)
    if how == KNOCKED and knock_was_lowest(s):
        settle(s)
    else:
        s.phase = DRAWING_TILE


def count_points(s: State) -> None:
    """C23: a player scores the points of the own row."""
    for p in range(s.players):
        s.points[p] = 0
        for i in range(s.row_size[p]):
            s.points[p] += worth(s.row[p][i])


def knock_was_lowest(s: State) -> bool:
    for p in range(s.players):
        if p != s.knocker and s.points[p] <= s.points[s.knocker]:
            return False
    return True


def pays(s: State, p: int) -> bool:
    """C20: the knocker pays the tile; C21: all but the player without cards; C22: all."""
    if s.ended == KNOCKED:
        return p == s.knocker
    return s.row_size[p] > 0


def punish(s: State, tile: int) -> None:
    s.tile = tile
    for p in range(s.players):
        if pays(s, p):
            s.points[p] += tile
    settle(s)


def settle(s: State) -> None:
    """C24, C26: scores add up; with a total of 50 or more the game is over, else a new round begins."""
    reached = False
    for p in range(s.players):
        s.total[p] += s.points[p]
        if s.total[p] >= GOAL:
            reached = True
    if reached:
        s.phase = OVER
    else:
        new_round(s, next_starter(s))


def next_starter(s: State) -> int:
    """C26: the highest total starts; ties: most points in this round, then the first left of the last starter."""
    best = NONE
    for step in range(1, s.players + 1):
        p = (s.starter + step) % s.players
        if best == NONE or s.total[p] > s.total[best]:
            best = p
        elif s.total[p] == s.total[best] and s.points[p] > s.points[best]:
            best = p
    return best


def over(s: State) -> bool:
    return s.phase == OVER


def score(s: State, p: int) -> int:
    """C24: the score is the total; the lowest is best."""
    return s.total[p]


def knocked_to_goal(s: State) -> bool:
    """C25: a knock ended the last round, and the knocker has exactly 50."""
    return s.knocker != NONE and s.total[s.knocker] == GOAL


def won(s: State, p: int) -> bool:
    """C24, C25: the lowest total wins, tied players share; but a knocker with exactly 50 wins alone."""
    if knocked_to_goal(s):
        return p == s.knocker
    for q in range(s.players):
        if s.total[q] < s.total[p]:
            return False
    return True
