"""A game that is over is shown move by move: as it was told, and everything open."""

import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.conformance import rule_options
from tests.scale import scaled
from tests.server.guest import fold
from tests.table.harness import TableHarness
from toctoc import record
from toctoc.core.game import Move
from toctoc.core.match import Match
from toctoc.core.registry import GAMES
from toctoc.table import commands as c
from toctoc.table import replay
from toctoc.table.game import in_words


def played(game: str, players: int, seed: int, options: dict[str, Any]) -> Match:
    rng = Random(seed)
    match = Match(game, players, options, rng.randrange)
    while not match.over:
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal(seat)), rng.choice(Move.MAKERS))
    return match


def recorded(match: Match) -> str:
    return record.write(record.record(match, tuple(record.Seat(f"P{p}") for p in range(match.players))))


def shown(line: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(replay.encoded_replay(line))
    return told


def plain(view: Any) -> Any:
    return json.loads(msgspec.json.encode(view))


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=scaled(6, most=60))
@given(st.data())
def test_the_frames_of_a_replay_add_up_to_the_view_after_every_move(game: str, data: st.DataObject) -> None:
    players = data.draw(st.sampled_from(GAMES[game].players))
    options = data.draw(st.sampled_from([{}, {**rule_options(game)[-1], "start": "random", "memory_aid": True}]))
    match = played(game, players, data.draw(st.integers(0, 10**6)), options)
    frames = shown(recorded(match))["frames"]
    view: dict[str, Any] = {}
    own: list[dict[str, Any]] = [{} for _ in range(players)]
    opened = None
    again = Match(game, players, options)
    for frame in frames:
        for step in match.steps[len(again.steps) : frame["step"]]:
            again.play(step.seat, step.action) if isinstance(step, Move) else again.take_chance(step.outcome)
        fold(view, frame.get("view", {}))
        for part in frame.get("own", []):
            fold(own[part["seat"]], part.get("view", {}))
        opened = frame.get("open", opened)
        assert not again.chance_awaited
        assert view == plain(again.view(None))
        for seat in range(players):
            assert own[seat] == plain(again.game.own(again.state, seat))
        assert opened == plain(again.game.opened(again.state))
    assert again.over
    assert view["winners"] == list(match.winners)
    assert [(frame["seat"], frame["action"], frame.get("by", "player")) for frame in frames[1:]] == [
        (step.seat, str(step.action), step.by) for step in match.steps if isinstance(step, Move)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_has_the_events_that_each_viewer_received(game: str) -> None:
    match = played(game, GAMES[game].players[0], 7, {})
    frames = shown(recorded(match))["frames"]
    for viewer in (None, *range(match.players)):
        told = []
        for frame in frames:
            mine = [part["events"] for part in frame.get("own", []) if part["seat"] == viewer and "events" in part]
            told += mine[0] if mine else frame.get("events", [])
        assert told == [plain(in_words(event)) for event in match.history(viewer)]


def test_a_replay_shows_hidden_cards_when_they_change() -> None:
    hands = shown(recorded(played("toctoctoc", 3, 1, {})))["frames"]
    assert [len(hand) for hand in hands[0]["open"].values()] == [5, 5, 5]
    rows = shown(recorded(played("chocottes", 2, 1, {})))["frames"]
    assert [len(row) for row in rows[0]["open"]] == [4, 4]
    assert "open" not in rows[1]  # a look changes nothing
    disc = shown(recorded(played("escalier", 2, 1, {})))["frames"]
    assert disc[0]["open"] == {colour: colour for colour in ("red", "green", "blue", "yellow")}


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_names_players_and_options(game: str) -> None:
    harness = TableHarness.of(game)
    harness.come("anna")
    harness.ask("anna", c.Sit("1", 0, "Anna", avatar="cat"))
    harness.start(fill="petit-fantome")
    harness.play_on(Random(3).choice)
    told = shown(harness.records[-1])
    assert told["game"] == game
    assert told["players"][:2] == [
        {"name": "Anna", "avatar": "cat"},
        {"name": "petit-fantome", "bot": "petit-fantome"},
    ]
    assert told["options"] == plain(harness.match.options)
    assert "lesson" not in told
    # A client of the table received the same: the deal in one update, each move with its chance in one.
    told_live = [update["public"] for update in harness.heard["anna"] if "events" in update["public"]]
    assert [public["events"] for public in told_live] == [frame["events"] for frame in told["frames"]]
    assert [public.get("view", {}) for public in told_live] == [frame.get("view", {}) for frame in told["frames"]]


def test_a_long_game_is_quickly_ready_and_small() -> None:
    line = recorded(
        max((played("chocottes", 5, seed, {}) for seed in range(20)), key=lambda match: len(match.steps))
    )
    assert len(replay.encoded_replay(line)) < 30 * len(line)
    assert replay.encoded_replay(line) is replay.encoded_replay(line)


def test_a_record_of_other_rules_has_no_replay() -> None:
    data = json.loads(recorded(played("escalier", 2, 1, {})))
    with pytest.raises(record.BadRecord):
        replay.encoded_replay(json.dumps({**data, "rules": 99}))
