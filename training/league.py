"""Say at which tables a game is learned, and who sits there: all that training needs to know of a game."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from toctoc.bots.level import LEVELS

RANDOM = "random"
PAST = "past"  # an older self of the net
FREE = "free"  # instead of a stubborn rule: who has it does as it likes
RIVALS = (
    *LEVELS,
    RANDOM,
)  # that sit at the tables, by their policies: all levels, without their search if they have one
MODEL = RIVALS.index("comte")  # who is imitated at first


@dataclass(frozen=True)
class Tables:
    """Describe a group of tables."""

    players: int
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class League:
    """Describe what a net of a game meets."""

    tables: tuple[Tables, ...]  # of the groups, in turn; the first is that of the learning curve
    longest: int  # decisions of a game, about: groups begin at different points of it
    stubborn: tuple[str, ...]  # rules of the game's study that some players follow; twice: twice as often
    opponents: tuple[str, ...] = (RANDOM, "chasseur", "voyante", PAST)  # of the curve, at all other seats
    odd: str = ""  # of the curve: the rule of one player among learners, who else plays as they do


LEAGUES: Mapping[str, League] = {
    "toctoctoc": League(
        tables=(Tables(4), Tables(4), Tables(3), Tables(5)),
        longest=110,
        stubborn=("never-opens", "never-opens", "always-opens", "tosses", "leader"),
        odd="never-opens",
    ),
    "escalier": League(
        tables=(
            Tables(4), Tables(3), Tables(2), Tables(4, {"risk": True}),
            Tables(4), Tables(3, {"risk": True}), Tables(4), Tables(2, {"risk": True}),
        ),
        longest=70,
        stubborn=("moves-any", "swaps-any", "never-solves", "always-solves"),
        opponents=(RANDOM, "chasseur", "voyante", "comte", PAST),
        odd="moves-any",
    ),
    "chocottes": League(
        tables=(
            Tables(4), Tables(3), Tables(4), Tables(5), Tables(4), Tables(2), Tables(4), Tables(3),
        ),
        longest=200,
        stubborn=("never-knocks", "never-throws", "never-replaces", "no-effects"),
        opponents=(RANDOM, "chasseur", "voyante", "comte", PAST),
        odd="never-throws",
    ),
}  # fmt: skip
