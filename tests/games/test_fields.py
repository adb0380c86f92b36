"""The state as one table: every game's, and a small one that can be written out."""

import struct
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scale import each
from toctoc.core import fields
from toctoc.core.fields import ACTIVE, NOBODY, OWNER, PUBLIC, Field, Grid, Row


class Small:
    phase: Annotated[int, PUBLIC]
    pile: Annotated[Row, NOBODY, 3]
    hand: Annotated[Grid, OWNER, 2, 2]
    drawn: Annotated[int, ACTIVE]


class Twin:
    phase: Annotated[int, PUBLIC]
    pile: Annotated[Row, NOBODY, 3]
    hand: Annotated[Grid, OWNER, 2, 2]
    drawn: Annotated[int, ACTIVE]


SIXTEEN_BITS = st.integers(-(2**15), 2**15 - 1)


def small(*numbers: int) -> Small:
    s = fields.blank(Small)
    s.phase, s.pile = numbers[0], list(numbers[1:4])
    s.hand = [list(numbers[4:6]), list(numbers[6:8])]
    s.drawn = numbers[8]
    return s


def test_the_table_is_read_in_the_order_in_which_it_is_written() -> None:
    assert fields.fields(Small) == (
        Field("phase", (), "public"),
        Field("pile", (3,), "nobody"),
        Field("hand", (2, 2), "owner"),
        Field("drawn", (), "active"),
    )


def test_a_field_without_a_visibility_is_refused() -> None:
    class Leaky:
        phase: Annotated[int, PUBLIC]
        secret: int

    with pytest.raises(TypeError, match=r"Leaky\.secret must be Annotated"):
        fields.fields(Leaky)


def test_a_blank_state_is_all_zeros() -> None:
    s = fields.blank(Small)
    assert (s.phase, s.pile, s.hand, s.drawn) == (0, [0, 0, 0], [[0, 0], [0, 0]], 0)
    s.hand[0][1] = 7
    assert s.hand == [[0, 7], [0, 0]]
    assert fields.blank(Small).hand == [[0, 0], [0, 0]]


def test_numbers_go_field_by_field_and_row_by_row() -> None:
    assert fields.numbers(small(1, 2, 3, 4, 5, 6, 7, 8, 9)) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


@given(st.lists(SIXTEEN_BITS, min_size=9, max_size=9))
def test_packed_are_16_bit_little_endian_numbers(numbers: list[int]) -> None:
    assert fields.pack(small(*numbers)) == struct.pack("<9h", *numbers)


@given(st.lists(SIXTEEN_BITS, min_size=9, max_size=9))
def test_unpacked_and_cloned_states_are_the_same(numbers: list[int]) -> None:
    s = small(*numbers)
    for twin in (fields.unpack(Small, fields.pack(s)), fields.clone(s)):
        assert type(twin) is Small
        assert fields.numbers(twin) == numbers
        assert (twin.phase, twin.pile, twin.hand, twin.drawn) == (s.phase, s.pile, s.hand, s.drawn)


@given(st.binary(max_size=40).filter(lambda packed: len(packed) != 18))
def test_bytes_of_another_length_are_no_state(packed: bytes) -> None:
    with pytest.raises(ValueError, match=f"has 18 bytes, not {len(packed)}"):
        fields.unpack(Small, packed)


@each("number", [2**15, -(2**15) - 1])
def test_a_number_of_more_than_16_bits_is_not_packed(number: int) -> None:
    with pytest.raises(struct.error):
        fields.pack(small(0, 0, number, 0, 0, 0, 0, 0, 0))


def test_a_clone_shares_nothing_with_its_original() -> None:
    s = small(1, 2, 3, 4, 5, 6, 7, 8, 9)
    twin = fields.clone(s)
    twin.phase = 20
    twin.pile[0] = 20
    twin.hand[1][1] = 20
    assert fields.numbers(s) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert fields.numbers(twin) == [20, 20, 3, 4, 5, 6, 7, 20, 9]


def test_the_same_is_the_same_game_with_the_same_numbers() -> None:
    s = small(1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert fields.same(s, fields.clone(s))
    assert not fields.same(s, small(1, 2, 3, 4, 5, 6, 7, 8, 10))
    assert not fields.same(fields.blank(Small), fields.blank(Twin))
