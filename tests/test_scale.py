"""The scale of the tests chooses how much they play, and `each` names every case that failed."""

import pytest

from tests import scale
from tests.scale import each, every, scaled, spread


def test_the_numbers_grow_with_the_scale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale, "SCALE", 1)
    assert (scaled(3), scaled(3, most=2), every(7), spread("abcdef", 2)) == (3, 2, 7, ["a", "d"])
    monkeypatch.setattr(scale, "SCALE", 20)
    assert (scaled(3), scaled(3, most=8), every(7), spread("abcdef", 2)) == (60, 8, 1, list("abcdef"))


def test_each_tries_all_cases_and_names_those_that_failed() -> None:
    tried = []

    @each("number, text", [(1, "a"), (2, "b"), (3, "c")])
    def small(offset: int, number: int, text: str) -> None:
        tried.append((number, text))
        if number + offset != 12:
            pytest.fail(text)

    with pytest.raises(BaseExceptionGroup, match="2 of 3 cases failed") as caught:
        small(10)
    assert tried == [(1, "a"), (2, "b"), (3, "c")]
    assert [failure.__notes__ for failure in caught.value.exceptions] == [
        ["number = 1, text = a"],
        ["number = 3, text = c"],
    ]


@each("number", [1, 2])
def test_each_leaves_other_parameters_to_fixtures(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale, "SCALE", number)
    assert scaled(1) == number


def test_each_refuses_an_empty_list() -> None:
    with pytest.raises(AssertionError, match="no game to test"):
        each("game", [])
