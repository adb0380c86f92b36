"""Events are encoded as they are, and come out as the words that they are elsewhere."""

import msgspec
import pytest

from toctoc.core.registry import GAMES
from toctoc.table.game import in_words, shown_to
from toctoc.table.updates import encoded_events

from .test_look_ahead import dealt


@pytest.mark.parametrize("game", GAMES)
def test_each_seat_receives_the_events_as_it_saw_them(game: str) -> None:
    for seed in range(3):
        match = dealt(game, seed)
        for _ in range(40):
            if match.over:
                break
            seat = match.actors[-1]
            action = match.legal(seat)[-seed % len(match.legal(seat))]
            words = str(action)
            outcomes = match.look_ahead(seat, words, lambda _, n: n // 2)
            shown = match.play_out(seat, words, "player", outcomes)
            public, own = encoded_events(shown)
            for viewer in (None, *range(match.players)):
                told = own.get(viewer, public) if viewer is not None else public
                seen = [in_words(event) for event in shown_to(shown, viewer)]
                assert bytes(told) == msgspec.json.encode(seen)
