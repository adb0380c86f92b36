"""What each line of a table's log means for whoever sits or watches there: only what changed since the last."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Raw

from toctoc import fair
from toctoc.games.game import Event

from . import log, messages, state
from .game import Shown, in_words
from .log import Entry

if TYPE_CHECKING:
    from .table import Table

REMEMBERED = 32  # updates whose events a connection that broke may still get
QUIET = (log.Moved, log.Talked)  # they change nothing of the lobby unless a game ends


@dataclass(slots=True)
class Broadcast:
    """One line's news, encoded: for everybody, and for each seat besides."""

    version: int
    at: int
    public: Raw
    own: dict[int, Raw]
    lobby: messages.Lobby | None  # where it changed
    kicked: str | None  # a guest
    places: Mapping[str, tuple[int, ...]]  # who sat where at that moment: what a seat is told is for nobody later


class Broadcaster:
    def __init__(self, table: "Table") -> None:
        self.table = table
        self.recent: deque[tuple[int, Raw, dict[int, Raw]]] = deque(maxlen=REMEMBERED)
        self.start_here()

    def start_here(self) -> None:
        """Everybody knows how it is now."""
        self._lobby = self.table.lobby()
        self._clocks = (self.table.s.deadlines, self.table.s.window)

    def tell(self, entry: Entry) -> Broadcast | None:
        """The news of a line that has just taken effect; None where there is nothing to tell."""
        s, playing, what = self.table.s, self.table.game, entry.change
        if isinstance(what, log.Seen):
            return None
        heard = self.heard()
        is_quiet = isinstance(what, QUIET) and s.stage == self._lobby.stage
        lobby = {} if is_quiet else self._changed_lobby()
        clocks = (s.deadlines, s.window)
        public = messages.Public(
            events=heard[0] if heard else [],
            view=playing.changed_view() if playing and heard else {},
            lobby=lobby,
            deadlines=s.deadlines if clocks[0] != self._clocks[0] else UNSET,
            window=s.window if clocks[1] != self._clocks[1] else UNSET,
            waited=self.table.waited,
            talk=s.talk[-1] if isinstance(what, log.Talked) else None,
        )
        self._clocks = clocks
        if heard:
            mover = what.seat if isinstance(what, log.Moved) else None
            own = self._own(heard[1], mover)
        else:
            own = {seat: self.own(seat) for seat in self._newly_seated(what)}
        encoded = {seat: Raw(messages.write(part)) for seat, part in own.items()}
        news = Raw(messages.write(public))
        kicked = s.banned[-1] if isinstance(what, log.Left) and what.kicked else None
        return Broadcast(s.version, s.at, news, encoded, self._lobby if lobby else None, kicked, self.table.places)

    def heard(self) -> tuple[Raw, dict[int, Raw]] | None:
        """Events of the last steps: for everybody, and for seats that saw more; None when nothing happened."""
        steps = self.table.game.take() if self.table.game else []
        if not steps:
            return None
        for seat in self.table.bots.seats:
            self.table.bots.hear(seat, seen(steps, seat))
        own: dict[int, Raw] = {}
        for seat in {concerned for public, concerned, events in steps if events != public}:
            events = seen(steps, seat)
            own[seat] = _encoded(events)
            sitting = self.table.s.seats[seat]
            if sitting.guest and not sitting.away and any(event.glimpse for event in events):
                self._keep(seat, [in_words(event) for event in events if event.glimpse])
        heard = (_encoded(seen(steps, None)), own)
        self.recent.append((self.table.s.version, *heard))
        return heard

    def _keep(self, seat: int, glimpse: list[Any]) -> None:
        """Until its device says that it was seen; but what a welcome says does not grow for ever."""
        mine = [g for g in self.table.s.glimpses if g.seat == seat][1 - state.KEPT_GLIMPSES :]
        others = [g for g in self.table.s.glimpses if g.seat != seat]
        self.table.s.glimpses = [*others, *mine, state.Glimpse(self.table.s.version, seat, glimpse)]

    def _changed_lobby(self) -> dict[str, Any]:
        now, before = self.table.lobby(), self._lobby
        self._lobby = now
        return {
            name: getattr(now, name)
            for name in messages.Lobby.__struct_fields__
            if getattr(now, name) != getattr(before, name)
        }

    def own(self, seat: int) -> messages.Own:
        """All that a seat is shown besides."""
        playing = self.table.game
        assert playing is not None
        legal = playing.legal(seat) if self.table.is_live and seat in playing.match.actors else None
        return messages.Own(seat, None, playing.own(seat), legal, playing.aid(seat))

    def _newly_seated(self, what: log.Change) -> list[int]:
        """Seats that somebody takes over while a game is on the table."""
        if self.table.game is None:
            return []
        if isinstance(what, log.Sat):
            return [what.seat]
        return self.table.seats_of(what.new) if isinstance(what, log.Rehomed) else []

    def _own(self, events: dict[int, Raw], mover: int | None) -> dict[int, messages.Own]:
        """What seats are told of a step besides: only what changed."""
        playing = self.table.game
        assert playing is not None
        legal = playing.changed_legal(mover)
        own = {}
        for seat in range(len(self.table.s.seats)):
            view, aid = playing.changed_own(seat), playing.changed_aid(seat)
            if view or aid or seat in legal or seat in events:
                own[seat] = messages.Own(seat, events.get(seat), view, legal.get(seat), aid)
        return own


def seen(steps: Sequence[Shown], seat: int | None) -> list[Event]:
    """What a seat saw of these steps; None is a spectator."""
    return [event for public, concerned, own in steps for event in (own if concerned == seat else public)]


def _encoded(events: Sequence[Event]) -> Raw:
    return Raw(messages.write([in_words(event) for event in events]))


def lobby_of(s: state.State) -> messages.Lobby:
    """Return the table around the game, as everybody sees it."""
    sealed = fair.commitment(bytes.fromhex(s.secret)) if s.secret else ""
    seats = [_seat(s, seat) for seat in s.seats]
    return messages.Lobby(s.code, s.game, s.settings, s.stage, s.number, seats, sealed, s.lesson)


def _seat(s: state.State, seat: state.Seat) -> messages.SeatShown:
    if seat.is_free:
        return messages.SeatShown("free", away=s.stage == "playing")
    if seat.bot:
        return messages.SeatShown("bot", seat.bot, seat.bot)
    return messages.SeatShown(
        "person",
        seat.name,
        creator=seat.guest == s.creator,
        hash=seat.hash,
        away=seat.away,
        muted=seat.guest in s.muted,
        avatar=seat.avatar,
    )
