"""The game at a table: its match, and what its seats know where the table has the memory aid."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from toctoc.games import fields, notation
from toctoc.games.game import Action, Event, Knowledge, Move, Outcome, Step
from toctoc.games.match import Match, Shown

CHANCE = -1  # who makes a step that no seat makes
PickIn = Callable[[Any, int], int]  # gives one of n tickets, counted from 0, for the state that awaits it


class TableMatch(Match):
    """A match that looks ahead. Only its own steps change its state, so what was found out about it is kept."""

    def __init__(self, game: str, players: int, options: Mapping[str, Any]) -> None:
        self.forget()
        super().__init__(game, players, options, narrate=True)

    def forget(self) -> None:
        """Find everything out anew."""
        self._legal: dict[int, list[int]] = {}  # by seat: the numbers of its legal actions
        self._checked: tuple[int, Action, int] | None = None  # what was let pass last: seat, action, number
        self._ahead: list[tuple[int, int, Any]] = []  # foreseen steps: seat or chance, number, the state after it

    def foresee(self, seat: int, action: Action | str, pick: PickIn) -> list[Outcome]:
        """Return the outcomes that chance, decided by `pick`, would bring after a move; nothing happens yet."""
        _, code = self.check(seat, action)
        rules, state = self._rules, fields.clone(self.state)
        rules.act(state, seat, code)
        self._ahead = [(seat, code, state)]
        outcomes = []
        while total := rules.chance_total(state):
            code = rules.chance_pick(state, pick(state, total))
            outcomes.append(self.game.outcome(state, code))
            state = fields.clone(state)
            rules.take_chance(state, code)
            self._ahead.append((CHANCE, code, state))
        return outcomes

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

    def _advance(self, step: Step, code: int) -> Any:
        """Change the state by a step; if it was foreseen, what comes of it is known."""
        ahead, who = self._ahead, step.seat if isinstance(step, Move) else CHANCE
        self.forget()
        if ahead and ahead[0][:2] == (who, code):
            before, self.state, self._ahead = self.state, ahead[0][2], ahead[1:]
            return before
        return super()._advance(step, code)


class Views:
    """What viewers see of a match, as messages have it."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def public(self) -> dict[str, Any]:
        """Return the view that everybody has of the game."""
        view = self.match.view(None)
        return {name: getattr(view, name) for name in type(view).__match_args__}

    def own(self, seat: int) -> dict[str, Any]:
        """Return what `seat` sees besides."""
        return self.match.game.own(self.match.state, seat)

    def aid(self, _: int) -> object:
        """Return what the memory aid marks for a seat; None without it."""
        return None

    def legal(self, seat: int) -> list[str]:
        """Return the actions that `seat` may take, in notation."""
        return self.match.legal_words(seat)


class LiveGame(Views):
    """The match at a table, which narrates every step to its viewers: all seats, and spectators (None)."""

    match: TableMatch

    def __init__(self, match: TableMatch) -> None:
        super().__init__(match)
        self.is_aside = False  # whether the last move left all that is asked as it was (C5)
        self._asides = 0
        self._known: list[Knowledge] = []  # by each seat, where the table has the memory aid
        if match.options.get("memory_aid"):
            knowledge = match.game.knowledge
            self._known = [knowledge(match.players, match.options, seat) for seat in range(match.players)]

    @staticmethod
    def begin(game: str, players: int, options: Mapping[str, Any]) -> "LiveGame":
        """Return a game before its deal."""
        return LiveGame(TableMatch(game, players, options))

    @staticmethod
    def resume(game: str, players: int, options: Mapping[str, Any], steps: Iterable[Sequence[Any]]) -> "LiveGame":
        """Return a game in which `steps`, as a snapshot has them, were played."""
        live = LiveGame.begin(game, players, options)
        live.match.narrates = bool(live._known)  # else nobody needs to hear it again, and it takes its time
        for who, what, *made_by in steps:
            if who == "chance":
                live.take_chance([what])
            else:
                live.play(who, what, made_by[0] if made_by else "player", [])
        live.match.narrates = True
        return live

    def play(self, seat: int, action: str, by: str, chance: Iterable[str]) -> tuple[Shown, ...]:
        """Let `seat` act, and chance bring these outcomes; return what was shown."""
        shown = self.match.play(seat, action, by)
        move = self.match.steps[-1]
        assert isinstance(move, Move)
        self.is_aside = move.action.is_aside
        self._asides += self.is_aside
        return self._remember(shown) + self.take_chance(chance)

    def take_chance(self, outcomes: Iterable[str]) -> tuple[Shown, ...]:
        """Let chance bring these outcomes; return what was shown."""
        shown: tuple[Shown, ...] = ()
        for outcome in outcomes:
            shown += self.match.take_chance(outcome)
        return self._remember(shown)

    @property
    def moment(self) -> int:
        """Return a number that grows with every step that asks for new decisions."""
        return len(self.match.steps) - self._asides

    def aid(self, seat: int) -> object:
        """Return what the memory aid marks for `seat`; None at a table without it."""
        return self._known[seat].aid() if self._known else None

    def _remember(self, shown: tuple[Shown, ...]) -> tuple[Shown, ...]:
        """Let the memory aid hear what each seat was shown, and return it."""
        for seat, known in enumerate(self._known):
            for event in shown_to(shown, seat):
                known.hear(event)
        return shown


def shown_to(shown: Iterable[Shown], seat: int | None) -> list[Event]:
    """Return the events that `seat` saw of these steps; None is a spectator."""
    return [event for step in shown for event in step.to(seat)]


def in_words(event: Event) -> dict[str, Any]:
    """Return an event as messages have it: its name, and its fields."""
    kind = type(event)
    words: dict[str, Any] = {"type": kind.__name__}
    for name in cast(tuple[str, ...], kind.__match_args__):
        words[name] = getattr(event, name)
    return words
