"""A small arena with a fixed seed: no level has become much weaker against the level below.

The long one, with intervals, is `python3 run.py strength`; docs/reports/strength.md has its tables.
"""

from itertools import pairwise
from math import sqrt

import pytest

from benchmarks.strength import WANTED
from tests.conftest import Report
from tests.scale import each, scaled, spread
from toctoc.arena.bot_play import play_block
from toctoc.arena.plan import Tournament
from toctoc.arena.results import win_share
from toctoc.bots import LEVELS
from toctoc.core.registry import GAMES

SEED, PLAYERS = 11, 4
*POLICIES, SEARCH = pairwise(LEVELS)


@each("step, game", spread([(step, game) for step in POLICIES for game in reversed(GAMES)], 1))
def test_each_level_beats_a_table_of_the_level_below(step: tuple[str, str], game: str, report: Report) -> None:
    check(game, *step, scaled(16, 160), report)


@pytest.mark.nightly
@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_comte_beats_a_table_of_voyantes(game: str, report: Report) -> None:
    check(game, *SEARCH, 16, report)


def check(game: str, below: str, bot: str, games: int, report: Report) -> None:
    """Compare the share with the wanted one, less two standard errors of so few games."""
    [step] = Tournament.of(game, PLAYERS, [bot, below], games, SEED, {}).ladder()
    share = win_share(bot, [play_block(step, block) for block in range(step.blocks)]).value
    report(f"{game}: one {bot} against three {below}: per cent won", round(100 * share))
    wanted = WANTED[game][bot]
    assert share > wanted - 2 * sqrt(wanted * (1 - wanted) / games)
