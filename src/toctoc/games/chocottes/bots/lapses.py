"""Detect memory slips in Toc Chocottes: actions that contradict cards the player had already seen."""

from typing import Any

from toctoc.bots.bot import Reason
from toctoc.games.chocottes.rules import state as r
from toctoc.games.chocottes.words import card

from .mind import Mind


def lapse(s: Any, m: Mind, seat: int, action: int) -> Reason | None:  # noqa: ARG001  # as in other games
    """Return a reason if a card seen by `seat` contradicts `action`; in `s`, the other cards are UNKNOWN."""
    if s.phase == r.WINDOW:
        return _window(s, seat, action)
    place = action - r.REPLACE
    if s.phase == r.PLACING and action != r.DISCARD and 0 <= place < s.row_size[seat]:
        kept = s.row[seat][place]
        if kept != r.UNKNOWN and r.worth(kept) < r.worth(s.drawn):
            return Reason("gave-low", {"card": card(kept), "place": place + 1, "drawn": card(s.drawn)})
    return None


def _window(s: Any, seat: int, action: int) -> Reason | None:
    """C9, C11: return a reason for a wrong throw of a seen card, or a pass with a seen card that matches."""
    row = s.row[seat][: s.row_size[seat]]
    if action == r.PASS:
        for place, held in enumerate(row):
            if held != r.UNKNOWN and r.value(held) == s.window:
                return Reason("missed", {"card": card(held), "place": place + 1})
        return None
    place = action - r.SNAP
    if row[place] != r.UNKNOWN and r.value(row[place]) != s.window:
        return Reason("threw-wrong", {"card": card(row[place]), "place": place + 1})
    return None
