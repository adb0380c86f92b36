"""Seat a crew at many tables: the net that learns, an older self of it, and levels that play by their policy.

Compiled for a game, with `rules`, `mind`, `policy`, `rollouts`, `coding`, `features` and `secrets`
bound to that game's. Everything of
a table is one row of arrays, as in `toctoc.lab.Tables`.
"""

from typing import Any

from toctoc.bots.bot import TEMPERATURE
from toctoc.games.compile.playout import roll

rules: Any
mind: Any
policy: Any
rollouts: Any
coding: Any
features: Any
secrets: Any

LEARNER, OLDER = -1, -2  # who sits there; a level by its number
ALONE, WITH_OLDER, WITH_ONE_LEVEL = 30, 50, 75  # of a hundred tables: so many, and so on; the rest: any mixture
SEATS = 5  # of `seated`: as many as any of our games has


def notice(states: Any, stories: Any, seat: Any, actions: Any) -> None:
    """Note at every table what is about to be done."""
    for row in range(len(actions)):
        s = states[row]
        features.watch(s, stories[row], seat[row], coding.to_rules(s.players, seat[row], actions[row]))


def draw_crew(seated: Any, players: int, levels: int, fixed: int, dice: Any) -> None:
    """Draw who sits where; one seat at least learns. With `fixed` a level all others are that level."""
    learner = roll(dice, players)
    kind = roll(dice, 100)
    level = roll(dice, levels)
    for p in range(SEATS):
        seated[p] = LEARNER
    for p in range(players):
        if p != learner:
            if fixed != LEARNER:
                seated[p] = fixed
            elif kind < ALONE:
                seated[p] = LEARNER
            elif kind < WITH_OLDER:
                seated[p] = OLDER if roll(dice, 3) > 0 else LEARNER
            elif kind < WITH_ONE_LEVEL:
                seated[p] = level
            else:
                seated[p] = roll(dice, levels + 2) - 2


def see(
    states: Any, traces: Any, minds: Any, stories: Any, seat: Any, done: Any, obs: Any, first: int, seated: Any,
    levels: int, fixed: int, dice: Any, inputs: Any, hidden: Any,
) -> None:  # fmt: skip
    """Write what the seat of every row knows, and what it does not, to `inputs` and `hidden`; seat new games."""
    known = obs.shape[1]
    for row in range(len(states)):
        s, m = states[row], minds[row]
        if done[row] or first:
            features.begin(stories[row])
            draw_crew(seated[row], s.players, levels, fixed, dice[row])
        features.recall(s, traces[row], m)
        for n in range(known):
            inputs[row, n] = obs[row, n]
        for n in range(known, inputs.shape[1]):
            inputs[row, n] = 0
        features.write(s, m, stories[row], seat[row], inputs[row, known:])
        secrets.write(s, seat[row], hidden[row])


def habits(
    states: Any, minds: Any, traits: Any, seat: Any, seated: Any, dice: Any, actions: Any, whose: Any
) -> None:
    """Choose for every seat that a level has; `whose` says who is asked."""
    for row in range(len(states)):
        p = seat[row]
        level = seated[row, p]
        whose[row] = level
        if level >= 0:
            s = states[row]
            temperature = traits[level, p, TEMPERATURE]
            if temperature < 0.0:
                code = rules.legal_nth(s, p, roll(dice[row], rules.legal_count(s, p)))
            else:
                code = rollouts.sample(s, minds[row], traits[level], p, temperature, dice[row])
            actions[row] = coding.from_rules(s.players, p, code)
