"""Bots that do one simple thing."""

from collections.abc import Sequence

import pytest

from tests.scale import scaled
from toctoc.bots import Bot, SeatInfo
from toctoc.bots.player import RandomBot
from toctoc.bots.registry import NEMESIS
from toctoc.core.game import Action, Event, View


class First(RandomBot):
    def act(self, view: View, legal: Sequence[Action]) -> Action:
        return legal[0]


class Last(RandomBot):
    def act(self, view: View, legal: Sequence[Action]) -> Action:
        return legal[-1]


class Deaf(RandomBot):
    def observe(self, event: Event) -> None:
        raise RuntimeError("what did you say?")


class Cheat(RandomBot):
    def act(self, view: View, legal: Sequence[Action]) -> Action:
        return None  # type: ignore[return-value]  # the point of it


FAKES = {"first": First, "last": Last, "any": RandomBot, "some": RandomBot, "deaf": Deaf, "cheat": Cheat}


def make(name: str, seat_info: SeatInfo) -> Bot:
    """A fake, or the nemesis of one, which plays at random."""
    if name.removeprefix(NEMESIS) not in FAKES:
        raise ValueError(f"there is no bot {name!r}")
    return FAKES.get(name, RandomBot)(seat_info)


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the arena only these bots; none searches, and their ratings have few resamples."""
    for module in ("plan", "bot_play"):
        monkeypatch.setattr(f"toctoc.arena.{module}.make", make)
    monkeypatch.setattr("toctoc.arena.tournament.thinks_ahead", lambda *_: False)
    monkeypatch.setattr("toctoc.arena.ratings.RESAMPLES", scaled(20, 400))
