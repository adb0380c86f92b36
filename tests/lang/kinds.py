"""The events that a game has."""

from importlib import import_module

from toctoc.games.game import Event


def events_of(game: str) -> list[type[Event]]:
    module = import_module(f"toctoc.games.{game}.events")
    classes = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Event)]
    return [kind for kind in classes if kind is not Event]
