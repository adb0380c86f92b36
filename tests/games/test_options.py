"""Table options."""

from math import inf, nan

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.games.positions import EVERY_GAME
from tests.scale import each, scaled
from toctoc.core import options
from toctoc.core.errors import BadOption
from toctoc.core.game import Game
from toctoc.core.options import Choice, Flag, Number, NumberList, Option, bounds, checked_at, starting
from toctoc.core.registry import GAMES

MOON = Choice("moon", "full", "T1", ("full", "new"))
BATS = Flag("bats", False, "T2")
CANDLES = Number("candles", 3, "T3", 0, 9)
TILES = NumberList("tiles", (6, 8, 10), "C2", 1, 49)
OFFERED: tuple[Option, ...] = (MOON, BATS, CANDLES, TILES)
DEFAULTS = {"moon": "full", "bats": False, "candles": 3, "tiles": (6, 8, 10)}


def bad(given: dict[str, object]) -> str:
    with pytest.raises(BadOption) as caught:
        options.complete(OFFERED, given)
    return str(caught.value)


def test_options_not_given_have_their_defaults() -> None:
    assert options.complete(OFFERED, {}) == DEFAULTS


@each(
    "name, value",
    [("moon", "new"), ("bats", True), ("bats", False), ("candles", 0), ("candles", 9), ("tiles", (1, 49, 1))],
)
def test_a_good_value_is_taken(name: str, value: options.Value) -> None:
    assert options.complete(OFFERED, {name: value}) == {**DEFAULTS, name: value}


def test_options_come_back_from_json() -> None:
    written = options.as_json(options.complete(OFFERED, {}))
    assert written == {**DEFAULTS, "tiles": [6, 8, 10]}
    assert options.complete(OFFERED, written) == DEFAULTS


def test_numbers_may_come_as_a_list() -> None:
    assert options.complete(OFFERED, {"tiles": [5, 5, 7]})["tiles"] == (5, 5, 7)


@each(
    "option, value",
    [
        (MOON, "half"), (MOON, ""), (MOON, 0), (MOON, None), (MOON, ["full"]),
        (BATS, 0), (BATS, 1), (BATS, "yes"), (BATS, None),
        (CANDLES, -1), (CANDLES, 10), (CANDLES, 2.0), (CANDLES, nan), (CANDLES, inf), (CANDLES, "3"),
        (CANDLES, True), (CANDLES, None),
        (TILES, (6, 8)), (TILES, (6, 8, 10, 12)), (TILES, (0, 8, 10)), (TILES, (6, 8, 50)), (TILES, (6, 8, True)),
        (TILES, (6, 8, 10.0)), (TILES, "681"), (TILES, 6), (TILES, {6, 8, 10}), (TILES, None),
    ],
)  # fmt: skip
def test_the_refusal_of_a_bad_value_names_the_right_ones(option: Option, value: object) -> None:
    assert (
        bad({option.name: value}) == f"option {option.name} takes {option.takes}, not {value!r} ({option.clause})"
    )


def test_a_number_too_long_to_be_written_is_a_bad_value() -> None:
    """Python refuses to write integers of more than 4300 digits."""
    assert bad({"candles": 10**5000}).startswith("option candles takes a whole number from 0 to 9")


def test_an_option_describes_its_values_in_words() -> None:
    assert [option.takes for option in OFFERED] == [
        "full or new",
        "yes or no",
        "a whole number from 0 to 9",
        "3 whole numbers from 1 to 49",
    ]


def test_an_unknown_option_is_answered_with_those_there_are() -> None:
    assert bad({"mood": "full"}) == "there is no option 'mood'; there are: moon, bats, candles, tiles"


