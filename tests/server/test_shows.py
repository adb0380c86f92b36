"""Real sockets: a table of people and bots waits for what is shown, and for nobody who is gone."""

from pathlib import Path

from tests.server.socket_harness import SocketHarness
from toctoc.table import commands
from toctoc.table.log import Settings
from toctoc.table.presence import MAX_REVEAL_MS


def test_bots_wait_for_a_device_that_shows_and_not_for_one_that_is_gone(tmp_path: Path) -> None:
    harness = SocketHarness(tmp_path, "toctoctoc", Settings(3))
    for seat, guest in enumerate(("anna", "bert")):
        harness.come(guest)
        harness.tell(guest, commands.Sit("sit", seat, guest.title()))
        harness.tell(guest, commands.Shown(0))
    harness.tell("anna", commands.Start("start", "chasseur"))
    harness.wait(4)
    table = harness.live.table
    assert table.game is not None
    harness.tell("anna", commands.Move("offer", next(a for a in table.game.legal(0) if a.endswith("to 1"))))
    harness.tell("bert", commands.Move("open", "open"))
    while set(table.game.match.actors) <= {0, 1}:  # until it is the bot's turn
        seat = table.game.match.actors[0]
        harness.tell(("anna", "bert")[seat], commands.Move(f"m{len(harness.steps)}", table.game.legal(seat)[-1]))
    steps = len(harness.steps)
    harness.wait(MAX_REVEAL_MS / 1000 - 0.1)
    assert len(harness.steps) == steps
    harness.tell("anna", commands.Shown(table.state.version))
    harness.wait(0.05)
    assert table.reveals.held_since is not None
    harness.go("bert")
    harness.wait(2)
    assert len(harness.steps) > steps
