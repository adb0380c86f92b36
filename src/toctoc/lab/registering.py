"""Tell Gymnasium of our games, where it is installed: `gymnasium.make("toctoc/Toctoctoc-v0")`."""

from importlib.util import find_spec

from toctoc.core.game_package import package
from toctoc.core.registry import GAMES

ENVIRONMENT, TABLES = "toctoc.lab.gym_env:SoloEnv", "toctoc.lab.gym_env:vector"  # for one table, and for many


def register() -> None:
    """Tell of every game that has a codec."""
    if find_spec("gymnasium") is None:
        return
    import gymnasium

    for game in GAMES.values():
        name = f"toctoc/{game.name.capitalize()}-v0"
        if package(game, "codec") and name not in gymnasium.registry:
            gymnasium.register(name, ENVIRONMENT, vector_entry_point=TABLES, kwargs={"game": game.name})
