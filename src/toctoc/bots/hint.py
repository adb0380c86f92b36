"""Give a person a hint: the action of the strongest bot in that seat, and its reason."""

from collections.abc import Iterable, Sequence

from toctoc.bots.bot import Decision, SeatInfo
from toctoc.bots.level import level
from toctoc.bots.player import LevelBot
from toctoc.bots.registry import has_learned, strongest, thinks_ahead
from toctoc.core.game import Action, Event, Game, View
from toctoc.core.options import Options
from toctoc.core.renamed import renamed_keyword


def hints_allowed(game: Game, options: Options) -> bool:
    """Tell whether hints may be given in `game` with these options; a table may still refuse them."""
    if strongest(game.name) is None:
        return False
    return not game.is_memory or bool(options.get("memory_aid"))  # a hint would remember for the player


def hint_searches(game: str) -> bool:
    """Tell whether a hint takes a search, for which compiled rules are worth waiting for; a net needs none."""
    name = strongest(game)
    return name is not None and thinks_ahead(name, game) and not has_learned(name, game)


@renamed_keyword("chair", "seat_info")
def hint(
    seat_info: SeatInfo, heard: Iterable[Event], view: View, legal: Sequence[Action], plain: bool = False
) -> Decision:
    """Ask the strongest bot for an action and its reason, given `heard`: all that the seat has been shown.

    With `plain` it does without Numba. Raise `ValueError` where hints are not allowed.
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
