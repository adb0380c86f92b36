"""Why a player of L'Armoire qui grince does something, as codes; their words are in the catalogues."""

from typing import Any

from toctoc.bots.bot import Reason, Traits

from armoire import rules

from . import policy
from .mind import Mind


def explain(s: Any, m: Mind, traits: Traits, seat: int, action: int) -> Reason:
    """Return the reason that the thoughts about a table give for an action."""
    if action == rules.REACH:
        return Reason("dare" if policy.find(s, m, traits, seat, policy.NO_CARD) > 0 else "gamble", {})
    if action == rules.SHUT:
        return Reason("enough" if any(s.laid) else "creepy", {})
    if action == rules.SLIP + rules.GHOST:
        return Reason("trap", {})
    mine = s.slipped >= s.players and policy.find(s, m, traits, seat, action - rules.SLIP) > 0
    return Reason("mine" if mine else "bluff", {})
