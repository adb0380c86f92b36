"""Files of records, line by line: whatever stands there, it is a record or an error, and reading goes on."""

import io
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.record.samples import LINES, edited
from tests.scale import scaled
from toctoc import GAMES, record
from toctoc.record import LONGEST_LINE, BadRecord


def test_lines_come_with_their_numbers_and_errors() -> None:
    good = LINES["escalier"].encode()
    found = list(record.lines(io.BytesIO(good + b"\n\n  \n" + b"{\n" + b"\xff\xfe\n" + good)))
    assert [number for number, _ in found] == [1, 4, 5, 6]
    assert isinstance(found[0][1], record.Record)
    assert isinstance(found[1][1], BadRecord)
    assert "byte 1 of the line is 0xff; a record is UTF-8 text" in str(found[2][1])
    assert isinstance(found[3][1], record.Record)


def test_a_byte_order_mark_is_refused() -> None:
    (_, found), *_ = record.lines(io.BytesIO(b"\xef\xbb\xbf" + LINES["escalier"].encode()))
    assert isinstance(found, BadRecord)


def test_a_line_too_long_to_be_a_record_ends_the_reading() -> None:
    """However long it is: it is not read into memory."""

    class Endless(io.RawIOBase):
        taken = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            self.taken += len(buffer)
            buffer[:] = b"x" * len(buffer)
            return len(buffer)

    endless = Endless()
    found = list(record.lines(io.BufferedReader(endless)))
    assert len(found) == 1
    assert "longer than" in str(found[0][1])
    assert endless.taken < 2 * LONGEST_LINE


def test_a_line_of_the_greatest_length_is_read() -> None:
    line = LINES["escalier"].encode()
    padded = line + b" " * (LONGEST_LINE - len(line))
    assert isinstance(next(record.lines(io.BytesIO(padded + b"\r\n")))[1], record.Record)
    assert isinstance(next(record.lines(io.BytesIO(padded + b" \n")))[1], BadRecord)


@settings(max_examples=scaled(40, most=300), derandomize=True)
@given(
    name=st.sampled_from(list(GAMES)),
    cuts=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 8), st.binary(max_size=8)), min_size=1, max_size=4),
)
def test_garbage_in_a_line_never_ends_in_anything_but_a_refusal(
    name: str, cuts: list[tuple[float, int, bytes]]
) -> None:
    raw = bytearray(LINES[name].encode())
    for where, removed, added in cuts:
        start = int(where * len(raw))
        raw[start : start + removed] = added
    for _, found in record.lines(io.BytesIO(bytes(raw))):
        if isinstance(found, record.Record):
            try:
                record.verify(found)
            except BadRecord as refused:
                assert str(refused)  # noqa: PT017  # most are refused, a few are still good


@pytest.mark.untraced
@settings(max_examples=scaled(20, most=300), derandomize=True)
@given(
    data=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([*record.KEYS, "name", "x"]), inner),
    ),
    key=st.sampled_from([*record.KEYS, *record.OPTIONAL_KEYS]),
)
def test_any_json_in_place_of_a_part_is_refused_or_read(data: object, key: str) -> None:
    try:
        record.read(edited(lambda fields: fields.update({key: data})))
    except BadRecord as refused:
        assert len(str(refused)) < 400  # noqa: PT017  # whatever came in, the message stays readable
