"""Hold the numbers of games, kills and examples of the tests, in three editions.

`make test` runs the small edition, in minutes; `make test-all` the full one, and then the soak, for hours. The
variable TOCTOC_TESTS says which. A test with the mark `long` is not in the small edition, and only those with the
mark `soak` are in the soak.
"""

import os
from collections.abc import Iterable
from itertools import product
from typing import Any, Literal, TypeVar, cast

import pytest

from tests.scale import SCALE
from toctoc.testing.conformance import Counts

T = TypeVar("T")
Edition = Literal["small", "full", "soak"]
EDITION = cast("Edition", os.environ.get("TOCTOC_TESTS", "full" if SCALE > 1 else "small"))


def count(small: T, full: T, soak: T | None = None) -> T:
    """Choose what the edition that runs asks for; without a number of its own, the soak is as the full one."""
    return {"small": small, "full": full, "soak": full if soak is None else soak}[EDITION]


def one_of(values: Iterable[T]) -> list[Any]:
    """Return values for a test of which the small edition has the first alone."""
    first, *others = values
    return [
        first,
        *(
            pytest.param(*other if isinstance(other, tuple) else (other,), marks=pytest.mark.long)
            for other in others
        ),
    ]


def each_once(*columns: Iterable[Any]) -> list[Any]:
    """Return all combinations for a test of which the small edition has every value, and few combinations."""
    lists = [list(column) for column in columns]
    few = {tuple(values[n % len(values)] for values in lists) for n in range(max(map(len, lists)))}
    return [pytest.param(*values, marks=() if values in few else pytest.mark.long) for values in product(*lists)]


# tests/conformance
CONFORMANCE = count(
    small=Counts(walks=1, side_by_side=12, lockstep=20),
    full=Counts(walks=10, hits=15, side_by_side=60, lockstep=1000, examples=25),
    soak=Counts(walks=2000, side_by_side=2000, lockstep=20_000, favours=(0, 60, 85, 95), examples=500),
)
REFEREE_GAMES = count(1, 5, 100)  # of every variant
EDITED_GAMES = count(1, 2)  # of every variant
EDITS = count(8, 15)  # of each of their records

# Of what Hypothesis makes up, where a wrong one is rare
EXAMPLES = count(50, 300)

# tests/games
RANDOM_GAMES = count(300, 2000)  # of Toc Toc Toc!, of which averages are known

# tests/record: of the odd values at every place of a record, every so-many-th is tried
ODD_STEP = count(3, 1)

# tests/lab: games of which tables are compiled; those of Toc Chocottes take a minute of the processor
COMPILED_TABLES = count(("toctoctoc", "escalier"), ("toctoctoc", "chocottes", "escalier"))

# tests/arena: games of a level against a table of the one below
GAMES_OF_POLICIES = count(16, 160)
GAMES_OF_SEARCH = count(4, 16)
AGREEING = count(  # games that plain bots play, and twenty times as many that their compiled policies play
    {"toctoctoc": 6, "chocottes": 4, "escalier": 15},
    {"toctoctoc": 600, "chocottes": 150, "escalier": 1500},
)
INTERRUPTIONS = count(4, 1)  # after every so-many-th line of a tournament's file
RATED_TOURNAMENTS = count(3, 8)  # whose truth is known
RESAMPLES = count(20, 400)  # for the intervals of ratings that fakes get
FLAGGED_GAMES = count(3, 9)  # of fakes, asked for with all flags in several orders

# tests/analysis
OTHER_DEALS = count(1, 3)  # of a game, that a seat cannot tell from its own
BRUTE_RECORDS = count(1, 2)  # whose costly decisions are played out

# tests/bots
GAMES_OF_MEMORY = count(60, 150)  # of every level, to count how often it remembers
MEMORY_TRIALS = count(2000, 6000)  # of one thing that may be forgotten
SECRET_GAMES = count(1, 3)  # of each set of rules, at whose moments other worlds are thought of
OTHER_WORLDS = count(1, 3)  # of each moment
LEVELS_APART = count(3, 1)  # of the levels, every so-many-th thinks of a moment, another one of the next
POLICY_GAMES = count(6, 60)  # that plain and compiled policies play alike
ODD_BOTS = count(5, 20)  # as a host may write them down
SLOW_DECISIONS = count(6, 16)  # of a game by bots that think ahead without Numba
SLOW_CHECKS = count(1, 3)  # of those bots, asked again and built anew
REASONED_GAMES = count(1, 2)  # of every level, in which all reasons are said
RASH_GAMES = count(3, 8)  # in which somebody throws whatever comes to mind; more if too little came
TIMED_DECISIONS = count(40, 10_000)  # of a game
REPEATED_DECISIONS = count(20, 10_000)  # of a game by searchers, played again
COMPARED_THOUGHTS = count(14, 10_000)  # moments at which plain and compiled bots think alike
THOUGHTS = count(9, 10_000)  # moments at which a search is looked into
NET_PLAYERS = count(1, 9)  # of the numbers of players, so many are at a table with the net
TRUSTED_STEP = count(6, 3)  # of the moments of a game, every so-many-th
MASKED_GAMES = count(1, 2)  # in which everybody's knowledge of every card is followed
HINTS = count(3, 6)  # of each game
BALANCED_DOORS = count(5, 12)  # at which answers are counted

