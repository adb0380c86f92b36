"""The match at a table: looks ahead, makes views and events for messages, runs lessons and the memory aid."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, Self, cast

import msgspec

from toctoc.core import fields, game_package
from toctoc.core.errors import Refused
from toctoc.core.game import Action, Chance, Event, Game, Knowledge, Move, Step
from toctoc.core.match import Match, Pick, StepEvents

PickIn = Callable[[Any, int], int]  # (state that awaits chance, n) to a ticket from 0 to n - 1
SCRIPT = "lesson.toml"
LEARNER = 0  # seat


class StepAhead(NamedTuple):
    """A step that was checked and computed on a copy of the state, before it is applied."""

    words: str
    phrase: Any  # the action or the outcome
    after: Any  # the state


class TableMatch(Match):
    """A match that looks ahead. Only its own steps change its state, so legal actions are cached."""

    def __init__(self, game: str, players: int, options: Mapping[str, Any]) -> None:
        self.forget()
        super().__init__(game, players, options, narrate=True)

    def forget(self) -> None:
        """Drop the cached actions and steps."""
        self._legal: dict[int, list[int]] = {}  # by seat: the codes of its legal actions
        self._ahead: list[StepAhead] = []  # an action of `_seat_ahead`, and the chance outcomes after it
        self._seat_ahead = 0

    def copy(self, chance: Callable[[int], int] | None = None) -> Self:
        """Return an independent copy."""
        twin = super().copy(chance)
        twin.forget()
        return twin

    def look_ahead(self, seat: int, action: Action | str, pick: PickIn) -> list[str]:
        """Return the chance outcomes, decided by `pick`, that would follow an action; nothing is applied yet."""
        phrase, code = self.check(seat, action)
        rules, state = self._rules, fields.clone(self.state)
        rules.act(state, seat, code)
        ahead = [StepAhead(str(action), phrase, state)]
        while total := rules.chance_total(state):
            code = rules.chance_pick(state, pick(state, total))
            outcome = self.game.outcome(state, code)
            state = fields.clone(state)
            rules.take_chance(state, code)
            ahead.append(StepAhead(str(outcome), outcome, state))
        self._ahead, self._seat_ahead = ahead, seat
        return [step.words for step in ahead[1:]]

    def play_out(self, seat: int, action: str, by: str, chance: Iterable[str]) -> tuple[StepEvents, ...]:
        """Apply an action of `seat` and the `chance` outcomes after it; return their events.

        The rules do not run again for steps that were computed ahead.
        """
        ahead, seat_ahead = self._ahead, self._seat_ahead
        if not ahead or seat != seat_ahead or [step.words for step in ahead] != [action, *chance]:
            shown = self.play(seat, action, by)
            for outcome in chance:
                shown += self.take_chance(outcome)
            return shown
        self.forget()
        events: list[StepEvents] = []
        step: Step = Move(seat, ahead[0].phrase, by)
        for _, phrase, after in ahead:
            if events:
                step = Chance(phrase)
            before, self.state = self.state, after
            events += self._made(step, before)
        return tuple(events)

    def _accepts(self, seat: int, code: int) -> bool:
        return code in self._legal_codes(seat) or self.game.also_accepts(self.state, seat, code)

    def _legal_codes(self, seat: int) -> list[int]:
        codes = self._legal.get(seat)
        if codes is None:
            codes = self._legal[seat] = super()._legal_codes(seat)
        return codes

    def _advance(self, step: Step, code: int) -> Any:
        self.forget()
        return super()._advance(step, code)


class Views:
    """The views of a match, in the form of messages."""

    is_aided = False  # whether the table has the memory aid

    def __init__(self, match: Match) -> None:
        self.match = match

    def public(self) -> dict[str, Any]:
        """Return the public view."""
        match = self.match
        if match.game.public:
            return match.game.public(match.state)
        view = match.view(None)
        return {name: getattr(view, name) for name in type(view).__match_args__}

    def own(self, seat: int) -> dict[str, Any]:
        """Return the private view of `seat`."""
        return self.match.game.own(self.match.state, seat)

    def aid(self, _: int) -> object:
        """Return the memory aid of a seat; None at a table without it."""
        return None

    def legal(self, seat: int) -> list[str]:
        """Return the legal actions of `seat`, in notation."""
        return self.match.legal_words(seat)


class LiveGame(Views):
    """The match at a table. It makes the events of every step for all seats and for spectators (None).

    With `keeps_history`, it keeps them: a hint needs all events of its seat.
    """

    match: TableMatch

    def __init__(self, match: TableMatch, keeps_history: bool = False) -> None:
        super().__init__(match)
        self._history: list[StepEvents] | None = [] if keeps_history else None
        self.is_aside = False  # whether the last action left all open decisions as they were
        self._asides = 0
        self._known: list[Knowledge] = []  # by seat, if the table has the memory aid
        if match.options.get("memory_aid"):
            knowledge = match.game.knowledge
            self._known = [knowledge(match.players, match.options, seat) for seat in range(match.players)]
            self.is_aided = True

    @staticmethod
    def begin(game: str, players: int, options: Mapping[str, Any], keeps_history: bool = False) -> "LiveGame":
        """Return a game before its deal."""
        return LiveGame(TableMatch(game, players, options), keeps_history)

    @staticmethod
    def resume(
        game: str,
        players: int,
        options: Mapping[str, Any],
        steps: Iterable[Sequence[Any]],
        keeps_history: bool = False,
    ) -> "LiveGame":
        """Return a game after `steps`, in the form of a snapshot."""
        live = LiveGame.begin(game, players, options, keeps_history)
        live.match.narrates = live.is_aided or keeps_history  # else no event is needed, and making them takes time
        live.repeat(steps)
        live.match.narrates = True
        return live

    def repeat(self, steps: Iterable[Sequence[Any]]) -> tuple[StepEvents, ...]:
        """Apply `steps`, in the form of a snapshot; return their events."""
        shown: tuple[StepEvents, ...] = ()
        for seat, words, *made_by in steps:
            if seat == "chance":
                shown += self.take_chance([words])
            else:
                shown += self.play(seat, words, made_by[0] if made_by else "player", [])
        return shown

    def play(self, seat: int, action: str, by: str, chance: Iterable[str]) -> tuple[StepEvents, ...]:
        """Apply an action of `seat` and the `chance` outcomes after it; return their events."""
        steps = self.match.steps
        number = len(steps)
        shown = self.match.play_out(seat, action, by, chance)
        move = steps[number]
        assert isinstance(move, Move)
        self.is_aside = move.action.is_aside
        self._asides += self.is_aside
        return self._remember(shown)

    def take_chance(self, outcomes: Iterable[str]) -> tuple[StepEvents, ...]:
        """Apply chance `outcomes`; return their events."""
        shown: tuple[StepEvents, ...] = ()
        for outcome in outcomes:
            shown += self.match.take_chance(outcome)
        return self._remember(shown)

    @property
    def moment(self) -> int:
        """Return a number that grows with every step that asks for new decisions."""
        return len(self.match.steps) - self._asides

    def aid(self, seat: int) -> object:
        """Return the memory aid of `seat`; None at a table without it."""
        return self._known[seat].aid() if self._known else None

    def history(self, seat: int) -> list[Event]:
        """Return the events that `seat` was shown so far, which must have been kept."""
        assert self._history is not None
        return shown_to(self._history, seat)

    def _remember(self, shown: tuple[StepEvents, ...]) -> tuple[StepEvents, ...]:
        """Keep the events, and pass those of each seat on to its memory aid; return `shown`."""
        if self._history is not None:
            self._history += shown
        for seat, known in enumerate(self._known):
            for event in shown_to(shown, seat):
                known.observe(event)
        return shown


def shown_to(shown: Iterable[StepEvents], seat: int | None) -> list[Event]:
    """Return the events of these steps for `seat`; None is a spectator."""
    return [event for step in shown for event in step.to(seat)]


def in_words(event: Event) -> dict[str, Any]:
    """Return an event in the form of messages: its type and its fields."""
    kind = type(event)
    words: dict[str, Any] = {"type": kind.__name__}
    for name in cast(tuple[str, ...], kind.__match_args__):
        words[name] = getattr(event, name)
    return words


class LessonScript(msgspec.Struct, frozen=True):
    """The content of `lesson.toml`, in notation. The learner has seat 0 and starts."""

    chance: tuple[str, ...] = ()  # outcomes: each time the first one that is possible
    learner: tuple[str, ...] = ()  # after those, outcomes in turns of the learner
    others: tuple[str, ...] = ()  # and in turns of the other players
    opening: tuple[str, ...] = ()  # the first moves, which the server makes: `1 refuse` is a move of seat 1


@cache
def script(game: Game) -> LessonScript | None:
    """Return the script of a game's lesson, `lesson.toml` beside the rules; None for a game without a lesson."""
    file = game_package.file(game, SCRIPT)
    return msgspec.toml.decode(file.read_bytes(), type=LessonScript) if file.is_file() else None


