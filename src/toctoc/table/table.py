"""A table: the fold of its log, with the entries to store and the updates to send.

A table knows no sockets, no wall clock and no store. Its owner passes it to `handlers` and `scheduler` with the
table's own time, calls `take`, stores the entries, and only then sends the updates.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import cast, get_args

import msgspec

from toctoc import record
from toctoc.core import options
from toctoc.core.match import Match, StepEvents
from toctoc.core.registry import find
from toctoc.fair import Dice

from . import log, messages, state
from .bots import Bots
from .commands import PROTOCOL, PaceSetting
from .effects import count_move, set_clocks, take_effect
from .game import Lesson, LiveGame, PickIn, in_words, shown_to
from .log import Entry
from .messages import Looking, Missed, Recap, Welcome
from .presence import Presence, Reveals
from .snap import Race
from .state import SeatState, TableState
from .throttle import Throttle
from .updates import AppliedEntry, Places, TableUpdate, UpdateBuilder, encoded_events, lobby_of, own_parts

PACES = get_args(PaceSetting)  # the slowest first
MAX_SHOWN_VISITORS = 12
SNAPSHOT_ENTRIES = 64  # entries between two snapshots, at least


@dataclass(slots=True)
class Batch:
    """The results of one call: entries and snapshot to store together, then messages to send."""

    first: int
    entries: list[bytes] = field(default_factory=list)
    updates: list[TableUpdate] = field(default_factory=list)
    replies: list[tuple[object, messages.Message]] = field(default_factory=list)  # (connection, message)
    record: tuple[int, str] | None = None
    snapshot: bool = False  # whether to store a snapshot now
    revealing: Looking | None = None  # as in `Table.revealing`, if it changed
    visitors: list[messages.VisitorShown] | None = None  # as in `Table.visitors`, if it changed


@dataclass(slots=True)
class Growth:
    """Measures the growth of the log since the last snapshot.

    The next snapshot waits until the log has grown by the size of the last one. So all snapshots together are
    about as long as the log, at any length of a game.
    """

    entries: int = 0
    size: int = 0  # bytes
    snapshot: int = 0  # bytes of the last one

    def add(self, entry: bytes) -> None:
        """Count one more entry."""
        self.entries += 1
        self.size += len(entry)

    def is_due(self, least: int) -> bool:
        """Tell whether a snapshot is due, after at `least` so many entries."""
        return self.entries >= least and self.size >= self.snapshot


class Table:
    """Seats, settings, a game and its clocks, computed from the log."""

    def __init__(self, state: TableState, game: LiveGame | None = None) -> None:
        self.state = state
        self.game = game
        self.dice: Dice | None = None  # of the current game
        self.bots = Bots()
        self.presence = Presence()
        self.reveals = Reveals()
        self.race = Race()
        self.throttles: dict[str, Throttle] = {}  # for talk, by guest
        self.extra_throttles: dict[str, Throttle] = {}  # for changes besides the moves of a turn, by guest
        self.batch = Batch(state.version + 1)
        self.growth = Growth()
        self.places = _places(state)
        self._updates = UpdateBuilder(state, game)
        self._logged_acknowledged: dict[str, int] = {}  # by guest, as it was when the last entry was made
        self._sent_revealing = Looking([])
        self._sent_visitors: list[messages.VisitorShown] = []

    @staticmethod
    def open(opened: log.Opened, sealed: log.Sealed) -> "Table":
        """Return a new table; its first two entries are in the batch."""
        table = Table(_new(opened))
        table.enter(Entry(0, opened))
        table.enter(Entry(0, sealed))
        return table

    @staticmethod
    def restore(snapshot: bytes | None, entries: Sequence[bytes]) -> "Table":
        """Return a table as it was, from its last snapshot and the entries since.

        An option that the snapshot does not have gets its default. `BadOption` names an option that this program
        does not have, since a newer version has written it.
        """
        since = [log.read(entry) for entry in entries]
        if snapshot is not None:
            restored = state.decode(snapshot)
            game = None
            if restored.steps:
                game = LiveGame.resume(
                    restored.game, restored.players, restored.options, restored.steps, restored.settings.hints
                )
            restored.steps = []  # the match has them
            table = Table(restored, game)
        else:
            opened = since[0].change
            assert isinstance(opened, log.Opened)
            table = Table(_new(opened))
        for entry in since:
            table.apply(entry)
        table._resume_after_restore()
        table.growth = Growth(len(entries), sum(map(len, entries)), len(snapshot or b""))
        return table

    def _resume_after_restore(self) -> None:
        options.complete(find(self.state.game).options, self.state.settings.options)  # else no game could begin
        self._updates.skip(self.state, self.game)
        if self.is_live:
            self.dice = self.state.shuffle(self.state.number).dice(self.state.drawn)
        self.batch = Batch(self.state.version + 1)

    def snapshot(self) -> bytes:
        """Return the encoded state, with the steps of the current game."""
        self.state.steps = [record.written(step) for step in self.game.match.steps] if self.game else []
        encoded = state.encode(self.state)
        self.state.steps = []
        self.growth = Growth(snapshot=len(encoded))
        return encoded

    def take(self) -> Batch:
        """Return the batch since the last call, and begin another."""
        batch, self.batch = self.batch, Batch(self.state.version + 1)
        revealing = self.revealing()
        if revealing != self._sent_revealing:
            batch.revealing = self._sent_revealing = revealing
        visitors = self.visitors()
        if visitors != self._sent_visitors:
            batch.visitors = self._sent_visitors = visitors
        return batch

    def reply(self, sender: object, message: messages.Message) -> None:
        """Add a message for one connection to the batch."""
        self.batch.replies.append((sender, message))

    def seats_of(self, guest: str) -> list[int]:
        """Return the seats that `guest` plays."""
        return list(self.places.get(guest, ()))

    @property
    def version(self) -> int:
        """Return the number of the last entry of the log."""
        return self.state.version

    @property
    def is_live(self) -> bool:
        """Tell whether a game is being played."""
        return self.state.stage == "playing"

    def visitors(self) -> list[messages.VisitorShown]:
        """Return the connected guests without a seat, before the first game; without the creator."""
        state, presence = self.state, self.presence
        if state.stage != "lobby":
            return []
        away = {state.creator, *self.places, *state.banned}
        guests = islice((guest for guest in presence.connections if guest not in away), MAX_SHOWN_VISITORS)
        return [messages.VisitorShown(*presence.visitors.get(guest, ())) for guest in guests]

    def lobby(self) -> messages.Lobby:
        """Return the public state of the table around the game."""
        return lobby_of(self.state)

    # --- the log -----------------------------------------------------------------------------------------------

    def enter(self, entry: Entry, waited: int = 0) -> None:
        """Append `entry` to the log, apply it, and build its update.

        `waited`: the milliseconds for which the table waited for slower connections before it judged a throw.
        """
        if acknowledged := self._newly_acknowledged():
            entry = msgspec.structs.replace(entry, acknowledged=acknowledged)
        self.batch.entries.append(line := log.write(entry))
        self.growth.add(line)
        shown = self.apply(entry)
        if shown:
            self._hold_clocks(entry, shown)
        is_held = self.reveals.held_since is not None
        applied = AppliedEntry(entry, shown, waited, is_held)
        update = self._updates.build(self.state, self.game, self.places, applied)
        if update is not None:
            self.batch.updates.append(update)
        if isinstance(entry.change, log.Moved) and self.game and self.state.stage == "over":
            self.batch.record = (self.state.number, self._record(self.game.match))
            self.batch.snapshot = self.growth.is_due(1)
        if self.growth.is_due(SNAPSHOT_ENTRIES):
            self.batch.snapshot = True

    def apply(self, entry: Entry) -> tuple[StepEvents, ...]:
        """Apply an entry, new or read from the log; return the events of its steps.

        Nothing else changes the state and the game.
        """
        state, change = self.state, entry.change
        state.version += 1
        state.at = entry.at
        for seat, acknowledged in zip(state.seats, entry.acknowledged or (), strict=False):
            seat.acknowledged = acknowledged
        shown: tuple[StepEvents, ...] = ()
        if isinstance(change, log.Moved):
            shown = self._move(change, entry.at)
        elif isinstance(change, log.Began):
            shown = self._deal(change, entry.at)
        else:
            self._change(change, entry.at)
        if shown:
            events, own = encoded_events(shown)
            self._distribute(shown, own)
            state.keep_events(events, own)
        if isinstance(change, log.CameBack) and self.game and self.game.match.game.is_memory:
            state.seats[change.seat].acknowledged = state.version  # after an absence there is nothing to remember
        if type(change) in log.SEATING:
            self.places = _places(state)
        if entry.guest is not None and entry.id is not None:
            state.keep_id(entry.guest, entry.id, state.version)
        return shown

    def _change(self, change: log.Change, at: int) -> None:
        state = self.state
        if isinstance(change, log.SettingsChanged):
            is_smaller = change.settings.players < state.players
            if change.kept is not None or is_smaller:
                self.game, state.recent = None, []  # its seats are gone; an added chair leaves the last result
        elif isinstance(change, log.GameChanged):
            self.game, state.recent = None, []
        take_effect(state, change, at)
        if isinstance(change, log.Calmed) and self.game and self.is_live:
            set_clocks(state, self.game.match, at, None)  # the window may have lost its own clock

    def _move(self, moved: log.Moved, at: int) -> tuple[StepEvents, ...]:
        game, state = self.game, self.state
        assert game is not None
        shown = game.play(moved.seat, moved.action, moved.by, moved.chance)
        state.drawn = moved.drawn
        count_move(state, moved)
        set_clocks(state, game.match, at, None if game.is_aside else moved.seat)
        return shown

    def _deal(self, began: log.Began, at: int) -> tuple[StepEvents, ...]:
        state = self.state
        self.game = LiveGame.begin(state.game, len(state.seats), began.options, state.settings.hints)
        shown = self.game.take_chance(began.chance)
        if began.opening:  # its moves are not shown: the learner begins with the card that was turned last, if any
            *_, last = self.game.repeat(began.opening)
            shown = (last if began.opening[-1][0] == "chance" else StepEvents(()),)
        self.bots.clear()
        state.stage, state.options, state.drawn = "playing", began.options, began.drawn
        state.number, state.players = state.number + 1, len(state.seats)
        self.dice = state.shuffle(state.number).dice(state.drawn)
        played = self.game.match.options  # with the defaults of options that the entry does not have
        state.starter = cast(int, played["creator"])
        if played["start"] == "random":
            state.starter = _drawn_starter(began.chance)
        else:
            chosen = {**state.settings.options, "creator": state.next_starter}
            state.settings = msgspec.structs.replace(state.settings, options=chosen)
        state.deadlines, state.window, state.glimpses = {}, None, []
        set_clocks(state, self.game.match, at, None)
        return shown

    def _distribute(self, shown: tuple[StepEvents, ...], seeing: Iterable[int]) -> None:
        """Pass the events on to bots, and keep the glimpses of the seats `seeing` more than the public events."""
        for seat in self.bots.seats:
            self.bots.add_events(seat, shown_to(shown, seat))
        for seat in seeing:
            sitting = self.state.seats[seat]
            glimpses = [in_words(event) for event in shown_to(shown, seat) if event.glimpse]
            if glimpses and sitting.guest and not sitting.away:
                self.state.keep_glimpse(seat, glimpses)

    def chance(self, match: Match, dice: Dice) -> PickIn:
        """Return the function that decides chance in `match`: the dice; in a lesson, its script first."""
        pick = dice.pick
        return Lesson(match, pick).pick if self.state.lesson else lambda _, n: pick(n)

    def _newly_acknowledged(self) -> list[int] | None:
        """Return the acknowledged version of each seat; None if the log has them already."""
        seats, acknowledged = self.state.seats, self.presence.acknowledged
        if acknowledged == self._logged_acknowledged:  # a new player of a seat has acknowledged no later version
            return None
        self._logged_acknowledged = acknowledged.copy()
        for seat in seats:
            if acknowledged.get(seat.guest or "", 0) > seat.acknowledged:
                return [max(seat.acknowledged, acknowledged.get(seat.guest or "", 0)) for seat in seats]
        return None

    def _record(self, match: Match) -> str:
        """Return the record of the finished game, with the secret of its shuffle."""
        state = self.state
        seats = [record.Seat(seat.name or seat.bot or "stand-in", seat.bot, seat.avatar) for seat in state.seats]
        shuffle = None if state.lesson else state.shuffle(state.number)
        return record.write(record.record(match, tuple(seats), shuffle, state.lesson))

    # --- clocks that stand still while devices reveal events ----------------------------------------------------

    def _hold_clocks(self, entry: Entry, shown: tuple[StepEvents, ...]) -> None:
        if isinstance(entry.change, log.Began):
            self.reveals.begin()
        is_busy = self.reveals.start(self.places, self.state.version, entry.at, shown, self.state.lesson)
        if is_busy and self.reveals.held_since is None and self.held_until() is not None:
            self.reveals.held_since = entry.at

    def held_until(self) -> int | None:
        """Return the time until which bots and clocks wait for devices that reveal events; None: they do not."""
        return self.reveals.held_until(self._players_here())

    def is_held(self, at: int) -> bool:
        """Tell whether bots and clocks wait at the time `at`."""
        until = self.held_until() if self.reveals.held_since is not None else None
        return until is not None and at < until

    def resume(self, at: int) -> None:
        """Shift the clocks by the time that they stood still; they stay held while a device still reveals."""
        since = self.reveals.held_since
        if since is None:
            return
        until = self.held_until()
        self.reveals.held_since = at if until is not None and at < until else None
        if self.state.has_clocks and at > since:
            self.enter(Entry(at, log.Resumed(at - since)))

    def revealing(self) -> Looking:
        """Return the seats that still reveal a shared scene, such as the end of a round or of the game."""
        reveals, is_over = self.reveals, self.state.stage == "over"
        if is_over:
            guests = reveals.late([guest for guest in self.places if self.presence.is_here(guest)])
        else:
            guests = reveals.revealing(self._players_here())
        seats = sorted(seat for guest in guests for seat in self.places[guest])
        return Looking(seats, is_over and reveals.is_screen_late())

    @property
    def pace(self) -> PaceSetting:
        """Return the slowest pace among the connected players; a device that has sent none counts as normal."""
        wishes = [self.presence.paces.get(guest, "normal") for guest in self._players_here()]
        return min(wishes, key=PACES.index, default="normal")

    def _players_here(self) -> set[str]:
        """Return the connected guests of the current game."""
        seats, here = self.state.seats if self.is_live else (), self.presence.connections
        return {seat.guest for seat in seats if seat.guest in here and not seat.away}

    # --- the welcome -------------------------------------------------------------------------------------------

    def welcome(self, guest: str, since: int, arrived: int = 0) -> Welcome:
        """Return the full state for `guest`; the device has shown everything up to version `since` (0: nothing).

        Everything up to version `arrived` was sent before, or was for other guests; but a glimpse that arrived may
        not have been shown. No older event is ever sent again: players have to remember it.
        """
        state, game = self.state, self.game
        seats = self.seats_of(guest)
        revealing = self.revealing()
        return Welcome(
            PROTOCOL,
            state.version,
            state.at,
            self.lobby(),
            seats,
            guest == state.creator,
            game.public() if game else None,
            state.deadlines,
            state.window,
            self.reveals.held_since is not None and state.has_clocks,
            revealing.seats,
            own_parts(state, game, seats),
            self._missed(seats, since, arrived),
            [_recap(game, seat, state.seats[seat]) for seat in seats if state.seats[seat].away] if game else [],
            state.talk,
            asker=next((asker.since for asker in state.asking if asker.guest == guest), None),
            visitors=self.visitors() if guest == state.creator else [],
            looking_screen=revealing.screen,
        )

    def _missed(self, seats: list[int], since: int, arrived: int) -> list[Missed]:
        """Return the events after a lost connection, and glimpses that are not yet acknowledged."""
        state = self.state
        missed = []
        was_away = any(state.seats[seat].away for seat in seats)
        if (since or arrived) and not (was_away and self.game and self.game.match.game.is_memory):
            mine = [state.seats[seat] for seat in seats]
            known = max(since, arrived, *(max(seat.seen, seat.acknowledged) for seat in mine), 0)
            for recent in state.recent:
                version, own = recent.version, recent.own
                if version > known:
                    missed += [Missed(version, seat, own[seat]) for seat in seats if seat in own] or [
                        Missed(version, None, recent.events)
                    ]
        sent = {(m.version, m.seat) for m in missed}
        unseen = [
            g for g in state.glimpses if g.seat in seats and g.version > max(since, state.seats[g.seat].seen)
        ]
        missed += [Missed(g.version, g.seat, g.events) for g in unseen if (g.version, g.seat) not in sent]
        return sorted(missed, key=lambda m: m.version)


def _recap(game: LiveGame, seat: int, sitting: SeatState) -> Recap:
    view = game.match.view(None)
    return Recap(seat, sitting.stood_in, list(view.scores), view.active)


def _places(state: TableState) -> Places:
    guests = [seat.guest for seat in state.seats]
    return {
        guest: tuple(n for n, other in enumerate(guests) if other == guest)
        for guest in guests
        if guest is not None
    }


def _drawn_starter(outcomes: Iterable[str]) -> int:
    """Return the seat of the outcome `start SEAT`; 0 in a plugin's game that writes it differently."""
    return next((int(outcome.removeprefix("start ")) for outcome in outcomes if outcome.startswith("start ")), 0)


def _new(opened: log.Opened) -> TableState:
    seats = [SeatState() for _ in range(opened.settings.players)]
    return TableState(
        opened.code, opened.game, opened.rules, opened.creator, opened.settings, seats,
        lesson=opened.lesson, waits=opened.waits, quick=opened.waits > 0, daily=opened.daily, group=opened.group,
    )  # fmt: skip
