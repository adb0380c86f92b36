"""The bots that a server offers, and for which games."""

from pathlib import Path

import pytest

from toctoc.bots import LEVELS, RandomBot
from toctoc.games.registry import GAMES
from toctoc.server.bots import bot_facts, offers, player_maker

LIKE = 'like = "apprenti"\ntitle = "Mamie"\nface = "witch"\n'


@pytest.fixture
def own(tmp_path: Path) -> dict[str, str]:
    """Our levels, and a host's own."""
    file = tmp_path / "mamie.toml"
    file.write_text(LIKE, encoding="utf-8")
    return {name: name for name in LEVELS} | {"mamie": str(file)}


def test_a_host_s_own_bot_is_told_of_with_its_title_and_its_face(own: dict[str, str]) -> None:
    told = {bot.name: bot for bot in bot_facts(own)}
    assert list(told) == [*LEVELS, "mamie"]
    assert told["mamie"].title == {"": "Mamie"}
    assert told["mamie"].face == "witch"
    assert told["mamie"].games == list(GAMES)


def test_a_bot_is_offered_for_the_games_that_it_plays(
    own: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    is_offered = offers(own)
    assert is_offered("mamie", "escalier")
    assert is_offered("comte", "chocottes")
    assert not is_offered("random", "escalier")
    assert not is_offered("nobody", "escalier")
    monkeypatch.setitem(GAMES, "ghosts", GAMES["escalier"])  # which no level has traits for
    assert offers(own)("random", "ghosts")
    assert not offers(own)("mamie", "ghosts")


def test_in_a_game_that_a_stand_in_does_not_play_chance_stands_in(
    own: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toctoc.server.bots.plays", lambda _name, _game: False)
    game = GAMES["escalier"]
    player = player_maker(own)("chasseur", game, 2, {}, 0, 1)
    assert isinstance(player._here(), RandomBot)  # type: ignore[attr-defined]  # it sits down when it is asked
