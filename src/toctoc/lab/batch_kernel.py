"""Play many tables a step further: the compiled kernel of `tables`. One source for all games.

Loaded once per game, with `rules` and `coding` bound to that game's. Everything of a table is one row of arrays.
`first` and `last` say which rows, so that threads may share them. Rows of generators, observations and masks are
records with one field `row`: Numba counts no references to a record, which would take as long as the rest.
"""

from typing import Any, NamedTuple

from toctoc.core.compile import driver
from toctoc.core.compile.rng import LOW, roll, seed_rng

rules: Any
coding: Any

SHARED = 1  # of `luck_mode`: every decision takes a number of the generator that chance has, as in random playouts


class Batch(NamedTuple):
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


class Play(NamedTuple):
    """Hold one table."""

    trace: Any
    luck: Any


def stops_at(s: Any, play: Any, seat: int) -> bool:  # noqa: ARG001
    """Stop before every decision."""
    return seat >= 0


def apply_outcome(s: Any, play: Any, outcome: int) -> None:
    """Let chance act, and trace it."""
    coding.watch_chance(s, play.trace, outcome)
    rules.take_chance(s, outcome)


def begin(row: int, batch: Any) -> None:
    """Begin the game of a row, up to its first decision."""
    s, t, luck = batch.states[row], batch.traces[row], batch.luck[row].row
    seed_rng(luck, batch.seed, batch.game[row])
    rules.setup(s, *batch.settings)
    coding.begin(s, t, batch.since)
    batch.seat[row] = driver.advance(s, Play(t, luck))[0]


def show(first: int, last: int, batch: Any) -> None:
    """Write the observation and the legal actions of the seat to act in every row."""
    for row in range(first, last):
        show_row(row, batch)
    if len(batch.mask) > 0:
        copy_masks(first, last, batch)


def show_row(row: int, batch: Any) -> None:
    """Write the observation and the legal actions of the seat to act."""
    coding.observe(batch.states[row], batch.traces[row], batch.seat[row], batch.obs[row].row)
    offers = batch.legal[row].row
    for action in range(coding.ACTIONS):
        offers[action] = 0
    coding.mask(batch.states[row], batch.seat[row], offers)


def copy_masks(first: int, last: int, batch: Any) -> None:
    """Copy the legal actions to the masks of the caller."""
    for row in range(first, last):
        for action in range(coding.ACTIONS):
            batch.mask[row].row[action] = batch.legal[row].row[action]


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
    seats, done, reward = batch.seat, batch.done, batch.reward
    for row in range(first, last):
        s, t, luck = batch.states[row], batch.traces[row], batch.luck[row].row
        code = coding.to_rules(s.players, seats[row], actions[row])
        if luck_mode == SHARED:
            roll(luck, 1)
        coding.watch(s, t, seats[row], code)
        rules.act(s, seats[row], code)
        coding.watched(s, t)
        seats[row] = driver.advance(s, Play(t, luck))[0]
        if done[row]:
            for p in range(s.players):
                reward[row, p] = 0.0
        done[row] = seats[row] == rules.NONE
        if done[row]:
            pay(s, reward[row], batch.scores[row])
            batch.game[row] += len(batch.states)
            begin(row, batch)
        show_row(row, batch)
    if len(batch.mask) > 0:
        copy_masks(first, last, batch)
    return -1


def sample(first: int, last: int, luck_mode: int, dice: Any, out: Any, batch: Any) -> None:
    """Draw for every row one of its legal actions, uniformly."""
    for row in range(first, last):
        s, seat = batch.states[row], batch.seat[row]
        rng = dice[row].row
        if luck_mode == SHARED:
            rng[0] = batch.luck[row].row[0]  # a copy: `step` takes the number from the generator itself
        number = roll(rng, LOW + 1)
        count = rules.legal_count(s, seat)
        code = rules.legal_nth(s, seat, (number * count) >> 31)
        action = coding.from_rules(s.players, seat, code)
        if action < 0:  # the codec does not offer it: draw among those that it does
            action = offered(batch.legal[row].row, number)
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
