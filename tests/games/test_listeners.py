"""A listener to a match receives the events of its viewer once."""

from random import Random

from tests.games.positions import some_way
from tests.scale import each
from toctoc.core.game import Chance, Event
from toctoc.core.match import Match
from toctoc.core.registry import GAMES
from toctoc.games.escalier.events import Flipped, Shifted


def test_a_listener_receives_the_events_from_then_on() -> None:
    match = Match("escalier", 2)
    match.take_chance("flip move")
    early: list[Event] = []
    late: list[Event] = []
    match.listen(None, early.append)
    match.play(0, "move red")
    match.listen(None, late.append)
    match.take_chance("flip swap")
    assert early == [Shifted(0, "red", "white"), Flipped(1, "swap")]
    assert late == [Flipped(1, "swap")]


@each("game", GAMES)
@each("viewer", [None, 1])
def test_a_follower_also_receives_the_earlier_events(game: str, viewer: int | None) -> None:
    early: list[Event] = []
    late: list[Event] = []
    match = Match(game, 3)
    match.listen(viewer, early.append)
    some_way(match, 60, Random(5))
    match.follow(viewer, late.append)
    some_way(match, 20, Random(6))
    assert len(early) > 40
    assert late == early


def test_a_listener_receives_the_outcomes_of_chance() -> None:
    match = Match("escalier", 2, chance=Random(5).randrange)
    heard: list[Event] = []
    match.listen(0, heard.append)
    while not any(isinstance(event, Flipped) for event in heard):
        match.play(match.actors[0], match.legal(match.actors[0])[0])
    assert isinstance(match.steps[-1], Chance)


def test_each_listener_receives_the_events_of_its_own_seat() -> None:
    """T4: only the seat that is dealt a card sees it."""
    match = some_way(Match("toctoctoc", 3), 6, Random(1))  # the first guests
    ears: dict[int | None, list[Event]] = {viewer: [] for viewer in (0, 1, 2, None)}
    for viewer, ear in ears.items():
        match.listen(viewer, ear.append)
    match.take_chance("deal scarecrow to 0")
    assert ears[1] == ears[2] == ears[None]
    assert ears[0] != ears[1]
    assert "scarecrow" in repr(ears[0])
    assert "scarecrow" not in repr(ears[1])
