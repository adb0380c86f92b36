"""Play many tables a step further: one text for all games, compiled.

Loaded once per game, with `rules` and `coding` bound to that game's. Everything of a table is one row of arrays;
`first` and `last` say which rows, so that threads may share them. Rows of observations and masks are records with
one field `row`: Numba counts no references to what is in a record, which would take as long as the rest.
"""

from typing import Any

from toctoc.games.compile.playout import FACTOR, LOW, seed_rng

rules: Any
coding: Any

RANDOM = 1  # of `shared`: every decision takes a number of the generator that chance has, as in random playouts


def begin(s: Any, t: Any, luck: Any, settings: Any, since: int, seed: int, game: int) -> int:
    """Begin a game, up to its first decision; return who decides."""
    seed_rng(luck, seed, game)
    rules.setup(s, *settings)
    coding.begin(s, t, since)
    luck[0], seat = draw(s, t, luck[0])
    return seat


def draw(s: Any, t: Any, x: int) -> tuple[int, int]:
    """Let chance do what is awaited of it; return its generator's number, and who decides then."""
    seat: int = rules.asked(s)
    while seat == rules.CHANCE:
        x = FACTOR * (x & LOW) + (x >> 31)
        outcome = rules.chance_pick(s, ((x & LOW) * rules.chance_total(s)) >> 31)
        coding.watch_chance(s, t, outcome)
        rules.take_chance(s, outcome)
        seat = rules.asked(s)
    return x, seat


def show(first: int, last: int, states: Any, traces: Any, seat: Any, obs: Any, legal: Any, mask: Any) -> None:
    """Write what the seat of every row may know, and what it may do; `mask` is empty, or gets a copy of that."""
    for row in range(first, last):
        coding.observe(states[row], traces[row], seat[row], obs[row].row)
        offers = legal[row].row
        for action in range(coding.ACTIONS):
            offers[action] = 0
        coding.mask(states[row], seat[row], offers)
    if len(mask) > 0:
        copy_masks(first, last, legal, mask)


def copy_masks(first: int, last: int, legal: Any, mask: Any) -> None:
    """Copy what may be done to masks that somebody has handed in."""
    for row in range(first, last):
        for action in range(coding.ACTIONS):
            mask[row].row[action] = legal[row].row[action]


def pay(s: Any, reward: Any, scores: Any) -> None:
    """Write the scores of a game that is over, and each seat's share of the victory less an equal share."""
    winners = 0
    for p in range(s.players):
        scores[p] = rules.score(s, p)
        if rules.won(s, p):
            winners += 1
    for p in range(s.players):
        reward[p] = (1.0 / winners if rules.won(s, p) else 0.0) - 1.0 / s.players


def illegal(first: int, last: int, actions: Any, legal: Any) -> int:
    """Return the first row whose action is not legal; -1 if all are."""
    for row in range(first, last):
        action = actions[row]
        if action < 0 or action >= coding.ACTIONS or legal[row].row[action] == 0:
            return row
    return -1


def reset(
    first: int, last: int, settings: Any, since: int, seed: int, states: Any, traces: Any, luck: Any, legal: Any,
    seat: Any, obs: Any, mask: Any, reward: Any, done: Any, scores: Any, game: Any,
) -> None:  # fmt: skip
    """Begin the first game of every row: game r in row r."""
    for row in range(first, last):
        s, t = states[row], traces[row]
        game[row] = row
        seat[row] = begin(s, t, luck[row], settings, since, seed, row)
        done[row] = False
        for p in range(s.players):
            reward[row, p] = 0.0
            scores[row, p] = 0
    show(first, last, states, traces, seat, obs, legal, mask)


def step(
    first: int, last: int, actions: Any, shared: int, settings: Any, since: int, seed: int, states: Any,
    traces: Any, luck: Any, legal: Any, seat: Any, obs: Any, mask: Any, reward: Any, done: Any, scores: Any,
    game: Any,
) -> int:  # fmt: skip
    """Take an action at every table, and return -1; or the first row whose action is not legal: then do nothing.

    A table whose game ends begins its next one at once.
    """
    wrong = illegal(first, last, actions, legal)
    if wrong >= 0:
        return wrong
    for row in range(first, last):
        s, t, x = states[row], traces[row], luck[row, 0]
        code = coding.to_rules(s.players, seat[row], actions[row])
        if shared == RANDOM:
            x = FACTOR * (x & LOW) + (x >> 31)
        coding.watch(s, t, seat[row], code)
        rules.act(s, seat[row], code)
        coding.watched(s, t)
        luck[row, 0], seat[row] = draw(s, t, x)
        if done[row]:
            for p in range(s.players):
                reward[row, p] = 0.0
        done[row] = seat[row] == rules.NONE
        if done[row]:
            pay(s, reward[row], scores[row])
            game[row] += len(states)
            seat[row] = begin(s, t, luck[row], settings, since, seed, game[row])
        coding.observe(s, t, seat[row], obs[row].row)  # as `show` does; to call it row by row takes longer
        offers = legal[row].row
        for action in range(coding.ACTIONS):
            offers[action] = 0
        coding.mask(s, seat[row], offers)
    if len(mask) > 0:
        copy_masks(first, last, legal, mask)
    return -1


def sample(
    first: int, last: int, shared: int, states: Any, luck: Any, dice: Any, seat: Any, legal: Any, out: Any
) -> None:
    """Draw for every row one of its legal actions, all alike."""
    for row in range(first, last):
        s = states[row]
        x = luck[row, 0] if shared == RANDOM else dice[row, 0]
        x = FACTOR * (x & LOW) + (x >> 31)
        if shared != RANDOM:
            dice[row, 0] = x
        count = rules.legal_count(s, seat[row])
        code = rules.legal_nth(s, seat[row], ((x & LOW) * count) >> 31)
        action = coding.from_rules(s.players, seat[row], code)
        if action < 0:  # not offered: one of the others, all alike
            action = offered(legal[row].row, x & LOW)
        out[row] = action


def offered(legal: Any, x: int) -> int:
    """Return one of the actions that are offered, by a number below 2**31."""
    count = 0
    for action in range(len(legal)):
        count += legal[action]
    nth = (x * count) >> 31
    for action in range(len(legal)):
        if legal[action] == 1:
            if nth == 0:
                return action
            nth -= 1
    return -1
