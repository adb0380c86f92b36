"""Hidden cards change no byte and no moment of what the server gives anybody who may not know them."""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conftest import Report
from tests.games.conformance import conformance
from tests.scale import scaled, spread
from tests.server.harness import Heard, ServerHarness
from tests.server.socket_harness import SocketHarness
from tests.server.swapped_world import GUESTS, NEVER, SPECTATOR, Loaded, Recording, SwappedWorld, swapped_world
from toctoc import fair
from toctoc.core.game import Move
from toctoc.core.match import Match
from toctoc.core.registry import GAMES
from toctoc.games.chocottes import words as cw
from toctoc.games.chocottes.rules import state as c
from toctoc.games.toctoctoc import words as tw
from toctoc.table import commands, log, moves
from toctoc.table.game import LiveGame
from toctoc.table.log import Settings
from toctoc.table.scheduler import Scheduler
from toctoc.table.snap import Latency

WORLDS = 2
Heards = dict[str, list[Heard]]  # by guest
SEAL = log.Sealed("5e" * 32, "b0" * 8)


@pytest.fixture(autouse=True)
def _sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commitment is the same in both worlds; else it would differ, and tell nothing."""
    monkeypatch.setattr(moves, "seal", lambda: SEAL)
    monkeypatch.setattr("toctoc.server.live.hub.seal", lambda: SEAL)


@dataclass(frozen=True)
class Evening:
    game: str
    players: int
    people: int
    settings: Settings


def an_evening(game: str, seed: int) -> Evening:
    rng = Random(f"{game} {seed}")
    players = rng.choice(GAMES[game].players)
    people = players if seed % 2 else rng.randrange(1, players + 1)  # bots in the other seats
    options: dict[str, Any] = {"start": "creator"}
    clock = rng.choice(["none", "fast"])
    return Evening(game, players, people, Settings(players, options, True, clock))  # type: ignore[arg-type]  # one of the clocks


@pytest.mark.parametrize("seed", range(scaled(1, 10)))
@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_change_no_byte_and_no_moment_of_what_the_server_sends(
    game: str, seed: int, tmp_path: Path, report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_twice(
        ServerHarness, an_evening(game, seed), Random(f"{game} {seed} deeds"), tmp_path, report, monkeypatch
    )


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_change_no_byte_on_real_websockets(
    game: str, tmp_path: Path, report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the lines' own time left out: what a ping takes is measured, and differs."""
    monkeypatch.setattr("toctoc.server.transport.websocket.CHECK_SECONDS", 3_600.0)
    monkeypatch.setattr(Latency, "measured", lambda _line, _milliseconds: None)
    for seed in spread((1, 3), 1):
        folder = tmp_path / str(seed)
        folder.mkdir()
        play_twice(
            SocketHarness, an_evening(game, seed), Random(f"{game} {seed} live"), folder, report, monkeypatch
        )


