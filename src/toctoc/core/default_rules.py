"""Add the functions that a game's rules leave out, made from those that they have.

A module of rules ends with `complete_rules(globals())`. It has `FEWEST`, `SEATS`, `ACTIONS`, `OUTCOMES`, the class
`State`, the functions `setup`, `take_chance` and `act`, and

- `PHASES`: the word of each phase; those that wait for chance are "chance" and come first, "over" is the last
- `chance_weight(s, outcome)`: how many of the equally likely tickets bring an outcome
- `is_legal(s, seat, action)`: whether the seat that has to act may take an action

A state has `players`, `phase` and `active`, the seat that has to act; and `points`, a row, unless the rules have a
`score`. The functions below are copied into that module, so that Numba compiles them with it.
"""

from types import FunctionType
from typing import Any

# Names of the module into which the functions are copied.
chance_weight: Any
is_legal: Any
ACTIONS: Any
CHANCE: Any
FIRST_TO_ACT: Any  # the first phase that does not wait for chance
LAST_PHASE: Any
LOWEST_WINS: Any
NONE: Any
OUTCOMES: Any


def asked(s: Any) -> int:
    """Return the seat that has to act; CHANCE while chance is awaited, NONE when the game is over."""
    if s.phase < FIRST_TO_ACT:
        return int(CHANCE)
    return int(s.active if s.phase < LAST_PHASE else NONE)


def chance_total(s: Any) -> int:
    """Count the equally likely tickets of the awaited chance; 0 when no chance is awaited."""
    total = 0
    for outcome in range(OUTCOMES):
        total += chance_weight(s, outcome)
    return total


def chance_pick(s: Any, ticket: int) -> int:
    """Return the outcome of a ticket."""
    outcome = 0
    while ticket >= chance_weight(s, outcome):
        ticket -= chance_weight(s, outcome)
        outcome += 1
    return outcome


def actors(s: Any) -> int:
    """Return the seats that may act now, as a bitmask: the one that is asked."""
    seat = asked(s)
    return 1 << seat if seat >= 0 else 0


def legal_count(s: Any, seat: int) -> int:
    """Count the different actions that a seat may choose from."""
    count = 0
    if seat == asked(s):
        for action in range(ACTIONS):
            if is_legal(s, seat, action):
                count += 1
    return count


def legal_nth(s: Any, seat: int, n: int) -> int:
    """Return the n-th of them, counted from 0."""
    action = 0
    while n > 0 or not is_legal(s, seat, action):
        if is_legal(s, seat, action):
            n -= 1
        action += 1
    return action


def over(s: Any) -> bool:
    """Tell whether no seat has to act any more."""
    return bool(asked(s) == NONE)


def score(s: Any, p: int) -> int:
    """Return the points of a seat."""
    return int(s.points[p])


def won(s: Any, p: int) -> bool:
    """Tell whether no seat has a better score; ties share."""
    for q in range(s.players):
        if (score(s, q) < score(s, p)) if LOWEST_WINS else (score(s, q) > score(s, p)):
            return False
    return True


DEFAULTS = (asked, chance_total, chance_pick, actors, legal_count, legal_nth, over, score, won)


def complete_rules(module: dict[str, Any]) -> None:
    """Add the functions and constants that a module of rules lacks. The module calls it at its end.

    Args:
        module: The `globals()` of the module.
    """
    phases = module["PHASES"]
    constants = {"VERSION": 1, "NONE": -1, "CHANCE": -2, "LOWEST_WINS": False}
    constants |= {"FIRST_TO_ACT": phases.count("chance"), "LAST_PHASE": len(phases) - 1}
    for name, value in constants.items():
        module.setdefault(name, value)
    for function in DEFAULTS:
        if function.__name__ not in module:
            copy = FunctionType(function.__code__, module, function.__name__)
            copy.__module__, copy.__doc__ = module["__name__"], function.__doc__
            module[function.__name__] = copy
