"""Finishing orders: who won first, then by score, and those who are level in equal parts."""

import pytest

from toctoc.arena.finish import choices, order
from toctoc.arena.playing import Played


def test_high_scores_finish_first_and_equal_ones_together() -> None:
    played = Played(("a", "b", "c", "d"), (3, 9, 3, 5), (1,))
    assert order("toctoctoc", played) == (("b",), ("d",), ("a", "c"))


def test_C24_low_scores_finish_first() -> None:
    assert order("chocottes", Played(("a", "b", "c"), (30, 12, 51), (1,))) == (("b",), ("a",), ("c",))


def test_C25_who_wins_with_50_finishes_first() -> None:
    assert order("chocottes", Played(("a", "b", "c"), (30, 50, 12), (1,))) == (("b",), ("c",), ("a",))


def test_shared_victories_are_level() -> None:
    assert order("escalier", Played(("b", "a", "a"), (4, 4, 2), (0, 1))) == (("a", "b"), ("a",))


def test_an_order_is_one_choice_after_another() -> None:
    assert dict(choices((("b",), ("c",), ("a",)))) == {("b", ("a", "b", "c")): 1, ("c", ("a", "c")): 1}


def test_those_who_are_level_count_as_every_order_in_equal_parts() -> None:
    counted = dict(choices((("c",), ("a", "b"))))
    assert counted == {("c", ("a", "b", "c")): 1, ("a", ("a", "b")): 0.5, ("b", ("a", "b")): 0.5}
    everybody = dict(choices((("a", "b", "c"),)))
    assert everybody["a", ("a", "b", "c")] == pytest.approx(1 / 3)
    assert everybody["a", ("a", "b")] == pytest.approx(1 / 6)
    assert sum(everybody.values()) == pytest.approx(2)
