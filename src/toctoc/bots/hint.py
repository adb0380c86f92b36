"""Advice for a person: what the strongest bot would do in that seat, and why."""

from collections.abc import Iterable, Sequence

from toctoc.bots.bot import Chair
from toctoc.bots.level import LEVELS, level
from toctoc.bots.player import Decision, LevelBot
from toctoc.games.game import Action, Event, Game, View
from toctoc.games.options import Options


def hints_allowed(game: Game, options: Options) -> bool:
    """Whether the rules of a table let hints be given at all; a table may still refuse them."""
    return not game.is_memory or bool(options["memory_aid"])  # a hint would remember for the player


def hint(chair: Chair, heard: Iterable[Event], view: View, legal: Sequence[Action]) -> Decision:
    """What the count would do, knowing what that seat has been shown since the first shuffle, and nothing else."""
    if not hints_allowed(chair.game, chair.options):
        raise ValueError("hints remember for the player: they are given only where the memory aid is on")
    adviser = LevelBot(chair, level(LEVELS[-1]))
    for event in heard:
        adviser.hear(event)
    return adviser.decide(view, legal)
