"""A table: the fold of its log, and what follows from each entry for whoever sits or watches there.

A table knows no sockets, no clock on the wall and no store. Its owner hands it to `handlers` and `scheduler` with
the table's own time, takes what came of it with `take`, stores the entries, and only then shows the updates.
"""

from dataclasses import dataclass, field

import msgspec

from toctoc import fair, record
from toctoc.games.match import Match

from . import log, messages, state
from .bots import Bots
from .broadcast import Broadcast, Broadcaster, lobby_of
from .game import LiveGame
from .lesson import Lesson
from .log import Entry
from .presence import Presence
from .snap import Race
from .talk import Throttle

SNAPSHOT_EVERY = 64  # lines
SEATING = (log.Set, log.Sat, log.BotSat, log.Left, log.Rehomed)
PATIENCE = 3_000  # milliseconds in which devices have to show their parts of the seed
CLOCKS = {"relaxed": 60_000, "fast": 15_000}  # milliseconds for a decision (H3)


@dataclass(slots=True)
class Batch:
    """What came of a call: to be stored together, then told."""

    first: int
    entries: list[bytes] = field(default_factory=list)
    broadcasts: list[Broadcast] = field(default_factory=list)
    replies: list[tuple[object, messages.Message]] = field(default_factory=list)  # to whoever asked
    record: tuple[int, str] | None = None
    snapshot: bool = False  # this is a good moment for one


