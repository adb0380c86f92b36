"""Explain an action of Toc Toc Toc! by a reason code; the catalogues have its text."""

from typing import Any

from toctoc.bots.bot import Reason, Traits
from toctoc.games.toctoctoc import rules
from toctoc.games.toctoctoc.words import CARDS

from . import policy
from .mind import DEEDS, OPENED_TARGET, SCALE, SHUT_TARGET, Mind

FAMILIES = ("plain", "brute", "musician", "scarecrow", "vamp", "child", "taxi")  # cards of any creature


def explain(s: Any, m: Mind, traits: Traits, seat: int, action: int) -> Reason:
    """Return the reason for an action of `seat`, by the policy with these traits."""
    policy.prepare(s, m, traits, seat)
    if action >= rules.OFFER:
        return _offer(m, traits, seat, *divmod(action - rules.OFFER, rules.SEATS))
    if s.phase == rules.ANSWERING:
        return _answer(m, seat, opens=action == rules.OPEN)
    gain = policy.value(s, m, [(0.0, 0.0, 0.0)] * rules.SEATS, seat, action)
    return Reason("choice", {"gain": round(gain)})


def _offer(m: Mind, traits: Traits, seat: int, kind: int, target: int) -> Reason:
    envy = traits[seat][policy.ENVY]
    opened, shut = (policy.worth(m, envy, kind, target, opens) for opens in (True, False))
    percent = round(100 * m.opening[target] / SCALE)
    if opened == shut:
        return Reason("offer-either", {"card": CARDS[kind]})
    if opened > shut:
        return Reason("offer-open", {"to": target, "percent": percent})
    return Reason("offer-shut", {"to": target, "percent": 100 - percent})


def _answer(m: Mind, seat: int, opens: bool) -> Reason:
    """Return a reason: the most likely family of cards that favours the answer."""
    chances, at = dict.fromkeys(FAMILIES, 0), seat * DEEDS
    for kind, weight in enumerate(m.weight):
        better = m.deeds[at + OPENED_TARGET][kind] - m.deeds[at + SHUT_TARGET][kind]
        if weight > 0 and (better > 0 if opens else better < 0):
            chances[family(kind)] += weight
    likeliest = max(chances, key=lambda name: chances[name])
    if chances[likeliest] == 0:
        return Reason("answer-either", {})
    percent = round(100 * chances[likeliest] / sum(weight for weight in m.weight if weight > 0))
    return Reason("open" if opens else "refuse", {"family": likeliest, "percent": percent})


def family(kind: int) -> str:
    """Return the family of a kind of card."""
    return next(name for name in FAMILIES if CARDS[kind].startswith(name))
