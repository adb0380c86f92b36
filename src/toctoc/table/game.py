"""The game at a table: its match, and what its seats know where the table has the memory aid."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self, cast

from toctoc.games import fields
from toctoc.games.game import Action, Chance, Event, Knowledge, Move, Outcome, Step
from toctoc.games.match import Match, Shown

CHANCE = -1  # who makes a step that no seat makes
PickIn = Callable[[Any, int], int]  # gives one of n tickets, counted from 0, for the state that awaits it


class Foreseen(NamedTuple):
    """A step that a match has looked ahead to: it was checked, and what comes of it is known."""

    who: int  # a seat, or CHANCE
    words: str
    phrase: Any  # the action or the outcome
    code: int
    after: Any  # the state


class TableMatch(Match):
    """A match that looks ahead. Only its own steps change its state, so what was found out about it is kept."""

    def __init__(self, game: str, players: int, options: Mapping[str, Any]) -> None:
        self.forget()
        super().__init__(game, players, options, narrate=True)

    def forget(self) -> None:
        """Find everything out anew."""
        self._legal: dict[int, list[int]] = {}  # by seat: the numbers of its legal actions
        self._ahead: list[Foreseen] = []

    def copy(self, chance: Callable[[int], int] | None = None) -> Self:
        """Return a match that stands where this one does; it looks ahead by itself."""
        twin = super().copy(chance)
        twin.forget()
        return twin

    def foresee(self, seat: int, action: Action | str, pick: PickIn) -> list[str]:
        """Return what chance, decided by `pick`, would bring after a move, in words; nothing happens yet."""
        phrase, code = self.check(seat, action)
        rules, state = self._rules, fields.clone(self.state)
        rules.act(state, seat, code)
        ahead = [Foreseen(seat, str(action), phrase, code, state)]
        while total := rules.chance_total(state):
            code = rules.chance_pick(state, pick(state, total))
            outcome = self.game.outcome(state, code)
            state = fields.clone(state)
            rules.take_chance(state, code)
            ahead.append(Foreseen(CHANCE, str(outcome), outcome, code, state))
        self._ahead = ahead
        return [step.words for step in ahead[1:]]

    def play(self, seat: int, action: Action | str, by: str = "player") -> tuple[Shown, ...]:
        """Let `seat` act, as in every match; what was just foreseen was checked then."""
        if step := self._foreseen(seat, action):
            return self._step(Move(seat, step.phrase, by), step.code)
        return super().play(seat, action, by)

    def take_chance(self, outcome: Outcome | str) -> tuple[Shown, ...]:
        """Let chance bring `outcome`, as in every match; what was just foreseen can happen."""
        if step := self._foreseen(CHANCE, outcome):
            return self._step(Chance(step.phrase), step.code)
        return super().take_chance(outcome)

    def _foreseen(self, who: int, words: object) -> Foreseen | None:
        step = self._ahead[0] if self._ahead else None
        return step if step and step.words == words and step.who == who else None

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
        if ahead and ahead[0].code == code and ahead[0].who == who:
            before, self.state, self._ahead = self.state, ahead[0].after, ahead[1:]
            return before
        return super()._advance(step, code)


class Views:
    """What viewers see of a match, as messages have it."""

    is_aided = False  # whether the table has the memory aid

    def __init__(self, match: Match) -> None:
        self.match = match

    def public(self) -> dict[str, Any]:
        """Return the view that everybody has of the game."""
        match = self.match
        if match.game.public:
            return match.game.public(match.state)
        view = match.view(None)
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
            self.is_aided = True

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
        """Let the memory aid observe the events of each seat, and return it."""
        for seat, known in enumerate(self._known):
            for event in shown_to(shown, seat):
                known.observe(event)
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
