"""Remember everything, by the game's own `Knowledge`."""

from collections.abc import Sequence
from random import Random
from typing import Any

from toctoc.bots.bot import SeatInfo
from toctoc.bots.level import Level
from toctoc.bots.memory import Decided
from toctoc.core import fields
from toctoc.core.game import Event

from .mind import Mind


class Memory:
    """Recall all events of a seat. Its belief is one consistent world, sampled anew each time."""

    def __init__(self, seat_info: SeatInfo, own: Level, styles: Sequence[Level]) -> None:  # noqa: ARG002  # as in other games
        self.knowledge = seat_info.game.knowledge(seat_info.players, seat_info.options, seat_info.seat)

    def observe(self, event: Event, rng: Random) -> None:  # noqa: ARG002
        """Remember an event for good."""
        self.knowledge.observe(event)

    def believed(self, rng: Random) -> tuple[Any, Any]:
        """Sample a world for the policy."""
        return self.knowledge.determinize(rng), fields.blank(Mind)

    def world(self, rng: Random, styles: Sequence[int]) -> tuple[Any, Any]:  # noqa: ARG002
        """Sample a world for a playout."""
        return self.believed(rng)

    def decided(self, event: Event, rng: Random) -> list[Decided]:  # noqa: ARG002
        """Infer nothing about the others."""
        return []

    def made(self, world: Any) -> None:
        """Weigh no world by a decision that lies face down."""
