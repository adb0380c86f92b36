"""Explain an action of Toc Chocottes by a code of the language catalogues."""

from typing import Any

from toctoc.bots.bot import Reason, Traits
from toctoc.games.chocottes.rules import state as r
from toctoc.games.chocottes.words import card

from . import estimates
from .mind import Mind


def explain(s: Any, m: Mind, traits: Traits, seat: int, action: int) -> Reason:
    """Return the reason of a player with these traits for `action`."""
    estimates.tally_unseen(s, m, traits, seat)
    estimates.look_around(s, m, traits, seat)
    if s.phase == r.TURN:
        code = "knock" if action == r.KNOCK else "draw"
        return Reason(code, {"points": round(m.guess[seat] / estimates.PART)})
    if s.phase == r.PLACING:
        return _place(s, m, seat, action)
    if s.phase == r.WINDOW:
        return _throw(s, m, seat, action)
    if s.phase == r.LOOKING:
        return Reason("look", {})
    return _effect(s, m, seat, action)


def _place(s: Any, m: Mind, seat: int, action: int) -> Reason:
    drawn = card(s.drawn)
    if action == r.DISCARD:
        twin = any(
            estimates.sees(m, seat, seat, i) and r.value(s.row[seat][i]) == r.value(s.drawn)
            for i in range(s.row_size[seat])
        )
        return Reason("twin", {"card": drawn}) if twin else Reason("discard", {"card": drawn})
    place = action - r.REPLACE
    if estimates.sees(m, seat, seat, place):
        return Reason("replace", {"card": card(s.row[seat][place])})
    return Reason("replace-unknown", {"card": drawn})


def _throw(s: Any, m: Mind, seat: int, action: int) -> Reason:
    if action == r.PASS:
        return Reason("pass", {})
    place = action - r.SNAP
    if estimates.sees(m, seat, seat, place):
        return Reason("remembered", {"place": place + 1})
    return Reason("blind", {"percent": round(100 * estimates.match(m, seat, place, s.window))})


def _effect(s: Any, m: Mind, seat: int, action: int) -> Reason:
    if action == r.DECLINE:
        return Reason("decline", {})
    if action == r.FEED:
        return Reason("feed", {"to": s.active})
    if action >= r.EXCHANGE:
        other, place = divmod((action - r.EXCHANGE) // r.ROW, r.ROW)
        if estimates.sees(m, seat, other, place):
            return Reason("exchange", {"card": card(s.row[other][place]), "other": other})
        return Reason("exchange-unknown", {"other": other})
    if action >= r.MIX:
        return Reason("shuffle", {"other": (action - r.MIX) // r.ROW // r.ROW})
    if action >= r.GIVE:
        return Reason("give", {"to": action - r.GIVE})
    return Reason("reap" if action >= r.REAP else "look", {})
