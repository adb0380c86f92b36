"""The codec of each game: its sizes, its actions in both directions, and its refusals."""

import re
from dataclasses import replace
from typing import Any

import pytest

from tests.scale import each
from toctoc import extras, lab
from toctoc.core.registry import BUILT_IN, GAMES

from .side_by_side import CODED, TABLES

every_table = each("game, players", TABLES)


def test_sizes() -> None:
    sizes = {name: (lab.codec(name, 4).A, lab.codec(name, 4).D) for name in CODED}
    assert sizes["toctoctoc"] == (68, 216)
    assert sizes["chocottes"] == (898, 1216)
    assert sizes["escalier"][0] <= 60
    assert sizes["escalier"][1] <= 80


@every_table
def test_fields_follow_each_other_to_the_end(game: str, players: int) -> None:
    codec = lab.codec(game, players)
    end = 0
    for field in codec.fields:
        assert field.offset == end
        end += field.length
    assert end == codec.D
    assert len({field.name for field in codec.fields}) == len(codec.fields)


@every_table
def test_actions_go_both_ways_and_mean_the_same_at_every_seat(game: str, players: int) -> None:
    codec = lab.codec(game, players)
    there = 0
    for action in range(codec.A):
        try:
            codes = [codec.to_rules(seat, action) for seat in range(players)]
        except ValueError:
            continue
        there += 1
        assert [codec.from_rules(seat, code) for seat, code in enumerate(codes)] == [action] * players
    assert there > codec.A // 4


def test_a_target_is_so_many_steps_to_the_left() -> None:
    codec = lab.codec("toctoctoc", 4)
    words = [str(GAMES["toctoctoc"].action(None, codec.to_rules(seat, codec.A - 3))) for seat in range(4)]
    assert words == [f"offer taxi to {seat}" for seat in (2, 3, 0, 1)]
    with pytest.raises(ValueError, match="there is no action 67 for 4 players"):
        codec.to_rules(0, codec.A - 1)


@pytest.mark.parametrize(
    ("players", "arguments", "said"),
    [
        (4, {"observation": "all"}, "an observation is one of recall, table, not 'all'"),
        (6, {}, "is for 3 to 5 players, not 6"),
        ("4", {}, "is for 3 to 5 players, not '4'"),
    ],
)
def test_wrong_players_and_observations_are_refused(players: Any, arguments: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        lab.codec("toctoctoc", players, **arguments)


def test_unknown_actions_and_seats_are_refused() -> None:
    codec = lab.codec("toctoctoc", 3)
    for action in (-1, 68):
        with pytest.raises(ValueError, match=f"there is no action {action}"):
            codec.to_rules(0, action)
    with pytest.raises(ValueError, match="seats go from 0 to 2, there is no seat 3"):
        codec.knowledge(3)
    for code in (-1, 9999):
        with pytest.raises(ValueError, match=f"the action {code} of the rules is not offered"):
            codec.from_rules(0, code)


def test_missing_options_of_a_knowledge_have_their_defaults() -> None:
    codec = lab.codec("escalier", 3)
    at = next(field.offset for field in codec.fields if field.name == "risk")
    assert [int(codec.observe(codec.knowledge(0, given))[at]) for given in (None, {"risk": True})] == [0, 1]
    with pytest.raises(ValueError, match="there is no option 'wrong'; there are: start"):
        codec.knowledge(0, {"wrong": 1})


def test_a_table_observation_needs_a_knowledge_that_notes_decisions() -> None:
    codec = lab.codec("toctoctoc", 3, "table")
    known = GAMES["toctoctoc"].knowledge(3, {"start": "creator", "creator": 0, "memory_aid": False}, 0)
    with pytest.raises(ValueError, match=r"make the knowledge for this observation by codec\('toctoctoc', 3"):
        codec.observe(known)
    assert lab.codec("toctoctoc", 3).observe(known).shape == (codec.D,)


def test_a_game_without_a_codec_is_refused() -> None:
    bare = replace(BUILT_IN["escalier"], name="bare", title="Bare", home="tests.games")
    with pytest.raises(ValueError, match=r"Bare has no codec: its package needs a module codec\.coding"):
        lab.codec(bare, 2)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from toctoc.lab import extra

    monkeypatch.setattr(extra, "find_spec", lambda name: None if name == "numba" else object())
    with pytest.raises(ImportError, match=f"toctoc.lab needs numba: {re.escape(extras.how('lab'))}"):
        extra.check()