@each(
    "text, value",
    [
        ("moon=new", "new"), ("moon=a=b", "a=b"), ("moon=", ""),
        ("bats=yes", True), ("bats=no", False), ("bats=TRUE", True), ("bats=False", False),
        ("bats=perhaps", "perhaps"),
        ("candles=4", 4), ("candles=-4", -4), ("candles= 4", 4), ("candles=four", "four"), ("candles=", ""),
        ("candles=4.0", "4.0"), ("candles=12345678", 12345678), ("candles=123456789", "123456789"),
        ("candles=--4", "--4"), ("candles=-", "-"),
        ("tiles=1,2,3", [1, 2, 3]), ("tiles=1, 2", [1, 2]), ("tiles=", [""]), ("tiles=1,x", [1, "x"]),
    ],
)  # fmt: skip
def test_options_are_typed_as_name_and_value(text: str, value: object) -> None:
    assert options.parse(OFFERED, [text]) == {text.partition("=")[0]: value}


def test_several_options_are_typed_one_by_one() -> None:
    assert options.parse(OFFERED, ["moon=new", "candles=1"]) == {"moon": "new", "candles": 1}
    assert options.parse(OFFERED, []) == {}


def test_an_unknown_option_is_kept_to_be_refused() -> None:
    given = options.parse(OFFERED, ["mood=4"])
    assert given == {"mood": "4"}
    assert bad(given).startswith("there is no option 'mood'")


@each("text", ["moon", ""])
def test_an_option_without_a_value_is_answered_with_how_to_write_it(text: str) -> None:
    with pytest.raises(BadOption, match=f"an option is written name=value, not '{text}'"):
        options.parse(OFFERED, [text])


@each("name", EVERY_GAME)
def test_the_defaults_of_every_game_are_good(name: str) -> None:
    offered = GAMES[name].options
    defaults = {option.name: option.default for option in offered}
    assert options.complete(offered, {}) == options.complete(offered, dict(defaults)) == defaults
    assert len(defaults) == len(offered)
    assert all(option.clause for option in offered)


def test_T6_C6_E3_the_creator_starts_unless_the_table_asks_for_a_lot() -> None:
    for game in GAMES.values():
        chosen = options.complete(game.options, {})
        assert (chosen["start"], chosen["creator"]) == ("creator", 0)
        assert options.complete(game.options, {"start": "random"})["start"] == "random"


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner, inner, inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)
names = st.text(max_size=4) | st.sampled_from(
    sorted({option.name for game in GAMES.values() for option in game.options})
)


@pytest.mark.untraced
@settings(max_examples=scaled(30, most=300))
@given(name=st.sampled_from(EVERY_GAME), given=st.dictionaries(names, anything, max_size=3))
def test_any_values_are_good_or_bad_options(name: str, given: dict[str, object]) -> None:
    offered = GAMES[name].options
    try:
        chosen = options.complete(offered, given)
    except BadOption:
        return
    assert list(chosen) == [option.name for option in offered]
    for option in offered:
        assert option.checked(chosen[option.name]) == chosen[option.name]
        assert option.name in given or chosen[option.name] == option.default


texts = st.text(max_size=12) | st.tuples(
    names, st.text(max_size=9) | st.text("-0123456789, _.", max_size=9)
).map("=".join)  # fmt: skip


@settings(max_examples=scaled(30, most=300))
@given(name=st.sampled_from(EVERY_GAME), typed=st.lists(texts, max_size=3))
@example(name="chocottes", typed=["dreams=--2"])
@example(name="chocottes", typed=["tiles=6,8,--1"])
def test_any_texts_are_good_or_bad_options(name: str, typed: list[str]) -> None:
    offered = GAMES[name].options
    try:
        chosen = options.complete(offered, options.parse(offered, typed))
    except BadOption:
        return
    assert list(chosen) == [option.name for option in offered]


def test_a_seat_is_one_of_the_table() -> None:
    _, creator = starting("K2")
    assert checked_at(creator, 2, players=3) == 2
    assert checked_at(creator, 3, players=3) is None
    assert bounds(creator, players=3) == (0, 2)
    assert bounds(Number("lamps", 3, "X3", 0, 9), players=3) == (0, 9)


def test_the_options_of_every_game_have_the_clause_of_its_own_rules() -> None:
    start, creator = starting("K2")
    assert [(option.name, option.clause) for option in (start, creator)] == [("start", "K2"), ("creator", "K2")]


@each("game", GAMES.values())
def test_our_games_cite_only_their_own_clauses_for_options(game: Game) -> None:
    assert {option.clause[0] for option in game.options} == {game.letter}
