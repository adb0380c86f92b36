"""Stored data of earlier versions keeps its meaning: logs, snapshots and records in `stored/`.

The files were written by the version before entries had one `apply`, after everything that can happen at a table
had happened at random (`random_events.py`). They may never be written anew.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from toctoc import record
from toctoc.core.registry import BUILT_IN
from toctoc.table import log, messages
from toctoc.table.state import KEPT_IDS
from toctoc.table.table import Table

SINCE = {
    "resumed",
    "asked",
    "granted",
    "calmed",
    "anchored",
    "again",
    "kept",
    "game",
}  # kinds that those versions did not have
FOLDER = Path(__file__).parent / "stored"


def stored(game: str) -> Any:
    return json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))


def with_starter(settings: Any, state: Any) -> None:
    """The one thing that is told otherwise since: the settings say who begins the rematch."""
    settings["options"]["creator"] = (state.get("starter", 0) + 1) % len(state["seats"])


def snapshot(text: str | bytes) -> Any:
    """A snapshot without what is kept since: the names of those who left in a game, and how many play it.

    All ids that were ever used were in it, by guest and id in one word; now the last ones of each guest are.
    """
    state = json.loads(text)
    for key, version in sorted(state.pop("ids", {}).items(), key=lambda item: item[1]):
        guest, _, id = key.partition(" ")
        state.setdefault("done", {}).setdefault(guest, {})[id] = version
    state["done"] = {guest: dict([*ids.items()][-KEPT_IDS:]) for guest, ids in state.get("done", {}).items()}
    state.pop("players", None)
    state.pop("recent", None)  # events for those whose line breaks
    state.pop("moved", None)  # whose tokens for other devices are used
    with_starter(state["settings"], state)
    for seat in state["seats"]:
        seat.pop("told", None)  # how far they have arrived
        if seat.pop("left", None):
            seat.pop("avatar", None)
    return state


def welcome(text: str | bytes, state: Any, known: int = 0) -> Any:
    """A welcome, apart from the view: games may add to that."""
    told = json.loads(text)
    del told["view"]
    told["missed"] = [event for event in told.get("missed", []) if event["version"] > known]
    assert not told["lobby"].pop("asking", None)  # nobody could ask for a chair then
    for seat in told["lobby"]["seats"]:
        if seat["kind"] == "free":  # which is told with the name of who left it
            seat.pop("name", None)
            seat.pop("avatar", None)
    for since in ("waits", "begins", "may_start"):  # of tables that begin by themselves, and of gatherings
        assert told["lobby"].pop(since, 0) == 0
    for since in ("daily", "next_game"):  # there was no daily deal, and each table had one game
        assert told["lobby"].pop(since, "") == ""
    with_starter(told["lobby"]["settings"], state)
    return told


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_table_of_an_earlier_version_is_restored_from_its_log_or_its_snapshot(game: str) -> None:
    old = stored(game)
    entries = [entry.encode() for entry in old["log"]]
    version, before = old["snapshot"]["version"], old["snapshot"]["text"].encode()
    state = snapshot(old["state"])
    for table in (Table.restore(None, entries), Table.restore(before, entries[version:])):
        assert snapshot(table.snapshot()) == state
        for who, told in old["welcomes"].items():
            guest, since = who.split()
            again = messages.write(table.welcome(guest, int(since)))
            # What happened before a device took over, or while one was away in a memory game, is not told since.
            known = max((table.state.seats[seat].acknowledged for seat in table.seats_of(guest)), default=0)
            assert welcome(again, state) == welcome(told, state, known)


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_request_stored_by_an_earlier_version_is_not_repeated(game: str) -> None:
    """Its snapshots had all ids there ever were; the last ones of each guest are kept."""
    old = stored(game)
    before = json.loads(old["snapshot"]["text"])
    assert before["ids"]
    table = Table.restore(old["snapshot"]["text"].encode(), ())
    for key, version in sorted(before["ids"].items(), key=lambda item: -item[1])[:KEPT_IDS]:
        assert table.state.version_of(*key.split()) == version
    assert not table.state.ids


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_log_up_to_a_snapshot_of_an_earlier_version_gives_the_same_snapshot(game: str) -> None:
    old = stored(game)
    entries = [entry.encode() for entry in old["log"][: old["snapshot"]["version"]]]
    assert snapshot(Table.restore(None, entries).snapshot()) == snapshot(old["snapshot"]["text"])


@pytest.mark.parametrize("game", BUILT_IN)
def test_entries_are_written_as_they_always_were(game: str) -> None:
    for entry in stored(game)["log"]:
        at, change, *request = json.loads(log.write(log.read(entry)))
        if change[0] == "opened":
            assert change.pop() == ""  # which group plays there, which it says since
            assert change.pop() is None  # whether it is of the daily deal, which it says since
            assert change.pop() == 0  # for how long it waits for people, which it says since
        if change[0] == "began":
            assert change.pop() == []  # the opening of a lesson, which it says since
        if change[0] == "set":
            assert change.pop() is None  # the seats that stay, which it says since
        if change[0] == "went":
            assert change.pop() is False  # whether the player was idle, which it says since
        if change[0] == "device":
            assert change.pop() == 0  # when the token expires, likewise
        assert [at, change, *request] == json.loads(entry)


@pytest.mark.parametrize("game", BUILT_IN)
def test_records_of_an_earlier_version_are_as_good_as_ever(game: str) -> None:
    (line,) = stored(game)["records"]
    done = record.read(line)
    assert record.write(done) == line
    assert record.verify(done).over


def test_the_stored_logs_hold_every_kind_of_change_but_the_last() -> None:
    kinds = {json.loads(entry)[1][0] for game in BUILT_IN for entry in stored(game)["log"]}
    every = {kind.__struct_config__.tag for kind in log.Change.__args__}
    assert kinds == every - {"closed"} - SINCE
