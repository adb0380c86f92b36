"""The bots that a server offers, and for which games."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.bots.own_bots import written
from tests.bots.tables import SEARCHER
from tests.table.harness import TableHarness
from toctoc import Match
from toctoc.bots import LEVELS, BotError, LevelBot, RandomBot, thinks_ahead, usual_opponent
from toctoc.bots.registry import MIDDLE
from toctoc.core.registry import GAMES
from toctoc.server.bot_pools.offered_bots import bot_facts, offers, player_maker, searched
from toctoc.table import log
from toctoc.table.scheduler import Scheduler

LIKE = 'like = "apprenti"\ntitle = "Mamie"\nface = "witch"\n'


@pytest.fixture
def own(tmp_path: Path) -> dict[str, str]:
    """Our levels, and a host's own."""
    file = tmp_path / "mamie.toml"
    file.write_text(LIKE, encoding="utf-8")
    return {name: name for name in LEVELS} | {"mamie": str(file)}


def test_a_bot_of_the_host_is_listed_with_its_title_and_its_face(own: dict[str, str]) -> None:
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


def test_only_games_with_a_searching_bot_are_compiled(
    own: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert searched(own) == [game for game in GAMES if thinks_ahead("comte", game)] == ["chocottes"]
    assert searched(own | {"searcher": SEARCHER}) == list(GAMES)
    monkeypatch.setattr("toctoc.bots.registry.plays_by_net", lambda *_: False)
    assert searched(own) == list(GAMES)


def test_in_a_game_that_no_level_plays_chance_stands_in(own: dict[str, str]) -> None:
    game = replace(GAMES["escalier"], name="ghosts")
    player = player_maker(own)("chasseur", game, 2, {}, 0, 1)
    assert isinstance(player.bot, RandomBot)  # type: ignore[attr-defined]  # it sits down when it is asked


def test_a_restored_table_plays_on_when_the_host_has_given_its_bot_up(own: dict[str, str]) -> None:
    harness = TableHarness.of("escalier", options={"creator": 1})
    harness.sit("anna")
    harness.table.enter(log.Entry(harness.at, log.BotSat(1, "mamie")))
    harness.start()
    again = TableHarness(harness.again(), Scheduler(player_maker({}), usual_opponent, Random(1)), harness.at)
    again.back("anna")
    (pending,) = again.scheduler.decision_requests(again.table, again.at)
    assert again.table.state.seats[pending.seat].bot == "mamie"
    player = pending.player.bot  # type: ignore[attr-defined]  # as above
    assert isinstance(player, LevelBot)
    assert player.level.name == MIDDLE
    assert pending.think().action in pending.legal


def test_a_class_of_the_host_plays_and_its_errors_are_logged_without_cards(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = written(tmp_path)
    bots = {name: f"{file}:{name}" for name in ("Fine", "Cheat")}
    told = {bot.name: bot for bot in bot_facts(bots)}
    assert told["Fine"].title == {"": "Grandma"}
    match = Match("toctoctoc", 3, chance=Random(7).randrange)
    seat = match.actors[0]
    fine, cheat = (player_maker(bots)(name, match.game, 3, match.options, seat, 1) for name in bots)
    for player in (fine, cheat):
        match.follow(seat, player.observe)
    assert fine.decide(match.view(seat), match.legal(seat)).action in match.legal(seat)
    with pytest.raises(BotError):
        cheat.decide(match.view(seat), match.legal(seat))
    assert caplog.messages == [f"the bot {file}:Cheat failed at seat {seat} of toctoctoc: ValueError"]
