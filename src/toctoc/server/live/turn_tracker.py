"""Detect the turns that have begun at a table since the last look."""

from toctoc.core.game import Move
from toctoc.table.table import Table


class TurnTracker:
    """Remembers the active seats of a table. A table that is read from the store has no new turns."""

    def __init__(self, table: Table) -> None:
        self._active: set[int] = set()
        self._game, self._steps = 0, 0
        self.new_turns(table)

    def new_turns(self, table: Table) -> list[int]:
        """Return the active seats that were not active at the last call, or have moved since."""
        game, active = table.game if table.is_live else None, set[int]()
        if table.state.number != self._game:
            self._active, self._game, self._steps = set(), table.state.number, 0
        if game is not None:
            moved = {step.seat for step in game.match.steps[self._steps :] if isinstance(step, Move)}
            active, self._steps = set(game.match.actors), len(game.match.steps)
            self._active -= moved
        new = sorted(active - self._active)
        self._active = active
        return new
