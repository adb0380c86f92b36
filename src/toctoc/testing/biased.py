"""Random games that favour the first legal action, which often is the one that lets a game go on.

Like `toctoc.core.compile.playout`, this text is loaded once per runtime with `rules` bound, and compiled for one.
"""

from typing import Any

from toctoc.core.compile.playout import FACTOR, LOW

rules: Any


def biased_game(s: Any, settings: Any, rng: Any, favour: int) -> int:
    """Play a game, in `favour` of 100 decisions the first action; return the number of decisions."""
    decisions = 0
    rules.setup(s, *settings)
    while True:
        x = FACTOR * (rng[0] & LOW) + (rng[0] >> 31)
        rng[0] = x
        seat = rules.asked(s)
        if seat >= 0:
            nth = 0
            if (x & LOW) % 100 >= favour:
                nth = ((x & LOW) * rules.legal_count(s, seat)) >> 31
            rules.act(s, seat, rules.legal_nth(s, seat, nth))
            decisions += 1
        elif seat == rules.CHANCE:
            rules.take_chance(s, rules.chance_pick(s, ((x & LOW) * rules.chance_total(s)) >> 31))
        else:
            return decisions
