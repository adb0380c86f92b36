"""Ask the rules about a game at one moment. Nothing here changes anything."""

from collections.abc import Callable, Mapping
from typing import Any

from . import fields, notation, options
from .errors import BadOption, WrongTurn
from .game import Action, Game, View, check_players, seats_in

_WORDS: dict[Game, dict[int, str]] = {}  # actions in notation, by number


class Position:
    """The referee's copy of a game's state, with the questions that may be asked about it."""

    def __init__(self, game: Game, players: int, chosen: Mapping[str, object] | None = None) -> None:
        self.game, self.players = game, check_players(game, players)
        self.options = options.complete(game.options, chosen or {})
        creator = self.options["creator"]
        if creator not in range(players):
            raise BadOption(f"option creator is a seat from 0 to {players - 1} here, not {creator}")
        self.state: Any = fields.blank(game.rules.State)
        self._rules = game.rules

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return bool(self._rules.over(self.state))

    @property
    def actors(self) -> tuple[int, ...]:
        """Return the seats that may act now."""
        return seats_in(self._rules.actors(self.state))

    @property
    def asked(self) -> int | None:
        """Return the seat that acts next if seats act one after the other; None if no seat may act."""
        seat = self._rules.asked(self.state)
        return seat if seat >= 0 else None

    @property
    def chance_awaited(self) -> bool:
        """Tell whether the rules wait for an outcome of chance (H1)."""
        return bool(self._rules.chance_total(self.state))

    @property
    def scores(self) -> tuple[int, ...]:
        """Return each seat's score so far."""
        return tuple(int(self._rules.score(self.state, p)) for p in range(self.players))

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that have won; none before the end."""
        return tuple(p for p in range(self.players) if self._rules.won(self.state, p)) if self.over else ()

    @property
    def ending(self) -> str | None:
        """Return why the game is over, as a word of the catalogues; None before the end."""
        return self.game.ending(self.state) if self.over else None

    def view(self, seat: int | None) -> View:
        """Return the view of `seat`; None is a spectator. Raise `WrongTurn` for a missing seat."""
        check_viewer(seat, self.players)
        return self.game.view(self.state, seat)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of `seat`; none if it is not to act. Raise `WrongTurn` for a missing seat."""
        check_seat(seat, self.players)
        return tuple(self.game.action(self.state, code) for code in self._legal_codes(seat))

    def legal_words(self, seat: int) -> list[str]:
        """Return the legal actions of `seat` in notation."""
        check_seat(seat, self.players)
        words, codes = _WORDS.setdefault(self.game, {}), self._legal_codes(seat)
        try:
            return [words[code] for code in codes]
        except KeyError:  # the first time that they are asked for
            words |= {code: str(self.game.action(self.state, code)) for code in codes}
            return [words[code] for code in codes]

    def check(self, seat: int, action: Action | str) -> tuple[Action, int]:
        """Check an action as `play` does, without a change.

        Args:
            seat: The number of the seat.
            action: An `Action`, or its notation.

        Returns:
            The action and its number in the rules.

        Raises:
            Refused: If the seat may not take the action now (H2).
        """
        if isinstance(action, str):
            return self._checked(seat, notation.read(action, self.game.actions), True)
        return self._checked(seat, action, notation.proper(action))

    def _checked(self, seat: int, action: Action, is_proper: bool) -> tuple[Action, int]:
        check_seat(seat, self.players)
        if self.over:
            raise WrongTurn("turn/game-over", "H2", "The game is over.")
        if self.chance_awaited:
            raise WrongTurn("turn/chance-first", "H1", "An outcome of chance is awaited first.")
        code = self.game.action_code(action)
        if not is_proper or not self._accepts(seat, code):
            raise self.game.refusal(self.state, seat, action)
        return action, code

    def gentle(self, seat: int, roll: Callable[[int], int]) -> Action:
        """Return the action that the clock takes for `seat` (H3). `roll` returns a number from 0 to n - 1."""
        check_seat(seat, self.players)
        return self.game.gentle(self.state, seat, roll)

    def _accepts(self, seat: int, code: int) -> bool:
        return self.game.accepts(self.state, seat, code)

    def _legal_codes(self, seat: int) -> list[int]:
        state, nth = self.state, self._rules.legal_nth
        return [nth(state, seat, n) for n in range(self._rules.legal_count(state, seat))]


def check_seat(seat: int, players: int) -> None:
    """Refuse a seat that so many players do not have (H2)."""
    if seat not in range(players):
        raise WrongTurn("turn/no-such-seat", "H2", f"Seats go from 0 to {players - 1}.", seat=seat)


def check_viewer(seat: int | None, players: int) -> None:
    """Refuse a seat that so many players do not have; None is a spectator."""
    if seat is not None:
        check_seat(seat, players)
