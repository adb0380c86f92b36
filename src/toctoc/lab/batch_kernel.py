"""Play many tables a step further: the compiled kernel of `tables`. One source for all games.

Loaded once per game, with `rules` and `coding` bound to that game's. Everything of a table is one row of arrays.
`first` and `last` say which rows, so that threads may share them. Rows of generators, observations and masks are
records with one field `row`: Numba counts no references to a record, which would take as long as the rest.
"""

from typing import Any, NamedTuple

from toctoc.core.compile.rng import FACTOR, LOW, seed_rng

rules: Any
coding: Any

SHARED = 1  # of `luck_mode`: every decision takes a number of the generator that chance has, as in random playouts


class BatchArrays(NamedTuple):
    """Hold the arrays of all tables."""

    settings: Any
    since: int  # see `begin` of a codec
    seed: int
    states: Any
    traces: Any
    luck: Any
    seat: Any  # the seat to act
    obs: Any
    legal: Any
    mask: Any  # empty, or a copy of `legal` that the caller has passed in
    reward: Any
    done: Any
    scores: Any
    game: Any  # the number of the game


def draw(s: Any, t: Any, x: int) -> tuple[int, int]:
    """Let chance act up to the next decision; return its generator's state, in a register, and the seat to act."""
    seat: int = rules.asked(s)
    while seat == rules.CHANCE:
        x = FACTOR * (x & LOW) + (x >> 31)
        outcome = rules.chance_pick(s, ((x & LOW) * rules.chance_total(s)) >> 31)
        coding.watch_chance(s, t, outcome)
        rules.take_chance(s, outcome)
        seat = rules.asked(s)
    return x, seat


def begin(row: int, batch: Any) -> None:
    """Begin the game of a row, up to its first decision."""
    s, t, luck = batch.states[row], batch.traces[row], batch.luck[row].row
    seed_rng(luck, batch.seed, batch.game[row])
    rules.setup(s, *batch.settings)
    coding.begin(s, t, batch.since)
    luck[0], batch.seat[row] = draw(s, t, luck[0])


def show(first: int, last: int, batch: Any) -> None:
    """Write the observation and the legal actions of the seat to act in every row."""
    states, traces, seats, obs, legal = batch.states, batch.traces, batch.seat, batch.obs, batch.legal
    for row in range(first, last):
        coding.observe(states[row], traces[row], seats[row], obs[row].row)
        offers = legal[row].row
        for action in range(coding.ACTIONS):
            offers[action] = 0
        coding.mask(states[row], seats[row], offers)
    if len(batch.mask) > 0:
        copy_masks(first, last, legal, batch.mask)


def copy_masks(first: int, last: int, legal: Any, mask: Any) -> None:
    """Copy the legal actions to the masks of the caller."""
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
    """Return the first row with an illegal action; -1 if there is none."""
    for row in range(first, last):
        action = actions[row]
        if action < 0 or action >= coding.ACTIONS or legal[row].row[action] == 0:
            return row
    return -1


def seed_dice(first: int, last: int, seed: int, dice: Any) -> None:
    """Seed the generators by which `sample` chooses."""
    for row in range(first, last):
        seed_rng(dice[row].row, seed, row)


def reset(first: int, last: int, batch: Any) -> None:
    """Begin the first game of every row: game r in row r."""
    for row in range(first, last):
        batch.game[row] = row
        begin(row, batch)
        batch.done[row] = False
        for p in range(batch.states[row].players):
            batch.reward[row, p] = 0.0
            batch.scores[row, p] = 0
    show(first, last, batch)


def step(first: int, last: int, actions: Any, luck_mode: int, batch: Any) -> int:
    """Apply an action at every table and return -1; if one is not legal, change nothing and return its row.

    After the end of a game the next one begins at once.
    """
    wrong = illegal(first, last, actions, batch.legal)
    if wrong >= 0:
        return wrong
    # Out of the tuple once: Numba counts references to every array that is taken out of it.
    states, traces, generators, seats = batch.states, batch.traces, batch.luck, batch.seat
    done, reward, scores, game = batch.done, batch.reward, batch.scores, batch.game
    obs, legal = batch.obs, batch.legal
    for row in range(first, last):
        s, t, x = states[row], traces[row], generators[row].row[0]
        code = coding.to_rules(s.players, seats[row], actions[row])
        if luck_mode == SHARED:
            x = FACTOR * (x & LOW) + (x >> 31)
        coding.watch(s, t, seats[row], code)
        rules.act(s, seats[row], code)
        coding.watched(s, t)
        generators[row].row[0], seats[row] = draw(s, t, x)
        if done[row]:
            for p in range(s.players):
                reward[row, p] = 0.0
        done[row] = seats[row] == rules.NONE
        if done[row]:
            pay(s, reward[row], scores[row])
            game[row] += len(states)
            begin(row, batch)
        coding.update(s, t, seats[row], obs[row].row)
        offers = legal[row].row
        for action in range(coding.ACTIONS):
            offers[action] = 0
        coding.mask(s, seats[row], offers)
    if len(batch.mask) > 0:
        copy_masks(first, last, legal, batch.mask)
    return -1


def sample(first: int, last: int, luck_mode: int, drawing: Any, out: Any) -> None:
    """Draw for every row one of its legal actions, uniformly.

    `drawing` is the states, seats, legal actions and luck of a batch, and generators for this.
    """
    states, seats, legal, generators, dice = drawing
    for row in range(first, last):
        s, seat = states[row], seats[row]
        x = generators[row].row[0] if luck_mode == SHARED else dice[row].row[0]
        x = FACTOR * (x & LOW) + (x >> 31)
        if luck_mode != SHARED:  # else `step` takes the number from the generator
            dice[row].row[0] = x
        number = x & LOW
        count = rules.legal_count(s, seat)
        code = rules.legal_nth(s, seat, (number * count) >> 31)
        action = coding.from_rules(s.players, seat, code)
        if action < 0:  # the codec does not offer it: draw among those that it does
            action = offered(legal[row].row, number)
        out[row] = action


def offered(legal: Any, x: int) -> int:
    """Return one of the actions in `legal`, by the number `x` below 2**31."""
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
