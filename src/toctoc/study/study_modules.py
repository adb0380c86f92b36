"""Find the modules that a game brings to a study; `toctoc.core.game_package` knows their folder.

A game's folder has two modules. `questions` is plain functions that are compiled as its rules are:

| name | meaning |
|---|---|
| `CELLS` | number of cells of its questions, counted from 0; its own in `x` and `y` (`kernel.py`) begin at `OWN` |
| `MEMO` | number of integers that it keeps during a game, all 0 at the start |
| `SCORE_STEP`, `LENGTH_STEP` | points and decisions in a bin of a distribution; `LENGTH_FROM`: the first bin |
| `standing(s, p)` | the standing of `p`: more is better |
| `before(s, memo, x, y, seat, code)`, `after(...)` | called around every action, and every outcome of chance |
| `finished(s, memo, x, y)` | called at the end |
| `stubborn(s, seat, rule, code, rng)` | the action of `seat` under an ablation, where its policy chose `code` |
| `forks(s, seat, fork, code)` | whether a fork is about this decision |
| `side(s, fork, code)` | 0 if `code` is the first of its two choices, else 1 |
| `otherwise(s, seat, fork, code)` | the other choice |
| `mark(s, seat, fork, marks)` | write the cells of a fork that this decision belongs to, -1 for none |
| `MARKS`, `FORK_CELLS` | number of those at a decision, and in all |

`report_text` has the words for them: `ABLATIONS`, names of the rules 1, 2, ...; `FORKS`; `MEMORIES`; and
`sections(answers)`, the sections about its own cells.
"""

from functools import cache
from typing import Any

from toctoc.bots import bot_modules
from toctoc.core import game_package
from toctoc.core.game import Game
from toctoc.study.cells import FORKED


@cache
def has(game: Game) -> bool:
    """Return whether `game` can be studied: it needs questions, report text, and a compiled policy."""
    own = all(game_package.has(game, "study", name) for name in ("questions", "report_text"))
    return own and bot_modules.has(game, "observations")


@cache
def part(game: Game, name: str) -> Any:
    """Import the module `name` of the folder `study` of `game`."""
    return game_package.module(game, "study", name)


def ablations(game: Game) -> Any:
    """Return the ablations of `game`: rule 1, rule 2 and so on."""
    return part(game, "report_text").ABLATIONS


def width(game: Game) -> int:
    """Return how many cells a table of `game` needs, whether it forks or not."""
    questions = part(game, "questions")
    return int(max(questions.CELLS, FORKED + questions.FORK_CELLS))
