"""Give a person a hint: the action of the strongest bot in that seat, and its reason."""

from collections.abc import Iterable, Sequence

from toctoc.bots.bot import Decision, SeatInfo
from toctoc.bots.level import level
from toctoc.bots.player import LevelBot
from toctoc.bots.registry import has_learned, strongest, thinks_ahead
from toctoc.core.game import Action, Event, Game, View
from toctoc.core.options import Options


def hints_allowed(game: Game, options: Options) -> bool:
    """Return whether hints may be given in a game with these options.

    They may not in a game of memory without the memory aid, nor in a game that none of `LEVELS` plays.

    Args:
        game: The `Game`.
        options: All options of the match.

    Example:
        >>> from toctoc import Match
        >>> from toctoc.bots import hints_allowed
        >>> tables = [Match("toctoctoc", 3), Match("escalier", 3)]
        >>> [hints_allowed(table.game, table.options) for table in tables]
        [True, False]
    """
    if strongest(game.name) is None:
        return False
    return not game.is_memory or bool(options.get("memory_aid"))  # a hint would remember for the player


def hint_searches(game: str) -> bool:
    """Return whether a hint needs a search. If so, call `warm_up` first; a net needs no search.

    Args:
        game: The name of the game.

    Example:
        >>> from toctoc.bots import hint_searches
        >>> hint_searches("chocottes")
        False
    """
    name = strongest(game)
    return name is not None and thinks_ahead(name, game) and not has_learned(name, game)


def hint(
    seat_info: SeatInfo, heard: Iterable[Event], view: View, legal: Sequence[Action], plain: bool = False
) -> Decision:
    """Return the decision of the strongest bot for a person's seat.

    Args:
        seat_info: The person's seat.
        heard: All events that the seat was shown, as `match.history(seat)` returns them.
        view: The view of the seat.
        legal: The legal actions of the seat.
        plain: Whether to do without Numba.

    Raises:
        ValueError: If `hints_allowed` returns False.

    Example:
        >>> from random import Random
        >>> from toctoc import Match
        >>> from toctoc.bots import SeatInfo, hint
        >>> match = Match("toctoctoc", 3, chance=Random(7).randrange)
        >>> seat_info = SeatInfo(match.game, 3, match.options, 0, seed=1)
        >>> advice = hint(seat_info, match.history(0), match.view(0), match.legal(0))
        >>> advice.action in match.legal(0), advice.chances[0][0] == advice.action
        (True, True)
    """
    name = strongest(seat_info.game.name)
    if name is None:
        raise ValueError(f"no bot of ours plays {seat_info.game.title}, so there are no hints")
    if not hints_allowed(seat_info.game, seat_info.options):
        raise ValueError("hints remember for the player: they are given only where the memory aid is on")
    adviser = LevelBot(seat_info, level(name), plain=plain or not hint_searches(seat_info.game.name))
    for event in heard:
        adviser.observe(event)
    return adviser.advise(view, legal)
