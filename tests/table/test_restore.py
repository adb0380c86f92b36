"""The log is the truth: a table rebuilt from it, or from any snapshot and the rest, is the table."""

import copy
from random import Random

import pytest

from tests.table.desk import Desk, make_player
from tests.table.life import gather, happen
from toctoc.games.registry import GAMES
from toctoc.table import commands as c
from toctoc.table import messages
from toctoc.table.resync import resync
from toctoc.table.scheduler import Scheduler
from toctoc.table.table import Table

LINES = 150
GUESTS = ("anna", "bob", "eve", "zoe", "nobody")


def everything(table: Table) -> dict[str, object]:
    """All that a table is, as far as anybody could ever tell."""
    told: dict[str, object] = {guest: messages.write(resync(table, guest, 0)) for guest in GUESTS}
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


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_after_every_line_the_log_alone_gives_the_same_table(game: str, seed: int) -> None:
    rng = Random(f"{game} {seed}")
    desk = gather(game, rng)
    desk.ask("anna", c.Mute(desk.id(), 1))
    snapshots: list[tuple[int, bytes]] = [(len(desk.log), desk.table.snapshot())]
    while len(desk.log) < LINES:
        before = len(desk.log)
        happen(desk, rng)
        if len(desk.log) > before:
            now = everything(desk.table)
            assert everything(desk.again()) == now
            lines, snapshot = rng.choice(snapshots)
            assert everything(Table.restore(snapshot, tuple(desk.log[lines:]))) == now
            assert everything(Table.restore(desk.table.snapshot(), ())) == now
            snapshots.append((len(desk.log), desk.table.snapshot()))
    assert {b"began", b"moved", b"talked", b"muted"} <= {entry.split(b'"')[1] for entry in desk.log}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
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
    other = Desk(live.again(), live.scheduler, live.at, live.log[:], ids=live.ids)
    other.table.presence.gone.clear()
    for desk in (live, other):
        desk.at = desk.table.s.at
        desk.scheduler = Scheduler(make_player, Random(3))
        desk.back("anna")
        choices = Random(5)
        for _ in range(40):
            happen(desk, choices)
            if not desk.table.is_live:
                break  # the next game has a seal of its own
    assert len(live.log) > 62
    assert live.log[-1].startswith(b'[%d,["sealed"' % live.table.s.at) == (not live.table.is_live)
    assert live.log[:-1] == other.log[:-1]


def test_a_restart_costs_nobody_time() -> None:
    desk = Desk.of("toctoctoc", clock="fast")
    desk.sit("anna", "bob")
    desk.start(fill="petit-fantome")
    desk.wait(3_000)
    deadlines = dict(desk.table.s.deadlines)
    again = desk.again()
    assert again.s.deadlines == deadlines
    assert again.s.at <= desk.at  # its time goes on from the last line, however long it was down


def test_the_past_of_a_table_is_not_told_again() -> None:
    rng = Random(9)
    desk = gather("chocottes", rng)
    while len(desk.log) < 60:
        happen(desk, rng)
    batch = desk.again().take()
    assert (batch.entries, batch.broadcasts, batch.replies, batch.record) == ([], [], [], None)
    assert batch.first == len(desk.log) + 1


def test_a_snapshot_is_asked_for_every_so_often_and_at_the_end_of_a_game() -> None:
    desk = Desk.of("escalier")
    desk.sit("anna")
    desk.start(fill="petit-fantome")
    asked = []
    note = desk.note

    def noted() -> object:
        batch = note()
        if batch.snapshot:
            asked.append(len(desk.log))
        return batch

    desk.note = noted  # type: ignore[method-assign,assignment]  # listening in
    desk.play_on(Random(2).choice)
    assert len(asked) >= len(desk.log) // 64
    assert asked[-1] == len(desk.log)
