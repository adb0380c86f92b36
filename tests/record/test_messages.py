"""Every fault of a record is described in the words of the page, in four languages, without Python's own.

A small fuzzer puts odd values at every place of good records. What it once found stands at the end, by name.
"""

import copy
import io
import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from tests.record.samples import FAIR, LINES
from tests.referee.core import Broken, check
from tests.scale import each, every
from toctoc import lang, record
from toctoc.cli.terminal.speech import record_error
from toctoc.record.errors import MESSAGES

# Python's own words and ways of writing: None, (1,), b'', sys.…, messages of its JSON reader.
PYTHON = re.compile(
    r"\b(None|True|False|inf|nan|sys|int|str|dict|tuple|recursion|codec|sig|Expecting|delimiter|Extra data"
    r"|Unterminated|escape|Exceeds|NoneType|object at)\b|\(\d+,|\bb\"|<class|\bchar \d"
)
LONGEST = 400  # characters of a message

ODD: list[Any] = [
    None, True, False, 0, -1, 3, 99, 10**40, 1.5, 1e999, "", "x", "creator", "\x1b[2J", "\ud800", "a" * 99, "'",
    [], [1], [None], [[]], [True, "x"], ["chance"], ["chance", "start 0", "clock"], {}, {"name": 1}, {"'": None},
]  # fmt: skip


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of a record, of long lists only the first entries."""
    yield path
    if isinstance(data, dict):
        for key in data:
            yield from places(data[key], (*path, key))
    elif isinstance(data, list):
        for n in range(min(len(data), 3)):
            yield from places(data[n], (*path, n))


def edits(data: Any, path: tuple[Any, ...]) -> Iterator[Any]:
    """The record with each odd value at a place, with the place left out, and with something more there."""
    if not path:
        yield from ODD
        return
    for value in ODD:
        yield edited(data, path, lambda parent, key, value=value: parent.__setitem__(key, value))
    yield edited(data, path, lambda parent, key: parent.pop(key))
    yield edited(
        data, path, lambda parent, _: parent.update(x=1) if isinstance(parent, dict) else parent.append(1)
    )


def edited(data: Any, path: tuple[Any, ...], change: Any) -> Any:
    data = copy.deepcopy(data)
    parent = data
    for key in path[:-1]:
        parent = parent[key]
    change(parent, path[-1])
    return data


def complaint(line: str) -> tuple[record.BadRecord, record.Record | None] | None:
    """Return the refusal of a line, once the independent referee has judged it alike."""
    found = None
    try:
        check(line)
        good = True
    except Broken:
        good = False
    try:
        found = record.read(line)
        record.verify(found)
    except record.BadRecord as error:
        assert not good, line
        return error, found
    assert good, line
    return None


def well_said(line: str) -> str | None:
    """Return the refusal in English; its text is readable in every language."""
    found = complaint(line)
    if found is None:
        return None
    for language in lang.LANGUAGES:
        text = record_error(*found, lang.load(language))
        assert not PYTHON.search(text), text
        assert len(text) <= LONGEST
        assert text.replace("\u00a0", " ").isprintable()
    assert not PYTHON.search(str(found[0])), str(found[0])
    return str(found[0])


@pytest.mark.untraced
@each("name", LINES)
def test_an_odd_value_anywhere_is_judged_alike_and_described(name: str) -> None:
    data = json.loads(LINES[name])
    data["fair"] = {**FAIR, "seats": [*FAIR["seats"], {}, {}, {}][: len(data["seats"])]}
    data["lesson"] = True
    told = 0
    tried = (edit for path in places(data) for edit in edits(data, path))
    for edit in islice(tried, None, None, every(10)):
        told += well_said(json.dumps(edit)) is not None
    assert told > 500 / every(10)


@pytest.mark.untraced
@each("name", LINES)
def test_a_line_cut_or_with_an_extra_character_is_described(name: str) -> None:
    line = LINES[name]
    for n in range(0, 600, every(140)):
        assert well_said(line[:n]) is not None
        for sign in '"{[,:x0-.\\\x00':
            well_said(line[:n] + sign + line[n:])
            well_said(line[:n] + sign + line[n + 1 :])


def test_every_message_is_in_the_english_catalogue_word_for_word() -> None:
    say = lang.load("en")
    assert {
        key.removeprefix("record."): text for key, text in say.texts.items() if key.startswith("record.")
    } == MESSAGES


GOOD = LINES["escalier"]
FOUND = [
    (re.sub(r'"steps":\[\["chance","([^"]*)"\]', r'"steps":[["chance","\1","clock"]', GOOD),
     'step 1 ends with "clock"; a chance step is ["chance", outcome], and nothing follows'),
    (re.sub(r'"seats":\[.*?\]', '"seats":[]', GOOD),
     "the number of seats is 0; L'Escalier hanté is for 2 to 4 players"),
    (re.sub(r'"seats":\[', '"seats":[{"name":"C"},', GOOD),
     "the number of entries in result.scores is 2; it has to be 3, one per seat"),
    (re.sub(r'"seats":\[.*?\]', '"seats":[' + ",".join(['{"name":"C"}'] * 5) + "]", GOOD),
     "the number of seats is 5; L'Escalier hanté is for 2 to 4 players"),
    ('{"format":1,"format":1}', 'the key "format" occurs twice in one object; in a record each key occurs once'),
    (GOOD.replace('"memory_aid":false', '"memory_aid":0'), "options.memory_aid is 0; it has to be true or false"),
    (re.sub(r'"scores":.*?"reason', '"scores":[1,55],"winners":[1],"reason', GOOD), "but the steps give ["),
    (GOOD.replace('"rules":1', '"rules":null'), "its rules are version null; this program has version 1"),
    ("9" * 5000, "a number has thousands of digits; no number of a record has more than ten"),
    ("[" * 100_000, "lists and objects are nested hundreds deep; a record has at most four levels"),
    ("\ufeff" + GOOD, "the line begins with a byte order mark; a file of records has none"),
    (GOOD.replace('"rules":1', '"rules":1e999'), "1e999 is not a whole number; a record has only whole numbers"),
    (GOOD.replace('"rules":1', '"rules":NaN'), "NaN is not a whole number"),
    (GOOD + GOOD, f"this is not JSON from character {len(GOOD) + 1} on"),
    (GOOD[:-1], "the line is cut off: its JSON does not end; a record is one JSON object on one line"),
]  # fmt: skip


@each("line, expected", FOUND)
def test_a_fault_that_was_once_misleading_is_described(line: str, expected: str) -> None:
    assert expected in str(well_said(line))


def test_a_bad_byte_is_named_by_its_place_in_the_line() -> None:
    raw = GOOD.encode()
    (_, first), (_, second) = record.lines(io.BytesIO(raw + b"\n" + raw[:9] + b"\xff" + raw[9:]))
    assert isinstance(first, record.Record)
    assert str(second) == "byte 10 of the line is 0xff; a record is UTF-8 text"


@each("space", [" ", "\t", "\r"])
def test_white_space_is_space_tab_and_carriage_return(space: str) -> None:
    line = GOOD.replace(",", f"{space},{space}", 3)
    assert complaint(line) is None
    assert list(record.lines(io.BytesIO(f"{space}\n{space * 3}\n".encode()))) == []


@each("space", ["\u00a0", "\x0b", "\x0c", "\x1c", "\u2003", "\u3000", "\0"])
def test_no_other_white_space_is(space: str) -> None:
    assert complaint(GOOD.replace(",", f"{space},", 1)) is not None
    ((_, found),) = record.lines(io.BytesIO(f"{space}\n".encode()))
    assert isinstance(found, record.BadRecord)


def test_minus_zero_is_zero() -> None:
    assert complaint(GOOD.replace('"creator":0', '"creator":-0')) is None
