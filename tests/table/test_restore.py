"""The log is the truth: a table rebuilt from it, or from any snapshot and the rest, is the table."""

import copy
from itertools import product
from random import Random

import pytest

from tests.scale import each, every, scaled
from tests.table.harness import TableHarness, make_player
from tests.table.random_events import gather, happen
from toctoc.bots import usual_opponent
from toctoc.core.registry import GAMES
from toctoc.table import commands as c
from toctoc.table import messages
from toctoc.table.scheduler import Scheduler
from toctoc.table.table import Table

LINES = 150
GUESTS = ("anna", "bob", "eve", "zoe", "nobody")


def everything(table: Table) -> dict[str, object]:
    """All that a table is, as far as anybody could ever tell."""
    told: dict[str, object] = {guest: messages.write(table.welcome(guest, 0)) for guest in GUESTS}
    told["state"] = table.snapshot()
    if table.game is not None:
        match = table.game.match
        told["views"] = [match.view(seat) for seat in (None, *range(match.players))]
        told["legal"] = [match.legal(seat) for seat in range(match.players)]
        told["steps"] = match.steps
    if table.is_live:
        assert table.dice is not None
        told["dice"] = [copy.copy(table.dice).pick(56), table.dice.drawn]
    return told


@each("game, seed", product(GAMES, range(scaled(1, most=2))))
def test_after_every_line_the_log_alone_gives_the_same_table(game: str, seed: int) -> None:
    rng = Random(f"{game} {seed}")
    harness = gather(game, rng)
    harness.ask("anna", c.Mute(harness.id(), 1))
    snapshots: list[tuple[int, bytes]] = [(len(harness.log), harness.table.snapshot())]
    step = every(3)
    while len(harness.log) < LINES:
        before = len(harness.log)
        happen(harness, rng)
        if len(harness.log) // step > before // step:
            now = everything(harness.table)
            assert everything(harness.again()) == now
            lines, snapshot = rng.choice(snapshots)
            assert everything(Table.restore(snapshot, tuple(harness.log[lines:]))) == now
            assert everything(Table.restore(harness.table.snapshot(), ())) == now
            snapshots.append((len(harness.log), harness.table.snapshot()))
    assert {b"began", b"moved", b"talked", b"muted"} <= {entry.split(b'"')[1] for entry in harness.log}


@pytest.mark.parametrize("game", GAMES)
def test_a_table_with_hints_keeps_the_events_of_every_seat(game: str) -> None:
    harness = TableHarness.of(game, 3, hints=True)
    harness.sit("anna", "bob", "eve")
    harness.start()
    harness.play_on(Random(game).choice, steps=5)
    snapshot, lines = harness.table.snapshot(), len(harness.log)
    harness.play_on(Random(game).choice, steps=3)
    history = [harness.match.history(seat) for seat in range(3)]
    assert all(history)
    restored = Table.restore(snapshot, tuple(harness.log[lines:]))
    for table in (harness.table, harness.again(), restored):
        assert table.game is not None
        assert [table.game.history(seat) for seat in range(3)] == history


@each("game, seed", product(GAMES, range(scaled(1, most=3))))
def test_a_restored_table_goes_on_as_the_live_one(game: str, seed: int) -> None:
    """The same messages, the same bots' dice and the same chance: the same lines follow."""
    rng = Random(f"on {game} {seed}")
    live = gather(game, rng)
    while len(live.log) < 60 or not live.table.is_live:
        happen(live, rng)
    live.wait(2_000)
    for guest in GUESTS:  # all others are gone, and everybody's plans are forgotten with the restart
        live.table.presence.connections.pop(guest, None)
    live.table.presence.gone.clear()
    live.table.bots.clear()
    other = TableHarness(live.again(), live.scheduler, live.at, live.log[:], ids=live.ids)
    other.table.presence.gone.clear()
    for harness in (live, other):
        harness.at = harness.table.state.at
        harness.scheduler = Scheduler(make_player, usual_opponent, Random(3))
        harness.back("anna")
        choices = Random(5)
        for _ in range(40):
            happen(harness, choices)
            if not harness.table.is_live:
                break  # the next game has a seal of its own
    assert len(live.log) > 62
    assert live.log[-1].startswith(b'[%d,["sealed"' % live.table.state.at) == (not live.table.is_live)
    assert live.log[:-1] == other.log[:-1]


def test_a_restart_costs_no_time() -> None:
    harness = TableHarness.of("toctoctoc", clock="fast")
    harness.sit("anna", "bob")
    harness.start(fill="petit-fantome")
    harness.wait(3_000)
    deadlines = dict(harness.table.state.deadlines)
    again = harness.again()
    assert again.state.deadlines == deadlines
    assert again.state.at <= harness.at  # its time goes on from the last line, however long it was down


def test_a_restored_table_sends_nothing_again() -> None:
    rng = Random(9)
    harness = gather("chocottes", rng)
    while len(harness.log) < 60:
        happen(harness, rng)
    batch = harness.again().take()
    assert (batch.entries, batch.updates, batch.replies, batch.record) == ([], [], [], None)
    assert batch.first == len(harness.log) + 1


def test_a_snapshot_follows_as_much_new_log_as_the_last_one_was_long() -> None:
    """What has to be read to wake a table is never much longer than its last snapshot."""
    harness = TableHarness.of("escalier")
    harness.sit("anna")
    asked, sizes = [0], [0]
    note = harness.note

    def noted() -> object:
        batch = note()
        new = sum(map(len, harness.log[asked[-1] :]))
        assert batch.snapshot or new < sizes[-1] or len(harness.log) < asked[-1] + 64
        if batch.snapshot:
            assert new >= sizes[-1]
            asked.append(len(harness.log))
            sizes.append(len(harness.table.snapshot()))
        return batch

    harness.note = noted  # type: ignore[method-assign,assignment]  # listening in
    for _ in range(4):
        harness.start(fill="petit-fantome")
        harness.play_on(Random(2).choice)
    assert asked[1] == 64
    assert len(asked) >= 3
