"""Play one game: the referee's copy of the state, and the steps that led to it."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from . import fields, notation
from .errors import BadOption, IllegalMove, WrongTurn
from .game import Action, Chance, Event, Game, Move, Outcome, Step
from .notation import Phrase
from .position import Position, check_viewer
from .registry import find

Listener = Callable[[Event], None]
Pick = Callable[[int], int]  # gives a number from 0 to n - 1


class StepEvents(NamedTuple):
    """Hold the events of one step, as `Match.play` and `Match.take_chance` return them.

    Args:
        public: The events that spectators saw.
        private: By seat, the events of each seat that saw other events than spectators.

    Example:
        >>> from random import Random
        >>> from toctoc.core import Match, StepEvents
        >>> match = Match("escalier", 3, chance=Random(7).randrange, narrate=True)
        >>> shown = match.play(0, "move red")[0]
        >>> isinstance(shown, StepEvents), shown.to(2)
        (True, (Shifted(seat=0, place='red', to='white'),))
    """

    public: tuple[Event, ...]
    private: Mapping[int, tuple[Event, ...]] = MappingProxyType({})  # in the order of the seats

    def to(self, seat: int | None) -> tuple[Event, ...]:
        """Return the events that `seat` saw; None is a spectator."""
        return self.private.get(seat, self.public) if seat is not None else self.public


class Match(Position):
    """Play one game, from its first shuffle to its scores.

    A match can be pickled, with its `chance` if that can be pickled; `random.Random(7).randrange` can. Listeners
    are left out.

    Args:
        game: A name in `GAMES`, or a `Game`.
        players: The number of players.
        chosen: Options by name, such as `{"memory_aid": True}`. Others keep their defaults.
        chance: A function that returns a number from 0 to n - 1, such as `random.Random(7).randrange`. The match
            then draws every outcome by itself. Without it, pass each outcome to `take_chance`.
        narrate: Whether `play` and `take_chance` return the events of each step. This takes longer than the step.
        **options: Options as keywords, such as `memory_aid=True`.

    Raises:
        ValueError: If the game or the number of players does not exist.
        BadOption: If an option or its value is wrong.

    Attributes:
        game (Game): The game.
        players (int): The number of players.
        options (dict[str, object]): All options of the game, by name.
        steps (list[Step]): Every step so far.
        state (State): The rules' numbers, hidden cards included; `repr` writes them in words.
        begins_at (State | None): The state that `at` received; None for a game from its first shuffle.

    Example:
        >>> from random import Random
        >>> from toctoc import Match
        >>> match = Match("escalier", players=3, chance=Random(7).randrange)
        >>> dice = Random(1)
        >>> while (seat := match.asked) is not None:
        ...     _ = match.play(seat, dice.choice(match.legal(seat)))
        >>> match
        <Match escalier, 3 players, 137 steps, over, won by 0, scores 23, 21, 12>
    """

    begins_at: Any = None  # the state from which it was played on; None for a game from its first shuffle

    def __init__(
        self,
        game: str | Game,
        players: int,
        chosen: Mapping[str, object] | None = None,
        chance: Pick | None = None,
        narrate: bool = False,
        **options: object,
    ) -> None:
        super().__init__(find(game) if isinstance(game, str) else game, players, _together(chosen or {}, options))
        self.steps: list[Step] = []
        self.narrates = narrate
        self._chance = chance
        self._listeners: list[tuple[int | None, Listener]] = []
        self._rules.setup(self.state, *self.game.settings(players, self.options))
        self._draw_lots()

    @classmethod
    def at(
        cls,
        game: str | Game,
        options: Mapping[str, object],
        state: Any,
        chance: Pick | None = None,
        narrate: bool = False,
    ) -> Self:
        """Return a match that continues from `state`, such as a sample of `Knowledge.determinize`.

        `steps` and `history` begin here, and there is no record of such a match.

        Args:
            game: A name in `GAMES`, or a `Game`.
            options: The options of the game, by name.
            state: A state of that game. It is copied.
            chance: As for `Match`.
            narrate: As for `Match`.

        Raises:
            TypeError: If `state` belongs to another game.

        Example:
            >>> from random import Random
            >>> match = Match("escalier", 3, chance=Random(7).randrange)
            >>> again = Match.at("escalier", match.options, match.state)
            >>> again.asked == match.asked, again.history(0)
            (True, [])
        """
        game = find(game) if isinstance(game, str) else game
        if not isinstance(state, game.rules.State):
            raise TypeError(f"a state of {game.title} is a {game.rules.State.__module__}.State, not {state!r:.60}")
        match = cls(game, state.players, options, narrate=narrate)
        match.begins_at, match.state = fields.clone(state), fields.clone(state)
        if chance is not None:
            match.draw_from(chance)
        return match

    def copy(self, chance: Pick | None = None) -> Self:
        """Return a match in the same state, without listeners.

        Args:
            chance: As for `Match`. Without it, the copy gets a copy of this match's: both draw the same.
        """
        twin = object.__new__(type(self))
        twin.__setstate__(self.__getstate__() | {"state": fields.clone(self.state), "steps": self.steps[:]})
        twin._chance = chance or _copied(self._chance)
        return twin

    def play(self, seat: int, action: Action | str, by: str = "player") -> tuple[StepEvents, ...]:
        """Let `seat` act. The chance that follows is drawn too, if the match has a `chance`.

        Args:
            seat: The number of the seat.
            action: An `Action`, or its notation such as `"move red"`.
            by: The origin of the choice: `player`, `clock` or `stand-in`.

        Returns:
            The events of each step, if `narrate` was given or the match has listeners; else an empty tuple.

        Raises:
            Refused: If the action is not accepted; the match is unchanged (H2).
            ValueError: If `by` is another word.
        """
        if by not in Move.MAKERS:
            raise ValueError(f"a move is made by one of {', '.join(Move.MAKERS)}, not {by!r}")
        action, code = self.check(seat, action)
        return (*self._step(Move(seat, action, by), code), *self._draw_lots())

    def take_chance(self, outcome: Outcome | str) -> tuple[StepEvents, ...]:
        """Apply an outcome of chance (H1).

        Args:
            outcome: An `Outcome`, or its notation.

        Returns:
            The events of the step, as `play` returns them.

        Raises:
            Refused: If no outcome is awaited, or not this one; the match is unchanged.
        """
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

    def repeat(self, step: Step) -> tuple[StepEvents, ...]:
        """Apply `step`, a `Move` or a `Chance` of another match, as `play` or `take_chance` does."""
        if isinstance(step, Move):
            return self.play(step.seat, step.action, step.by)
        return self.take_chance(step.outcome)

    def draw_from(self, chance: Pick) -> tuple[StepEvents, ...]:
        """Draw outcomes from the function `chance` from now on; return the events of those that were awaited."""
        self._chance = chance
        return self._draw_lots()

    # --- listening -----------------------------------------------------------------------------------------

    def listen(self, seat: int | None, listener: Listener) -> None:
        """Call `listener` with every event that `seat` is shown from now on; None is a spectator."""
        check_viewer(seat, self.players)
        self._listeners.append((seat, listener))

    def follow(self, seat: int | None, listener: Listener) -> None:
        """Call `listener` with every event that `seat` was shown since the first shuffle, and with later ones."""
        for event in self.history(seat):
            listener(event)
        self.listen(seat, listener)

    def history(self, seat: int | None) -> list[Event]:
        """Return the events that `seat` was shown so far; None is a spectator."""
        check_viewer(seat, self.players)
        if self.begins_at is None:
            again = Match(self.game, self.players, self.options, narrate=True)
        else:
            again = Match.at(self.game, self.options, self.begins_at, narrate=True)
        return [event for step in self.steps for shown in again.repeat(step) for event in shown.to(seat)]

    # --- between processes ---------------------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the listeners, which belong to one process, and the rules, which the game has."""
        return {name: value for name, value in vars(self).items() if name not in ("_listeners", "_rules")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept, _listeners=[], _rules=kept["game"].rules)

    def __repr__(self) -> str:
        if self.over:
            now = f"over, won by {', '.join(map(str, self.winners))}"
        elif self.chance_awaited:
            now = "chance is awaited"
        else:
            now = f"to act: {', '.join(map(str, self.actors))}"
        scores = ", ".join(map(str, self.scores))
        return f"<Match {self.game.name}, {self.players} players, {len(self.steps)} steps, {now}, scores {scores}>"

    # --- steps ---------------------------------------------------------------------------------------------

    def _step(self, step: Step, code: int) -> tuple[StepEvents, ...]:
        """Make a step that was checked; return its events."""
        return self._made(step, self._advance(step, code))

    def _made(self, step: Step, before: Any) -> tuple[StepEvents, ...]:
        """Append a step that has changed the state; return its events, if the state `before` it is known."""
        self.steps.append(step)
        if before is None:
            return ()
        phrase = step.action if isinstance(step, Move) else step.outcome
        narrate, after = self.game.narrate, self.state
        public = narrate(before, step, after, None)
        if not phrase.is_private:
            shown = StepEvents(public)
        else:
            seats = _privy(step, phrase, before) if phrase.privy else range(self.players)
            seen = {seat: narrate(before, step, after, seat) for seat in seats}
            shown = StepEvents(public, {seat: events for seat, events in seen.items() if events != public})
        for seat, listener in self._listeners:
            for event in shown.to(seat):
                listener(event)
        return (shown,)

    def _advance(self, step: Step, code: int) -> Any:
        """Change the state by a step, and return the state before, for the narrator; None without listeners."""
        before = fields.clone(self.state) if self.narrates or self._listeners else None
        if isinstance(step, Move):
            self._rules.act(self.state, step.seat, code)
        else:
            self._rules.take_chance(self.state, code)
        return before

    def _draw_lots(self) -> tuple[StepEvents, ...]:
        shown: list[StepEvents] = []
        while self._chance is not None and self.chance_awaited:
            code = self._rules.chance_pick(self.state, self._chance(self._rules.chance_total(self.state)))
            shown += self._step(Chance(self.game.outcome(self.state, code)), code)
        return tuple(shown)


def _privy(step: Step, phrase: Phrase, before: Any) -> list[int]:
    """Return the seats to which `phrase` says that a step may show something of their own, in their order."""
    seats = [
        step.seat if name == "mover" else before.active if name == "active" else getattr(phrase, name)  # type: ignore[union-attr]  # only a move has a mover
        for name in phrase.privy
    ]
    return sorted(seats) if len(seats) > 1 else seats


def _together(chosen: Mapping[str, object], named: Mapping[str, object]) -> Mapping[str, object]:
    """Return the options that are given as a mapping and as keywords."""
    if twice := [name for name in named if name in chosen]:
        raise BadOption(f"option {twice[0]} is given twice")
    return {**chosen, **named} if named else chosen


def _copied(chance: Pick | None) -> Pick | None:
    """Return a copy of a source of chance, or the same one if it has no state to copy."""
    try:
        return deepcopy(chance)
    except (TypeError, NotImplementedError):  # such as SystemRandom
        return chance
