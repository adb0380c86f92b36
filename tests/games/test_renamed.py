"""Former names work for one release, with a warning: of our classes, and of those that other packages define."""

from functools import partial
from random import Random
from typing import Any

import pytest

import toctoc.bots
from tests.bots.tables import seat_info
from tests.scale import each
from toctoc import GAMES, Match
from toctoc.bots import LevelBot, RandomBot, SeatInfo, bot, level, make
from toctoc.bots.perfect.memory import Memory
from toctoc.core.game import Event
from toctoc.core.renamed import adopt_observe
from toctoc.testing.conformance import Conformance, uniform


@each("module", [toctoc.bots, bot])
def test_seat_info_has_its_former_name(module: Any) -> None:
    with pytest.warns(DeprecationWarning, match="Chair is now called SeatInfo"):
        assert module.Chair is SeatInfo


@each("game", GAMES)
def test_knowledge_observes_under_the_former_name(game: str) -> None:
    match = Match(GAMES[game], GAMES[game].players[0], chance=Random(1).randrange)
    new, old = (GAMES[game].knowledge(match.players, match.options, 0) for _ in range(2))
    for event in match.history(0):
        new.observe(event)
        with pytest.warns(DeprecationWarning, match="hear is now called observe"):
            old.hear(event)  # type: ignore[attr-defined]  # not part of the protocol any more
    assert new.view() == old.view() == match.view(0)


def test_a_bot_observes_under_the_former_name() -> None:
    seated: Any = RandomBot(seat_info(Match(GAMES["escalier"], 2), 0))
    with pytest.warns(DeprecationWarning, match="hear is now called observe"):
        seated.hear(Event())


def test_a_class_that_only_defines_the_former_name_gets_the_new_one() -> None:
    class Old:
        def hear(self, event: Event) -> str:
            return "heard"

    with pytest.warns(DeprecationWarning, match=r"Old\.hear is now called observe"):
        adopt_observe(Old)
    assert Old().observe(Event()) == "heard"  # type: ignore[attr-defined]
    adopt_observe(Old)  # once is enough


def test_a_subclass_that_overrides_the_former_name_is_called_and_calls_ours() -> None:
    class Old(Memory):
        heard = 0

        def hear(self, event: Event, rng: Random) -> None:
            self.heard += 1
            super().hear(event, rng)

    with pytest.warns(DeprecationWarning, match=r"Old\.hear is now called observe"):
        adopt_observe(Old)
    match = Match(GAMES["escalier"], 2, chance=Random(1).randrange)
    memory: Any = Old(seat_info(match, 0), None, [])  # type: ignore[arg-type]  # it does not ask for its level
    for event in match.history(0):
        with pytest.warns(DeprecationWarning, match="hear is now called observe"):
            memory.observe(event, Random(1))
    assert memory.heard == len(match.history(0))
    assert memory.knowledge.view() == match.view(0)


def test_a_class_without_either_name_stays_as_it_is() -> None:
    class Neither:
        pass

    adopt_observe(Neither)
    assert not hasattr(Neither, "observe")


def test_win_probabilities_have_their_former_name() -> None:
    match = Match(GAMES["escalier"], 2)
    seated: Any = LevelBot(seat_info(match, 0), level("medium"))
    with pytest.warns(DeprecationWarning, match="outlook is now called win_probabilities"):
        assert seated.outlook() is None


def test_conformance_takes_policies_under_the_former_name() -> None:
    with pytest.warns(DeprecationWarning, match=r"Conformance\(habits=\) is now called policies"):
        assert Conformance(GAMES["escalier"], habits=(uniform, uniform)).policies == (uniform, uniform)


def test_the_seat_of_a_bot_is_given_under_the_former_name() -> None:
    seat = seat_info(Match(GAMES["escalier"], 2), 0)
    former: Any = {"chair": seat}
    for kind in (partial(make, "random"), RandomBot, partial(LevelBot, own=level("medium"))):
        with pytest.warns(DeprecationWarning, match="the parameter chair is now called seat_info"):
            assert isinstance(kind(**former), RandomBot | LevelBot)
