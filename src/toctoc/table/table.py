"""A table: the fold of its log, and what is to be stored and sent for each entry.

A table knows no sockets, no clock on the wall and no store. Its owner hands it to `handlers` and `scheduler` with
the table's own time, takes what came of it with `take`, stores the entries, and only then sends the broadcasts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

import msgspec

from toctoc import fair, record
from toctoc.fair import Dice
from toctoc.games import options
from toctoc.games.match import Match, Shown
from toctoc.games.registry import find

from . import log, messages, state
from .bots import Bots
from .broadcast import Broadcast, Broadcaster, Places, encoded_events, lobby_of
from .effects import count_move, renew_window, set_clocks, take_effect
from .game import LiveGame, PickIn, in_words, shown_to
from .lesson import Lesson
from .log import Entry
from .pace import Pace
from .presence import Presence
from .snap import Race
from .throttle import Throttle

SNAPSHOT_AFTER = 64  # entries at least


@dataclass(slots=True)
class Batch:
    """What came of a call: to be stored together, then sent."""

    first: int
    entries: list[bytes] = field(default_factory=list)
    broadcasts: list[Broadcast] = field(default_factory=list)
    replies: list[tuple[object, messages.Message]] = field(default_factory=list)  # each to its request's sender
    record: tuple[int, str] | None = None
    snapshot: bool = False  # this is a good moment for one
    looking: list[int] | None = None  # the seats of those who still look at the end of a round, where that changed


@dataclass(slots=True)
class Growth:
    """Counts what the log has grown by since the last snapshot.

    The next one waits until as much is new as the last one was long: so snapshots together are about as long as
    the log, however many steps a game has.
    """

    entries: int = 0
    size: int = 0  # bytes
    snapshot: int = 0  # bytes, of the last one

    def add(self, entry: bytes) -> None:
        """Count one more entry."""
        self.entries += 1
        self.size += len(entry)

    def is_due(self, least: int) -> bool:
        """Tell whether there is enough for another snapshot, and at `least` so many entries."""
        return self.entries >= least and self.size >= self.snapshot


class Table:
    """Seats, settings, a game and its clocks, as the log says."""

    def __init__(self, s: state.State, game: LiveGame | None = None) -> None:
        self.s = s
        self.game = game
        self.dice: Dice | None = None  # of the game that is played
        self.bots = Bots()
        self.presence = Presence()
        self.pace = Pace()
        self.race = Race()
        self.throttles: dict[str, Throttle] = {}  # for talk, by guest
        self.batch = Batch(s.version + 1)
        self.growth = Growth()
        self.looking: list[int] = []  # as everybody has been told
        self.places = _places(s)
        self.broadcaster = Broadcaster(s, game)

    @staticmethod
    def open(opened: log.Opened, sealed: log.Sealed) -> "Table":
        """Return a new table, whose first two entries wait to be taken."""
        table = Table(_new(opened))
        table.enter(Entry(0, opened))
        table.enter(Entry(0, sealed))
        return table

    @staticmethod
    def restore(snapshot: bytes | None, entries: Sequence[bytes]) -> "Table":
        """Return a table as it was, from its last snapshot and the entries since.

        An option that was added to the game since then is at its default. `BadOption` names an option that this
        version does not have: a newer one has written it.
        """
        since = [log.read(entry) for entry in entries]
        if snapshot is not None:
            s = state.decode(snapshot)
            game = LiveGame.resume(s.game, s.players, s.options, s.steps) if s.steps else None
            s.steps = []  # the match has them
            table = Table(s, game)
        else:
            opened = since[0].change
            assert isinstance(opened, log.Opened)
            table = Table(_new(opened))
        for entry in since:
            table.apply(entry)
        options.complete(find(table.s.game).options, table.s.settings.options)  # or the next game could not begin
        table.growth = Growth(len(entries), sum(map(len, entries)), len(snapshot or b""))
        if table.is_live and table.game:
            renew_window(table.s, table.game.match)
        table.broadcaster.skip(table.s, table.game)
        if table.is_live:
            table.dice = shuffle_of(table.s, table.s.number).dice(table.s.drawn)
        table.batch = Batch(table.s.version + 1)
        return table

    def snapshot(self) -> bytes:
        """Return all that the table remembers, the steps of its game included."""
        self.s.steps = [record.written(step) for step in self.game.match.steps] if self.game else []
        encoded = state.encode(self.s)
        self.s.steps = []
        self.growth = Growth(snapshot=len(encoded))
        return encoded

    def take(self) -> Batch:
        """Return what is new since the last time."""
        batch, self.batch = self.batch, Batch(self.s.version + 1)
        looking = seats_looking(self)
        if looking != self.looking:
            batch.looking = self.looking = looking
        return batch

    def seats_of(self, guest: str) -> list[int]:
        """Return the seats that `guest` plays."""
        return list(self.places.get(guest, ()))

    @property
    def is_live(self) -> bool:
        """Tell whether a game is being played."""
        return self.s.stage == "playing"

    def lobby(self) -> messages.Lobby:
        """Return the table around the game, as everybody sees it."""
        return lobby_of(self.s)

    # --- the log -----------------------------------------------------------------------------------------------

    def enter(self, entry: Entry, waited: int = 0) -> None:
        """Write an entry into the log, let it take effect, and make what is sent of it."""
        if told := _newly_told(self):
            entry = msgspec.structs.replace(entry, told=told)
        self.batch.entries.append(line := log.write(entry))
        self.growth.add(line)
        shown = self.apply(entry)
        if shown:
            self._show(entry, shown)
        is_held = self.pace.since is not None
        news = self.broadcaster.broadcast(self.s, self.game, self.places, entry, shown, waited, is_held)
        if news is not None:
            self.batch.broadcasts.append(news)
        if isinstance(entry.change, log.Moved) and self.game and self.s.stage == "over":
            self.batch.record = (self.s.number, _record(self.s, self.game.match))
            self.batch.snapshot = self.growth.is_due(1)
        if self.growth.is_due(SNAPSHOT_AFTER):
            self.batch.snapshot = True

    def _show(self, entry: Entry, shown: tuple[Shown, ...]) -> None:
        """Let clocks stand still while people are shown what has just happened."""
        if isinstance(entry.change, log.Began):
            self.pace.begin()
        is_busy = self.pace.show(self.places, self.s.version, entry.at, shown, self.s.lesson)
        if is_busy and self.pace.since is None and self.held_until() is not None:
            self.pace.since = entry.at

    def held_until(self) -> int | None:
        """Return until when bots and clocks wait for people who are shown something; None: they do not."""
        return self.pace.until(_people_here(self))

    def apply(self, entry: Entry) -> tuple[Shown, ...]:
        """Let an entry take effect, be it new or read from the log; return what it showed of the game.

        This is the only way in which the state and the game change.
        """
        s, change = self.s, entry.change
        s.version += 1
        s.at = entry.at
        for seat, told in zip(s.seats, entry.told or (), strict=False):
            seat.told = told
        shown: tuple[Shown, ...] = ()
        if isinstance(change, log.Moved):
            shown = self._move(change, entry.at)
        elif isinstance(change, log.Began):
            shown = self._deal(change, entry.at)
        else:
            if isinstance(change, log.Set) and (change.kept is not None or change.settings.players < s.players):
                self.game, s.recent = None, []  # its seats are gone; with a chair more, its result is still there
            take_effect(s, change, entry.at)
            if isinstance(change, log.Calmed) and self.game and self.is_live:
                set_clocks(s, self.game.match, entry.at, None)  # the window may have lost its own clock (C10)
        if shown:
            events, own = encoded_events(shown)
            self._hear(shown, own)
            s.keep_events(events, own)
        if isinstance(change, log.CameBack) and self.game and self.game.match.game.is_memory:
            s.seats[change.seat].told = s.version  # who was away has nothing to remember
        if isinstance(change, log.SEATING):
            self.places = _places(s)
        if entry.guest is not None and entry.id is not None:
            s.keep_id(entry.guest, entry.id)
        return shown

    def _move(self, moved: log.Moved, at: int) -> tuple[Shown, ...]:
        game, s = self.game, self.s
        assert game is not None
        shown = game.play(moved.seat, moved.action, moved.by, moved.chance)
        s.drawn = moved.drawn
        count_move(s, moved)
        set_clocks(s, game.match, at, None if game.is_aside else moved.seat)
        return shown

    def _deal(self, began: log.Began, at: int) -> tuple[Shown, ...]:
        s = self.s
        self.game = LiveGame.begin(s.game, len(s.seats), began.options)
        shown = self.game.take_chance(began.chance)
        self.bots.clear()
        s.stage, s.options, s.drawn = "playing", began.options, began.drawn
        s.number, s.players = s.number + 1, len(s.seats)
        self.dice = shuffle_of(s, s.number).dice(s.drawn)
        played = self.game.match.options  # all of them, whichever there were when it began
        s.starter = cast(int, played["creator"])
        if played["start"] == "random":
            s.starter = _drawn_starter(began.chance)
        else:
            chosen = {**s.settings.options, "creator": state.next_starter(s)}
            s.settings = msgspec.structs.replace(s.settings, options=chosen)
        s.deadlines, s.window, s.glimpses = {}, None, []
        set_clocks(s, self.game.match, at, None)
        return shown

    def _hear(self, shown: tuple[Shown, ...], seeing: Iterable[int]) -> None:
        """Let bots observe the events of their seats; keep the glimpses of those `seeing` more until then."""
        for seat in self.bots.seats:
            self.bots.observe(seat, shown_to(shown, seat))
        for seat in seeing:
            sitting = self.s.seats[seat]
            glimpses = [in_words(event) for event in shown_to(shown, seat) if event.glimpse]
            if glimpses and sitting.guest and not sitting.away:
                self.s.keep_glimpse(seat, glimpses)

    def chance(self, match: Match, dice: Dice) -> PickIn:
        """Return what decides chance in `match` from now on: the dice; in a lesson, its script first."""
        pick = dice.pick
        return Lesson(match, pick).pick if self.s.lesson else lambda _, n: pick(n)


def seats_looking(table: Table) -> list[int]:
    """Return the seats of people who still look at what all look at together, such as the end of a round."""
    if table.pace.since is None:
        return []
    return sorted(seat for guest in table.pace.looking(_people_here(table)) for seat in table.places[guest])


def shuffle_of(s: state.State, number: int) -> fair.Fair:
    """Return the shuffle of game `number`: what was sealed, and what was shown of it."""
    hashes = [device.hash for device in s.devices]
    parts = [bytes.fromhex(device.part) if device.part else None for device in s.devices]
    return fair.gather(number, bytes.fromhex(s.secret), hashes, parts)


def _record(s: state.State, match: Match) -> str:
    """Return the record of the game that is over, with the secret of its shuffle."""
    seats = [record.Seat(seat.name or seat.bot or "stand-in", seat.bot, seat.avatar) for seat in s.seats]
    shuffle = None if s.lesson else shuffle_of(s, s.number)
    return record.write(record.record(match, tuple(seats), shuffle, s.lesson))


def _people_here(table: Table) -> set[str]:
    """Return the guests who play now, and have a connection."""
    seats, here = table.s.seats if table.is_live else (), table.presence.connections
    return {seat.guest for seat in seats if seat.guest in here and not seat.away}


def _newly_told(table: Table) -> list[int] | None:
    """Return by seat up to which version all was acknowledged; None where the log has it."""
    seats, told = table.s.seats, table.presence.told
    for seat in seats:
        if told.get(seat.guest or "", 0) > seat.told:
            return [max(seat.told, told.get(seat.guest or "", 0)) for seat in seats]
    return None


def _places(s: state.State) -> Places:
    guests = [seat.guest for seat in s.seats]
    return {
        guest: tuple(n for n, other in enumerate(guests) if other == guest)
        for guest in guests
        if guest is not None
    }


def _drawn_starter(outcomes: Iterable[str]) -> int:
    """Return the seat of the outcome `start SEAT`; 0 in a game of a plugin that has another word for it."""
    return next((int(outcome.removeprefix("start ")) for outcome in outcomes if outcome.startswith("start ")), 0)


def _new(opened: log.Opened) -> state.State:
    seats = [state.Seat() for _ in range(opened.settings.players)]
    return state.State(
        opened.code, opened.game, opened.rules, opened.creator, opened.settings, seats,
        lesson=opened.lesson, waits=opened.waits, quick=opened.waits > 0, daily=opened.daily, group=opened.group,
    )  # fmt: skip