def play_opening(match: Match) -> None:
    """Make the first moves of a lesson, so that a short game is left to the learner.

    With other seats or options than the script expects, some move is refused: the game then goes on from there.
    """
    lesson = script(match.game)
    for words in lesson.opening if lesson else ():
        seat, action = words.split(" ", 1)
        try:
            match.play(int(seat), action, "stand-in")
        except Refused:
            return


class Lesson:
    """Chance of a lesson: the first scripted outcome that is possible now; else the dice decide."""

    def __init__(self, match: Match, dice: Pick) -> None:
        self._game, self._dice = match.game, dice
        lesson = script(match.game) or LessonScript()
        self._chance, self._learner, self._others = map(list, (lesson.chance, lesson.learner, lesson.others))
        past = Match(match.game, match.players, match.options)
        for step in match.steps:
            if isinstance(step, Chance):
                self._take(past.state, (str(step.outcome),))
            past.repeat(step)

    def pick(self, state: Any, n: int) -> int:
        """Return the ticket, one of `n`, for a state that awaits chance."""
        game = self._game
        tickets = {str(game.outcome(state, game.rules.chance_pick(state, ticket))): ticket for ticket in range(n)}
        outcome = self._take(state, tickets)
        return self._dice(n) if outcome is None else tickets[outcome]

    def _take(self, state: Any, possible: Collection[str]) -> str | None:
        """Remove the first possible outcome from its list; return it."""
        own = self._learner if state.active == LEARNER else self._others
        for outcomes in (self._chance, own):
            for outcome in outcomes:
                if outcome in possible:
                    outcomes.remove(outcome)
                    return outcome
        return None
