"""The suites detect a game that reveals a hidden card."""

from random import Random
from typing import Any

import pytest

from tests.games.conformance import EVERY_GAME
from toctoc.core import fields
from toctoc.core.game import Chance
from toctoc.testing.conformance import Conformance, Counts, Variant
from toctoc.testing.players import walk
from toctoc.testing.secrets import Guarded, SecretsSuite, play_side_by_side

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


@every_game
def test_a_card_that_chance_reveals_while_dealing_is_caught(
    game: Conformance, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The suite compares from the first step, before any seat acts."""
    variant = next(variant for variant in game.variants if opening(variant))
    honest, phases = game.game.narrate, opening(variant)

    def leaking(before: Any, step: Any, after: Any, viewer: int | None) -> Any:
        dealt = isinstance(step, Chance) and before.phase in phases
        return (*honest(before, step, after, viewer), *([fields.pack(after)] if dealt else []))

    monkeypatch.setitem(game.game.__dict__, "narrate", leaking)
    for seed in range(2):
        with pytest.raises(AssertionError, match="a card that it must not"):
            compared(variant, seed)


def opening(variant: Variant) -> set[int]:
    """Return the phases in which chance deals before any seat acts, and never afterwards."""
    s = fields.blank(variant.game.rules.State)
    early: set[int] = set()
    late: set[int] = set()
    has_begun = False
    for seat, _ in walk(variant, Random(1), s):
        has_begun |= seat >= 0
        (late if has_begun else early).add(s.phase)
    return early - late


def compared(variant: Variant, seed: int) -> None:
    """Run the suite's own test on a variant."""
    suite = SecretsSuite()
    suite.counts = Counts(side_by_side=25 + seed)
    suite.test_what_a_viewer_cannot_know_changes_nothing_the_viewer_gets(variant, lambda *_: None)
