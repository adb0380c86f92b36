"""Detect the turns, and the calls to another game, that have begun at a table since the last look."""

from toctoc.core.game import Move
from toctoc.table.gathering import not_ready
from toctoc.table.table import Table


class TurnTracker:
    """Remembers for which seats a table waits. A table that is read from the store has no new turns and calls."""

    def __init__(self, table: Table) -> None:
        self._active: set[int] = set()
        self._game, self._steps = 0, 0
        self._is_gathering = False
        self.new_turns(table)
        self.new_calls(table)

    def new_calls(self, table: Table) -> list[int]:
        """Return the seats of people who are not ready for another game, when the first player is."""
        was, self._is_gathering = self._is_gathering, table.state.stage == "over" and table.state.may_start > 0
        return not_ready(table) if self._is_gathering and not was else []

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
