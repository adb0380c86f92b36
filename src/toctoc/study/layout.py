"""Load the questions of a game from the package that `toctoc.games.layout` names.

A game's folder has two modules. `questions` is plain functions that are compiled as its rules are:

| name | what it is |
|---|---|
| `CELLS` | how many cells its questions have, counted from 0: `x` and `y` as `kernel.py` has them, from `OWN` on |
| `MEMO` | how many numbers it keeps during a game, all 0 at its start |
| `SCORE_STEP`, `LENGTH_STEP` | points and decisions in a bin of a distribution; `LENGTH_FROM`: where it begins |
| `standing(s, p)` | how `p` stands: more is better |
| `before(s, memo, x, y, seat, code)`, `after(...)` | around every action, and every outcome of chance |
| `finished(s, memo, x, y)` | at the end |
| `stubborn(s, seat, rule, code, rng)` | what a seat does by a stubborn rule, where it would choose `code` |
| `forks(s, seat, fork, code)` | whether this decision is one that a fork is about |
| `side(s, fork, code)` | 0 if the first of its two choices is taken, else 1 |
| `otherwise(s, seat, fork, code)` | the other choice |
| `mark(s, seat, fork, marks)` | write the cells of a fork that this decision belongs to, -1 for none |
| `MARKS`, `FORK_CELLS` | how many of those there are at a decision, and in all |

`telling` says what the numbers mean: `LESIONS`, names of the stubborn rules 1, 2, ...; `FORKS`; `MEMORIES`; and
`sections(answers)`, what its own cells tell.
"""

from functools import cache
from typing import Any

from toctoc.bots import layout as bots
from toctoc.games import layout
from toctoc.games.game import Game
from toctoc.study.cells import FORKED

PARTS = ("questions", "telling")


@cache
def has(game: Game) -> bool:
    """Tell whether `game` brings what a study needs: questions, and a compiled policy."""
    return all(layout.has(game, "study", name) for name in PARTS) and bots.has(game, "observations")


@cache
def part(game: Game, name: str) -> Any:
    """Import a part of what `game` brings."""
    return layout.module(game, "study", name)


def width(game: Game) -> int:
    """Return how many cells a table of `game` needs, whether it forks or not."""
    questions = part(game, "questions")
    return int(max(questions.CELLS, FORKED + questions.FORK_CELLS))
