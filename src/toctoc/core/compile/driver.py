"""Play a game on, step by step: the loop of all compiled play.

A kernel is a module that imports this one as `driver`, and calls `driver.advance(s, play)`. It is loaded once per
game and runtime by `runtime.load` or `compiled.compile_modules`, and then has a copy of this module of its own.
That copy has the kernel's `rules`, and those of these hooks that the kernel defines:

| hook | default |
|---|---|
| `stops_at(s, play, seat)`: return before `seat`, or CHANCE, takes its step? | no |
| `next_action(s, play, seat)`: the action of `seat` | any legal one, by `play.luck` |
| `next_outcome(s, play)`: the outcome of chance | by `play.luck` |
| `apply_action(s, play, seat, action)` | `rules.act` |
| `apply_outcome(s, play, outcome)` | `rules.take_chance` |

`s` is the state. `play` is a `NamedTuple` of the kernel with all that its hooks read and write; numbers that
change are in arrays.
"""

from typing import Any

from toctoc.core.compile.rng import roll

rules: Any

HOOKS = ("stops_at", "next_action", "next_outcome", "apply_action", "apply_outcome")


def advance(s: Any, play: Any) -> tuple[int, int]:
    """Play on until `stops_at` says so or the game is over; return the seat to act, or NONE, and the decisions."""
    decisions = 0
    while True:
        seat: int = rules.asked(s)
        if seat == rules.NONE or stops_at(s, play, seat):
            return seat, decisions
        if seat == rules.CHANCE:
            apply_outcome(s, play, next_outcome(s, play))
        else:
            apply_action(s, play, seat, next_action(s, play, seat))
            decisions += 1


def stops_at(s: Any, play: Any, seat: int) -> bool:
    """Play on to the end of the game."""
    return False


def next_action(s: Any, play: Any, seat: int) -> int:
    """Choose uniformly at random."""
    action: int = rules.legal_nth(s, seat, roll(play.luck, rules.legal_count(s, seat)))
    return action


def next_outcome(s: Any, play: Any) -> int:
    """Draw an outcome by its weight."""
    outcome: int = rules.chance_pick(s, roll(play.luck, rules.chance_total(s)))
    return outcome


def apply_action(s: Any, play: Any, seat: int, action: int) -> None:
    """Let `seat` act."""
    rules.act(s, seat, action)


def apply_outcome(s: Any, play: Any, outcome: int) -> None:
    """Let chance act."""
    rules.take_chance(s, outcome)
