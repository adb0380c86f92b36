"""Play one game: the referee's copy of the state, and the steps that led to it."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from . import fields, notation
from .errors import IllegalMove, WrongTurn
from .game import Action, Chance, Event, Game, Move, Outcome, Step
from .position import Position
from .registry import find

Listener = Callable[[Event], None]
Pick = Callable[[int], int]  # gives a number from 0 to n - 1


class Shown(NamedTuple):
    """What one step showed: to everybody, and to the seat that it concerns, which may have seen more."""

    public: tuple[Event, ...]
    concerned: int
    own: tuple[Event, ...]

    def to(self, seat: int | None) -> tuple[Event, ...]:
        """Return the events that `seat` saw; None is a spectator."""
        return self.own if seat == self.concerned else self.public


class Match(Position):
    """Play a game from its first shuffle to its scores.

    With `chance`, a function that gives a number from 0 to n - 1 (such as `random.Random(7).randrange`), what is
    random happens by itself; without it, each outcome is told to `take_chance`. With `narrate`, `play` and
    `take_chance` return what was shown; it takes longer than the step itself, so it is left out unless asked for.
    """

    def __init__(
        self,
        game: str | Game,
        players: int,
        chosen: Mapping[str, object] | None = None,
        chance: Pick | None = None,
        narrate: bool = False,
    ) -> None:
        super().__init__(find(game) if isinstance(game, str) else game, players, chosen)
        self.steps: list[Step] = []
        self.narrates = narrate
        self._chance = chance
        self._listeners: list[tuple[int | None, Listener]] = []
        self._rules.setup(self.state, *self.game.settings(players, self.options))
        self._draw_lots()

    def play(self, seat: int, action: Action | str, by: str = "player") -> tuple[Shown, ...]:
        """Let `seat` act; return what was shown of it, and of the chance that followed by itself.

        `Refused`, with its reason and clause, changes nothing (H2).
        """
        if by not in Move.MAKERS:
            raise ValueError(f"a move is made by one of {', '.join(Move.MAKERS)}, not {by!r}")
        action, code = self.check(seat, action)
        return (*self._step(Move(seat, action, by), code), *self._draw_lots())

    def take_chance(self, outcome: Outcome | str) -> tuple[Shown, ...]:
        """Let chance bring `outcome` (H1); return what was shown of it."""
        is_proper = isinstance(outcome, str)
        if isinstance(outcome, str):
            outcome = notation.read(outcome, self.game.outcomes)
        if not self.chance_awaited:
            raise WrongTurn("chance/not-awaited", "H1", "No outcome of chance is awaited now.")
        code = self.game.outcome_code(self.state, outcome)
        is_known = code is not None and (is_proper or notation.proper(outcome))
        if code is None or not is_known or not self._rules.chance_weight(self.state, code):
            raise IllegalMove("chance/impossible", "H1", f"`{outcome}` cannot happen now.", outcome=str(outcome))
        return self._step(Chance(outcome), code)

    def repeat(self, step: Step) -> tuple[Shown, ...]:
        """Play or draw what another match has: its moves, and its chance as it came."""
        if isinstance(step, Move):
            return self.play(step.seat, step.action, step.by)
        return self.take_chance(step.outcome)

    def draw_from(self, chance: Pick) -> tuple[Shown, ...]:
        """Let what is random happen by itself from now on; return what was shown of what was awaited."""
        self._chance = chance
        return self._draw_lots()

    # --- listening -----------------------------------------------------------------------------------------

    def listen(self, seat: int | None, listener: Listener) -> None:
        """Call `listener` with every event that `seat` is shown from now on; None is a spectator."""
        self._listeners.append((seat, listener))

    def follow(self, seat: int | None, listener: Listener) -> None:
        """Call `listener` with every event that `seat` has been shown since the first shuffle, and go on so."""
        for event in self.history(seat):
            listener(event)
        self.listen(seat, listener)

    def history(self, seat: int | None) -> list[Event]:
        """Return what `seat` has been shown so far."""
        again = Match(self.game, self.players, self.options, narrate=True)
        return [event for step in self.steps for shown in again.repeat(step) for event in shown.to(seat)]

    # --- steps ---------------------------------------------------------------------------------------------

    def _step(self, step: Step, code: int) -> tuple[Shown, ...]:
        """Let a step that was checked happen; return what was shown of it."""
        before = self._advance(step, code)
        self.steps.append(step)
        if before is None:
            return ()
        concerned = step.seat if isinstance(step, Move) else getattr(step.outcome, "to", before.active)
        public = self.game.narrate(before, step, self.state, None)
        phrase = step.action if isinstance(step, Move) else step.outcome
        own = self.game.narrate(before, step, self.state, concerned) if phrase.is_private else public
        shown = Shown(public, concerned, own)
        for seat, listener in self._listeners:
            for event in shown.to(seat):
                listener(event)
        return (shown,)

    def _advance(self, step: Step, code: int) -> Any:
        """Change the state by a step, and return the state before, for the narrator; None if nobody watches."""
        before = fields.clone(self.state) if self.narrates or self._listeners else None
        if isinstance(step, Move):
            self._rules.act(self.state, step.seat, code)
        else:
            self._rules.take_chance(self.state, code)
        return before

    def _draw_lots(self) -> tuple[Shown, ...]:
        shown: list[Shown] = []
        while self._chance is not None and self.chance_awaited:
            code = self._rules.chance_pick(self.state, self._chance(self._rules.chance_total(self.state)))
            shown += self._step(Chance(self.game.outcome(self.state, code)), code)
        return tuple(shown)
