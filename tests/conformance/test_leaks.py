"""The suites themselves: a game that tells too much is found out."""

from random import Random
from typing import Any

import pytest

from tests.games.conformance import EVERY_GAME
from toctoc.games import fields
from toctoc.testing.conformance import Conformance
from toctoc.testing.secrets import Guarded, play_side_by_side

every_game = pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)


@every_game
def test_a_view_that_shows_a_hidden_card_is_caught(game: Conformance, monkeypatch: pytest.MonkeyPatch) -> None:
    variant = game.variants[0]
    honest = game.game.view

    def leaking(s: Any, seat: int | None) -> Any:
        return honest(s, seat), fields.pack(s)

    monkeypatch.setitem(game.game.__dict__, "view", leaking)
    with pytest.raises(AssertionError):
        [play_side_by_side(variant, 0, Random(seed)) for seed in range(20)]


@every_game
def test_an_event_that_shows_a_hidden_card_is_caught(game: Conformance, monkeypatch: pytest.MonkeyPatch) -> None:
    variant = game.variants[0]
    honest = game.game.narrate

    def leaking(before: Any, step: Any, after: Any, viewer: int | None) -> Any:
        return (*honest(before, step, after, viewer), fields.pack(after))

    monkeypatch.setitem(game.game.__dict__, "narrate", leaking)
    with pytest.raises(AssertionError):
        [play_side_by_side(variant, 0, Random(seed)) for seed in range(20)]


@every_game
def test_a_view_that_reads_a_hidden_field_is_caught(game: Conformance) -> None:
    s = fields.blank(game.game.rules.State)
    game.game.rules.setup(s, *game.variants[0].settings)
    kept = [field for field in fields.fields(type(s)) if field.seen_by != fields.PUBLIC]
    assert kept
    for field in kept:
        with pytest.raises(AssertionError):
            getattr(Guarded(s, game, None), field.name)[0]
