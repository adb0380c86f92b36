"""Find the games of installed packages: entry points of the group `toctoc.games`, each of a `Game`.

    [project.entry-points."toctoc.games"]
    ghosts = "ghosts:GAME"

A package with a fault costs its own game only: a warning names the package and the fault.
"""

import logging
import re
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points

from .errors import BadPlugin
from .game import Game
from .notation import MOST_SEATS
from .renamed import adopt_observe

GAMES_ENTRY_POINTS = "toctoc.games"
HOUSE_LETTER = "H"  # the letter of the house rules
logger = logging.getLogger(__name__)


def added_to(ours: Mapping[str, Game]) -> dict[str, Game]:
    """Return our games and those that are installed beside them, in the order of their names."""
    games = dict(ours)
    for entry in sorted(entry_points(group=GAMES_ENTRY_POINTS), key=lambda entry: (entry.name, entry.value)):
        try:
            game = checked(entry.load(), games)
        except (Exception, SystemExit) as error:  # of another author's code: the other games start all the same
            logger.warning("%s: the game %r is left out: %s", _origin(entry), entry.name, _reason(error))
            continue
        games[game.name] = game
    return games


def checked(game: object, games: Mapping[str, Game]) -> Game:
    """Return a plugin's game if it fits beside the other `games`; raise `BadPlugin` with its fault."""
    from . import inspection  # late: without plugins the program starts sooner

    if not isinstance(game, Game):
        raise BadPlugin(
            f"the entry point leads to {type(game).__name__}; it has to lead to a toctoc.core.game.Game"
        )
    if not re.fullmatch(r"[a-z][a-z0-9]*", game.name):
        raise BadPlugin(f"its name is {game.name!r}; a name is a small letter, then small letters and digits")
    if game.name in games:
        raise BadPlugin(f"the name {game.name} is taken; there are: {', '.join(games)}")
    letters = {HOUSE_LETTER: "the house rules"} | {other.letter: other.name for other in games.values()}
    if not re.fullmatch(r"[A-Z]", game.letter):
        raise BadPlugin(f"its letter is {game.letter!r}; clauses have one capital letter")
    if game.letter in letters:
        raise BadPlugin(f"the letter {game.letter} is that of {letters[game.letter]}; choose another one")
    inspection.check_rules(game)
    if game.players[-1] > MOST_SEATS:
        raise BadPlugin(f"it has {game.players[-1]} seats; a table has at most {MOST_SEATS}")
    if not game.home:
        raise BadPlugin("its `home` is empty; it has to be the package in which its modules are")
    inspection.check_texts(game)
    inspection.check_words(game)
    inspection.check_files(game)
    if isinstance(game.knowledge, type):
        adopt_observe(game.knowledge)
    return game


def _origin(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value


def _reason(error: BaseException) -> str:
    """Return the fault in one line."""
    said = " ".join(str(error).split())
    return said if isinstance(error, BadPlugin) else f"it does not load: {type(error).__name__}: {said}"
