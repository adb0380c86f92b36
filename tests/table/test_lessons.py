"""Lessons: a first game in which chance is arranged, as far as the rules allow, and says so."""

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from random import Random

import pytest

from tests.scale import each, scaled
from tests.table.harness import TableHarness, make_player
from toctoc import record
from toctoc.bots import usual_opponent
from toctoc.core import notation
from toctoc.core.game import Chance
from toctoc.core.registry import GAMES
from toctoc.table import commands as c
from toctoc.table import log, replay
from toctoc.table.game import LessonScript, script
from toctoc.table.log import Settings
from toctoc.table.scheduler import Scheduler
from toctoc.table.table import Table


def lesson(game: str, players: int | None = None, seed: int = 1) -> TableHarness:
    settings = Settings(players or GAMES[game].players[0], {"snap_seconds": 0} if game == "chocottes" else {})
    opened = log.Opened("hibou-lampe-42", game, GAMES[game].rules.VERSION, "anna", settings, lesson=True)
    sealed = log.Sealed(f"{seed:064x}", f"{seed:016x}")
    harness = TableHarness(Table.open(opened, sealed), Scheduler(make_player, usual_opponent, Random(seed)))
    harness.note()
    harness.sit("anna")
    return harness


def chance(harness: TableHarness) -> list[str]:
    return [str(step.outcome) for step in harness.match.steps if isinstance(step, Chance)]


def scripted(game: str) -> LessonScript:
    return script(GAMES[game]) or LessonScript()


@pytest.mark.parametrize("game", GAMES)
def test_a_script_is_in_notation(game: str) -> None:
    found = scripted(game)
    for wish in (*found.chance, *found.learner, *found.others):
        assert str(notation.read(wish, GAMES[game].outcomes)) == wish
    for words in found.opening:
        assert str(notation.read(words[2:], GAMES[game].actions)) == words[2:]


def follow_tips(harness: TableHarness) -> None:
    """Play as a learner who reads the tips and remembers what they saw."""
    children = {place: place for place in ("red", "green", "blue", "yellow", "white")}
    seen = 0

    def choose(legal: Sequence[str]) -> str:
        nonlocal seen
        steps = harness.moves
        for move in steps[seen:]:
            verb, *places = str(move.action).split()
            if verb in ("move", "swap"):
                one, other = places if verb == "swap" else (places[0], free(children))
                children[one], children[other] = children[other], children[one]
        seen = len(steps)
        view = harness.match.view(0)
        wishes: dict[str, Callable[[], list[str]]] = {
            "escalier": lambda: [
                *(f"turn {place}" for place, child in children.items() if child == view.sought),  # type: ignore[attr-defined]
                f"name {children['white']}",
            ],
            "chocottes": lambda: [
                *(["snap 2"] if view.top == "2" and view.row_sizes[0] == 4 else []),  # type: ignore[attr-defined]
                *(["knock"] if view.discard >= 5 else []),  # type: ignore[attr-defined]  # as the tip says
                "look 1", "look 2", "look 3", "pass", "draw", "discard",
            ],
            "toctoctoc": lambda: [],
        }  # fmt: skip
        return next((wish for wish in wishes[harness.table.state.game]() if wish in legal), legal[0])

    harness.play_on(choose)


def free(children: Mapping[str, str]) -> str:
    return next(place for place, child in children.items() if child == "white")


def own_moves(harness: TableHarness) -> int:
    return sum(move.seat == 0 and move.by == "player" for move in harness.moves)


MOST_MOVES = {"toctoctoc": 12, "chocottes": 20, "escalier": 8}


@each("game, seed", product(MOST_MOVES, range(scaled(1, most=5))))
def test_a_learner_who_follows_the_tips_wins_after_few_moves(game: str, seed: int) -> None:
    harness = lesson(game, seed=seed)
    harness.start(fill="petit-fantome")
    follow_tips(harness)
    assert 0 in harness.match.winners
    assert own_moves(harness) <= MOST_MOVES[game]
    record.verify(record.read(harness.records[-1]))


@each("game, seed", product(GAMES, range(scaled(1, most=5))))
def test_a_lesson_ends_whatever_is_played(game: str, seed: int) -> None:
    harness = lesson(game, seed=seed)
    harness.start(fill="petit-fantome")
    harness.play_on(Random(seed).choice)
    assert harness.table.state.stage == "over"
    record.verify(record.read(harness.records[-1]))


def test_a_learner_of_toc_toc_toc_joins_for_the_last_ten_cards() -> None:
    harness = lesson("toctoctoc")
    harness.start(fill="petit-fantome")
    own = [harness.match.game.own(harness.match.state, seat)["hand"] for seat in range(3)]
    kinds = {card.split("-")[0] for hand in own for card in hand}
    assert list(map(len, own)) == [4, 3, 3]
    assert kinds == {"plain", "brute", "musician", "scarecrow", "vamp", "child", "taxi"}
    assert harness.match.actors == (0,)


def test_a_learner_of_toc_chocottes_looks_throws_and_knocks() -> None:
    harness = lesson("chocottes")
    harness.start(fill="petit-fantome")
    assert harness.match.scores == (12, 41)
    follow_tips(harness)
    made = [str(move.action) for move in harness.moves if move.seat == 0 and move.by == "player"]
    assert [action for action in made if action != "pass"] == [
        "look 1", "look 2", "draw", "discard", "look 1", "draw", "discard", "snap 2", "knock",
    ]  # fmt: skip


def test_a_learner_of_the_haunted_stairs_meets_every_kind_of_card() -> None:
    harness = lesson("escalier")
    harness.start(fill="petit-fantome")
    children = harness.match.game.opened(harness.match.state)
    assert children == {colour: colour for colour in ("red", "green", "blue", "yellow")}
    follow_tips(harness)
    assert [outcome.split()[1] for outcome in chance(harness)[-9:]] == [
        "red-child", "move", "riddle", "swap", "move", "swap", "swap", "move", "green-child",
    ]  # fmt: skip


def test_the_opening_is_not_shown_and_marked_as_the_servers() -> None:
    harness = lesson("escalier")
    harness.start(fill="petit-fantome")
    shown = [event for message in harness.heard["anna"] for event in message["public"].get("events", [])]
    assert shown == [{"type": "Flipped", "seat": 0, "card": "red-child"}]
    assert {move.by for move in harness.moves} == {"stand-in"}


@pytest.mark.parametrize("game", GAMES)
def test_at_a_fuller_table_the_others_cards_are_drawn(game: str) -> None:
    harness = lesson(game, GAMES[game].players[-1])
    harness.start(fill="petit-fantome")
    harness.play_on(Random(1).choice)
    record.verify(record.read(harness.records[-1]))


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_marked_as_one_until_the_rematch(game: str) -> None:
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
    for line in harness.records:
        record.verify(record.read(line))
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
        for restored in (twin, other):
            restored.come("anna")
            restored.play_on(lambda legal: legal[0])
        assert chance(twin) == chance(other)


def test_parts_of_devices_change_nothing_in_a_lesson() -> None:
    harness = lesson("escalier")
    harness.ask("anna", c.Ready("r", "ab" * 32))
    harness.start(fill="petit-fantome")
    harness.wait(4_000)
    assert chance(harness) == [*scripted("escalier").chance, scripted("escalier").learner[0]]


def test_a_table_from_before_there_were_lessons_is_still_read() -> None:
    line = b'[0,["opened","hibou-lampe-42","escalier",1,"anna",{"players":2}]]'
    assert log.read(line).change == log.Opened("hibou-lampe-42", "escalier", 1, "anna", Settings(2))
