"""Explain an action of L'Escalier hanté by a code. The language catalogues hold its text."""

from typing import Any

from toctoc.bots.bot import Reason, Traits
from toctoc.games.escalier import rules
from toctoc.games.escalier.words import COLOURS, PLACES

from . import policy
from .mind import Mind, deduced


def explain(s: Any, m: Mind, traits: Traits, seat: int, action: int) -> Reason:  # noqa: ARG001  # as in other games
    """Return the reason of a player with these traits for an action."""
    if action == rules.DECLINE:
        return Reason("decline", {})
    if s.phase == rules.SEARCHING:
        return _knows(s, m, seat, action - rules.TURN, s.sought)
    if s.phase == rules.RIDDLING:
        return _knows(s, m, seat, rules.WHITE, action - rules.NAME)
    if s.phase == rules.ANSWERING:
        return _knows(s, m, seat, s.pointed, action - rules.NAME)
    if s.phase == rules.NAMING:
        place = next((p for p in range(rules.PLACES) if deduced(s, m, seat, p) == action - rules.NAME), None)
        return Reason("guess", {"count": 4}) if place is None else _knows(s, m, seat, place, action - rules.NAME)
    if s.phase == rules.ASKING:
        place, other = divmod(action - rules.ASK, rules.SEATS)
        return Reason("ask", {"to": other, "place": PLACES[place]})
    return _moved(s, m, seat, action)


def _knows(s: Any, m: Mind, seat: int, place: int, colour: int) -> Reason:
    if m.belief[seat][place] == colour:
        return Reason("followed", {"colour": COLOURS[colour], "place": PLACES[place]})
    chance = policy.chance_of(s, m, seat, place, colour)
    if deduced(s, m, seat, place) == colour or chance == 1.0:
        return Reason("left-over", {"colour": COLOURS[colour], "place": PLACES[place]})
    return Reason("guess", {"count": round(1 / max(chance, 0.25))})


def _moved(s: Any, m: Mind, seat: int, action: int) -> Reason:
    if action == rules.SHIFT + rules.WHITE:
        return Reason("vacate", {})
    first, second = divmod(action - rules.EXCHANGE, rules.PLACES)
    if s.phase == rules.MOVING:
        first = second = action - rules.SHIFT
    others = sum(policy.followed(m, p, first, second) > 0 for p in range(s.players) if p != seat)
    return Reason("confuse", {"count": others}) if others else Reason("any", {})
