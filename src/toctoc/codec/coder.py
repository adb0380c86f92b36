"""Encode the knowledge of a seat as numbers, and its actions as numbers that mean the same at every seat."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from toctoc.core import fields
from toctoc.core.game import Game, Knowledge, check_players
from toctoc.core.options import complete
from toctoc.core.registry import find

from . import codec_modules

OBSERVATIONS = ("recall", "table")  # all that a seat can know; only events since its last decision
NOT_OFFERED = -1


@dataclass(frozen=True, slots=True)
class Field:
    """Say where a part of an observation is."""

    name: str
    offset: int
    length: int


class Codec:
    """Write observations, masks and actions of a game for so many players.

    The observer is seat 0 of an observation, and other seats are counted in steps to the left.
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
        """Return a new `Knowledge` for `observe`; let it observe the seat's events."""
        self._check_seat(seat)
        known: Any = self.game.knowledge(self.players, complete(self.game.options, options or {}), seat)
        if not self._reads_bare_knowledge:
            if not hasattr(known, "watcher"):
                raise ValueError(
                    f"{self.game.title} has no {self.observation} observation: its Knowledge has no `watcher`"
                )
            known.watcher = Watcher(self.coding, known, int(self.observation == "table"))
        return known  # type: ignore[no-any-return]  # Any: a game's own has more

    def observe(self, knowledge: Knowledge) -> NDArray[np.int8]:
        """Return the observation of the viewer."""
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

    def mask(self, knowledge: Knowledge) -> NDArray[np.bool_]:
        """Return which actions the viewer may choose from now; none when it is not asked."""
        known: Any = knowledge
        found = [0] * self.A
        self.coding.mask(self.coding.world(known), known.seat, found)
        return np.array(found, np.bool_)

    def to_rules(self, seat: int, action: int) -> int:
        """Return the rules' number of an action; a `ValueError` if no seat at this table has it."""
        self._check_seat(seat)
        code = self.coding.to_rules(self.players, seat, int(action)) if 0 <= action < self.A else NOT_OFFERED
        if code == NOT_OFFERED:
            raise ValueError(f"there is no action {action} for {self.players} players")
        return int(code)

    def from_rules(self, seat: int, code: int) -> int:
        """Return the number of an action of the rules; a `ValueError` if it is not offered."""
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
    """Return the codec of a game for so many players; it is made once."""
    return Codec(game, players, observation)


def _fields(named: codec_modules.Fields) -> tuple[Field, ...]:
    edges = pairwise(codec_modules.offsets(named))
    return tuple(Field(name, start, end - start) for (name, _), (start, end) in zip(named, edges, strict=True))
