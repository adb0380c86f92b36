"""A table that goes on to another game is stored, listed and woken as a table of that game."""

from pathlib import Path

from tests.server.harness import ServerHarness
from tests.server.local_server import TABLE
from toctoc.server.tables.turn import current_turn
from toctoc.table import commands as c
from toctoc.table.log import Settings


def play_to_the_end(harness: ServerHarness) -> None:
    """Let Anna take the first legal action each time, until the game is over."""
    while harness.live.table.is_live:
        game = harness.live.table.game
        if game and 0 in game.match.actors:
            harness.tell("anna", c.Move(f"m{len(harness.steps)}", str(game.match.legal(0)[0])))
        harness.wait(2)


def test_the_store_and_the_list_name_the_game_that_is_played_now(tmp_path: Path) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    harness.come("anna")
    harness.tell("anna", c.Sit("sit", 0, "Anna"))
    harness.tell("anna", c.Start("start", "apprenti"))
    play_to_the_end(harness)
    harness.tell("anna", c.Again("again", True, "apprenti", "chocottes"))
    assert (harness.live.head.game, harness.live.table.lobby().stage) == ("chocottes", "playing")
    harness.restart()
    assert (harness.live.head.game, harness.live.table.lobby().game) == ("chocottes", "chocottes")
    assert [harness.ask(harness.store.record(TABLE, number)) is None for number in (1, 2)] == [False, True]


def test_after_a_game_it_is_the_turn_of_players_who_are_not_ready(tmp_path: Path) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(3))
    for seat, guest in enumerate(("anna", "bob")):
        harness.come(guest)
        harness.tell(guest, c.Sit("sit", seat, guest))
    harness.go("bob")  # a stand-in ends his game
    harness.tell("anna", c.Start("start", "apprenti"))
    play_to_the_end(harness)
    nobody = harness.ask(current_turn(harness.live, "bob"))
    assert (nobody.stage, nobody.yours, nobody.players) == ("over", False, [])
    harness.tell("anna", c.Again("again", True))
    bob, anna = (harness.ask(current_turn(harness.live, guest)) for guest in ("bob", "anna"))
    assert (bob.yours, anna.yours, bob.players) == (True, False, ["bob"])
