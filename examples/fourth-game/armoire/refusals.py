"""Why an action of L'Armoire qui grince is not accepted, and what the clock plays instead of a player."""

from collections.abc import Callable

from toctoc.core.errors import IllegalMove, Refused, WrongTurn
from toctoc.core.game import Action

from . import rules
from .rules import State
from .words import Shut, Slip, action

REMEDIES = {
    "slip/done": "Reach in, or shut the door.",
    "slip/not-in-hand": "Slip in a card of your hand.",
    "door/slip-first": "Slip a card in first.",
    "reach/empty": "Shut the door.",
}


def refusal(s: State, seat: int, wanted: Action) -> Refused:
    waited_for = rules.asked(s)
    if seat != waited_for:
        return WrongTurn("turn/not-yours", "A4", f"It is for seat {waited_for} to act.", seat=waited_for)
    if isinstance(wanted, Slip):
        if s.phase != rules.SLIPPING:
            return IllegalMove("slip/done", "A5", "You have slipped a card in: reach in, or shut the door.")
        return IllegalMove("slip/not-in-hand", "A5", f"You have no {wanted.card} in your hand.", card=wanted.card)
    if s.phase == rules.SLIPPING:
        return IllegalMove("door/slip-first", "A4", "First slip a card into the wardrobe.")
    return IllegalMove("reach/empty", "A7", "The wardrobe is empty: shut the door.")


def gentle(s: State, seat: int, roll: Callable[[int], int]) -> Action:
    """H3: slip any card in, and shut the door."""
    if s.phase == rules.DARING:
        return Shut()
    return action(s, rules.legal_nth(s, seat, roll(rules.legal_count(s, seat))))
