"""A table of L'Armoire qui grince on which a test lays the cards."""

from collections.abc import Sequence

from toctoc import Match

from armoire import GAME
from armoire import rules as a
from armoire.words import CARDS

Cards = Sequence[str]


def table(
    players: int = 2, cost: int = 2, inside: Cards = (), hands: Sequence[Cards] = (), pile: int = 0
) -> Match:
    """Return a match in its second round: seat 0 is to slip a card in, and `pile` mints are left to draw."""
    match = Match(GAME, players, {"cost": cost})
    s = match.state
    s.phase, s.slipped = a.SLIPPING, players
    s.inside[:], s.inside_size = counted(inside), len(inside)
    for p, hand in enumerate(hands):
        s.hand[p][:], s.hand_size[p] = counted(hand), len(hand)
    s.stock[:], s.stock_size = counted(["mint"] * pile), pile
    return match


def counted(cards: Cards) -> list[int]:
    """Return a row that counts each kind of card."""
    return [list(cards).count(card) for card in CARDS] + [0]


def reach(match: Match, seat: int, *found: str) -> None:
    """Reach in once for each card, and find it."""
    for card in found:
        match.play(seat, "reach")
        match.take_chance(f"out {card}")
