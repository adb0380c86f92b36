"""Go through games from their steps, and write what every seat could know and choose: one text, compiled.

Loaded once per game, with `rules` and `coding` bound to that game's. Rows of observations and masks are records
with one field `row`, as in batch_kernel.py.
"""

from typing import Any

rules: Any
coding: Any


def observe(
    s: Any, t: Any, settings: Any, since: int, seats: Any, codes: Any, begins: Any, ends: Any, obs: Any, mask: Any,
    actions: Any,
) -> None:  # fmt: skip
    """Write one row for each decision of some games; `mask` is all 0. An action that is not offered is -1."""
    row = 0
    for g in range(len(ends)):
        rules.setup(s, *settings)
        coding.begin(s, t, since)
        for step in range(begins[g], ends[g]):
            seat, code = seats[step], codes[step]
            if seat < 0:
                coding.watch_chance(s, t, code)
                rules.take_chance(s, code)
                continue
            coding.observe(s, t, seat, obs[row].row)
            coding.mask(s, seat, mask[row].row)
            actions[row] = coding.from_rules(s.players, seat, code)
            coding.watch(s, t, seat, code)
            rules.act(s, seat, code)
            coding.watched(s, t)
            row += 1
