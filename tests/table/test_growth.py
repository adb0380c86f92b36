"""A table costs as much in its last game as in its first: nothing that is kept of it grows with its life."""

from dataclasses import dataclass
from itertools import count
from random import Random

import pytest

from tests.scale import scaled
from tests.table.harness import TableHarness
from toctoc.core.registry import BUILT_IN, GAMES
from toctoc.table import commands as c
from toctoc.table import log, messages, state
from toctoc.table.effects import REHOME_TOKEN_SECONDS
from toctoc.table.handlers import ReceivedCommand, handle
from toctoc.table.log import Settings
from toctoc.table.start import seal
from toctoc.table.table import Table

CODE = "hibou-lampe-42"


@dataclass(slots=True)
class Played:
    """The bytes that one game has stored."""

    entries: int = 0
    log: int = 0
    snapshots: int = 0
    snapshot: int = 0  # the last one, whenever it was taken


class Evening:
    """One table of random players, game after game."""

    def __init__(self, game: str, rng: Random) -> None:
        self.rng, self.at = rng, 0
        self.ids = map("h3k9x2m4p7-{}".format, count(1))  # as long as those of browsers
        self.games: list[Played] = [Played()]
        self.snapshot: bytes | None = None
        self.since: list[bytes] = []
        self.guests = [f"guest{seat}".ljust(26, "a") for seat in range(GAMES[game].players[0])]
        opened = log.Opened(CODE, game, GAMES[game].rules.VERSION, self.guests[0], Settings(len(self.guests)))
        self.table = Table.open(opened, seal())
        self._write()
        for seat, guest in enumerate(self.guests):
            self.table.presence.came(guest)
            self.ask(guest, c.Sit(next(self.ids), seat, guest[:6]))

    def ask(self, guest: str, command: c.Command) -> None:
        """Handle a guest's command, and count its entries."""
        self.at += 100
        handle(self.table, ReceivedCommand(guest, self.at, command), lambda *_: False)
        self._write()

    def begin(self) -> None:
        """Deal the cards."""
        self.ask(self.guests[0], c.Start(next(self.ids)))

    def play(self) -> None:
        """Play a game to its end."""
        self.begin()
        while self.table.is_live and self.table.game:
            match = self.table.game.match
            seat = self.rng.choice(match.actors)
            choices = [action for action in match.legal(seat) if not action.is_throw]  # which would wait
            self.ask(self.guests[seat], c.Move(next(self.ids), str(self.rng.choice(choices))))
        self.games[-1].snapshot = len(self.snapshot or b"")
        self.games.append(Played())

    def rearrange(self, times: int) -> None:
        """Let the first player do nothing but rearrange their cards (C5)."""
        for _ in range(times):
            one, other = self.rng.sample((1, 2, 3, 4), 2)
            self.ask(self.guests[0], c.Move(next(self.ids), f"arrange {one} to {other}"))

    def stored(self) -> tuple[bytes | None, list[bytes]]:
        """Return the state that a restart reads: the last snapshot, and the entries since."""
        return self.snapshot, self.since

    def _write(self) -> None:
        batch, played = self.table.take(), self.games[-1]
        played.entries += len(batch.entries)
        played.log += sum(map(len, batch.entries))
        self.since += batch.entries
        snapshot = self.table.snapshot() if batch.snapshot else None
        if snapshot is not None:
            self.snapshot, self.since = snapshot, []
            played.snapshots += len(snapshot)


@pytest.mark.parametrize("game", BUILT_IN)
def test_snapshots_stay_as_long_as_they_were_however_many_games_are_played(game: str) -> None:
    evening = Evening(game, Random(f"growth {game}"))
    for _ in range(scaled(8, most=200)):
        evening.play()
    first, rest = evening.games[:3], evening.games[3:]
    assert max(g.snapshot for g in rest) < 2 * max(g.snapshot for g in first) + 4_000
    for played in evening.games:
        assert played.snapshots < 2 * played.log + 10_000  # and one that had waited
    again = Table.restore(*evening.stored())
    assert again.snapshot() == evening.table.snapshot()


def test_snapshots_of_a_game_without_end_are_no_longer_than_its_log() -> None:
    """C5: cards may be rearranged at almost any time, as often as one likes."""
    evening = Evening("chocottes", Random(5))
    evening.begin()
    rearrangements = scaled(500, most=5000)
    evening.rearrange(rearrangements)
    [played] = evening.games
    assert played.entries > rearrangements
    assert played.snapshots < 2 * played.log
    assert Table.restore(*evening.stored()).snapshot() == evening.table.snapshot()


def test_an_id_is_known_as_long_as_it_can_come_again() -> None:
    harness = TableHarness.of("escalier", 2)
    harness.sit("anna")
    asked = [c.Ready(f"id {n}", "ab" * 32) for n in range(state.KEPT_IDS + 10)]
    done = [harness.ask("anna", ready) for ready in asked]
    lines = harness.log[:]
    for table in (harness.table, harness.again(), Table.restore(harness.table.snapshot(), ())):
        harness.table = table
        assert [harness.ask("anna", ready) for ready in asked[10:]] == done[10:]
        assert harness.log == lines
    again = harness.ask("anna", asked[0])
    assert isinstance(again, messages.Done)
    assert again.version == len(harness.log)


def test_ids_of_players_are_kept_however_many_guests_send_commands() -> None:
    harness = TableHarness.of("escalier", 2)
    harness.sit("anna")
    anna = c.Ready("a", "ab" * 32)
    done = harness.ask("anna", anna)
    for n in range(3 * state.KEPT_GUESTS):
        harness.ask(f"guest{n}", c.Sit("s", 1, "Eve"))
        harness.ask(f"guest{n}", c.Calm("c"))
        harness.ask(f"guest{n}", c.Say("t", "hello"))
        harness.ask("anna", c.Mute(f"mute {n}" if n < state.KEPT_IDS // 2 else "mute", 1))
        harness.ask("anna", c.Clear(f"clear {n}" if n < state.KEPT_IDS // 4 else "clear", 1))
        harness.ask(f"guest{n}", c.Leave("l")) if harness.table.seats_of(f"guest{n}") else None
    s = harness.table.state
    assert len(s.done) <= state.KEPT_GUESTS
    assert len(harness.table.throttles) <= 2
    assert harness.ask("anna", anna) == done


def test_used_tokens_are_forgotten_once_they_have_expired() -> None:
    harness = TableHarness.of("escalier", 2)
    for second in range(2 * REHOME_TOKEN_SECONDS):
        harness.table.enter(log.Entry(0, log.Rehomed(f"guest{second}", "eve", REHOME_TOKEN_SECONDS + second)))
    assert len(harness.table.state.moved) == REHOME_TOKEN_SECONDS


def test_lists_of_guests_end_with_the_last_and_do_not_grow() -> None:
    guests: list[str] = []
    for n in range(2 * state.KEPT_NAMED):
        guests = state.named(guests, str(n))
    assert len(guests) == state.KEPT_NAMED
    assert guests[-1] == str(2 * state.KEPT_NAMED - 1)
    assert state.named(["a", "b"], "a") == ["b", "a"]
    assert state.named(["a", "b"], "a", on=False) == ["b"]