class Table:
    def __init__(self, s: state.State) -> None:
        self.s = s
        self.game: LiveGame | None = None
        self.dice: fair.Dice | None = None
        self.bots = Bots()
        self.presence = Presence()
        self.race = Race()
        self.waited = 0  # how long the throw that is being entered had to wait
        self.budgets: dict[str, Throttle] = {}  # for talk, by guest
        self.batch = Batch(s.version + 1)
        self.places = self._find_places()  # the seats of each guest who has any
        self.broadcaster = Broadcaster(self)

    @staticmethod
    def open(opened: log.Opened, sealed: log.Sealed) -> "Table":
        """A new table; its first two lines wait to be taken."""
        table = Table(_new(opened))
        table.enter(Entry(0, opened))
        table.enter(Entry(0, sealed))
        return table

    @staticmethod
    def restore(snapshot: bytes | None, entries: tuple[bytes, ...]) -> "Table":
        """A table as it was: from its last snapshot, and the lines since."""
        read = [log.read(entry) for entry in entries]
        if snapshot is not None:
            table = Table(state.decode(snapshot))
            s = table.s
            if s.steps:
                table.game = LiveGame.again(s.game, len(s.seats), s.options, s.steps)
                s.steps = []
        else:
            opened = read[0].change
            assert isinstance(opened, log.Opened)
            table = Table(_new(opened))
        for entry in read:
            table._repeat(entry)
        if table.game and table.is_live:
            table.roll(table.game.match, table.s.number)
        table.broadcaster.start_here()
        table.batch = Batch(table.s.version + 1)
        return table

    def snapshot(self) -> bytes:
        self.s.steps = [record.written(step) for step in self.game.match.steps] if self.game else []
        encoded = state.encode(self.s)
        self.s.steps = []  # the match has them
        return encoded

    def take(self) -> Batch:
        """What is new since the last time."""
        batch, self.batch = self.batch, Batch(self.s.version + 1)
        return batch

    # --- who is who --------------------------------------------------------------------------------------------

    def seats_of(self, guest: str) -> list[int]:
        return list(self.places.get(guest, ()))

    def _find_places(self) -> dict[str, tuple[int, ...]]:
        guests = [seat.guest for seat in self.s.seats]
        return {
            guest: tuple(n for n, other in enumerate(guests) if other == guest)
            for guest in guests
            if guest is not None
        }

    @property
    def is_live(self) -> bool:
        return self.s.stage == "playing"

    def lobby(self) -> messages.Lobby:
        return lobby_of(self.s)

    # --- the log -----------------------------------------------------------------------------------------------

    def enter(self, entry: Entry) -> None:
        """Something happens: it is noted, takes effect, and everybody is told."""
        self.batch.entries.append(log.write(entry))
        self._fold(entry)
        told = self.broadcaster.tell(entry)
        if told is not None:
            self.batch.broadcasts.append(told)
        if isinstance(entry.change, log.Moved) and self.s.stage == "over":
            self._ended()
        if self.s.version % SNAPSHOT_EVERY == 0:
            self.batch.snapshot = True

    def _repeat(self, entry: Entry) -> None:
        """A entry of the log takes effect again; nobody is told."""
        what = entry.change
        if isinstance(what, log.Moved):
            assert self.game is not None
            self.game.repeat(what.seat, what.action, what.by, what.chance)
        elif isinstance(what, log.Began):
            self.game = LiveGame(Match(self.s.game, len(self.s.seats), what.options))
            for outcome in what.chance:
                self.game.match.take_chance(outcome)
        self._fold(entry)
        if self.game is not None:
            self.broadcaster.heard()
            self.game.forget_changes()

    def _fold(self, entry: Entry) -> None:  # one case a kind of entry
        s = self.s
        s.version += 1
        s.at = entry.at
        match entry.change:
            case log.Moved(number, _, by, _, drawn):
                s.drawn = drawn
                s.seats[number].stood_in += by == "stand-in"
                is_aside = self.game and self.game.last and self.game.last.action.is_aside
                self._set_clocks(entry.at, None if is_aside else number)
            case log.Sealed(secret, bots):
                s.secret, s.bots, s.drawn = secret, bots, 0
                for seat in s.seats:
                    seat.hash = None
            case log.Set(settings):
                s.settings = settings
                self.game = self.game if settings.players == len(s.seats) else None
                del s.seats[settings.players :]
                s.seats += [state.Seat() for _ in range(settings.players - len(s.seats))]
            case log.Sat(number, guest, name, avatar) if s.seats[number].guest == guest:
                s.seats[number].name, s.seats[number].avatar = name, avatar
            case log.Sat(number, guest, name, avatar):
                self._seat(number, state.Seat(guest, name, seen=s.version, avatar=avatar))
            case log.BotSat(number, bot):
                self._seat(number, state.Seat(bot=bot))
            case log.Left(number, kicked):
                if kicked:
                    s.banned.append(str(s.seats[number].guest))
                self._seat(number, state.Seat())
            case log.Rehomed(old, new):
                s.creator = new if s.creator == old else s.creator
                s.muted = [new if guest == old else guest for guest in s.muted]
                for number in self.seats_of(old):
                    s.seats[number].guest = new
            case log.Went(number):
                s.seats[number].away = True
            case log.CameBack(number):
                s.seats[number].away, s.seats[number].stood_in = False, 0
            case log.Readied(number, digest):
                s.seats[number].hash = digest
            case log.Dealing():
                s.stage, s.dealing_until = "dealing", entry.at + PATIENCE
                s.lesson = s.lesson and s.number == 0
                s.devices = [state.Device(seat.hash) for seat in s.seats]
            case log.Parted(number, part):
                s.devices[number].part = part
            case log.Began(options, _, drawn):
                self.bots.clear()
                s.stage, s.options, s.drawn = "playing", options, drawn
                s.number += 1
                s.starter = int(options["creator"])
                if options["start"] != "random":
                    chosen = {**s.settings.options, "creator": state.next_starter(s)}
                    s.settings = msgspec.structs.replace(s.settings, options=chosen)
                s.deadlines, s.window, s.glimpses = {}, None, []
                self._set_clocks(entry.at, None)
            case log.Talked(number, phrase, text):
                s.talk = [*s.talk, messages.Talk(number, phrase, text)][-state.KEPT_TALK :]
            case log.Muted(number, on):
                guest = str(s.seats[number].guest)
                s.muted = [other for other in s.muted if other != guest] + [guest] * on
            case log.Seen(number, version):
                s.seats[number].seen = version
                s.glimpses = [g for g in s.glimpses if g.seat != number or g.version > version]
            case log.Closed():
                s.stage = "closed"
        if isinstance(entry.change, SEATING):
            self.places = self._find_places()
        if entry.guest is not None and entry.id is not None:
            s.ids[f"{entry.guest} {entry.id}"] = s.version

    def _seat(self, number: int, seat: state.Seat) -> None:
        """Somebody else has the seat now: what the last one was shown is not for them."""
        self.s.seats[number] = seat
        self.s.glimpses = [g for g in self.s.glimpses if g.seat != number]

    def fair(self, number: int) -> fair.Fair:
        """The shuffle of a game: who has sealed and shown what."""
        hashes = [device.hash for device in self.s.devices]
        parts = [bytes.fromhex(device.part) if device.part else None for device in self.s.devices]
        return fair.gather(number, bytes.fromhex(self.s.secret), hashes, parts)

    def roll(self, match: Match, number: int) -> None:
        """From now on chance at this match comes from the sealed seed; in a lesson, from its script first."""
        self.dice = self.fair(number).dice(self.s.drawn)
        match.draw_from(Lesson(match, self.dice).pick if self.s.lesson else self.dice.pick)

    def _set_clocks(self, at: int, mover: int | None) -> None:
        """Whoever is newly asked, or has just acted and is asked again, has the whole time; H3, C10."""
        s = self.s
        assert self.game is not None
        match = self.game.match
        if match.over:
            s.stage, s.deadlines, s.window = "over", {}, None
            return
        race = match.game.race(match.state, match.options)
        if race is None:
            s.window = None
        elif s.window is None:
            s.window, s.window_since = at + 1000 * race if race else 0, at
        allowed = CLOCKS.get(s.settings.clock)
        if allowed is None or race is not None:
            s.deadlines = {}
            return
        kept = {seat: until for seat, until in s.deadlines.items() if seat != mover}
        s.deadlines = {seat: kept.get(seat, at + allowed) for seat in match.actors}

    def _ended(self) -> None:
        """The game is over: its record is made, with the secret of its shuffle."""
        s, playing = self.s, self.game
        assert playing is not None
        seats = [record.Seat(seat.name or seat.bot or "stand-in", seat.bot, seat.avatar) for seat in s.seats]
        done = record.record(playing.match, tuple(seats), None if s.lesson else self.fair(s.number), s.lesson)
        self.batch.record = (s.number, record.write(done))
        self.batch.snapshot = True


def _new(opened: log.Opened) -> state.State:
    seats = [state.Seat() for _ in range(opened.settings.players)]
    return state.State(
        opened.code, opened.game, opened.rules, opened.creator, opened.settings, seats, lesson=opened.lesson
    )
