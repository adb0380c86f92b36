"""Explain refused actions of Toc Toc Toc!, and choose the action that a clock plays for a seat (H3)."""

from collections.abc import Callable

from toctoc.core.errors import IllegalMove, Refused, WrongTurn
from toctoc.core.game import Action

from . import rules
from .rules import State
from .words import CARDS, Chase, Offer, Open, Refuse, Take, action

REMEDIES = {
    "offer/not-now": "Offer a card at the start of your turn.",
    "offer/no-such-rival": "Offer it to another seat of this table.",
    "offer/not-in-hand": "Offer a card of your hand.",
    "answer/no-offer": "Answer when a card lies at your door.",
    "take/not-now": "Take a guest when a vamp lets your seat choose.",
    "take/no-such-guest": "Take a guest of a rank that is there.",
    "chase/not-now": "Choose when creatures are tied and your seat is the rival.",
    "chase/not-tied": "Choose one of the tied creatures.",
}


def refusal(s: State, seat: int, wanted: Action) -> Refused:
    waited_for = rules.asked(s)
    if seat != waited_for:
        return WrongTurn("turn/not-yours", "T7", f"It is for seat {waited_for} to act.", seat=waited_for)
    match wanted:
        case Offer() if s.phase != rules.OFFERING:
            return IllegalMove("offer/not-now", "T7", "A card is offered at the start of the own turn only.")
        case Offer(to=to) if to == seat or to not in range(s.players):
            return IllegalMove(
                "offer/no-such-rival", "T7", "Offer the card to another player at this table.", to=to
            )
        case Offer(card):
            return IllegalMove("offer/not-in-hand", "T7", f"There is no {card} in your hand.", card=card)
        case Open() | Refuse():
            return IllegalMove("answer/no-offer", "T8", "Nobody is at your door.")
        case Take() if s.phase != rules.LURING:
            return IllegalMove("take/not-now", "T13", "There is no vamp that lets you take a guest.")
        case Take(rank):
            return IllegalMove("take/no-such-guest", "T13", f"There is no {rank} guest to take.", rank=rank)
        case Chase() if s.phase != rules.CHASING:
            return IllegalMove("chase/not-now", "T16", "There is no tie for you to decide.")
        case Chase(creature):
            return IllegalMove(
                "chase/not-tied",
                "T16",
                f"The {creature} guests are not among the tied ones.",
                creature=creature,
            )
    raise TypeError(f"{wanted!r} is not an action of Toc Toc Toc!")


def gentle(s: State, seat: int, roll: Callable[[int], int]) -> Action:
    """H3: return the gentlest legal action of `seat`.

    Refuse; take the first of plain, brute, musician; chase the first of monster, ghost, vampire; or offer a
    random card to a random player.
    """
    if s.phase == rules.ANSWERING:
        return Refuse()
    if s.phase == rules.OFFERING:
        nth = roll(s.hand_size[seat])
        kind = 0
        while nth >= s.hand[seat][kind]:
            nth -= s.hand[seat][kind]
            kind += 1
        return Offer(CARDS[kind], (seat + 1 + roll(s.players - 1)) % s.players)
    return action(s, rules.legal_nth(s, seat, 0))
