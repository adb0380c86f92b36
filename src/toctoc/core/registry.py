"""List the games: ours and those of other installed packages, all found by entry points."""

import copyreg

from . import plugins, state_repr
from .game import Game

GAMES: dict[str, Game] = plugins.load()
BUILT_IN: dict[str, Game] = {name: game for name, game in GAMES.items() if plugins.is_built_in(game)}


def find(name: str) -> Game:
    """Return the game `name`.

    Args:
        name: A key of `GAMES`.

    Raises:
        ValueError: If there is no such game; the message lists the games.

    Example:
        >>> from toctoc.core import find
        >>> find("chocottes").title
        'Toc Chocottes'
        >>> find("poker")
        Traceback (most recent call last):
        ValueError: there is no game 'poker'; there are: ...
    """
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}; there are: {', '.join(GAMES)}")
    return GAMES[name]


def _pickled(game: Game) -> tuple[object, ...]:
    """Pickle a game by its name."""
    if GAMES.get(game.name) is not game:
        raise TypeError(f"{game.name} cannot be pickled: it is not the one of that name in toctoc.GAMES")
    return find, (game.name,)


for _game in GAMES.values():
    state_repr.install(_game)
copyreg.pickle(Game, _pickled)  # type: ignore[arg-type]  # typeshed wants the function's type spelt out
