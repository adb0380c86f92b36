"""A small arena with a fixed seed: no level has become much weaker than the one below it would like.

The long one, with intervals, is `python3 run.py strength`; docs/reports/strength.md has its tables.
"""

from itertools import pairwise
from math import sqrt

import pytest

from benchmarks.strength import WANTED
from tests.conftest import Report
from tests.counts import GAMES_OF_POLICIES, GAMES_OF_SEARCH, each_once, one_of
from toctoc.arena.bot_play import play_block
from toctoc.arena.plan import Tournament
from toctoc.arena.results import win_share
from toctoc.bots import LEVELS
from toctoc.core.registry import GAMES

SEED, PLAYERS = 11, 4
STEPS = [(game, below, bot) for game in GAMES for below, bot in pairwise(LEVELS)]


@pytest.mark.parametrize(("game", "step"), each_once(GAMES, list(pairwise(LEVELS))[:-1]))
def test_each_level_beats_a_table_of_the_one_below(game: str, step: tuple[str, str], report: Report) -> None:
    check(game, *step, GAMES_OF_POLICIES, report)


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "below", "bot"), one_of(step for step in STEPS if step[2] == "comte"))
def test_the_count_beats_a_table_of_mediums(game: str, below: str, bot: str, report: Report) -> None:
    check(game, below, bot, GAMES_OF_SEARCH, report)


def check(game: str, below: str, bot: str, games: int, report: Report) -> None:
    """The share is what is wanted, give or take twice what so few games may err."""
    [step] = Tournament.of(game, PLAYERS, [bot, below], games, SEED, {}).ladder()
    share = win_share(bot, [play_block(step, block) for block in range(step.blocks)]).value
    report(f"{game}: one {bot} against three {below}: per cent won", round(100 * share))
    wanted = WANTED[game][bot]
    assert share > wanted - 2 * sqrt(wanted * (1 - wanted) / games)
