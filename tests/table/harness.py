"""A table with guests, on a clock that the test turns, with bots that think at once and a log that can be read."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from toctoc.bots import BOTS, SeatInfo, make, usual_opponent
from toctoc.core.errors import Refused
from toctoc.core.game import Game, Move
from toctoc.core.registry import GAMES
from toctoc.table import commands, log, messages
from toctoc.table.bots import BotPlayer
from toctoc.table.game import TableMatch
from toctoc.table.handlers import ReceivedCommand, handle
from toctoc.table.log import Settings
from toctoc.table.scheduler import Scheduler, end_stand_in
from toctoc.table.table import Batch, Table

SEAL = log.Sealed("5e" * 32, "b0" * 8)


def make_player(
    name: str, game: Game, players: int, options: Mapping[str, Any], seat: int, seed: int
) -> BotPlayer:
    return make(name, SeatInfo(game, players, options, seat, seed))  # type: ignore[return-value]  # levels decide


@dataclass
class TableHarness:
    table: Table
    scheduler: Scheduler
    at: int = 0
    log: list[bytes] = field(default_factory=list)
    heard: dict[str | None, list[dict[str, Any]]] = field(default_factory=dict)  # by guest; None: a spectator
    replies: list[messages.Message] = field(default_factory=list)
    records: list[str] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)  # every byte that anybody was told
    ids: int = 0

    @staticmethod
    def of(game: str, players: int | None = None, grace: int = 20_000, **settings: Any) -> "TableHarness":
        chosen = Settings(players or GAMES[game].players[0], **settings)
        opened = log.Opened("hibou-lampe-42", game, GAMES[game].rules.VERSION, "anna", chosen)
        harness = TableHarness(Table.open(opened, SEAL), Scheduler(make_player, usual_opponent, Random(1), grace))
        harness.note()
        return harness

    def note(self) -> Batch:
        """Store and tell what is new."""
        batch = self.table.take()
        self.log += batch.entries
        self.replies += [notice for _, notice in batch.replies]
        self.sent += [messages.write(notice) for _, notice in batch.replies]
        if batch.record:
            self.records.append(batch.record[1])
        if batch.revealing is not None:
            self.sent.append(messages.write(batch.revealing))
            for heard in self.heard.values():
                heard.append(json.loads(self.sent[-1]))
        for update in batch.updates:
            for guest, heard in self.heard.items():
                own = [update.own[seat] for seat in update.places.get(guest or "", ()) if seat in update.own]
                yours = list(update.places.get(guest or "", ())) if update.seating else None
                message = messages.write(messages.Update(update.version, update.at, update.public, own, yours))
                self.sent.append(message)
                heard.append(json.loads(message))
        return batch

    def come(self, *guests: str) -> None:
        for guest in guests:
            self.table.presence.came(guest)
            self.heard.setdefault(guest, [])

    def go(self, guest: str) -> None:
        self.table.presence.went(guest, self.at)

    def back(self, guest: str, since: int = 0) -> dict[str, Any]:
        """The guest has a connection again; the welcome."""
        self.come(guest)
        told = self.welcome(guest, since)
        end_stand_in(self.table, guest, self.at)
        self.note()
        return told

    def rehome(self, old: str, new: str) -> None:
        self.table.enter(log.Entry(self.at, log.Rehomed(old, new)))
        self.note()

    def ask(self, guest: str, command: commands.Command, credit: int = 0) -> messages.Message | None:
        """The answer; None for a throw that waits."""
        before = len(self.replies)
        handle(self.table, ReceivedCommand(guest, self.at, command, guest, credit), lambda bot, _: bot in BOTS)
        self.note()
        return self.replies[-1] if len(self.replies) > before else None

    def id(self) -> str:
        self.ids += 1
        return f"id-{self.ids}"

    def sit(self, *names: str) -> None:
        """These guests sit down in order, on devices of their own."""
        self.come(*names)
        for seat, name in enumerate(names):
            self.ask(name, commands.Sit(self.id(), seat, name.title()))

    def start(self, guest: str = "anna", fill: str | None = None) -> None:
        self.ask(guest, commands.Start(self.id(), fill))

    def rematch(self, guest: str = "anna", fill: str | None = None) -> None:
        """Everybody is ready for another game, and `guest` starts it."""
        for other in [other for other in self.table.places if other != guest]:
            self.ask(other, commands.Again(self.id()))
        if self.table.state.stage == "over":  # else the last of them has started it
            self.start(guest, fill)

    def move(self, guest: str, action: str, credit: int = 0, seat: int | None = None) -> messages.Message | None:
        return self.ask(guest, commands.Move(self.id(), action, seat), credit)

    @property
    def seats(self) -> list[dict[str, Any]]:
        """The seats as everybody sees them."""
        shown: list[dict[str, Any]] = json.loads(messages.write(self.table.lobby().seats))
        return shown

    @property
    def moves(self) -> list[Move]:
        """Of the game that is being played."""
        return [step for step in self.match.steps if isinstance(step, Move)]

    @property
    def match(self) -> TableMatch:
        assert self.table.game is not None
        return self.table.game.match

    def wait(self, milliseconds: int) -> None:
        """Time passes; bots think in no time, and everything that is due happens when it is."""
        until = self.at + milliseconds
        while True:
            self.think()
            due = self.scheduler.next(self.table)
            if due is None or due > until:
                break
            self.at = max(self.at, due)
            self.scheduler.wake(self.table, self.at)
            self.note()
        self.at = until

    def think(self) -> None:
        for pending in list(self.scheduler.decision_requests(self.table, self.at)):
            self.scheduler.decided(self.table, pending, pending.think(), self.at)
            self.note()

    def play_on(self, choose: Callable[[Sequence[str]], str], steps: int = 10_000) -> None:
        """People who are asked choose; bots play; until the game is over."""
        for _ in range(steps):
            if not self.table.is_live:
                return
            for seat in self.match.actors:
                guest = self.table.state.seats[seat].guest
                if guest and self.table.presence.is_here(guest) and not self.table.state.seats[seat].away:
                    self.move(guest, choose([str(action) for action in self.match.legal(seat)]), seat=seat)
                    self.wait(0)  # throws are judged
                    break
            else:
                self.wait(2_000)

    def again(self) -> Table:
        """The table rebuilt from its log alone."""
        return Table.restore(None, tuple(self.log))

    def welcome(self, guest: str, since: int = 0) -> dict[str, Any]:
        self.sent.append(messages.write(self.table.welcome(guest, since)))
        told: dict[str, Any] = json.loads(self.sent[-1])
        return told

    def refused(self, guest: str, command: commands.Command) -> str:
        """The code with which that is refused; nothing may have changed."""
        before = self.table.snapshot()
        try:
            self.ask(guest, command)
        except Refused as refused:
            assert self.table.snapshot() == before
            assert not self.table.take().entries
            return refused.code
        raise AssertionError(f"{command} was done")
