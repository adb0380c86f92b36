"""Compute the inputs of a game's net at many tables: the observation, then the features. One source for all games.

Loaded once per game, with `coding` and `features` bound to that game's. `rows` has a record for each table:
`story` and `mind`, from which features are computed, and `inputs` and `mask` for the seat to act. Call `recall` at
each decision, and `watch` before its action is applied.
"""

from typing import Any

coding: Any
features: Any


def write(s: Any, t: Any, row: Any, seat: int, known: int) -> None:
    """Write the inputs of `seat`, `known` numbers of the observation first, and the actions that make sense."""
    inputs, mask = row.inputs, row.mask
    for n in range(len(inputs)):
        inputs[n] = 0
    if known > 0:
        coding.observe(s, t, seat, inputs)
    features.write(s, row.mind, row.story, seat, inputs[known:])
    offer(s, seat, mask)
    features.sensible(s, row.mind, seat, mask)


def offer(s: Any, seat: int, mask: Any) -> None:
    """Write the legal actions of `seat`."""
    for action in range(coding.ACTIONS):
        mask[action] = 0
    coding.mask(s, seat, mask)


# --- the rows of `Tables` ----------------------------------------------------------------------------------------


def watch(first: int, last: int, actions: Any, states: Any, seats: Any, rows: Any) -> None:
    """Record an action of every row, before it is applied."""
    for row in range(first, last):
        s, here = states[row], rows[row]
        code = coding.to_rules(s.players, seats[row], actions[row])
        features.watch(s, here.mind, here.story, seats[row], code)


def recall(first: int, last: int, begins: Any, states: Any, traces: Any, rows: Any) -> None:
    """Recall at the next decision of every row; where `begins`, it is the first one of a game."""
    for row in range(first, last):
        here = rows[row]
        if begins[row]:
            features.begin(here.story)
        features.recall(states[row], traces[row], here.mind, here.story)


def write_all(first: int, last: int, known: int, states: Any, traces: Any, seats: Any, rows: Any) -> None:
    """Write the inputs of the seat to act in every row, and the actions that make sense."""
    for row in range(first, last):
        write(states[row], traces[row], rows[row], seats[row], known)
