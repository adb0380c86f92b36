"""Give the reason for refusing an action of L'Escalier hanté, and choose an action when a clock runs out."""

from collections.abc import Callable

from toctoc.core.errors import IllegalMove, Refused, WrongTurn
from toctoc.core.game import Action

from . import rules
from .rules import State
from .words import PLACES, Ask, Decline, Name, Shift, Swap, Turn, action

REMEDIES = {
    "turn-over/no-search": "Turn ghosts over while a child is sought.",
    "turn-over/no-ghost": "Use a place with a ghost.",
    "turn-over/already-shown": "Use a ghost that was not yet shown in this search.",
    "move/not-now": "Move a ghost when a move card is turned.",
    "move/no-ghost": "Use a place with a ghost.",
    "swap/not-now": "Swap ghosts when a swap card is turned.",
    "swap/same-ghost": "Use two different ghosts.",
    "swap/no-ghost": "Use two places with ghosts.",
    "name/not-now": "Name a child when a riddle asks your seat.",
    "name/just-shown": "Use a colour that the riddle has not just shown.",
    "ask/not-now": "Ask when a riddle of the risk variant is turned.",
    "ask/no-such-opponent": "Use another seat of this table.",
    "ask/no-ghost": "Use a place with a ghost.",
    "decline/must-act": "Use one of the legal moves: this question cannot be declined.",
}


def refusal(s: State, seat: int, wanted: Action) -> Refused:
    waited_for = rules.asked(s)
    if seat != waited_for:
        return WrongTurn("turn/not-yours", "E4", f"It is for seat {waited_for} to act.", seat=waited_for)
    match wanted:
        case Turn() if s.phase != rules.SEARCHING:
            return IllegalMove("turn-over/no-search", "E5", "Ghosts are turned over only while a child is sought.")
        case Turn(place) if PLACES.index(place) == s.free:
            return _no_ghost("turn-over/no-ghost", "E5", place)
        case Turn(place):
            return IllegalMove(
                "turn-over/already-shown",
                "E5",
                f"The ghost at {place} was already shown in this search.",
                place=place,
            )
        case Shift() if s.phase != rules.MOVING:
            return IllegalMove("move/not-now", "E8", "A ghost is moved only when a move card is turned.")
        case Shift(place):
            return _no_ghost("move/no-ghost", "E8", place)
        case Swap() if s.phase != rules.SWAPPING:
            return IllegalMove("swap/not-now", "E7", "Ghosts are swapped only when a swap card is turned.")
        case Swap(first, second) if first == second:
            return IllegalMove("swap/same-ghost", "E7", "Swap two different ghosts.")
        case Swap():
            return _no_ghost("swap/no-ghost", "E7", PLACES[s.free])
        case Name() if s.phase == rules.NAMING:
            return IllegalMove("name/just-shown", "E12", "Name a colour that the riddle has not just shown.")
        case Name():
            return IllegalMove("name/not-now", "E9", "There is no child for you to name now.")
        case Ask() if s.phase != rules.ASKING:
            return IllegalMove(
                "ask/not-now", "E10", "Opponents are asked only when a riddle of the risk variant is turned."
            )
        case Ask(other) if other == seat or other not in range(s.players):
            return IllegalMove("ask/no-such-opponent", "E10", "Ask another player at this table.", seat=other)
        case Ask(place=place):
            return _no_ghost("ask/no-ghost", "E10", place)
        case Decline():
            return IllegalMove("decline/must-act", "E5 E7 E8 E10 E12", "This cannot be declined.")
    raise TypeError(f"{wanted!r} is not an action of L'Escalier hanté")


def _no_ghost(code: str, clause: str, place: str) -> Refused:
    return IllegalMove(code, clause, f"There is no ghost at {place}.", place=place)


def gentle(s: State, seat: int, roll: Callable[[int], int]) -> Action:
    """H3: return the action for a clock that ran out: decline a riddle, otherwise act at random."""
    if s.phase in (rules.RIDDLING, rules.ASKING):
        return Decline()
    return action(s, rules.legal_nth(s, seat, roll(rules.legal_count(s, seat))))
