"""Find memory slips in L'Escalier hanté: actions that contradict the events that the player has seen."""

from typing import Any

from toctoc.bots.bot import Reason
from toctoc.games.escalier import rules
from toctoc.games.escalier.words import COLOURS, PLACES

from .mind import Mind


def lapse(s: Any, m: Mind, seat: int, action: int) -> Reason | None:  # noqa: ARG001  # as in other games
    """Return the place of the child if `seat` turned a wrong ghost or named a wrong child; else None."""
    if s.phase == rules.SEARCHING and s.disc[action - rules.TURN] != s.sought:
        places = [place for place in range(rules.PLACES) if place != s.free and s.disc[place] == s.sought]
        return _was_there(s.sought, places[0]) if places else None
    if s.phase in (rules.RIDDLING, rules.ANSWERING) and action >= rules.NAME:
        place = rules.WHITE if s.phase == rules.RIDDLING else s.pointed
        if s.disc[place] != action - rules.NAME:
            return _was_there(s.disc[place], place)
    return None


def _was_there(colour: int, place: int) -> Reason:
    return Reason("was-there", {"colour": COLOURS[colour], "place": PLACES[place]})
