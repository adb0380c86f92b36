"""Load games from the entry points of the group `toctoc.games`, each of which leads to a `Game`.

    [project.entry-points."toctoc.games"]
    ghosts = "ghosts:GAME"

Our own three games are found in the same way. A fault in another package costs only its own game: a warning names
the package and the fault, and all other games are loaded.
"""

import logging
import re
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules

from .errors import BadPlugin
from .game import Game
from .notation import MOST_SEATS

GAMES_ENTRY_POINTS = "toctoc.games"
OURS = "toctoc.games."  # the package of our games
HOUSE_LETTER = "H"  # the letter of the house rules
logger = logging.getLogger(__name__)


def load() -> dict[str, Game]:
    """Return our games in their `order`, then those of other packages in the order of their names."""
    entries = {(entry.name, entry.value): entry for entry in entry_points(group=GAMES_ENTRY_POINTS)}
    ours = [entry.load() for (_, value), entry in entries.items() if value.startswith(OURS)] or _beside()
    games: dict[str, Game] = {game.name: game for game in sorted(ours, key=lambda game: game.order)}
    others = [entry for (_, value), entry in sorted(entries.items()) if not value.startswith(OURS)]
    for entry in others:
        try:
            game = checked(entry.load(), games)
        except (Exception, SystemExit) as error:  # of another author's code: the other games start all the same
            logger.warning("%s: the game %r is left out: %s", _origin(entry), entry.name, _reason(error))
            continue
        games[game.name] = game
    return games


def _beside() -> list[Game]:
    """Return our games where Toctoc is not installed: a source tree on Python's path has no entry points."""
    folder = import_module(OURS.rstrip(".")).__path__
    return [import_module(f"{OURS}{found.name}").GAME for found in iter_modules(folder)]


def is_built_in(game: Game) -> bool:
    """Tell whether a game is one of ours: our client has its pictures, our tests read its texts."""
    return game.home.startswith(OURS)


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
    return game


def _origin(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value


def _reason(error: BaseException) -> str:
    """Return the fault in one line."""
    said = " ".join(str(error).split())
    return said if isinstance(error, BadPlugin) else f"it does not load: {type(error).__name__}: {said}"
