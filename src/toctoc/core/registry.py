"""The games there are: ours, and those of installed packages."""

import copyreg

from toctoc.games import chocottes, escalier, toctoctoc

from . import plugins, state_repr
from .game import Game

OURS: dict[str, Game] = {game.name: game for game in (toctoctoc.GAME, chocottes.GAME, escalier.GAME)}
GAMES: dict[str, Game] = plugins.added_to(OURS)


def find(name: str) -> Game:
    """Return the game of that name; a `ValueError` lists those there are."""
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}; there are: {', '.join(GAMES)}")
    return GAMES[name]


def _kept(game: Game) -> tuple[object, ...]:
    """Say how a game goes to another process: by its name."""
    if GAMES.get(game.name) is not game:
        raise TypeError(f"{game.name} cannot be pickled: it is not the one of that name in toctoc.GAMES")
    return find, (game.name,)


for _game in GAMES.values():
    state_repr.install(_game)
copyreg.pickle(Game, _kept)  # type: ignore[arg-type]  # typeshed wants the function's type spelt out
