"""Lessons: a first game in which chance is arranged, as far as the rules allow, and says so."""

import json
from random import Random

import pytest

from tests.counts import LESSONS
from tests.table.harness import SEAL, TableHarness, make_player
from toctoc import record
from toctoc.bots import usual_opponent
from toctoc.core import notation
from toctoc.core.game import Chance
from toctoc.core.registry import GAMES
from toctoc.table import commands as c
from toctoc.table import log, replay
from toctoc.table.game import script
from toctoc.table.log import Settings
from toctoc.table.scheduler import Scheduler
from toctoc.table.table import Table


def lesson(game: str, players: int | None = None) -> TableHarness:
    settings = Settings(players or GAMES[game].players[0])
    opened = log.Opened("hibou-lampe-42", game, GAMES[game].rules.VERSION, "anna", settings, lesson=True)
    harness = TableHarness(Table.open(opened, SEAL), Scheduler(make_player, usual_opponent, Random(1)))
    harness.note()
    harness.sit("anna")
    return harness


def chance(harness: TableHarness) -> list[str]:
    return [str(step.outcome) for step in harness.match.steps if isinstance(step, Chance)]


@pytest.mark.parametrize("game", GAMES)
def test_a_script_is_in_notation(game: str) -> None:
    for wish in script(GAMES[game]):
        assert str(notation.read(wish, GAMES[game].outcomes)) == wish


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(LESSONS))
def test_chance_brings_the_script_in_order_whatever_is_played(game: str, seed: int) -> None:
    harness = lesson(game)
    harness.start(fill="petit-fantome")
    harness.play_on(Random(seed).choice)
    assert harness.table.state.stage == "over"
    came = chance(harness)
    for verb in {wish.split()[0] for wish in script(GAMES[game])}:
        wished = [wish for wish in script(GAMES[game]) if wish.startswith(verb)]
        first = [outcome for outcome in came if outcome.startswith(verb)][: len(wished)]
        if game == "chocottes":  # a penalty may have taken the card, and a knock may come early
            first = [outcome for outcome in first if outcome in wished]
            assert first == [wish for wish in wished if wish in first]
        else:
            assert first == wished


def test_a_learner_of_toc_toc_toc_has_every_kind_of_card() -> None:
    harness = lesson("toctoctoc")
    harness.start(fill="petit-fantome")
    own = harness.match.game.own(harness.match.state, 0)
    assert {card.split("-")[0] for card in own["hand"]} == {"brute", "musician", "vamp", "child", "plain"}
    assert harness.match.actors == (0,)


def test_a_learner_of_toc_chocottes_replaces_and_snaps() -> None:
    harness = lesson("chocottes")
    harness.start(fill="petit-fantome")
    harness.move("anna", "look 1")
    harness.move("anna", "look 2")
    harness.wait(5_000)
    harness.move("anna", "draw")
    harness.move("anna", "replace 1")
    assert harness.match.view(None).top == "9"  # type: ignore[attr-defined]  # of Toc Chocottes
    assert [row[0] for row in harness.match.game.opened(harness.match.state)] == ["4", "8"]  # type: ignore[attr-defined]  # rows


def test_a_learner_of_the_haunted_stairs_meets_every_kind_of_card() -> None:
    harness = lesson("escalier")
    harness.start(fill="petit-fantome")
    harness.move("anna", "turn red")
    harness.play_on(lambda legal: legal[0])
    assert [outcome.split("-")[-1] for outcome in chance(harness)[:4]] == [
        "child",
        "flip move",
        "flip riddle",
        "flip swap",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_at_a_fuller_table_the_others_cards_are_drawn(game: str) -> None:
    harness = lesson(game, GAMES[game].players[-1])
    harness.start(fill="petit-fantome")
    harness.play_on(Random(1).choice)
    record.verify(record.read(harness.records[-1]))


@pytest.mark.parametrize("game", GAMES)
def test_everybody_is_told_that_it_is_a_lesson_until_the_rematch(game: str) -> None:
    harness = lesson(game)
    harness.come("watcher")
    assert harness.welcome("watcher")["lobby"]["lesson"]
    harness.start(fill="petit-fantome")
    harness.play_on(Random(2).choice)
    assert harness.table.lobby().lesson
    first = chance(harness)
    harness.start()
    assert not harness.table.lobby().lesson
    assert harness.heard["watcher"][-2]["public"]["lobby"]["lesson"] is False
    harness.play_on(Random(3).choice)
    assert chance(harness)[:6] != first[:6]  # one card alone may be the same
    one, two = harness.records
    assert json.loads(one)["lesson"] is True
    assert "fair" not in json.loads(one)
    assert "lesson" not in json.loads(two)
    assert record.read(two).fair is not None
    for each in harness.records:
        record.verify(record.read(each))
    assert json.loads(replay.encoded_replay(one))["lesson"] is True


@pytest.mark.parametrize("game", GAMES)
def test_after_a_restart_the_lesson_goes_on_where_it_was(game: str) -> None:
    harness = lesson(game)
    harness.start(fill="petit-fantome")
    harness.play_on(lambda legal: legal[0], steps=3)
    for snapshot, entries in ((None, tuple(harness.log)), (harness.table.snapshot(), ())):
        again = Table.restore(snapshot, entries)
        assert again.lobby() == harness.table.lobby()
        twin = TableHarness(again, Scheduler(make_player, usual_opponent, Random(1)), at=harness.at)
        other = TableHarness(harness.again(), Scheduler(make_player, usual_opponent, Random(1)), at=harness.at)
        for each in (twin, other):
            each.come("anna")
            each.play_on(lambda legal: legal[0])
        assert chance(twin) == chance(other)
        scripted = [wish for wish in script(GAMES[game]) if wish in chance(twin)]
        assert scripted[: len(chance(harness))] == chance(harness)[: len(scripted)]


def test_parts_of_devices_change_nothing_in_a_lesson() -> None:
    harness = lesson("escalier")
    harness.ask("anna", c.Ready("r", "ab" * 32))
    harness.start(fill="petit-fantome")
    harness.wait(4_000)
    assert chance(harness) == [script(GAMES["escalier"])[0]]


def test_a_table_from_before_there_were_lessons_is_still_read() -> None:
    line = b'[0,["opened","hibou-lampe-42","escalier",1,"anna",{"players":2}]]'
    assert log.read(line).change == log.Opened("hibou-lampe-42", "escalier", 1, "anna", Settings(2))
