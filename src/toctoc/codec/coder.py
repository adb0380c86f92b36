"""Encode the knowledge of a seat as numbers, and its actions as numbers that mean the same at every seat."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from toctoc.core import fields
from toctoc.core.game import Game, Knowledge, check_players
from toctoc.core.options import complete
from toctoc.core.registry import find

from . import codec_modules

if TYPE_CHECKING:  # nets without NumPy need a codec as well
    import numpy as np
    from numpy.typing import NDArray

OBSERVATIONS = ("recall", "table")  # all that a seat can know; only events since its last decision
NOT_OFFERED = -1


@dataclass(frozen=True, slots=True)
class Field:
    """Locate a part of an observation.

    Args:
        name: The name of the part.
        offset: The index of its first number.
        length: How many numbers it has.

    Example:
        >>> from toctoc.lab import Field, codec
        >>> codec("toctoctoc", 4).fields[0] == Field("hand", offset=0, length=15)
        True
    """

    name: str
    offset: int
    length: int


class Codec:
    """Encode the observations, legal actions and actions of a game as numbers.

    The observer is always seat 0 of an observation; other seats are counted to its left.

    Args:
        game: A name in `GAMES`, or a `Game`.
        players: The number of players.
        observation: `recall` for everything that a seat can know; `table` for the table now and the events since
            the last decision of the seat.

    Raises:
        ValueError: If the game, the number of players or the observation does not exist, or the game has no codec.

    Attributes:
        A: The number of actions.
        D: The number of values in an observation.
        fields: The parts of an observation, a tuple of `Field`.

    Example:
        >>> from toctoc.lab import Codec
        >>> coded = Codec("toctoctoc", players=4)
        >>> knows = coded.knowledge(seat=1)
        >>> coded.observe(knows).shape, int(coded.mask(knows).sum())
        ((216,), 0)
        >>> coded.from_rules(1, coded.to_rules(1, 9))
        9
    """

    def __init__(self, game: str | Game, players: int, observation: str = "recall") -> None:
        self.game = find(game) if isinstance(game, str) else game
        self.players = check_players(self.game, players)
        if observation not in OBSERVATIONS:
            raise ValueError(f"an observation is one of {', '.join(OBSERVATIONS)}, not {observation!r}")
        self.observation = observation
        self.coding = codec_modules.coding(self.game)
        self.fields = _fields(self.coding.FIELDS)
        self.A: int = self.coding.ACTIONS
        self.D = sum(field.length for field in self.fields)

    def __repr__(self) -> str:
        return f"codec({self.game.name!r}, {self.players}, observation={self.observation!r})"

    def knowledge(self, seat: int, options: Mapping[str, object] | None = None) -> Knowledge:
        """Return a new `Knowledge` for `observe` and `mask`; pass it the events of the seat.

        Args:
            seat: The seat of the observer.
            options: Options of the game by name; others keep their defaults.
        """
        self._check_seat(seat)
        known: Any = self.game.knowledge(self.players, complete(self.game.options, options or {}), seat)
        if not self._reads_bare_knowledge:
            if not hasattr(known, "watcher"):
                raise ValueError(
                    f"{self.game.title} has no {self.observation} observation: its Knowledge has no `watcher`"
                )
            known.watcher = Watcher(self.coding, known, int(self.observation == "table"))
        return known  # type: ignore[no-any-return]  # Any: a game's own has more

    def observe(self, knowledge: Knowledge) -> "NDArray[np.int8]":
        """Return the observation of the seat of `knowledge`: D numbers, seen from that seat."""
        import numpy as np

        known: Any = knowledge
        self._check_seat(known.seat)
        if self._reads_bare_knowledge:
            trace = fields.blank(self.coding.Trace)
            self.coding.recall(known, trace)
        else:
            trace = self._watched(known)
        out = [0] * self.D
        self.coding.observe(self.coding.world(known), trace, known.seat, out)
        return np.array(out, np.int8)

    def mask(self, knowledge: Knowledge) -> "NDArray[np.bool_]":
        """Return the legal actions of the seat of `knowledge`: A booleans, none True when it is not to act."""
        import numpy as np

        known: Any = knowledge
        found = [0] * self.A
        self.coding.mask(self.coding.world(known), known.seat, found)
        return np.array(found, np.bool_)

    def to_rules(self, seat: int, action: int) -> int:
        """Return the rules' number of `action` for `seat`; raise `ValueError` if this table does not have it."""
        self._check_seat(seat)
        code = self.coding.to_rules(self.players, seat, int(action)) if 0 <= action < self.A else NOT_OFFERED
        if code == NOT_OFFERED:
            raise ValueError(f"there is no action {action} for {self.players} players")
        return int(code)

    def from_rules(self, seat: int, code: int) -> int:
        """Return the action of `seat` whose number in the rules is `code`; raise `ValueError` if there is none."""
        self._check_seat(seat)
        action = int(self.coding.from_rules(self.players, seat, int(code)))
        if not 0 <= action < self.A or self.coding.to_rules(self.players, seat, action) != code:
            raise ValueError(f"the action {code} of the rules is not offered")
        return action

    @property
    def _reads_bare_knowledge(self) -> bool:
        """Tell whether a game's own `Knowledge` has all that is observed."""
        return self.observation == "recall" and hasattr(self.coding, "recall")

    def _watched(self, known: Any) -> Any:
        """Return the trace of a `Knowledge` that was made here."""
        watcher = getattr(known, "watcher", None)
        if not isinstance(watcher, Watcher) or bool(watcher.trace.since) != (self.observation == "table"):
            raise ValueError(f"make the knowledge for this observation by {self!r}.knowledge(seat)")
        return watcher.trace

    def _check_seat(self, seat: object) -> None:
        if seat not in range(self.players):
            raise ValueError(f"seats go from 0 to {self.players - 1}, there is no seat {seat}")


class Watcher:
    """Trace the steps that a viewer's `Knowledge` observes, and keep what its world does not have."""

    def __init__(self, coding: Any, knowledge: Any, since: int) -> None:
        self.coding = coding
        self.trace = fields.blank(coding.Trace)
        coding.begin(coding.world(knowledge), self.trace, since)

    def before(self, world: Any, seat: int, code: int) -> None:
        """Trace a step before it is applied; chance, if `seat` is negative."""
        if seat >= 0:
            self.coding.watch(world, self.trace, seat, code)
        else:
            self.coding.watch_chance(world, self.trace, code)

    def after(self, world: Any, seat: int) -> None:
        """Trace a step after it is applied."""
        if seat >= 0:
            self.coding.watched(world, self.trace)


@cache
def codec(game: str | Game, players: int, observation: str = "recall") -> Codec:
    """Return the codec of a game. Repeated calls return the same object.

    Args:
        game: A name in `GAMES`, or a `Game`.
        players: The number of players.
        observation: `recall` or `table`, as for `Codec`.

    Raises:
        ValueError: As for `Codec`.

    Example:
        >>> from toctoc.lab import codec
        >>> coded = codec("toctoctoc", players=4)
        >>> coded.A, coded.D
        (68, 216)
    """
    return Codec(game, players, observation)


def _fields(named: codec_modules.Fields) -> tuple[Field, ...]:
    edges = pairwise(codec_modules.offsets(named))
    return tuple(Field(name, start, end - start) for (name, _), (start, end) in zip(named, edges, strict=True))
