"""Replay a game in a partial world: a state in which some cards are unknown."""

from typing import Any, Generic, TypeVar

from .game import Watcher

S = TypeVar("S")


class PartialWorld(Generic[S]):
    """Apply steps to a world by the rules of a game, and notify a watcher of each."""

    _rules: Any  # of the class: an object that has a module cannot be copied
    world: S
    watcher: Watcher | None = None

    def _step(self, seat: int, code: int) -> None:
        """Apply an action of `seat`, or an outcome of chance."""
        if self.watcher is not None:
            self.watcher.before(self.world, seat, code)
        if seat == self._rules.CHANCE:
            self._rules.take_chance(self.world, code)
        else:
            self._rules.act(self.world, seat, code)
        if self.watcher is not None:
            self.watcher.after(self.world, seat)
