"""Follow a game in one world, in which some cards may be unknown."""

from typing import Any, Generic, TypeVar

from .game import Watcher

S = TypeVar("S")


class OneWorld(Generic[S]):
    """Let steps happen in a world by the rules of a game, and tell a watcher of each."""

    _rules: Any  # of the class: an object that has a module cannot be copied
    world: S
    watcher: Watcher | None = None

    def _step(self, seat: int, code: int) -> None:
        """Let a seat act, or chance."""
        if self.watcher is not None:
            self.watcher.before(self.world, seat, code)
        if seat == self._rules.CHANCE:
            self._rules.take_chance(self.world, code)
        else:
            self._rules.act(self.world, seat, code)
        if self.watcher is not None:
            self.watcher.after(self.world, seat)
