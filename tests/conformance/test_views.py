"""Views are built by allow-list: they do not even read a field that the table of fields keeps from the viewer."""

from random import Random
from typing import Any

import pytest

from tests.conformance.players import walk
from tests.conformance.variants import VARIANTS, Variant
from toctoc.games import fields
from toctoc.games.chocottes.rules import state as c

OPEN_AT_THE_END = {"chocottes": ({"row"}, (c.DRAWING_TILE, c.OVER))}  # C20-C22: all cards are revealed


class Rows:
    """A field of which only the viewer's own row may be read."""

    def __init__(self, rows: list[Any], viewer: int | None) -> None:
        self.rows, self.viewer = rows, viewer

    def __getitem__(self, seat: int) -> Any:
        assert seat == self.viewer, f"{self.viewer} read the row of {seat}"
        return self.rows[seat]


class Guarded:
    """A state that gives a viewer only what the table of fields allows."""

    def __init__(self, s: Any, name: str, viewer: int | None) -> None:
        self._s, self._name, self._viewer = s, name, viewer
        self._seen_by = {field.name: field.seen_by for field in fields.fields(type(s))}

    def __getattr__(self, field: str) -> Any:
        value = getattr(self._s, field)
        seen_by = self._seen_by[field]
        if seen_by == fields.PUBLIC:
            return value
        if seen_by == fields.OWNER:
            return Rows(value, self._viewer)
        if seen_by == fields.ACTIVE:
            assert self._s.active == self._viewer, f"{self._viewer} read {field}"
            return value
        secret_until, phases = OPEN_AT_THE_END.get(self._name, (set(), ()))
        assert field in secret_until, f"a view read {field}"
        assert self._s.phase in phases, f"a view read {field} too early"
        return value


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_view_reads_only_what_its_viewer_may_see(variant: Variant) -> None:
    for seed in range(3):
        s = fields.blank(variant.game.rules.State)
        for _ in walk(variant, Random(f"views {variant} {seed}"), s):
            for viewer in (None, *range(variant.players)):
                guarded: Any = Guarded(s, variant.name, viewer)
                assert variant.game.view(guarded, viewer) == variant.game.view(s, viewer)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_legal_actions_read_only_what_their_seat_may_see(variant: Variant) -> None:
    """So legality never tells a player what a card is (C9)."""
    rules = variant.game.rules
    for seed in range(3):
        s = fields.blank(rules.State)
        for _ in walk(variant, Random(f"legal {variant} {seed}"), s):
            for seat in range(variant.players):
                guarded: Any = Guarded(s, variant.name, seat)
                for n in range(rules.legal_count(guarded, seat)):
                    assert rules.legal_nth(guarded, seat, n) == rules.legal_nth(s, seat, n)


def test_every_field_says_who_may_see_it() -> None:
    for variant in VARIANTS:
        for field in fields.fields(variant.game.rules.State):
            assert field.seen_by in (fields.PUBLIC, fields.OWNER, fields.ACTIVE, fields.NOBODY)
