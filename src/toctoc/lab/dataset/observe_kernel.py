"""Replay logged games, and write every seat's observation and legal actions: the compiled kernel of `observing`.

Loaded once per game, with `rules` and `coding` bound to that game's. Rows of observations and masks are records
with one field `row`, as in batch_kernel.py.
"""

from typing import Any, NamedTuple

rules: Any
coding: Any


class Steps(NamedTuple):
    """Hold the steps of some games, as `random_log_kernel.StepLog` has them."""

    seats: Any
    codes: Any
    begins: Any  # by game: the index of its first step
    ends: Any


class DecisionRows(NamedTuple):
    """Hold one row for each decision."""

    obs: Any
    mask: Any  # all 0 before
    actions: Any  # as the codec numbers them; -1 if it does not offer the action


def observe(s: Any, t: Any, settings: Any, since: int, steps: Any, decisions: Any) -> None:
    """Write one row of `decisions` for each decision in `steps`."""
    row = 0
    for g in range(len(steps.ends)):
        rules.setup(s, *settings)
        coding.begin(s, t, since)
        for step in range(steps.begins[g], steps.ends[g]):
            seat, code = steps.seats[step], steps.codes[step]
            if seat < 0:
                coding.watch_chance(s, t, code)
                rules.take_chance(s, code)
                continue
            coding.observe(s, t, seat, decisions.obs[row].row)
            coding.mask(s, seat, decisions.mask[row].row)
            decisions.actions[row] = coding.from_rules(s.players, seat, code)
            coding.watch(s, t, seat, code)
            rules.act(s, seat, code)
            coding.watched(s, t)
            row += 1
