"""A game of another package brings its bots: levels and a policy are enough, what is left out is filled in."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.bots.tables import play, seat_info
from toctoc import GAMES, Match
from toctoc.bots import (
    BadLevel,
    LevelBot,
    bot_modules,
    bots_for,
    hint,
    level,
    listed,
    make,
    strongest,
    thinks_ahead,
)
from toctoc.bots import perfect as instead
from toctoc.bots.level import read
from toctoc.core.game import Game

LEVELS = """
[voyante]
temperature = 0.5
boldness = 1

[comte]
temperature = 0.0
boldness = 2

[comte.search]
worlds = 6
plain_worlds = 6
playouts = 24
plain_playouts = 24
turns = 4
"""
POLICY = '''
TRAITS = {"temperature": (0.0, 10.0), "boldness": (0.0, 2.0)}


def prepare(s, m, traits, seat):
    """Compute nothing."""


def value(s, m, traits, seat, action):
    """Prefer actions with a high number."""
    return traits[seat][1] * action


def prospect(s, m, p):
    """Return the cards won."""
    return float(s.cards_won[p])


def spread(s, m):
    """Return a temperature."""
    return 2.0


def chapter(s):
    """Return 0: there is one."""
    return 0
'''


@pytest.fixture
def attic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """L'Escalier hanté in another package, with a room for bots that has no more than it must."""
    room = tmp_path / "atticpackage" / "bots"
    room.mkdir(parents=True)
    for folder in (room.parent, room):
        (folder / "__init__.py").touch()
    (room / "levels.toml").write_text(LEVELS, "utf-8")
    (room / "policy.py").write_text(POLICY, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    game = replace(GAMES["escalier"], name="attic", title="The attic", home="atticpackage")
    monkeypatch.setitem(GAMES, "attic", game)
    level.cache_clear()
    yield game
    level.cache_clear()
    for name in [name for name in sys.modules if name.startswith("atticpackage")]:
        del sys.modules[name]


def test_a_part_that_a_game_lacks_is_filled_in(attic: Game) -> None:
    assert bot_modules.part(attic, "policy").__name__ == "atticpackage.bots.policy"
    for name in ("mind", "memory", "reasons"):
        assert bot_modules.part(attic, name).__name__ == f"{instead.__name__}.{name}"


def test_only_levels_that_a_room_describes_play_its_game(attic: Game) -> None:
    assert bots_for("attic") == ("voyante", "comte", "random")
    assert strongest("attic") == "comte"
    assert thinks_ahead("comte", "attic")
    assert not thinks_ahead("voyante", "attic")
    with pytest.raises(BadLevel, match=r"apprenti does not play The attic; .* there are: voyante, comte, random"):
        make("apprenti", seat_info(Match(attic, 2), 0))
    assert [profile.name for profile in listed() if "attic" in profile.games] == ["voyante", "comte"]


def test_its_bots_play_whole_games(attic: Game) -> None:
    match = play("attic", ["voyante", "random", "voyante"], seed=3)
    assert match.over
    assert play("attic", ["voyante", "random", "voyante"], seed=3).steps == match.steps


def test_its_search_chooses_with_a_reason(attic: Game) -> None:
    match = Match(attic, 2, {"memory_aid": True}, chance=lambda n: n - 1)
    bot = LevelBot(seat_info(match, 0), level("comte"), plain=True)
    match.follow(0, bot.observe)
    decision = bot.decide(match.view(0), match.legal(0))
    assert decision.action in match.legal(0)
    assert (decision.reason.code, decision.after_ms) == ("best", None)


def test_a_host_s_file_sets_its_traits(attic: Game) -> None:
    own = read("own", 'like = "voyante"\n[attic]\nboldness = 0\n')
    assert own.traits["attic"] == (0.5, 0.0)
    with pytest.raises(BadLevel, match=r"\[attic\] lacks temperature; or say what it is `like`"):
        read("own", 'like = "apprenti"\n[attic]\nboldness = 0\n')


def test_its_strongest_bot_gives_hints(attic: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toctoc.core.compile.compiled.available", lambda: False)
    match = Match(attic, 2, {"memory_aid": True}, chance=lambda n: n - 1)
    advice = hint(seat_info(match, 0), match.history(0), match.view(0), match.legal(0))
    assert advice.action in match.legal(0)


@pytest.mark.nightly
@pytest.mark.compiled
def test_its_policy_compiles_with_the_default_parts(
    attic: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOCTOC_CACHE", str(tmp_path))  # the room lies elsewhere every time
    match = Match(attic, 2, chance=lambda n: n - 1)
    plain, fast = (LevelBot(seat_info(match, 0), level("comte"), plain=plain) for plain in (True, False))
    for bot in (plain, fast):
        match.follow(0, bot.observe)
    assert plain.act(match.view(0), match.legal(0)) == fast.act(match.view(0), match.legal(0))
