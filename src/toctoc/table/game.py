"""The game at a table: its match, and what its seats know where the table has the memory aid."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from toctoc.games import notation
from toctoc.games.game import Action, Event, Knowledge, Move, Step
from toctoc.games.match import Match, Shown


class RememberedMatch(Match):
    """A match whose state changes by its own steps only: what was found out about it holds until the next one."""

    def __init__(self, game: str, players: int, options: Mapping[str, Any]) -> None:
        self.forget()
        super().__init__(game, players, options, narrate=True)

    def forget(self) -> None:
        """Find everything out anew."""
        self._legal: dict[int, list[int]] = {}  # by seat: the numbers of its legal actions
        self._checked: tuple[int, Action, int] | None = None  # what was let pass last: seat, action, number

    def check(self, seat: int, action: Action | str) -> tuple[Action, int]:
        """Check an action as every match does, but not twice in a row."""
        if isinstance(action, str):
            action = notation.read(action, self.game.actions)
        if self._checked is None or self._checked[0] != seat or self._checked[1] is not action:
            self._checked = (seat, *super().check(seat, action))
        return self._checked[1:]

    def _accepts(self, seat: int, code: int) -> bool:
        return code in self._legal_codes(seat) or self.game.also_accepts(self.state, seat, code)

    def _legal_codes(self, seat: int) -> list[int]:
        codes = self._legal.get(seat)
        if codes is None:
            codes = self._legal[seat] = super()._legal_codes(seat)
        return codes

    def _step(self, step: Step, code: int) -> tuple[Shown, ...]:
        self.forget()
        return super()._step(step, code)


class LiveGame:
    """A match that narrates every step to its viewers: all seats, and spectators (None)."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._asides = 0
        self._known: list[Knowledge] = []  # by each seat, where the table has the memory aid
        if match.options.get("memory_aid"):
            knowledge = match.game.knowledge
            self._known = [knowledge(match.players, match.options, seat) for seat in range(match.players)]

    @staticmethod
    def begin(game: str, players: int, options: Mapping[str, Any]) -> "LiveGame":
        """Return a game before its deal."""
        return LiveGame(RememberedMatch(game, players, options))

    @staticmethod
    def resume(game: str, players: int, options: Mapping[str, Any], steps: Iterable[Sequence[Any]]) -> "LiveGame":
        """Return a game in which `steps`, as a snapshot has them, were played."""
        live = LiveGame.begin(game, players, options)
        live.match.narrates = bool(live._known)  # else nobody needs to hear it again, and it takes its time
        for who, what, *by in steps:
            if who == "chance":
                live.take_chance([what])
            else:
                live.play(who, what, *by)
        live.match.narrates = True
        return live

    def play(self, seat: int, action: str, by: str = "player") -> tuple[Shown, ...]:
        """Let `seat` act; return what was shown."""
        shown = self.match.play(seat, action, by)
        self._asides += self.is_aside
        self._remember(shown)
        return shown

    def take_chance(self, outcomes: Iterable[str]) -> tuple[Shown, ...]:
        """Let chance bring these outcomes; return what was shown."""
        shown = tuple(step for outcome in outcomes for step in self.match.take_chance(outcome))
        self._remember(shown)
        return shown

    @property
    def is_aside(self) -> bool:
        """Tell whether the last step was a move that leaves all that is asked as it is (C5)."""
        last = self.match.steps[-1]
        return isinstance(last, Move) and last.action.is_aside

    @property
    def moment(self) -> int:
        """Return a number that grows with every step that asks for new decisions."""
        return len(self.match.steps) - self._asides

    def public(self) -> dict[str, Any]:
        """Return the view that everybody has of the game."""
        view = self.match.view(None)
        return {name: getattr(view, name) for name in type(view).__match_args__}

    def own(self, seat: int) -> dict[str, Any]:
        """Return what `seat` sees besides."""
        return self.match.game.own(self.match.state, seat)

    def aid(self, seat: int) -> object:
        """Return what the memory aid marks for `seat`; None at a table without it."""
        return self._known[seat].aid() if self._known else None

    def legal(self, seat: int) -> list[str]:
        """Return the actions that `seat` may take, in notation."""
        return self.match.legal_words(seat)

    def _remember(self, shown: Iterable[Shown]) -> None:
        for seat, known in enumerate(self._known):
            for event in seen(shown, seat):
                known.hear(event)


def seen(shown: Iterable[Shown], seat: int | None) -> list[Event]:
    """Return the events that `seat` saw of these steps; None is a spectator."""
    return [event for step in shown for event in step.to(seat)]


def in_words(event: Event) -> dict[str, Any]:
    """Return an event as messages have it: its name, and its fields."""
    kind = type(event)
    words: dict[str, Any] = {"type": kind.__name__}
    for name in cast(tuple[str, ...], kind.__match_args__):
        words[name] = getattr(event, name)
    return words
