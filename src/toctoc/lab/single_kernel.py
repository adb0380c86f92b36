"""Play one table step by step: the kernel of `single_table`. One source for all games.

Loaded once per game, with `rules` and `coding` bound to that game's. `rows` has one row with everything of the
table, so that a call from Python passes one array: each further one would cost a good part of a step.
"""

from typing import Any

from toctoc.core.compile.rng import roll, seed_rng

rules: Any
coding: Any

NOT_APPLIED = -99  # returned instead of the seat to act; nothing has changed


def begin(rows: Any, since: int, settings: Any) -> int:
    """Set up a game before its first outcome of chance; return the seat to act, as `rules.asked` does."""
    s = rows[0].s
    rules.setup(s, *settings)
    coding.begin(s, rows[0].t, since)
    seat: int = rules.asked(s)
    return seat


def seed(rows: Any, value: int, game: int) -> None:
    """Seed the generator of chance for a game."""
    seed_rng(rows[0].luck, value, game)


def draw(rows: Any) -> int:
    """Let chance act up to the next decision; return the seat to act."""
    s, t, luck = rows[0].s, rows[0].t, rows[0].luck
    seat: int = rules.asked(s)
    while seat == rules.CHANCE:
        outcome = rules.chance_pick(s, roll(luck, rules.chance_total(s)))
        coding.watch_chance(s, t, outcome)
        rules.take_chance(s, outcome)
        seat = rules.asked(s)
    return seat


def act(rows: Any, seat: int, action: int) -> int:
    """Apply an action of the codec; return the seat to act, or `NOT_APPLIED`."""
    if not 0 <= action < coding.ACTIONS or seat < 0:
        return NOT_APPLIED
    show_mask(rows, seat)
    if rows[0].mask[action] == 0:
        return NOT_APPLIED
    s, t = rows[0].s, rows[0].t
    code = coding.to_rules(s.players, seat, action)
    coding.watch(s, t, seat, code)
    rules.act(s, seat, code)
    coding.watched(s, t)
    after: int = rules.asked(s)
    return after


def play(rows: Any, seat: int, action: int) -> int:
    """Apply an action of the codec, and let chance act; return the seat to act, or `NOT_APPLIED`."""
    after: int = act(rows, seat, action)
    if after == rules.CHANCE:
        return draw(rows)
    return after


def take_chance(rows: Any, outcome: int) -> int:
    """Apply an outcome of chance; return the seat to act, or `NOT_APPLIED`."""
    s = rows[0].s
    is_awaited = rules.asked(s) == rules.CHANCE and 0 <= outcome < rules.OUTCOMES
    if not is_awaited or rules.chance_weight(s, outcome) == 0:
        return NOT_APPLIED
    coding.watch_chance(s, rows[0].t, outcome)
    rules.take_chance(s, outcome)
    after: int = rules.asked(s)
    return after


def actors(rows: Any) -> int:
    """Return the seats that may act, as a bit mask."""
    seats: int = rules.actors(rows[0].s)
    return seats


def weigh(rows: Any) -> int:
    """Write the weight of every outcome of chance; return their sum."""
    s = rows[0].s
    for outcome in range(rules.OUTCOMES):
        rows[0].weights[outcome] = rules.chance_weight(s, outcome)
    total: int = rules.chance_total(s)
    return total


def show(rows: Any, seat: int) -> None:
    """Write the observation of a seat."""
    coding.observe(rows[0].s, rows[0].t, seat, rows[0].obs)


def show_mask(rows: Any, seat: int) -> None:
    """Write the legal actions of a seat."""
    offers = rows[0].mask
    for action in range(coding.ACTIONS):
        offers[action] = 0
    coding.mask(rows[0].s, seat, offers)