@pytest.mark.parametrize("leak", ["bytes", "time"])
def test_a_leak_would_be_caught(leak: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test itself: a view that tells how much lies in the rows, and bots that hesitate because of it, are
    found out."""

    def worth(match: Match) -> int:
        return sum(seat * c.value(card) for seat, row in enumerate(match.state.row, 1) for card in row)

    if leak == "bytes":
        public = LiveGame.public
        monkeypatch.setattr(LiveGame, "public", lambda self: {**public(self), "worth": worth(self.match)})
    else:
        decided = Scheduler.decided

        def hesitates(self: Scheduler, table: Any, thought: Any, decision: Any, at: int) -> None:
            decided(self, table, thought, decision, at + 2_000 + worth(table.game.match))

        monkeypatch.setattr(Scheduler, "decided", hesitates)
    found = ""
    for seed in range(6):
        if "heard a difference" in found:
            break
        folder = tmp_path / str(seed)
        folder.mkdir()
        try:
            play_twice(
                ServerHarness, an_evening("chocottes", seed), Random(seed), folder, lambda *_: None, monkeypatch
            )
        except AssertionError as why:
            found = str(why)
    assert "heard a difference" in found


def play_twice(
    kind: type[ServerHarness],
    evening: Evening,
    rng: Random,
    folder: Path,
    report: Report,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = evening.game
    recording = told(kind, evening, rng, folder)
    steps, heard = recording.harness.steps, recording.harness.heard
    boundaries = moments(recording, evening)
    options = evening.settings.options
    candidates = [
        swapped_world(GAMES[game], evening.players, options, steps, rng.choice(boundaries), rng)
        for _ in range(20 * bool(boundaries))
    ]
    hiding = sorted((swapped for swapped in candidates if swapped), key=lambda swapped: -swapped.hidden)[:WORLDS]
    assert not boundaries or hiding[0].hidden, "nothing was hidden"
    for world, swapped in enumerate(hiding):
        elsewhere = folder / f"swapped-{world}"
        elsewhere.mkdir()
        with monkeypatch.context() as loaded:
            loaded.setattr(fair.Fair, "dice", lambda _, drawn=0, tickets=swapped.tickets: Loaded(tickets, drawn))
            there, limit = told_again(kind, evening, recording, swapped, elsewhere)
        report(f"leaks on the wire, {game}: steps with something hidden, by viewer", swapped.hidden)
        compare(evening, swapped, limit, heard, there, report)


def moments(recording: Recording, evening: Evening) -> list[int]:
    """When cards can be exchanged: before they are dealt face down; or, where all saw them (E1, E14),
    once all bots sit and listen, who would else learn from the log what this world has forgotten."""
    if not conformance(evening.game).deals_openly:
        steps = enumerate(recording.harness.steps)
        return [next(n for n, step in steps if isinstance(step.outcome, tw.Deal | cw.Deal))]
    movers = [step.seat if isinstance(step, Move) else None for step in recording.harness.steps]
    bots = range(evening.people, evening.players)
    first = max((movers.index(bot) for bot in bots if bot in movers), default=0)
    return [n for n in recording.before if first < n < len(movers)] if all(bot in movers for bot in bots) else []


def told(kind: type[ServerHarness], evening: Evening, rng: Random, folder: Path) -> Recording:
    """An evening at the first server."""
    recording = Recording(kind(folder, evening.game, evening.settings), rng, GUESTS[: evening.people])
    recording.begin()
    for _ in range(scaled(45, 90)):
        if not recording.harness.live.table.is_live:
            break
        recording.go_on(newcomers=not conformance(evening.game).deals_openly and kind is ServerHarness)
    recording.harness.close()
    return recording


def told_again(
    kind: type[ServerHarness], evening: Evening, recording: Recording, swapped: SwappedWorld, folder: Path
) -> tuple[Heards, int]:
    """The same at the other server: what was heard there, and up to which step it is the same game."""
    harness = kind(folder, evening.game, evening.settings)
    harness.last_step = max(swapped.shown.values())
    limit, checked, branch = NEVER, 0, swapped.branch
    for (what, arguments), before in zip(recording.inputs, recording.before, strict=True):
        if branch and before == branch:
            assert harness.live.table.game is not None
            match = harness.live.table.game.match
            swapped.exchange(match.state)
            match.forget()
            branch = 0
        getattr(harness, what)(*counterpart(swapped, before, what, arguments))
        while checked < len(harness.steps) and limit == NEVER:
            step = harness.steps[checked]
            expected = swapped.moves.get(checked)
            if expected and (step.seat, step.action) != (expected.seat, expected.action):
                limit = checked  # a bot may follow its own cards, and what it was shown
                assert swapped.shown[expected.seat] < checked, f"{step}, not {expected}: whence does it know?"
            checked += 1
        if limit < NEVER or len(harness.steps) > harness.last_step:
            break
    harness.close()
    return harness.heard, limit


def counterpart(swapped: SwappedWorld, step: int, what: str, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Whoever holds one of the two cards plays the one that they hold in this world."""
    if what == "tell" and isinstance(arguments[1], commands.Move) and step in swapped.moves:
        guest, command = arguments
        if command.action.startswith("offer") and swapped.moves[step].seat == GUESTS.index(guest):
            return guest, commands.Move(command.id, str(swapped.moves[step].action))
    return arguments


def compare(
    evening: Evening,
    swapped: SwappedWorld,
    limit: int,
    here: dict[str, list[Heard]],
    there: dict[str, list[Heard]],
    report: Report,
) -> None:
    for viewer, step in swapped.shown.items():
        until = min(step, limit)
        if until == NEVER:  # nobody was shown anything: all of it
            until = len(here) and max(n for heard in here.values() for n, _, _ in heard)
        for connection in (SPECTATOR if viewer is None else GUESTS[viewer], "http", "schedule"):
            ours = [each for each in here.get(connection, []) if each[0] <= until]
            theirs = [each for each in there.get(connection, []) if each[0] <= until]
            assert ours == theirs, f"{connection} heard a difference before step {until}"
            report(f"leaks on the wire, {evening.game}: messages compared", len(ours))
            report(f"leaks on the wire, {evening.game}: bytes compared", sum(len(each[2]) for each in ours))
