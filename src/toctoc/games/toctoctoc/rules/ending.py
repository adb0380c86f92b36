"""Detect the end of a game, and compute its scores and winners (T20-T22)."""

from .state import CREATURES, MUSIC, MUSICIAN, OVER, SCARE, SCARECROW, State, guests


def over(s: State) -> bool:
    return s.phase == OVER


def score(s: State, p: int) -> int:
    """T21: a guest is worth 1 point, doubled by a musician of its creature; a scarecrow is worth 3."""
    points = SCARE * s.party[p][SCARECROW]
    for creature in range(CREATURES):
        count = guests(s, p, creature)
        points += MUSIC * count if s.party[p][MUSICIAN + creature] > 0 else count
    return points


def won(s: State, p: int) -> bool:
    """T22: the highest total wins; tied players share."""
    mine = score(s, p)
    for q in range(s.players):
        if score(s, q) > mine:
            return False
    return True
