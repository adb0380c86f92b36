"""Messages that are put together from what is encoded already are what an encoder would write."""

from itertools import product

import msgspec
import pytest
from msgspec import Raw

from toctoc.games.registry import GAMES
from toctoc.table import messages
from toctoc.table.broadcast import encoded_events
from toctoc.table.game import in_words, shown_to

from .test_foresee import dealt

PARTS = [Raw(messages.write(messages.Own(seat, view={"hand": ["é"]}, legal=["open"]))) for seat in (0, 3)]


@pytest.mark.parametrize(("own", "seats"), [*product([[], PARTS[:1], PARTS], [None, (), (2,), (0, 3)])])
def test_an_update_put_together_is_the_one_that_would_be_encoded(
    own: list[Raw], seats: tuple[int, ...] | None
) -> None:
    public = Raw(messages.write(messages.Public(events=[{"type": "X"}], view={"phase": "offer"})))
    whole = messages.Update(7, 12_345, public, own, None if seats is None else list(seats))
    assert messages.update(messages.begun_update(7, 12_345, public), own, seats) == messages.write(whole)


@pytest.mark.parametrize("game", GAMES)
def test_events_are_told_to_each_seat_as_it_saw_them(game: str) -> None:
    for seed in range(3):
        match = dealt(game, seed)
        for _ in range(40):
            if match.over:
                break
            seat = match.actors[-1]
            action = match.legal(seat)[-seed % len(match.legal(seat))]
            words = str(action)
            outcomes = match.foresee(seat, words, lambda _, n: n // 2)
            shown = (*match.play(seat, words), *(s for out in outcomes for s in match.take_chance(out)))
            public, own = encoded_events(shown)
            for viewer in (None, *range(match.players)):
                told = own.get(viewer, public) if viewer is not None else public
                seen = [in_words(event) for event in shown_to(shown, viewer)]
                assert bytes(told) == msgspec.json.encode(seen)
