"""The events that steps of a match return, for each viewer."""

import json
from random import Random
from typing import Any

import pytest

from tests.games.positions import some_way
from tests.games.test_match import started
from tests.scale import each
from toctoc.core.game import Event, Move, View
from toctoc.core.match import Match, StepEvents
from toctoc.core.registry import GAMES
from toctoc.games.toctoctoc.events import YouOffered
from toctoc.games.toctoctoc.words import Offer
from toctoc.table.updates import encoded_events


@each("game", GAMES)
@each("viewer", [None, 0, 2])
def test_steps_return_the_events_of_each_viewer(game: str, viewer: int | None) -> None:
    source = some_way(Match(game, 3), 80, Random(7))
    match = Match(game, 3, narrate=True)
    heard: list[Event] = []
    match.listen(viewer, heard.append)
    returned = [event for step in source.steps for shown in match.repeat(step) for event in shown.to(viewer)]
    assert returned == heard == source.history(viewer)
    assert match.steps == source.steps


def test_a_move_returns_the_events_of_the_chance_that_follows() -> None:
    match = Match("escalier", 2, chance=Random(3).randrange, narrate=True)
    steps = len(match.steps)
    shown = match.play(match.actors[0], match.legal(match.actors[0])[0])
    assert len(shown) == len(match.steps) - steps


def test_a_match_without_viewers_returns_no_events() -> None:
    match = started("escalier", 2)
    assert match.play(match.actors[0], match.legal(match.actors[0])[0]) == ()


def test_every_view_has_a_phase() -> None:
    """What is drawn without knowing the game asks for it, so a view without one cannot be made."""
    with pytest.raises(TypeError, match="phase"):
        View(to_act=(), active=None, scores=(), winners=None)  # type: ignore[call-arg]  # that is the point


def two_see(narrate: Any) -> Any:
    """Return a narrator that tells the mover and the other seat of an offer something else than everybody."""

    def told(before: Any, step: Any, after: Any, viewer: int | None) -> tuple[Event, ...]:
        public: tuple[Event, ...] = narrate(before, step, after, None)
        if isinstance(step, Move) and isinstance(step.action, Offer) and viewer in (step.seat, step.action.to):
            return (*public, YouOffered(viewer, step.action.to, step.action.card))
        return public

    return told


def offered(monkeypatch: pytest.MonkeyPatch, privy: tuple[str, ...]) -> tuple[StepEvents, int, int]:
    """Play an offer of which two seats see something of their own; return it, the mover and the other seat."""
    game = GAMES["toctoctoc"]
    monkeypatch.setattr(Offer, "privy", privy)
    monkeypatch.setitem(game.__dict__, "narrate", two_see(game.narrate))
    match = Match(game, 4, chance=Random(1).randrange, narrate=True)
    mover = match.actors[0]
    offer = next(action for action in match.legal(mover) if isinstance(action, Offer))
    return match.play(mover, offer)[0], mover, offer.to


@pytest.mark.parametrize("privy", [(), ("mover", "to")])
def test_a_step_shows_each_seat_only_its_own_events(
    monkeypatch: pytest.MonkeyPatch, privy: tuple[str, ...]
) -> None:
    shown, mover, other = offered(monkeypatch, privy)
    assert sorted(shown.private) == sorted((mover, other))
    assert shown.to(mover) != shown.to(other) != shown.public
    assert {shown.to(seat) for seat in (None, *range(4)) if seat not in (mover, other)} == {shown.public}


def test_a_message_has_the_events_of_every_seat_that_saw_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, mover, other = offered(monkeypatch, ())
    before = StepEvents(shown.public)
    public, own = encoded_events((before, shown))
    assert list(own) == sorted((mover, other))
    assert b"YouOffered" not in bytes(public)
    for seat in (mover, other):
        events = json.loads(bytes(own[seat]))
        assert events[: len(shown.public)] == json.loads(bytes(encoded_events((before,))[0]))
        assert [event["seat"] for event in events if event["type"] == "YouOffered"] == [seat]
