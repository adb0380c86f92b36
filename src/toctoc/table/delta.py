"""What changed in a game since it was last sent: views, what a seat may do, what the memory aid marks."""

from typing import Any

from .game import Views


class Delta:
    """Remembers what was sent of a game; each method returns what is not as it was, and remembers that too."""

    def __init__(self, game: Views) -> None:
        self.game = game
        self._public: dict[str, Any] = {}
        self._in_parts = game.match.view(None).in_parts
        self._own: list[dict[str, Any]] = [{} for _ in range(game.match.players)]
        self._aid: list[object] = [None] * game.match.players
        self._legal: dict[int, list[str]] = {}  # by seat that may act

    def skip(self) -> None:
        """Take everything as sent."""
        self.view()
        self.owns()
        self.aids()

    def view(self) -> dict[str, Any]:
        """Return the fields of the public view that changed."""
        return _changed(self._public, self.game.public(), self._in_parts)

    def own(self, seat: int) -> dict[str, Any]:
        """Return the fields that changed of what `seat` sees besides."""
        return _changed(self._own[seat], self.game.own(seat), frozenset())

    def owns(self) -> dict[int, dict[str, Any]]:
        """Return the same of all seats for which something changed."""
        own, state, changed = self.game.match.game.own, self.game.match.state, {}
        for seat, before in enumerate(self._own):
            now = own(state, seat)
            if now != before and (changes := _changed(before, now, frozenset())):
                changed[seat] = changes
        return changed

    def aids(self) -> dict[int, object]:
        """Return what the memory aid marks for the seats for which that changed."""
        changed: dict[int, object] = {}
        for seat in range(self.game.match.players) if self.game.is_aided else ():
            aid = self.game.aid(seat)
            if aid != self._aid[seat]:
                changed[seat] = self._aid[seat] = aid
        return changed

    def legal(self, mover: int | None) -> dict[int, list[str]]:
        """Return the legal actions of seats that may do something else than before, and of `mover` in any case."""
        legal = {seat: self.game.legal(seat) for seat in self.game.match.actors}
        changed = {seat: may for seat, may in legal.items() if seat == mover or may != self._legal.get(seat)}
        self._legal = legal
        return changed


def _changed(before: dict[str, Any], now: dict[str, Any], in_parts: frozenset[str]) -> dict[str, Any]:
    """Return the fields that are not as before; `name/2` is the third part of one with as many parts as before."""
    if before == now:
        return {}
    changes: dict[str, Any] = {}
    for name, value in now.items():
        was = before.get(name, before)
        if was is value or was == value:
            continue
        before[name] = value
        if name not in in_parts or was is before or len(was) != len(value):
            changes[name] = value
        else:
            for number, part in enumerate(value):
                if part != was[number]:
                    changes[f"{name}/{number}"] = part
    return changes
