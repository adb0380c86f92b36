"""Logs and snapshots of all earlier versions give their tables, which play on, also those older than an option."""

import json
from random import Random
from typing import Any

import pytest

from tests.corpus import VERSIONS, live_tables
from tests.corpus.ageing import UNKNOWN, contains, options_in, with_unknown, without
from tests.scale import each, spread
from tests.table.harness import TableHarness, make_player
from toctoc import GAMES, record
from toctoc.bots import usual_opponent
from toctoc.core import fields
from toctoc.core.errors import BadOption
from toctoc.table import log
from toctoc.table.scheduler import Scheduler
from toctoc.table.table import Table

TABLES = [(version, name) for version in VERSIONS for name in live_tables(version)]
every_table = each("version, name", TABLES)
some_tables = each("version, name", spread(TABLES, 3))


def plays_on(table: Table) -> str:
    """Let people and bots play until a game is over; return its record."""
    harness = TableHarness(table, Scheduler(make_player, usual_opponent, Random(1)), at=table.state.at)
    people = [seat.guest for seat in table.state.seats if seat.guest]
    for guest in people:
        harness.back(guest)
    if not table.is_live:
        harness.start(table.state.creator, fill="petit-fantome")
        harness.wait(10_000)
    rng = Random(1)
    harness.play_on(rng.choice)
    return harness.records[-1]


@every_table
def test_a_log_folds_to_its_snapshot_and_the_table_plays_on(version: str, name: str) -> None:
    stored = live_tables(version)[name]
    entries = [entry.encode() for entry in stored["log"]]
    at, text = stored["snapshot"]["version"], stored["snapshot"]["text"]
    assert contains(json.loads(Table.restore(None, entries[:at]).snapshot()), json.loads(text))
    by_log, by_snapshot = Table.restore(None, entries), Table.restore(text.encode(), entries[at:])
    assert by_log.snapshot() == by_snapshot.snapshot()
    if by_log.state.stage != "closed":
        assert record.verify(record.read(plays_on(by_snapshot))).over
    for line in stored["records"]:
        assert record.verify(record.read(line)).over


@some_tables
def test_a_table_that_is_older_than_an_option_is_the_same(version: str, name: str) -> None:
    stored = live_tables(version)[name]
    at, text = stored["snapshot"]["version"], stored["snapshot"]["text"]
    before = Table.restore(None, [entry.encode() for entry in stored["log"]])
    for option in GAMES[before.state.game].options:
        default = json.loads(json.dumps(option.default))
        entries = [without(entry, option.name, default) for entry in stored["log"]]
        snapshot = without(text, option.name, default)
        for table in (Table.restore(None, entries), Table.restore(snapshot, entries[at:])):
            now, then = (without(one.snapshot(), option.name, default) for one in (table, before))
            assert now == then
            if table.game and before.game:
                assert table.game.match.options == before.game.match.options
                assert fields.pack(table.game.match.state) == fields.pack(before.game.match.state)


@some_tables
def test_a_table_that_is_older_than_every_option_begins_a_game(version: str, name: str) -> None:
    opened = [json.dumps(_emptied(json.loads(entry))).encode() for entry in live_tables(version)[name]["log"][:2]]
    assert record.verify(record.read(plays_on(_seated(opened)))).over


def _emptied(entry: list[Any]) -> list[Any]:
    for options in options_in(entry):
        options.clear()
    return entry


def _seated(entries: list[bytes]) -> Table:
    """Return a table at which its creator has sat down."""
    table = Table.restore(None, entries)
    table.enter(log.Entry(0, log.Sat(0, table.state.creator, "Anna")))
    table.take()
    return table


@every_table
def test_a_table_with_an_unknown_option_is_refused_by_its_name(version: str, name: str) -> None:
    stored = live_tables(version)[name]
    at, text, entries = stored["snapshot"]["version"], stored["snapshot"]["text"], stored["log"]
    for snapshot, since in (
        (None, map(with_unknown, entries)),
        (None, map(with_unknown, entries[:3])),
        (with_unknown(text), [entry.encode() for entry in entries[at:]]),
    ):
        with pytest.raises(BadOption, match=f"there is no option '{UNKNOWN}'; there are: start, creator"):
            Table.restore(snapshot, list(since))