# tests/table: pairs of worlds that tables of every variant tell alike
PAIRS_OF_TABLES = count(2, 6)
RESTORED_LINES = count(2, 1)  # of a table's log: after every so-many-th it is built anew
LESSONS = count(2, 5)  # of each game, whatever is played
REPLAYED_GAMES = count(10, 30)  # of each game, frame by frame
GAMES_ON = count(1, 3)  # of each game, that go on after a restart
# One table for a whole life
GAMES_OF_AN_EVENING = count(10, 1000)
REARRANGEMENTS = count(500, 20_000)

# tests/cli: games in which every screen is looked at
SCREENED_GAMES = count(1, 3)
SCREENED_MOVES = count(8, 1000)  # of the player; else to the end of the game
PLAYERS_IN_TERMINALS = count(2, 4)  # or as many as a game needs
PEEKS = count(2, 6)  # at cards that are gone from the terminal before the next question
NARROW_SCREENS = count(8, 25)  # of every game
QUESTIONS_TO_ONE = count(3, 1000)  # to the only other player; else to the end of the game
TOLD_GAMES = count(1, 12)  # of each game in a language; more if something has not happened yet
SCRIPTED = count(60, 8000)  # characters of the answers that somebody gives without looking
REFUSED_GAMES = count(1, 2)  # at whose every moment all kinds of lines are refused

# tests/examples: tables of the fourth game that its own tests play at, and at least so many tests
FOURTH_GAME = count(("-k", "not armoire-3 and not armoire-4-"), ())
ITS_TESTS = count(100, 200)
SMALL_GAME = count(("-k", "not coucou-3 and not coucou-4-start"), ())
# Games of a server whose records are looked at
LOOKED_AT = count(("toctoctoc",), ("toctoctoc", "chocottes", "escalier"))

# tests/storage
STORE_KILLS = count(4, 15)  # kill -9 of a process that writes
MOVE_KILLS = count([3, 8], list(range(1, 18)))  # of a process that moves a store, each after so many steps
BYTES_BETWEEN_CUTS = count(17, 1)  # of the log's last transactions: cut here, and opened again

# tests/server: kill -9 while people play, and lines that break
KILLED_EVENINGS = count(1, 1, 5)
KILLED_TABLES = count(4, 32, 60)
DAILY_KILLS = count(1, 40)  # of the server, while people try the daily deal
KILLS = count(2, 8, 100)
BAD_EVENINGS = count(1, 1, 3)
BAD_TABLES = count(4, 24, 60)
BAD_KILLS = count(1, 2, 50)
CUTS = count(20, 100)  # of lines, before each kill
FLEET_TABLES = count(3, 200)
FLEET_KILLS = count(1, 100)  # of nodes
FLEET_CHECK = count(1, 10)  # strokes between two looks at all that is stored
FLEET_TEMPO = count(0.1, 4.0)  # seconds for which people think: hundreds of tables are to leave two cores some air
FLEET_DREAMS = count(0.0, 0.1)  # how often they let a clock run out

FAULTY_TABLES = count(4, 8)  # that are full while their store fails
DAILY_PEOPLE = count(2, 3)  # each of whom sees the end just before the server is killed

# tests/server: what strangers send, and what hidden cards could change
FUZZ_MESSAGES = count(1_000, 100_000)
LEAK_EVENINGS = count(1, 10)  # of every game
LEAK_DEEDS = count(45, 90)  # of an evening
OTHER_SIGNS = count("A", "A0.é")  # in place of each one of a token
REQUESTS = count(4, 40)  # of every kind that the API describes
RESTARTED_TABLES = count(8, 200)

# tests/web: sizes of screens that every moment must fit
SCREEN_SIZES = count(2, 5)
STEPS_OF_FULL_TABLES = count(2, 6)  # taps, not moves, after each of which all is measured
LOOKS = count(16, None)  # into each browser of two players; else to the end of the game
TAPS_OF_THE_SECOND = count(3, None)  # of two players of a whole game, whose phone is then put aside until its end
GAMES_OF_A_GROUP = count(1, 2)
TAPPED_AWAY = count(2, 4)  # cards that are shown step by step
TAPPED_TWICE = count(1, 8)  # things that act, of each screen; each size of a screen begins with others
IS_SHOWN = count(False, True)  # whether browsers paint and sound
