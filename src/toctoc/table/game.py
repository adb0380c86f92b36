"""The game at a table, and what each viewer has not been told of it yet."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from toctoc.games.game import Action, Chance, Event, Knowledge, Move, Step
from toctoc.games.match import Match

Shown = tuple[
    tuple[Event, ...], int, tuple[Event, ...]
]  # a step: as everybody sees it, whom it concerns, as they see it


def in_words(event: Event) -> dict[str, Any]:
    """An event as a message has it: its name, and its fields."""
    kind = type(event)
    words: dict[str, Any] = {"type": kind.__name__}
    for name in cast(tuple[str, ...], kind.__match_args__):
        words[name] = getattr(event, name)
    return words


class LiveGame:
    """A match whose steps are gathered for its viewers: all seats, and whoever watches (None)."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.told: list[Shown] = []  # that nobody knows of yet
        match.tell(lambda *step: self.told.append(step))
        self._public: dict[str, Any] = {}
        self._in_parts = match.view(None).in_parts
        self._own: list[dict[str, Any]] = [{} for _ in range(match.players)]
        self._legal: dict[int, list[str]] = {}  # of those who may act
        self.last: Move | None = None  # that was made
        self._asides = 0
        self._known: list[Knowledge] = []  # of each seat, where the table has the memory aid
        self._aid: list[object] = [None] * match.players
        if match.options.get("memory_aid"):
            self._known = [match.game.knowledge(match.players, match.options, p) for p in range(match.players)]
            for seat, known in enumerate(self._known):
                match.follow(seat, known.hear)

    @staticmethod
    def again(game: str, players: int, options: Mapping[str, Any], steps: Sequence[Sequence[Any]]) -> "LiveGame":
        """A game that was played so far; nobody is told of that again."""
        match = Match(game, players, options)
        for who, what, *by in steps:
            if who == "chance":
                match.take_chance(what)
            else:
                match.play(who, what, *by)
        playing = LiveGame(match)
        playing.forget_changes()
        return playing

    def play(self, seat: int, action: Action | str, by: str) -> list[str]:
        """A seat acts; what followed by chance. `Refused` changes nothing."""
        before = len(self.match.steps)
        self.match.play(seat, action, by)
        move, *chance = self.match.steps[before:]
        self._made(move)
        return [str(step.outcome) for step in chance if isinstance(step, Chance)]

    def repeat(self, seat: int, action: str, by: str, chance: Sequence[str]) -> None:
        """The same from the log."""
        self.match.play(seat, action, by)
        self._made(self.match.steps[-1])
        for outcome in chance:
            self.match.take_chance(outcome)

    def _made(self, move: Step) -> None:
        assert isinstance(move, Move)
        self.last = move
        self._asides += move.action.is_aside

    @property
    def moment(self) -> int:
        """Goes on with every step that asks for new decisions."""
        return len(self.match.steps) - self._asides

    # --- what changed ------------------------------------------------------------------------------------------

    def take(self) -> list[Shown]:
        """What was shown since the last time."""
        told, self.told = self.told, []
        return told

    def forget_changes(self) -> None:
        """Everybody knows how it is now."""
        self.changed_view()
        for seat in range(self.match.players):
            self.changed_own(seat)
            self.changed_aid(seat)

    def public(self) -> dict[str, Any]:
        view = self.match.view(None)
        return {name: getattr(view, name) for name in type(view).__match_args__}

    def changed_view(self) -> dict[str, Any]:
        """Fields of the public view that are not as they were the last time."""
        return _changed(self._public, self.public(), self._in_parts)

    def own(self, seat: int) -> dict[str, Any]:
        return self.match.game.own(self.match.state, seat)

    def changed_own(self, seat: int) -> dict[str, Any]:
        return _changed(self._own[seat], self.own(seat), frozenset())

    def aid(self, seat: int) -> object:
        """What the memory aid marks for a seat; None at a table without it."""
        return self._known[seat].aid() if self._known else None

    def changed_aid(self, seat: int) -> object:
        aid = self.aid(seat)
        if aid == self._aid[seat]:
            return None
        self._aid[seat] = aid
        return aid

    def legal(self, seat: int) -> list[str]:
        return self.match.legal_words(seat)

    def changed_legal(self, mover: int | None) -> dict[int, list[str]]:
        """What seats may do that are newly asked, asked again after their own move, or may do something else."""
        actors = self.match.actors
        legal = {seat: self.legal(seat) for seat in actors}
        changed = {seat: may for seat, may in legal.items() if seat == mover or may != self._legal.get(seat)}
        self._legal = legal
        return changed


def _changed(before: dict[str, Any], now: dict[str, Any], in_parts: frozenset[str]) -> dict[str, Any]:
    """Fields that are not as before; `name/2` is the third part of a field that has as many parts as before."""
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
