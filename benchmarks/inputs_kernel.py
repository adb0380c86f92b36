"""Replay games, and write the inputs of a net at every decision with a choice.

Loaded for a game and a runtime, with its `rules`, `coding` and `features` bound.
"""

from typing import Any, NamedTuple

rules: Any
coding: Any
features: Any


class Memory(NamedTuple):
    """Hold what the inputs are computed from: a state, and all that is remembered beside it."""

    state: Any
    trace: Any
    mind: Any
    story: Any


class Steps(NamedTuple):
    """Hold the steps of a game, among those of others: seat and action, or chance and outcome."""

    all: Any
    first: int
    last: int


def replay(memory: Any, settings: Any, steps: Any, known: int, rows: Any, seats: Any) -> int:
    """Replay a game; return how many decisions have a choice.

    Their inputs are written to `rows`, which are all 0, `known` numbers of the observation first. Their seats are
    written to `seats`.
    """
    s, t, m, story = memory.state, memory.trace, memory.mind, memory.story
    rules.setup(s, *settings)
    coding.begin(s, t, 0)
    features.begin(story)
    count = 0
    for n in range(steps.first, steps.last):
        seat, code = steps.all[n][0], steps.all[n][1]
        if seat >= 0:
            if rules.legal_count(s, seat) > 1:
                if known > 0:
                    coding.observe(s, t, seat, rows[count])
                features.write(s, m, story, seat, rows[count][known:])
                seats[count] = seat
                count += 1
            features.watch(s, m, story, seat, code)
            coding.watch(s, t, seat, code)
            rules.act(s, seat, code)
            coding.watched(s, t)
        else:
            coding.watch_chance(s, t, code)
            rules.take_chance(s, code)
        features.recall(s, t, m, story)
    return count
