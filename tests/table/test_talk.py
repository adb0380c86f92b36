"""Test the phrases at a table, and their rate limit."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scale import each
from toctoc import lang
from toctoc.table.text import MAX_TALK_CHARS, PHRASE_PICTURES, PHRASES, BadText, checked_text
from toctoc.table.throttle import Throttle


def test_there_are_a_few_phrases_each_with_its_own_picture() -> None:
    assert 12 <= len(PHRASES) <= 20
    assert len(set(PHRASE_PICTURES.values())) == len(PHRASES)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", phrase) for phrase in PHRASES)


@pytest.mark.parametrize("language", lang.LANGUAGES)
def test_the_words_are_short_and_different(language: str) -> None:
    say = lang.load(language)
    words = {say(f"talk.{phrase}") for phrase in PHRASES}
    assert len(words) == len(PHRASES)
    assert max(map(len, words)) <= 24


def test_free_text_is_made_tidy() -> None:
    assert checked_text("  Bien\tjoué,\n Zoe\u0301 ! ") == "Bien joué, Zoé !"
    assert checked_text("x" * MAX_TALK_CHARS) == "x" * MAX_TALK_CHARS


@each(
    "text, code",
    [
        ("", "text/empty"),
        (" \n ", "text/empty"),
        ("x" * (MAX_TALK_CHARS + 1), "text/too-long"),
        ("x" * 10_000_000, "text/too-long"),
        ("e\u0301" * MAX_TALK_CHARS + "x", "text/too-long"),
        ("a\u202eb", "text/unprintable"),
        ("\x1b[2J", "text/unprintable"),
        ("z" + "\u0301" * 20, "text/unprintable"),
    ],
)
def test_other_text_is_refused(text: str, code: str) -> None:
    with pytest.raises(BadText) as refused:
        checked_text(text)
    assert refused.value.code == code
    assert "a text has" in str(refused.value)


@given(st.text())
def test_any_text_is_refused_or_stays_as_it_is_the_second_time(text: str) -> None:
    try:
        tidied = checked_text(text)
    except BadText:
        return
    assert checked_text(tidied) == tidied
    assert "\n" not in tidied


def test_a_budget_allows_a_burst_and_then_its_pace() -> None:
    budget = Throttle(burst=3, per_second=0.5)
    assert [budget.take(100.0) for _ in range(5)] == [True, True, True, False, False]
    assert [budget.take(101.0), budget.take(102.0), budget.take(102.0)] == [False, True, False]
    assert [budget.take(1_000_000.0) for _ in range(5)] == [True, True, True, False, False]


def test_a_clock_set_back_gives_nothing() -> None:
    budget = Throttle(burst=1, per_second=1.0)
    assert budget.take(100.0)
    assert not budget.take(0.0)
    assert not budget.take(100.5)
    assert budget.take(101.0)


@given(
    st.integers(1, 10),
    st.sampled_from([0.25, 1.0, 4.0]),
    st.lists(st.integers(0, 100).map(lambda n: n / 4)),
)
def test_the_rate_limit_allows_the_burst_and_the_pace(burst: int, pace: float, times: list[float]) -> None:
    budget = Throttle(burst, pace)
    granted = sum(budget.take(now) for now in times)
    longest = max(times, default=0) - min(times, default=0)
    assert granted <= burst + longest * pace
    assert granted >= min(burst, len(times))
