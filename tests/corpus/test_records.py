"""Records of all earlier versions are read, replayed and verified, also those older than an option."""

import json

import pytest

from tests.corpus import VERSIONS, record_lines
from tests.corpus.ageing import UNKNOWN, contains, with_unknown, without
from tests.scale import each, spread
from toctoc import record
from toctoc.record import BadRecord
from toctoc.table import replay

RECORDS = [(version, n) for version in VERSIONS for n in range(len(record_lines(version)))]
every_record = each("version, number", RECORDS)


@every_record
def test_a_record_is_good_and_can_be_replayed(version: str, number: int) -> None:
    line = record_lines(version)[number]
    done = record.read(line)
    assert record.verify(done).over
    assert contains(json.loads(record.write(done)), json.loads(line))
    assert json.loads(replay.encoded_replay(line))["game"] == done.game.name
    if done.fair:
        assert replay.encoded_picks(line)


@each("version, number", spread(RECORDS, 4))
def test_a_record_that_is_older_than_an_option_is_as_good(version: str, number: int) -> None:
    line = record_lines(version)[number]
    done = record.read(line)
    for option in done.game.options:
        old = without(line, option.name, json.loads(json.dumps(option.default))).decode()
        assert record.read(old) == done
        assert replay.encoded_replay(old) == replay.encoded_replay(line)


@every_record
def test_a_record_with_an_unknown_option_is_refused_by_its_name(version: str, number: int) -> None:
    with pytest.raises(BadRecord, match=f"options.{UNKNOWN} is not an option of"):
        record.read(with_unknown(record_lines(version)[number]).decode())
