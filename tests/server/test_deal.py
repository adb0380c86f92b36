"""A record and the source of its chance suffice to draw every lot again, without the rules."""

import json
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest

from tests.cli.invoke import changed, written_fairly
from tests.scale import each
from tests.server.harness import ServerHarness
from tests.server.local_server import CODE
from toctoc.core.registry import GAMES
from toctoc.fair import Fair, gather
from toctoc.table import replay
from toctoc.table.log import Settings

FAIR = gather(1, bytes(range(32)), [None] * 3, [None] * 3)
PATH = f"/api/tables/{CODE}/deal?game=1"


def drawn(picks: list[dict[str, Any]], fair: Fair) -> list[tuple[int, str]]:
    """The outcome at each step, by the dice alone."""
    dice, found = fair.dice(), []
    for pick in picks:
        tickets = [each["outcome"] for each in pick["of"] for _ in range(each["tickets"])]
        found.append((pick["step"], tickets[dice(len(tickets))]))
    return found


@each("game", GAMES)
def test_the_picks_and_the_seed_give_all_chance_of_the_record(game: str) -> None:
    line = written_fairly(game, FAIR)
    steps = enumerate(json.loads(line)["steps"], 1)
    happened = [(number, step[1]) for number, step in steps if step[0] == "chance"]
    assert drawn(json.loads(replay.encoded_picks(line))["picks"], FAIR) == happened


def test_equal_tiles_stay_apart() -> None:
    line = written_fairly("chocottes", FAIR, tiles=[6, 8, 6])
    picks = json.loads(replay.encoded_picks(line))["picks"]
    tiles = [pick["of"] for pick in picks if pick["of"][0]["outcome"].startswith("tile")]
    assert tiles
    assert all([each["outcome"] for each in of] == ["tile 6", "tile 8", "tile 6"] for of in tiles)


def answer(harness: ServerHarness, line: str | None, monkeypatch: pytest.MonkeyPatch) -> bytes:
    monkeypatch.setattr(harness.hub.services.store, "record", AsyncMock(return_value=line), raising=False)
    harness.get(PATH)
    (*_, heard) = harness.heard["http"]
    return heard[2]


def test_the_picks_are_sent_once_the_game_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    line = written_fairly("escalier", FAIR)
    assert b"record/not-over" in answer(harness, None, monkeypatch)
    assert replay.encoded_picks(line) in answer(harness, line, monkeypatch)
    old = changed(line, lambda data: data.update(rules=99))
    assert b"record/old" in answer(harness, old, monkeypatch)
