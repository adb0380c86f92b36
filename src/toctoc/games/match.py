"""One game being played: the referee's copy of the state, and the steps that led to it."""

from collections.abc import Callable, Mapping
from typing import Any

from . import fields, notation, options
from .errors import BadOption, IllegalMove, WrongTurn
from .game import Action, Chance, Event, Game, Move, Outcome, Step, View, seats_in
from .registry import find

Listener = Callable[[Event], None]
# What everybody is shown of a step, the seat that it concerns, and what that seat is shown.
Teller = Callable[[tuple[Event, ...], int, tuple[Event, ...]], None]
_WORDS: dict[str, dict[int, str]] = {}  # by game: actions in notation


class Match:
    """A game from its first shuffle to its scores.

    With `chance`, a function that gives a number from 0 to n - 1 (such as `random.Random(7).randrange`), what is
    random happens by itself; without it, whoever runs the match tells each outcome to `take_chance`.
    """

    def __init__(
        self,
        game: str | Game,
        players: int,
        chosen: Mapping[str, object] | None = None,
        chance: Callable[[int], int] | None = None,
    ) -> None:
        self.game = find(game) if isinstance(game, str) else game
        self.players = self._checked_players(players)
        self.options = options.complete(self.game.options, chosen or {})
        creator = self.options["creator"]
        if creator not in range(players):
            raise BadOption(f"option creator is a seat from 0 to {players - 1} here, not {creator}")
        self.steps: list[Step] = []
        self.state: Any = fields.blank(self.game.rules.State)
        self._rules = self.game.rules
        self._chance = chance
        self._listeners: list[tuple[int | None, Listener]] = []
        self._teller: Teller | None = None
        self._rules.setup(self.state, *self.game.settings(players, self.options))
        self._draw_lots()

    # --- what there is to see ------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return bool(self._rules.over(self.state))

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return seats_in(self._rules.actors(self.state))

    @property
    def asked(self) -> int | None:
        """The seat that is to act next when seats are asked one after the other; None if nobody is."""
        seat = self._rules.asked(self.state)
        return seat if seat >= 0 else None

    @property
    def chance_awaited(self) -> bool:
        return bool(self._rules.chance_total(self.state))

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(int(self._rules.score(self.state, p)) for p in range(self.players))

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won; nobody before the end."""
        return tuple(p for p in range(self.players) if self._rules.won(self.state, p)) if self.over else ()

    @property
    def ending(self) -> str | None:
        """Why the game is over."""
        return self.game.ending(self.state) if self.over else None

    def view(self, seat: int | None) -> View:
        """What the table shows that seat now; None is a spectator."""
        return self.game.view(self.state, seat)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """What a seat may choose from now; nothing when it is not to act."""
        if seat not in range(self.players):
            return ()
        return tuple(self.game.action(self.state, code) for code in self._legal_codes(seat))

    def legal_words(self, seat: int) -> list[str]:
        """The same in notation, for those who only pass it on."""
        words = _WORDS.setdefault(self.game.name, {})
        legal = []
        for code in self._legal_codes(seat) if seat in range(self.players) else ():
            if code not in words:
                words[code] = str(self.game.action(self.state, code))
            legal.append(words[code])
        return legal

    # --- steps ---------------------------------------------------------------------------------------------

    def play(self, seat: int, action: Action | str, by: str = "player") -> None:
        """A seat acts. `Refused`, with its reason and clause, changes nothing (H2)."""
        if by not in Move.MAKERS:
            raise ValueError(f"a move is made by one of {', '.join(Move.MAKERS)}, not {by!r}")
        action, code = self.check(seat, action)
        self._step(Move(seat, action, by), lambda: self._rules.act(self.state, seat, code))
        self._draw_lots()

    def check(self, seat: int, action: Action | str) -> tuple[Action, int]:
        """An action that a seat may take now, with its number; `Refused` if it may not."""
        is_proper = isinstance(action, str)
        if isinstance(action, str):
            action = notation.read(action, self.game.actions)
        if seat not in range(self.players):
            raise WrongTurn("turn/no-such-seat", "H2", f"Seats go from 0 to {self.players - 1}.", seat=seat)
        if self.over:
            raise WrongTurn("turn/game-over", "H2", "The game is over.")
        if self.chance_awaited:
            raise WrongTurn("turn/chance-first", "H1", "An outcome of chance is awaited first.")
        code = self.game.action_code(action)
        if not (is_proper or notation.proper(action)) or not self.game.accepts(self.state, seat, code):
            raise self.game.refusal(self.state, seat, action)
        return action, code

    def take_chance(self, outcome: Outcome | str) -> None:
        """Chance does what it is told (H1)."""
        if isinstance(outcome, str):
            outcome = notation.read(outcome, self.game.outcomes)
        if not self.chance_awaited:
            raise WrongTurn("chance/not-awaited", "H1", "No outcome of chance is awaited now.")
        code = self.game.outcome_code(self.state, outcome)
        if code is None or not notation.proper(outcome) or not self._rules.chance_weight(self.state, code):
            raise IllegalMove("chance/impossible", "H1", f"`{outcome}` cannot happen now.", outcome=str(outcome))
        self._step(Chance(outcome), lambda: self._rules.take_chance(self.state, code))

    def draw_from(self, chance: Callable[[int], int]) -> None:
        """What is random happens by itself from now on."""
        self._chance = chance
        self._draw_lots()

    def gentle(self, seat: int, roll: Callable[[int], int]) -> Action:
        """H3: the move that a clock makes for a seat that may act."""
        return self.game.gentle(self.state, seat, roll)

    def listen(self, seat: int | None, listener: Listener) -> None:
        """Tell a listener what that seat is shown from now on; None is a spectator."""
        self._listeners.append((seat, listener))

    def tell(self, teller: Teller) -> None:
        """Tell somebody who tells everybody; from now on, once a step."""
        self._teller = teller

    def follow(self, seat: int | None, listener: Listener) -> None:
        """Tell a listener what that seat has been shown since the first shuffle, and go on from there."""
        for event in self.history(seat):
            listener(event)
        self.listen(seat, listener)

    def history(self, seat: int | None) -> list[Event]:
        """What that seat has been shown so far."""
        heard: list[Event] = []
        again = Match(self.game, self.players, self.options)
        again.listen(seat, heard.append)
        for step in self.steps:
            if isinstance(step, Move):
                again.play(step.seat, step.action, step.by)
            else:
                again.take_chance(step.outcome)
        return heard

    def _step(self, step: Step, change: Callable[[], None]) -> None:
        if not self._listeners and self._teller is None:
            change()
            self.steps.append(step)
            return
        before = fields.clone(self.state)
        change()
        self.steps.append(step)
        concerned = step.seat if isinstance(step, Move) else getattr(step.outcome, "to", before.active)
        public = self.game.narrate(before, step, self.state, None)
        phrase = step.action if isinstance(step, Move) else step.outcome
        own = self.game.narrate(before, step, self.state, concerned) if phrase.is_private else public
        if self._teller is not None:
            self._teller(public, concerned, own)
        for seat, listener in self._listeners:
            for event in own if seat == concerned else public:
                listener(event)

    def _draw_lots(self) -> None:
        while self._chance is not None and self.chance_awaited:
            ticket = self._chance(self._rules.chance_total(self.state))
            self._take(self._rules.chance_pick(self.state, ticket))

    def _take(self, code: int) -> None:
        outcome = self.game.outcome(self.state, code)
        self._step(Chance(outcome), lambda: self._rules.take_chance(self.state, code))

    def _legal_codes(self, seat: int) -> list[int]:
        count = self._rules.legal_count(self.state, seat)
        return [self._rules.legal_nth(self.state, seat, n) for n in range(count)]

    def _checked_players(self, players: int) -> int:
        if players not in self.game.players:
            fewest, most = self.game.players[0], self.game.players[-1]
            raise ValueError(f"{self.game.title} is for {fewest} to {most} players, not {players}")
        return players
