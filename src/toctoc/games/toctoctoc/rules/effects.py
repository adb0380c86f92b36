"""Apply the effects of vamps, children and taxis (T13-T18)."""

from .state import BRUTE, CHILD, CREATURES, MUSICIAN, PLAIN, State


def lurable(s: State, creature: int) -> int:
    """T13: count the ranks among the revealer's guests of `creature`."""
    party = s.party[s.revealer]
    return (
        (1 if party[PLAIN + creature] > 0 else 0)
        + (1 if party[BRUTE + creature] > 0 else 0)
        + (1 if party[MUSICIAN + creature] > 0 else 0)
    )


def nth_rank(s: State, creature: int, n: int) -> int:
    """T13: return the n-th rank (0 plain, 1 brute, 2 musician) among the revealer's guests of `creature`."""
    rank = 0
    while True:
        if s.party[s.revealer][rank * CREATURES + creature] > 0:
            if n == 0:
                return rank
            n -= 1
        rank += 1


def chased(s: State, creature: int) -> int:
    """T14-T17: count the revealer's guests of `creature` that may be chased; 0 if a brute protects them."""
    party = s.party[s.revealer]
    if party[BRUTE + creature] > 0:
        return 0
    return party[PLAIN + creature] + party[MUSICIAN + creature]


def tied(s: State) -> int:
    """T16: count the creatures tied for the most guests that may be chased."""
    most = 1
    count = 0
    for creature in range(CREATURES):
        chasable = chased(s, creature)
        if chasable > most:
            most = chasable
            count = 1
        elif chasable == most:
            count += 1
    return count


def nth_tied(s: State, n: int) -> int:
    most = max(chased(s, 0), chased(s, 1), chased(s, 2))
    creature = 0
    while True:
        if chased(s, creature) == most:
            if n == 0:
                return creature
            n -= 1
        creature += 1


def lure(s: State, creature: int, rank: int) -> None:
    """T13: one guest moves to the rival's party; a brute does not protect."""
    kind = rank * CREATURES + creature
    s.party[s.revealer][kind] -= 1
    s.party[s.rival][kind] += 1


def chase(s: State, creature: int) -> None:
    """T14, T15: all guests of `creature` flee to the rival's party, or leave the game by taxi."""
    for rank in range(3):
        kind = rank * CREATURES + creature
        count = s.party[s.revealer][kind]
        s.party[s.revealer][kind] = 0
        if s.revealed == CHILD:
            s.party[s.rival][kind] += count
        else:
            s.out[kind] += count
