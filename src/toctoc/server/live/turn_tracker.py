"""Whose turn has just begun at a table, each told once."""

from toctoc.games.game import Move
from toctoc.table.table import Table


class Turns:
    """Remembers who was to move already; a table that comes from the store brings no new turns along."""

    def __init__(self, table: Table) -> None:
        self._known: set[int] = set()
        self._game, self._steps = 0, 0
        self.begun(table)

    def begun(self, table: Table) -> list[int]:
        """Return the seats that are to move now and were not when this was last asked, or have moved since."""
        game, asked = table.game if table.is_live else None, set[int]()
        if table.s.number != self._game:
            self._known, self._game, self._steps = set(), table.s.number, 0
        if game is not None:
            moved = {step.seat for step in game.match.steps[self._steps :] if isinstance(step, Move)}
            asked, self._steps = set(game.match.actors), len(game.match.steps)
            self._known -= moved
        new = sorted(asked - self._known)
        self._known = asked
        return new
