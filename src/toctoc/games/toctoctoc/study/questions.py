"""Count opened doors, and victories by card, for a study of Toc Toc Toc!. Compiled like the rules."""

from typing import Any

from toctoc.core.compile.playout import roll
from toctoc.games.toctoctoc.rules import (
    ANSWERING,
    CHASING,
    KINDS,
    LURE,
    LURING,
    OFFER,
    OFFERING,
    OPEN,
    REFUSE,
    SEATS,
    State,
    legal_count,
    legal_nth,
    score,
    won,
)
from toctoc.study.cells import OWN, SHARE

SCORE_STEP, LENGTH_FROM, LENGTH_STEP = 3, 90, 1
LEADS_APART = 7  # classes of a player's lead, see `lead`

OPENED = OWN
BY_CARD = OPENED + 1
BY_LEAD = BY_CARD + KINDS
BY_SEAT = BY_LEAD + LEADS_APART
HELD = BY_SEAT + SEATS
PLAYED = HELD + KINDS
RECEIVED = PLAYED + KINDS
CELLS = RECEIVED + KINDS

DEALT, FIRST_HELD, FIRST_PLAYED, FIRST_RECEIVED = 0, 1, 1 + SEATS, 1 + 2 * SEATS  # a bit for each kind of card
MEMO = 1 + 3 * SEATS

NEVER_OPENS, ALWAYS_OPENS, TOSSES, ANY_CARD, ANYBODY, LEFT, LEADER, ANY_GUEST = range(1, 9)

FORK_CARD, FORK_LEAD, FORK_SEAT = 0, KINDS, KINDS + LEADS_APART
MARKS, FORK_CELLS = 3, KINDS + LEADS_APART + SEATS


def standing(s: State, p: int) -> int:
    return score(s, p)


def lead(s: State, p: int) -> int:
    """Return the class of `p`'s lead over the best other seat: 0 (6 or more behind) to 6 (6 or more ahead)."""
    best = 0
    for q in range(s.players):
        if q != p:
            best = max(best, score(s, q))
    ahead = score(s, p) - best
    if ahead <= -6:
        return 0
    if ahead <= -3:
        return 1
    if ahead < 0:
        return 2
    if ahead == 0:
        return 3
    if ahead <= 2:
        return 4
    return 5 if ahead <= 5 else 6


def before(s: State, memo: Any, x: Any, y: Any, seat: int, code: int) -> None:
    """Record the first hands, the offers, and the answers at the door."""
    if seat < 0:
        return
    if memo[DEALT] == 0:
        memo[DEALT] = 1
        for p in range(s.players):
            for kind in range(KINDS):
                if s.hand[p][kind] > 0:
                    memo[FIRST_HELD + p] |= 1 << kind
    if code < LURE:
        opened = 1 if code == OPEN else 0
        revealer = seat if code == OPEN else s.active
        memo[FIRST_PLAYED + s.active] |= 1 << s.offered
        memo[FIRST_RECEIVED + revealer] |= 1 << s.offered
        count(x, y, OPENED, opened)
        count(x, y, BY_CARD + s.offered, opened)
        count(x, y, BY_LEAD + lead(s, seat), opened)
        count(x, y, BY_SEAT + seat, opened)


def count(x: Any, y: Any, cell: int, what: int) -> None:
    x[cell] += what
    y[cell] += 1


def after(s: State, memo: Any, x: Any, y: Any, seat: int, code: int) -> None:
    """Do nothing: `before` records everything."""


def finished(s: State, memo: Any, x: Any, y: Any) -> None:
    """Count, for each kind of card, the victories of seats that first held, offered or revealed it."""
    winners = 0
    for p in range(s.players):
        if won(s, p):
            winners += 1
    for p in range(s.players):
        mine = SHARE // winners if won(s, p) else 0
        for kind in range(KINDS):
            if memo[FIRST_HELD + p] & (1 << kind):
                count(x, y, HELD + kind, mine)
            if memo[FIRST_PLAYED + p] & (1 << kind):
                count(x, y, PLAYED + kind, mine)
            if memo[FIRST_RECEIVED + p] & (1 << kind):
                count(x, y, RECEIVED + kind, mine)


# --- ablations ------------------------------------------------------------------------------------------------


def stubborn(s: State, seat: int, rule: int, code: int, rng: Any) -> int:
    """Return the action of `seat` under the ablation `rule`, where its policy chose `code`."""
    if s.phase == ANSWERING and rule <= TOSSES:
        if rule == TOSSES:
            return OPEN + roll(rng, 2)
        return REFUSE if rule == NEVER_OPENS else OPEN
    if s.phase == OFFERING and rule >= ANY_CARD and rule <= LEADER:
        kind, target = (code - OFFER) // SEATS, (code - OFFER) % SEATS
        if rule == ANY_CARD:
            kind = any_card(s, seat, rng)
        elif rule == ANYBODY:
            target = (seat + 1 + roll(rng, s.players - 1)) % s.players
        elif rule == LEFT:
            target = (seat + 1) % s.players
        else:
            target = leader(s, seat)
        return OFFER + kind * SEATS + target
    if (s.phase == LURING or s.phase == CHASING) and rule == ANY_GUEST:
        any_guest: int = legal_nth(s, seat, roll(rng, legal_count(s, seat)))
        return any_guest
    return code


def any_card(s: State, seat: int, rng: Any) -> int:
    """Return the kind of a random card of the hand."""
    nth = roll(rng, s.hand_size[seat])
    kind = 0
    while nth >= s.hand[seat][kind]:
        nth -= s.hand[seat][kind]
        kind += 1
    return kind


def leader(s: State, seat: int) -> int:
    """Return the other seat with the most points; if several tie, the first to the left."""
    best = (seat + 1) % s.players
    for step in range(2, s.players):
        p = (seat + step) % s.players
        if score(s, p) > score(s, best):
            best = p
    return best


# --- the fork: open or refuse -----------------------------------------------------------------------------------


def forks(s: State, seat: int, fork: int, code: int) -> bool:
    return s.phase == ANSWERING


def side(s: State, fork: int, code: int) -> int:
    return 0 if code == OPEN else 1


def otherwise(s: State, seat: int, fork: int, code: int) -> int:
    return REFUSE if code == OPEN else OPEN


def mark(s: State, seat: int, fork: int, marks: Any) -> None:
    marks[0] = FORK_CARD + s.offered
    marks[1] = FORK_LEAD + lead(s, seat)
    marks[2] = FORK_SEAT + seat
