"""Test the list of bots for a game, and their descriptions."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.scale import each
from toctoc import GAMES, Match
from toctoc.bots import (
    BOTS,
    LEVELS,
    BadLevel,
    RandomBot,
    SeatInfo,
    bots_for,
    hint,
    hints_allowed,
    level,
    listed,
    make,
    plays,
    strongest,
    thinks_ahead,
    warm_up,
)
from toctoc.bots.level import read
from toctoc.core.options import complete

FACES = ("owl", "cat", "bat")
NEW = replace(GAMES["escalier"], name="attic", title="The attic", home="tests.games")  # comes without bots


@pytest.fixture
def attic(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A fourth game that has no bots."""
    monkeypatch.setitem(GAMES, NEW.name, NEW)
    level.cache_clear()
    yield NEW.name
    level.cache_clear()


@each("game", GAMES)
def test_all_bots_play_our_games(game: str) -> None:
    assert bots_for(game) == BOTS
    assert strongest(game) == "comte"
    assert plays("nemesis:voyante", game)
    assert thinks_ahead("nemesis:voyante", game)
    assert not thinks_ahead("random", game)


def test_only_random_plays_a_game_without_bots(attic: str) -> None:
    assert bots_for(attic) == ("random",)
    assert strongest(attic) is None
    assert not thinks_ahead("comte", attic)
    warm_up(NEW)  # there is nothing to do
    seat_info = SeatInfo(NEW, 2, complete(NEW.options, {}), 0, 1)
    assert isinstance(make("random", seat_info), RandomBot)
    for name in ("comte", "nemesis:comte"):
        with pytest.raises(BadLevel, match=f"{name} does not play The attic; of ours there are: random"):
            make(name, seat_info)


def test_a_game_without_bots_has_no_hints(attic: str) -> None:
    options = complete(NEW.options, {"memory_aid": True})
    assert not hints_allowed(NEW, options)
    match = Match(NEW, 2, options)
    with pytest.raises(ValueError, match="no bot of ours plays The attic"):
        hint(SeatInfo(NEW, 2, options, 0, 1), [], match.view(0), match.legal(0))


def test_a_file_has_no_section_for_a_game_without_bots(attic: str) -> None:
    with pytest.raises(BadLevel, match=r"no section \[attic\]; there are: memory, .*, escalier$"):
        read("own", "[attic]\ncare = 1\n")


def test_our_levels_are_introduced_by_their_names() -> None:
    profiles = listed(faces=FACES)
    assert [profile.name for profile in profiles] == list(LEVELS)
    assert all(profile.games == tuple(GAMES) for profile in profiles)
    assert all((profile.title, profile.face) == ({}, None) for profile in profiles)


def test_random_is_offered_for_games_without_other_bots(attic: str) -> None:
    *others, chance = listed()
    assert [profile.name for profile in others] == list(LEVELS)
    assert (chance.name, chance.games) == ("random", (attic,))


def test_a_host_s_bot_has_a_title_and_a_face(tmp_path: Path) -> None:
    mine, plain = tmp_path / "mine.toml", tmp_path / "plain.toml"
    mine.write_text('like = "voyante"\ntitle = "Mamie"\nface = "cat"\n', encoding="utf-8")
    plain.write_text('like = "voyante"\n', encoding="utf-8")
    *_, first, second = listed([str(mine), str(plain)], FACES)
    assert (first.name, first.title, first.face, first.games) == ("mine", {"": "Mamie"}, "cat", tuple(GAMES))
    assert (second.name, second.title) == ("plain", {"": "plain"})
    assert second.face in FACES
    assert listed([str(plain)], FACES)[-1].face == second.face  # the same at every start
    assert listed([str(plain)])[-1].face is None


def test_a_face_that_there_is_not_is_answered_with_those_there_are(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('like = "voyante"\nface = "dragon"\n', encoding="utf-8")
    with pytest.raises(BadLevel, match="mine: a face is one of owl, cat, bat, not 'dragon'"):
        listed([str(mine)], FACES)
